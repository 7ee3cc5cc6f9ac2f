// The output formats of `polyfork solve`: boxes as text, JSON, Maple's lists and msolve's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <polyfork/system/real_solutions.hpp>

namespace polyfork_app {

struct SolutionReport {
  polyfork::SystemSolutions found;
  std::vector<std::string> labels;  ///< of coordinates: the variables, then the expressions that have values
  std::size_t variables = 0;        ///< so many of them
  std::vector<std::vector<std::string>> decimals = {};  ///< for each solution, where digits were asked for
};

/// "proved" or "probable".
const char* word_for(bool proved);

/// " mult 2", or nothing for a solution that is simple or whose multiplicity is not known.
std::string multiplicity_suffix(const polyfork::RealSolution& solution);

/// "x = (1, 3/2), y = [2]", one solution a line, those with multiplicities as " mult 2" behind.
std::string solutions_as_text(const SolutionReport& report);
/// "x = 1.41, y = -0.50", one solution a line, as solutions_as_text.
std::string solutions_as_decimals(const SolutionReport& report);
/// A document with boxes, counts and what is proved; with statistics if the time is given.
std::string solutions_as_json(const SolutionReport& report, std::optional<double> seconds, int threads);
/// "[[x = [1, 3/2], y = [2, 2]], ...]": what Maple's RootFinding:-Isolate prints with output = interval.
std::string solutions_as_maple(const SolutionReport& report);
/// What msolve prints: "[0, [1, [[[lower, upper], ...], ...]]]:", ends as a / 2^k; "[-1]:" where there are no complex
/// solutions. A number that is exact and has another denominator stays a fraction. Values follow the coordinates.
std::string solutions_as_msolve(const SolutionReport& report);

/// The document of a system with infinitely many complex solutions, and what msolve prints of it: "[1, n, -1, []]:" for
/// n variables.
std::string infinity_as_json(const polyfork::PositiveDimension& found, const std::vector<std::string>& variables);
std::string infinity_as_msolve(std::size_t variables);

/// What --stats says.
std::string solution_stats_as_text(const SolutionReport& report, double seconds);

/// "2*x - y".
std::string form_as_text(const std::vector<std::int64_t>& form, const std::vector<std::string>& labels);

}  // namespace polyfork_app
