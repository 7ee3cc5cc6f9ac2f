// Pictures of run times against the size of the input.
#pragma once

#include <vector>

#include "plot/speedup_plot.hpp"

namespace polyfork_app {

/// A picture for each group of benchmarks that differ in the size N only, if there are several N, in the order of the
/// groups' names:
/// - "suite/N/B/who" is in the group "suite/N/B" of equal B, and in "suite/N/N" if N = B;
/// - "suite/P/N/who" for a suite modulo a prime P, and "suite/FAMILY/N/who", are in a group "suite/P/N" or so.
/// A line for each who and number of threads is named "GROUP/who/threads:T", with the letter N for the size. Where more
/// than most_lines are selected, those on the fewest and on the most threads stand for them, of the algorithms that
/// the dispatcher chose; if these are still too many, ours and of other libraries those that are fastest with the
/// largest input.
std::vector<Picture> size_pictures(const std::vector<BenchRow>& rows, const PictureOptions& options = {});

}  // namespace polyfork_app
