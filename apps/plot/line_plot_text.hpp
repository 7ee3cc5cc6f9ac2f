// The texts of line plots: broken into lines, shortened, moved apart.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace polyfork_app {

/// The text in lines of at most so many characters, broken at blanks; a word that is longer has a line of its own.
std::vector<std::string> wrapped(std::string_view text, std::size_t columns);

/// The text, or its beginning and "…" where it has more characters.
std::string shortened(std::string_view text, std::size_t most);

/// "a, b, c", or "a, b and 7 more" where all would take more than so many characters.
std::string listed(const std::vector<std::string>& names, std::size_t most);

/// Places as near as possible to the wanted ones, in the same order from low to high and at least `gap` apart: where
/// some are too near to one another, they are moved apart about their mean. All lie between low and high if there is
/// room for that.
std::vector<double> spread_out(const std::vector<double>& wanted, double gap, double low, double high);

}  // namespace polyfork_app
