#include "json_file.hpp"

#include <algorithm>
#include <fstream>

#include <fmt/format.h>

namespace polyfork_bench {
namespace {

std::string cpu_model() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);)
    if (line.starts_with("model name")) return line.substr(std::min(line.size(), line.find(':') + 2));
  return "unknown";
}

}  // namespace

nlohmann::ordered_json json_header(const std::string& suite) { return {{"suite", suite}, {"cpu", cpu_model()}}; }

bool write_json(const std::string& file, const nlohmann::ordered_json& json) {
  std::ofstream out(file);
  out << json.dump(2) << '\n';
  out.flush();
  if (!out) fmt::print(stderr, "cannot write {}\n", file);
  return static_cast<bool>(out);
}

}  // namespace polyfork_bench
