// Every reader of input: a file or text is taken and means what it says, or is refused in one
// sentence. Nothing else may happen, whatever the bytes.
#include "input.hpp"
#include "scratch.hpp"
#include "tailproof/generators/recipe.hpp"
#include "tailproof/io/input_error.hpp"
#include "tailproof/io/npy_header.hpp"
#include "tailproof/io/safetensors.hpp"
#include "tailproof/io/score_file.hpp"
#include "tailproof/io/trace_json.hpp"
#include "tailproof/properties/case_store.hpp"
#include "tailproof/properties/shard.hpp"
#include "tailproof/properties/subject_registry.hpp"
#include "tailproof/reference/errors.hpp"

#include <array>

namespace tailproof::fuzz {
namespace {

constexpr const char* file_name = "input";

std::span<const std::byte> as_file(Bytes bytes) {
  return std::as_bytes(bytes);
}

void check_header(const io::ArrayHeader& header, Bytes bytes) {
  const std::uint64_t data =
      io::array_bytes(file_name, header.shape, io::element_size(header.type));
  require(header.data_offset <= bytes.size() && data <= bytes.size() - header.data_offset,
          "the data of an accepted file lies beyond its end");
}

void read_npy(Bytes bytes) {
  const io::ArrayHeader header = io::parse_npy_header(file_name, as_file(bytes));
  check_header(header, bytes);
  std::string again = io::npy_header(header.type, header.shape);
  const std::size_t size = again.size();
  again.append(bytes.begin() + static_cast<std::ptrdiff_t>(header.data_offset), bytes.end());
  const io::ArrayHeader second = io::parse_npy_header(file_name, std::as_bytes(std::span(again)));
  require(second.type == header.type && second.shape == header.shape && second.data_offset == size,
          "a header written from what was read reads differently");
}

void read_safetensors(Bytes bytes) {
  check_header(io::find_tensor(file_name, as_file(bytes), "scores"), bytes);
}

// Scores and lengths as a command opens them; a byte tells where the one file ends.
void read_scores_and_lengths(Bytes bytes) {
  Input input(bytes);
  const auto cut = static_cast<std::size_t>(input.number(2)) % (input.rest().size() + 1);
  const std::string scores = scratch_file("scores.npy", input.rest().first(cut));
  const std::string lengths = scratch_file("lengths.npy", input.rest().subspan(cut));
  const io::ScoreFile file(scores, lengths);
  const reference::ScoreMatrix matrix = file.matrix();
  for (std::int64_t row = 0; row < matrix.rows(); ++row) {
    require(std::ssize(matrix.valid(row)) <= matrix.width, "a length beyond the width is accepted");
  }
}

// The manifest is the input; the arrays beside it are right.
void read_manifest(Bytes bytes) {
  const std::string folder = scratch_case();
  scratch_file("case/manifest.json", bytes);
  const properties::StoredCase stored = properties::load_case(folder);
  require(stored.specimen.rows.rank >= 1, "a rank below 1 is accepted");
}

void read_policy_text(Bytes bytes) {
  const reference::Policy policy = reference::parse_policy(text_of(bytes));
  require(reference::parse_policy(to_string(policy)) == policy, "the policy reads back as another");
}

void read_recipe_text(Bytes bytes) {
  const generators::Recipe recipe = generators::parse_recipe(text_of(bytes));
  require(generators::parse_recipe(to_string(recipe)) == recipe,
          "the recipe reads back as another: " + to_string(recipe));
}

void read_recipe_json(Bytes bytes) {
  const generators::Recipe recipe = generators::recipe_from_json(text_of(bytes));
  require(generators::recipe_from_json(to_json(recipe)) == recipe,
          "the recipe reads back as another: " + to_json(recipe));
}

void read_trace(Bytes bytes) {
  const std::string once = io::to_json(io::trace_from_json(text_of(bytes)));
  require(io::to_json(io::trace_from_json(once)) == once, "the trace reads back as another");
}

void read_shard(Bytes bytes) {
  const std::string once = to_json(properties::shard_from_json(text_of(bytes), file_name));
  require(to_json(properties::shard_from_json(once, file_name)) == once,
          "the shard reads back as another");
}

void read_subject(Bytes bytes) {
  require(properties::make_subject(text_of(bytes)) != nullptr, "no subject and no refusal");
}

constexpr std::array readers = {read_npy,         read_safetensors, read_scores_and_lengths,
                                read_manifest,    read_policy_text, read_recipe_text,
                                read_recipe_json, read_trace,       read_shard,
                                read_subject};

void require_sentence(std::string_view text) {
  require(!text.empty(), "refused without a word");
  for (const char c : text) require(c >= ' ' && c <= '~', "the refusal is not one printable line");
}

void run(Bytes bytes) {
  Input input(bytes);
  const auto reader = input.one_of(readers);
  try {
    reader(input.rest());
  } catch (const InputError& refusal) {
    require_sentence(refusal.what());
  } catch (const reference::PolicyError& refusal) {
    require(std::string_view(refusal.what()).starts_with("policy"),
            std::string("the refusal does not name the policy: ") + refusal.what());
  }
}

}  // namespace

const Target target = {"readers", "files and texts mean what they say or are refused in a sentence",
                       run};

}  // namespace tailproof::fuzz
