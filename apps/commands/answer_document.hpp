// What the JSON documents of all commands begin with.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace polyfork_app {

/// The command, the names of its variables, and the modulus where there is one.
inline nlohmann::ordered_json answer_document(const std::string& command, const std::vector<std::string>& variables,
                                              const std::string& modulus = {}) {
  nlohmann::ordered_json document = {{"command", command}, {"variables", variables}};
  if (!modulus.empty()) document["modulus"] = modulus;
  return document;
}

}  // namespace polyfork_app
