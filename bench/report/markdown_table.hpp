// The results of the compare programs as tables for a document.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace polyfork_report {

/// One table for each suite, number of threads and kind of time ("time": "wall" or "processor"), in the order of
/// appearance. A line per cell: our milliseconds, each peer's with the ratio peer / Polyfork in parentheses, our peak
/// memory. Of who was stopped the bound is given. `cells` are entries of the JSON files of compare_*.
std::string markdown_tables(const std::vector<nlohmann::json>& cells);

}  // namespace polyfork_report
