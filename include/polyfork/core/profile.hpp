// Work, span and burdened span of a computation, and the speed-up bounds that follow, as Cilkview predicts them
// (He, Leiserson, Leiserson: The Cilkview scalability analyzer, SPAA 2010).
//
// The profile back end expands the same fork-join tree serially and measures it in the units that the algorithms
// charge (ctx.charge), else in nanoseconds.
#pragma once

#include <cstdint>
#include <string>

#include <polyfork/core/export.hpp>

namespace polyfork {
inline namespace v1 {

/// The lower and the upper bound of the speed-up on a number of processors.
struct SpeedupBounds {
  double lower;
  double upper;
};

/// The measured quantities of one computation; all in the same unit.
struct POLYFORK_EXPORT ProfileSummary {
  double work = 0;                           ///< T1: all operations
  double span = 0;                           ///< Tinf: the longest chain of dependent operations
  double burdened_span = 0;                  ///< the longest chain when every fork on it costs the burden
  std::uint64_t forks = 0;                   ///< number of forks in the whole tree
  std::uint64_t forks_on_critical_path = 0;  ///< forks on a chain that attains the span (the one with most forks)
  bool charged = false;  ///< unit: operations charged by the algorithms (true) or nanoseconds (false)

  double parallelism() const noexcept { return span > 0 ? work / span : 1; }
  double burdened_parallelism() const noexcept { return burdened_span > 0 ? work / burdened_span : 1; }
  /// upper = min(P, T1/Tinf); lower = T1 / (T1/P + 1.7 (1 - 1/P) burdened span). processors >= 1.
  SpeedupBounds speedup(int processors) const noexcept;
  /// A table: work, span, ..., and the bounds for 2, 4, ..., 128 processors, one line each.
  std::string to_text() const;
};

/// Records the profile of everything run on a context derived by with_profile. Not thread-safe: one computation.
class POLYFORK_EXPORT Profile {
 public:
  /// burden: cost of a fork on the critical path, in the unit of the summary (Cilkview: 15000 instructions).
  explicit Profile(double burden = 15000) noexcept;

  double burden() const noexcept { return burden_; }
  /// What was measured since the construction or the last reset.
  ProfileSummary summary() const;
  void reset() noexcept;

  // Called by the context and by the profile back end.
  void charge(std::uint64_t operations) noexcept;

  /// One strand's (or subtree's) totals, in both units.
  struct Totals {
    double work = 0;
    double span = 0;
    double burdened_span = 0;
    std::uint64_t forks = 0;
    std::uint64_t path_forks = 0;
  };
  struct Frame {
    Totals charged;
    Totals timed;
  };
  /// Opens a fresh frame for a branch and returns the frame of the caller.
  Frame begin_branch() noexcept;
  /// Closes the branch opened last: returns its totals, the caller's frame is current again.
  Frame end_branch(const Frame& caller) noexcept;
  /// Adds two joined branches to the current frame.
  void join(const Frame& left, const Frame& right) noexcept;

 private:
  void settle_time() noexcept;

  double burden_;
  Frame current_;
  std::int64_t strand_start_ns_ = 0;
};

}  // namespace v1
}  // namespace polyfork
