// How many random inputs a test draws.
#pragma once

#include <cstdlib>

namespace polyfork::test {

/// The number in this variable of the environment, else the suite's own.
inline int drawn_inputs(const char* variable, int usual) {
  const char* const text = std::getenv(variable);
  return text == nullptr ? usual : std::atoi(text);
}

}  // namespace polyfork::test
