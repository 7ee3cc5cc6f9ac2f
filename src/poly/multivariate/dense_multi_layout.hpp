// Row-major arrays of words: sizes, and runs of neighbouring words in two arrays at once.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/parallel.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

using Lengths = std::vector<std::size_t>;

/// Words of work that are worth a task of their own.
inline constexpr std::size_t dense_multi_grain = std::size_t{1} << 15;

/// The product of the lengths. Throws DomainError when no array of words is so large.
std::size_t checked_size(std::span<const std::size_t> lengths);

/// Walks over the words of a small box that lies at the origin of a large array, as runs: the trailing axes along which
/// both have the same length are one axis.
class BoxRuns {
 public:
  /// Precondition: as many axes, no length of the box above the array's; every length at least 1.
  BoxRuns(std::span<const std::size_t> box, std::span<const std::size_t> array);

  std::size_t run() const noexcept { return run_; }      ///< words of a run
  std::size_t count() const noexcept { return count_; }  ///< runs

  /// body(words of the box before the run, words of the array before it) for each run.
  template <class Body>
  void each(std::size_t begin, std::size_t end, const Body& body) const {
    Lengths digits(counts_.size());
    std::size_t place = 0;
    for (std::size_t k = counts_.size(), rest = begin; k-- > 0; rest /= counts_[k]) {
      digits[k] = rest % counts_[k];
      place += digits[k] * strides_[k];
    }
    for (std::size_t r = begin; r < end; ++r) {
      body(r * run_, place);
      for (std::size_t k = counts_.size(); k-- > 0;) {
        place += strides_[k];
        if (++digits[k] < counts_[k]) break;
        place -= counts_[k] * strides_[k];
        digits[k] = 0;
      }
    }
  }
  /// Calls body for every run, in parallel; runs are short or long, tasks are not.
  template <class Body>
  void each(const ExecutionContext& ctx, const Body& body) const {
    const std::size_t grain = std::max<std::size_t>(1, dense_multi_grain / run_);
    parallel_for(ctx, count_, grain, [&](std::size_t begin, std::size_t end) {
      ctx.poll();
      ctx.charge((end - begin) * run_);
      each(begin, end, body);
    });
  }

 private:
  std::size_t run_ = 1;
  std::size_t count_ = 1;
  Lengths counts_;   // of runs along the axes before
  Lengths strides_;  // in the array
};

/// Lengths without the zeros beyond the degrees; all 0 when every word is. O(axes) when there are none, at most
/// O(size axes).
Lengths tight_lengths(std::span<const std::size_t> lengths, std::span<const std::uint64_t> words,
                      const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
