#include "scratch.hpp"

#include "tailproof/io/npy_writer.hpp"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace tailproof::fuzz {
namespace {

namespace fs = std::filesystem;

// Removed with the process that made it; a killed one leaves it to the system.
class Folder {
 public:
  Folder() {
    const fs::path memory = "/dev/shm";
    const fs::path parent = access(memory.c_str(), W_OK) == 0 ? memory : fs::temp_directory_path();
    std::string made = (parent / "tailproof-fuzz-XXXXXX").string();
    if (mkdtemp(made.data()) == nullptr) throw std::runtime_error("no scratch folder in " + made);
    path_ = made;
  }
  ~Folder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  [[nodiscard]] const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

const fs::path& folder() {
  static const Folder made;
  return made.path();
}

}  // namespace

std::string scratch_file(const std::string& name, Bytes bytes) {
  const fs::path file = folder() / name;
  std::ofstream out(file, std::ios::binary | std::ios::trunc);
  out.write(reinterpret_cast<const char*>(bytes.data()),
            static_cast<std::streamsize>(bytes.size()));
  return file.string();
}

const std::string& scratch_case() {
  static const std::string path = [] {
    const fs::path made = folder() / "case";
    fs::create_directory(made);
    const std::vector<float> scores = {1.0f, 2.0f, 3.0f, 0.0f};
    const std::vector<std::int32_t> lengths = {2, 1};
    io::write_npy((made / "scores.npy").string(), std::span<const float>(scores), {2, 2});
    io::write_npy((made / "lengths.npy").string(), std::span<const std::int32_t>(lengths), {2});
    return made.string();
  }();
  return path;
}

}  // namespace tailproof::fuzz
