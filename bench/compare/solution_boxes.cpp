// The lists of msolve and of polyfork solve --output msolve.
#include "solution_boxes.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>

namespace polyfork_bench {

namespace {

using polyfork::Integer;
using polyfork::Rational;

Rational number_of(std::string text) {
  std::erase_if(text, [](unsigned char c) { return std::isspace(c) != 0; });
  const std::size_t power = text.find("/2^");
  if (power == std::string::npos) return Rational(text);
  return Rational::dyadic(Integer(text.substr(0, power)), -std::stoll(text.substr(power + 3)));
}

bool meet(const SolutionBox& a, const SolutionBox& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const BoxSide& x, const BoxSide& y) { return x.lower <= y.upper && y.lower <= x.upper; });
}

bool each_meets_one(const std::vector<SolutionBox>& a, const std::vector<SolutionBox>& b) {
  return std::all_of(a.begin(), a.end(), [&](const SolutionBox& box) {
    return std::count_if(b.begin(), b.end(), [&](const SolutionBox& other) { return meet(box, other); }) == 1;
  });
}

}  // namespace

std::vector<SolutionBox> solution_boxes(const std::string& text) {
  constexpr int solution_depth = 4;
  constexpr int side_depth = 5;
  std::vector<SolutionBox> boxes;
  int depth = 0;
  std::string ends;
  for (const char c : text) {
    if (c == '[') {
      if (++depth == solution_depth) boxes.emplace_back();
      ends.clear();
    } else if (c == ']') {
      const std::size_t comma = ends.find(',');
      if (depth-- == side_depth && comma != std::string::npos)
        boxes.back().push_back({number_of(ends.substr(0, comma)), number_of(ends.substr(comma + 1))});
    } else {
      ends += c;
    }
  }
  return boxes;
}

bool boxes_agree(const std::vector<SolutionBox>& a, const std::vector<SolutionBox>& b) {
  return each_meets_one(a, b) && each_meets_one(b, a);
}

}  // namespace polyfork_bench
