// A worker for tests: what the tool's hidden command does, without the rest of the tool.
#include "tailproof/properties/variant/isolation.hpp"

#include <cstdlib>
#include <string>

int main(int argc, char** argv) {
  if (argc != 7 || std::string(argv[1]) != "worker") return 2;
  return tailproof::properties::run_worker(argv[2], std::atoi(argv[3]), std::atoi(argv[4]),
                                           std::strtoull(argv[5], nullptr, 10), argv[6]);
}
