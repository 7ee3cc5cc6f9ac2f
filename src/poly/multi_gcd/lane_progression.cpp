// A term's value at the next point is its value times a fixed ratio, so that a point costs a product for each term and
// no power. Hu and Monagan evaluate both operands in this way at all points of sparse gcds: docs/reference/
// bibliography.md, [hu21].
#include "poly/multi_gcd/lane_progression.hpp"

#include <algorithm>

#include <polyfork/core/parallel.hpp>
#include <polyfork/core/workspace.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

LaneProgression::LaneProgression(const WordTerms& a, std::size_t length, std::span<const std::uint64_t> start,
                                 std::span<const std::uint64_t> ratios, const WordModulus& m,
                                 const ExecutionContext& ctx)
    : m_(m),
      lane_(m),
      values_(word_monomial_values(a, start, m, &ctx)),
      ratios_(word_monomial_values(a, ratios, m, &ctx)),
      quotients_(a.size()) {
  constexpr std::size_t grain = 4096;
  const std::size_t tasks = (a.size() + grain - 1) / grain;
  std::vector<std::vector<Run>> runs(tasks);
  parallel_for(ctx, tasks, 1, [&](std::size_t first, std::size_t last) {
    for (std::size_t t = first; t < last; ++t) {
      const std::size_t begin = t * grain;
      const std::size_t end = std::min(a.size(), begin + grain);
      for (std::size_t i = begin; i < end; ++i) {
        values_[i] = m_.mul(values_[i], a.coefficients[i]);
        quotients_[i] = m_.shoup(ratios_[i]) >> 12;
      }
      append_runs(a, length, begin, end, runs[t]);
    }
  });
  for (const std::vector<Run>& list : runs) runs_.insert(runs_.end(), list.begin(), list.end());
}

void LaneProgression::append_runs(const WordTerms& a, std::size_t length, std::size_t begin, std::size_t end,
                                  std::vector<Run>& runs) {
  constexpr std::size_t longest_run = LaneKernels::most_terms;
  for (std::size_t i = begin; i < end; ++i) {
    const std::uint32_t* const e = a.monomial(i);
    const auto place = static_cast<std::uint32_t>(e[0] * length + e[1]);
    if (runs.empty() || runs.back().place != place || i - runs.back().begin == longest_run)
      runs.push_back({i, i, place});
    runs.back().end = i + 1;
  }
}

void LaneProgression::next(std::span<std::uint64_t> out, std::size_t count, const ExecutionContext& ctx) {
  const std::size_t width = out.size() / count;
  const LaneKernels& kernels = *lane_kernels(active_isa());
  ctx.charge(values_.size() * count);
  std::fill(out.begin(), out.end(), 0);
  // Runs of one place are added up by the task that has the first of them.
  const auto starts_place = [&](std::size_t k) { return k == 0 || runs_[k].place != runs_[k - 1].place; };
  const std::size_t terms_of_run = runs_.empty() ? 1 : 1 + values_.size() / runs_.size();
  constexpr std::size_t grain_products = std::size_t{1} << 16;
  parallel_for(ctx, runs_.size(), 1 + grain_products / (terms_of_run * count),
               [&](std::size_t first, std::size_t last) {
                 Workspace::Frame frame;
                 const auto sums = frame.allocate<std::uint64_t>(count);
                 const auto scratch = frame.allocate<std::uint64_t>(LaneKernels::lanes * count);
                 while (first < last && !starts_place(first)) ++first;
                 while (last < runs_.size() && first < last && !starts_place(last)) ++last;
                 ctx.poll();
                 for (std::size_t k = first; k < last; ++k) {
                   const Run& run = runs_[k];
                   kernels.progress(lane_,
                                    {values_.data() + run.begin, ratios_.data() + run.begin,
                                     quotients_.data() + run.begin, run.end - run.begin},
                                    count, sums.data(), scratch.data());
                   for (std::size_t j = 0; j < count; ++j) {
                     std::uint64_t& sum = out[j * width + run.place];
                     sum = m_.add(sum, sums[j]);
                   }
                 }
               });
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
