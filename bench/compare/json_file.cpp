#include "json_file.hpp"

#include <algorithm>
#include <ctime>
#include <fstream>

#include <fmt/format.h>
#include <polyfork/gpu/device.hpp>

namespace polyfork_bench {
namespace {

std::string cpu_model() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);)
    if (line.starts_with("model name")) return line.substr(std::min(line.size(), line.find(':') + 2));
  return "unknown";
}

std::string today() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  return fmt::format("{:04}-{:02}-{:02}", parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday);
}

}  // namespace

nlohmann::ordered_json json_header(const std::string& suite) {
  nlohmann::ordered_json header = {{"suite", suite}, {"date", today()}, {"cpu", cpu_model()}};
  if (const auto devices = polyfork::devices(); !devices.empty()) header["device"] = devices.front().name;
  return header;
}

bool write_json(const std::string& file, const nlohmann::ordered_json& json) {
  std::ofstream out(file);
  out << json.dump(2) << '\n';
  out.flush();
  if (!out) fmt::print(stderr, "cannot write {}\n", file);
  return static_cast<bool>(out);
}

}  // namespace polyfork_bench
