// The interleaved measurement of one cell.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "child.hpp"
#include "compare.hpp"

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
/// each warms it up and is not counted if it takes under two seconds. Libraries with skip[i] count as stopped.
std::vector<Outcome> measure_cell(const CompareCell& cell, const std::vector<Peer>& libraries,
                                  const std::vector<bool>& skip, int threads, double stop_after);

}  // namespace polyfork_bench
