// The files of --json.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace polyfork_bench {

/// {"suite": ..., "cpu": the processor's name}
nlohmann::ordered_json json_header(const std::string& suite);
/// False, and a line on stderr, when it cannot be written.
bool write_json(const std::string& file, const nlohmann::ordered_json& json);

}  // namespace polyfork_bench
