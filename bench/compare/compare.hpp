// What the compare programs share: options, the interleaved measurement, the lines and the JSON file.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "problem.hpp"

namespace polyfork_bench {

struct CompareCell {
  std::string name;                       ///< "suite/arguments"
  bool standard = true;                   ///< false: only with --all
  std::function<Problem()> make_problem;  ///< called in the processes that run it
  /// Cells of one series ascend in difficulty: who was stopped in one is not started in the later ones.
  std::string series{};
  /// Elementary steps of one run; when given, the lines end in nanoseconds per step, ours and the peer's.
  double steps = 0;
};

/// The whole program: 0; 1 when two results differ or a library fails; 2 for a usage error. `more`: other ways of ours
/// to run beside the peers.
int compare_main(int argc, char** argv, const std::string& suite, const std::vector<CompareCell>& cells,
                 const std::vector<Peer>& more = {});

}  // namespace polyfork_bench
