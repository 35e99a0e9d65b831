#include "options.hpp"

#include "usage_error.hpp"
#include "words.hpp"

namespace tailproof::gpu_bench {

std::string usage() {
  return "bench_gpu: times exact Top-K selectors against one read of their rows, on a GPU.\n"
         "Every selector is verified on the device first; a wrong one is reported and not timed.\n"
         "  --variants LIST   names of mappings, paths of variant libraries, planted-wrong or\n"
         "                    planted-tired (default: topk)\n"
         "  --families LIST   families of scores, or friendly, hostile, all (default: indexer)\n"
         "  --shapes LIST     groups grid, few, short, rank, pitch, trace, or names, patterns, or\n"
         "                    ROWSxWIDTH[-kRANK][-pPITCH] (default: grid)\n"
         "  --rounds N        samples of each entry, each round in another order (default: 9)\n"
         "  --budget SECONDS  no case is started later than this (default: 540)\n"
         "  --sample MS       length of one sample (default: 2)\n"
         "  --cold MIB        calls that read less than half of this are repeated on other rows, "
         "so\n"
         "                    that none finds its scores in L2; 0: none is (default: 256)\n"
         "  --seed N          of the scores (default: 1)\n"
         "  --padding WHAT    between length and width: -inf or nan (default: -inf)\n"
         "  --captures DIR    captured rows, NAME.npy and NAME.lengths.npy (default:\n"
         "                    $TAILPROOF_CAPTURES)\n"
         "  --output DIR      results.csv and results.json, complete after every case\n"
         "  --verify-only     no timing\n"
         "  --list            names of shapes, families and mappings\n"
         "Exit codes: 0 all right, 1 a wrong answer, 2 bad usage or input, 3 nothing could be "
         "timed\n"
         "(no GPU), 4 a selector crashed or hung.\n";
}

Options parse_options(const std::vector<std::string>& arguments, const std::string& captures) {
  Options options;
  options.captures = captures;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& name = arguments[i];
    if (name == "--verify-only" || name == "--list" || name == "--help") {
      (name == "--list"   ? options.list
       : name == "--help" ? options.help
                          : options.verify_only) = true;
      continue;
    }
    const auto value = [&]() -> const std::string& {
      if (i + 1 == arguments.size()) throw UsageError(name + " needs a value");
      return arguments[++i];
    };
    if (name == "--variants") {
      options.variants = split(value());
    } else if (name == "--families") {
      options.families = value();
    } else if (name == "--shapes") {
      options.shapes = value();
    } else if (name == "--rounds") {
      options.rounds = parse_number(name, value(), 1, 1000);
    } else if (name == "--budget") {
      options.budget_seconds = static_cast<double>(parse_number(name, value(), 1, 86400));
    } else if (name == "--sample") {
      options.sample_milliseconds = static_cast<double>(parse_number(name, value(), 1, 10000));
    } else if (name == "--cold") {
      options.cold_mebibytes = parse_number(name, value(), 0, 1 << 20);
    } else if (name == "--seed") {
      options.seed = static_cast<std::uint32_t>(parse_number(name, value(), 0, 0xffffffff));
    } else if (name == "--captures") {
      options.captures = value();
    } else if (name == "--output") {
      options.output = value();
    } else if (name == "--padding") {
      const std::string& what = value();
      if (what != "-inf" && what != "nan") throw UsageError("--padding is -inf or nan");
      options.padding = what == "nan" ? Padding::nan : Padding::minus_inf;
    } else {
      throw UsageError("unknown option '" + name + "'");
    }
  }
  return options;
}

}  // namespace tailproof::gpu_bench
