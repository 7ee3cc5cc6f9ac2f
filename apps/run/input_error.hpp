// An error in what the user gave: exit code 2. For texts the message is "SOURCE:LINE:COLUMN: reason".
#pragma once

#include <string>

#include <polyfork/core/error.hpp>

namespace polyfork_app {

class InputError : public polyfork::Error {
 public:
  using Error::Error;
  InputError(const std::string& source, const polyfork::ParseError& e) : Error(source + ":" + e.what()) {}
};

/// For commands that take one input.
inline constexpr char give_one_input[] = "give one input: a file, - for standard input, or -e EXPR";

}  // namespace polyfork_app
