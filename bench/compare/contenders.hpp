// The interleaved measurement of one cell.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "child.hpp"
#include "compare.hpp"
#include "options.hpp"

namespace polyfork_bench {

/// What one library did in one cell.
struct Outcome {
  ChildRunner::Status status = ChildRunner::Status::failed;
  double milliseconds = 0;  ///< median; the limit when it was stopped
  std::size_t runs = 0;
  std::uint64_t fingerprint = 0;
  std::size_t peak_kib = 0;
};

/// Runs all libraries on the cell's problem in turns: one run (or batch) of each, again and again. The first run of
/// each warms it up and is not counted if it takes under two seconds. A library with skip[i] > 0 is not started and
/// counts as stopped after that many milliseconds.
std::vector<Outcome> measure_cell(const CompareCell& cell, const std::vector<Peer>& libraries,
                                  const std::vector<double>& skip, const CompareOptions& options);

}  // namespace polyfork_bench
