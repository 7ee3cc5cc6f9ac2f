// Boxes of real solutions as msolve prints them.
#pragma once

#include <string>
#include <vector>

#include <polyfork/ring/rational.hpp>

namespace polyfork_bench {

struct BoxSide {
  polyfork::Rational lower;
  polyfork::Rational upper;
};
using SolutionBox = std::vector<BoxSide>;

/// From "[0, [1, [[[lower, upper], ...], ...]]]:", ends being a, a/b or a/2^k with any blanks. Empty for "[-1]:".
/// Throws polyfork::ParseError for other numbers.
std::vector<SolutionBox> solution_boxes(const std::string& text);

/// Whether each box of either list meets exactly one of the other, in as many coordinates.
bool boxes_agree(const std::vector<SolutionBox>& a, const std::vector<SolutionBox>& b);

}  // namespace polyfork_bench
