// Systems of equations and sides of boxes in tests.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <polyfork/poly/text/parse.hpp>
#include <polyfork/rootiso/isolate.hpp>

namespace polyfork::test {

/// Splits at commas; the texts of tests have none inside of parentheses.
inline std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == ',')
      parts.emplace_back();
    else
      parts.back() += c;
  }
  return parts;
}

inline std::vector<MultiPolyQ> system_of(const std::string& variables, const std::string& equations) {
  const Variables v(split(variables), MonomialOrder::graded_reverse_lex);
  std::vector<MultiPolyQ> result;
  for (const std::string& text : split(equations)) result.push_back(parse_poly<MultiPolyQ>(text, v));
  return result;
}

inline RootInterval point(std::int64_t a, std::int64_t b = 1) { return {Rational(a, b), Rational(a, b), true, 1}; }
inline RootInterval cell(Rational a, Rational b) { return {std::move(a), std::move(b), false, 1}; }

}  // namespace polyfork::test
