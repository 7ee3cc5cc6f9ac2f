// Taylor shifts modulo each prime of a basis: tables of factorials and exponential series, kept or made anew.
#include "poly/shift/shift_residues.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include <polyfork/core/cpu.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/core/workspace.hpp>

#include "core/limits.hpp"
#include "fft/word_shift.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

void shift_residues(const CrtBasis& basis, const ResidueShift& shift, std::span<const std::span<std::uint64_t>> rows,
                    std::span<const std::span<std::uint64_t>> mirrored, const ExecutionContext& ctx) {
  if (rows.empty()) return;
  const Isa isa = active_isa();
  const std::size_t length = rows[0].size();
  const auto apply = [&](const WordShift& word_shift, std::size_t i) {
    ctx.poll();
    if (mirrored.empty())
      word_shift.apply(rows[i], ctx);
    else
      word_shift.apply_both(rows[i], mirrored[i], ctx);
  };
  if (shift.cached) {
    // Tables of a group are made together; there may be more threads than groups.
    constexpr std::size_t group = WordShifts::group;
    std::vector<std::shared_ptr<const WordShifts>> tables((rows.size() + group - 1) / group);
    parallel_for(ctx, tables.size(), 1, [&](std::size_t g, std::size_t) {
      std::array<std::uint64_t, group> primes;
      const std::size_t begin = g * group;
      const std::size_t count = std::min(group, rows.size() - begin);
      for (std::size_t i = 0; i < count; ++i) primes[i] = basis.prime(begin + i);
      tables[g] = WordShifts::get(std::span(primes).first(count), length, shift.c, shift.log_ratio, isa, ctx);
    });
    return parallel_for(ctx, rows.size(), 1,
                        [&](std::size_t i, std::size_t) { apply((*tables[i / group])[i % group], i); });
  }
  parallel_for(ctx, rows.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const WordModulus& m = basis.modulus(i);
      Workspace::Frame tables;
      const auto storage = tables.allocate<std::uint64_t>(WordShift::table_words(length));
      const WordShiftShape shape{m.value(), length, shift.c.mod(m.value()), m.pow(2, shift.log_ratio)};
      apply(WordShift(shape, isa, storage, ctx), i);
    }
  });
}

std::size_t shift_residues_bytes(std::size_t length, std::size_t primes, std::size_t threads, bool cached, bool both) {
  // Tables that are kept are charged by the plan cache, but not while they are made.
  const std::size_t words =
      cached ? WordShifts::scratch_words(length, both) + WordShifts::group * WordShifts::table_words(length)
             : WordShift::scratch_words(length, both) + WordShift::table_words(length);
  return saturating_mul(std::min(primes, threads), words * sizeof(std::uint64_t));
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
