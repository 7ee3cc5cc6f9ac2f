// Speed-up against threads beside what the machine allows: a loop of multiply-adds in registers on as many threads.
#pragma once

#include <vector>

#include "compare.hpp"
#include "options.hpp"

namespace polyfork_bench {

/// A line for each cell. Polyfork on one thread, on options.threads, and the loop on as many work in turn, round by
/// round, each without pauses. The one thread moves from processor to processor: where others use the machine, one of
/// them may be half as fast as the next for seconds, and all threads together have the mean of their rates. Returns
/// compare_main's code.
int scaling_main(const std::string& suite, const std::vector<CompareCell>& cells, const CompareOptions& options);

}  // namespace polyfork_bench
