// What the JSON documents of all commands begin with.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace polyfork_app {

/// The command, the names of its variables, and the modulus or the field where there is one.
inline nlohmann::ordered_json answer_document(const std::string& command, const std::vector<std::string>& variables,
                                              const std::string& modulus = {}, const std::string& over = {}) {
  nlohmann::ordered_json document = {{"command", command}, {"variables", variables}};
  if (!modulus.empty()) document["modulus"] = modulus;
  if (!over.empty()) document["over"] = over;
  return document;
}

}  // namespace polyfork_app
