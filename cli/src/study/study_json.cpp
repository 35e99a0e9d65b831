#include <nlohmann/json.hpp>

#include "study/study.hpp"

namespace tailproof::cli {
namespace {

using Json = nlohmann::ordered_json;

Json spread_json(const Spread& spread) {
  return {{"p5", spread.p5}, {"median", spread.median}, {"p95", spread.p95}, {"max", spread.most}};
}

Json capture_json(const Study& study) {
  Json json;
  json["file"] = study.file;
  json["rows"] = study.rows;
  json["rows_studied"] = study.studied;
  json["least_length"] = study.least_length;
  json["greatest_length"] = study.greatest_length;
  json["rows_tied_at_k"] = study.tied_rows;
  json["boundary_error"] = Json::array();
  for (std::size_t e = 0; e < study_gaps.size(); ++e) {
    json["boundary_error"].push_back(
        {{"gaps", study_gaps[e]}, {"retained_over_k", spread_json(study.kept[e])}});
  }
  json["deciles"] = study.deciles;
  json["calibration"] = Json::array();
  json["policies"] = Json::array();
  for (std::size_t s = 0; s < study_strides.size(); ++s) {
    for (std::size_t r = 0; r < study_quarters.size(); ++r) {
      const double request = static_cast<double>(study_quarters[r]) / 4;
      const Calibration& view = study.calibration[s][r];
      json["calibration"].push_back({{"stride", study_strides[s]},
                                     {"requested_over_k", request},
                                     {"measured_over_k", spread_json(view.rank)},
                                     {"error_p95_over_k", view.error_p95},
                                     {"error_rms_over_k", view.error_rms},
                                     {"exchangeable_rms_over_k", view.exchangeable_rms}});
      const PolicyRates& rates = study.policies[s][r];
      json["policies"].push_back({{"stride", study_strides[s]},
                                  {"rho", request},
                                  {"samples", rates.samples},
                                  {"without_view", rates.no_view},
                                  {"underfilled", rates.short_once},
                                  {"underfilled_after_rescue", rates.short_twice},
                                  {"own_rows", rates.own_rows},
                                  {"own_underfilled", rates.own_short_once},
                                  {"own_underfilled_after_rescue", rates.own_short_twice},
                                  {"beyond_capacity", rates.beyond_capacity},
                                  {"tail_over_k", spread_json(rates.tail)},
                                  {"reads_over_length", rates.reads}});
    }
  }
  json["tie_group_at_k"] = spread_json(study.tie_group);
  json["largest_plateau"] = spread_json(study.plateau);
  json["coarse_bin_at_k"] = spread_json(study.boundary_bin);
  json["largest_coarse_bin"] = spread_json(study.largest_bin);
  return json;
}

}  // namespace

std::string study_json(const std::vector<Study>& studies) {
  Json json;
  json["format"] = 1;
  json["kind"] = "tailproof-study";
  json["rank"] = studies.empty() ? 0 : studies.front().rank;
  json["capacity"] = study_capacity;
  json["captures"] = Json::array();
  for (const Study& study : studies) json["captures"].push_back(capture_json(study));
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace tailproof::cli
