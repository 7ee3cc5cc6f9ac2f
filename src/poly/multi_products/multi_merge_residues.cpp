// Sums of sparse polynomials over Z/pZ.
//
// Residues are words: short lists are merged in one pass, into the memory of the result or, where it is an operand,
// into scratch memory; long ones in ranges side by side.
#include <algorithm>
#include <optional>
#include <utility>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/workspace.hpp>
#include <polyfork/poly/multi_products/detail/multi_ops.hpp>

#include "core/short_reservation.hpp"
#include "poly/multi_products/multi_merge_words.hpp"
#include "ring/unwritten_residues.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

using TermsZp = SparseTerms<PrimeField>;

/// In one pass; false, with nothing done, where the lists are long or have two layouts.
bool merge_at_once(const PrimeField& field, TermsZp& out, const TermsZp& a, const TermsZp& b, bool subtract,
                   const ExecutionContext& ctx) {
  const MonomialLayout layout = a.monomials.layout();
  const std::size_t all = a.size() + b.size();
  if (all > most_terms_at_once(ctx) || !(layout == b.monomials.layout())) return false;
  const bool is_operand = &out == &a || &out == &b;
  const std::size_t scratch = (subtract ? b.size() : 0) + (is_operand ? all * (layout.words + 1) : 0);
  const MemoryReservation held =
      reserve_unless_short(ctx, (scratch + all * (layout.words + 1)) * sizeof(std::uint64_t));
  ctx.poll();
  ctx.charge(all);
  Workspace::Frame frame;
  const std::uint64_t* of_b = b.coefficients.data();
  if (subtract) {
    const std::uint64_t p = field.modulus();
    std::uint64_t* const negated = frame.allocate<std::uint64_t>(b.size()).data();
    std::transform(of_b, of_b + b.size(), negated, [p](std::uint64_t c) { return p - c; });  // none is zero
    of_b = negated;
  }
  const auto merge = [&](const MergeSums& to) {
    return merge_word_rows(a.monomials, b.monomials, {a.coefficients.data(), of_b}, to, field.modulus(), ctx);
  };
  try {
    if (is_operand) {
      std::uint64_t* const keys = frame.allocate<std::uint64_t>(all * layout.words).data();
      std::uint64_t* const values = frame.allocate<std::uint64_t>(all).data();
      const std::size_t size = merge({keys, values});
      out.coefficients.assign(values, values + size);
      std::copy_n(keys, size * layout.words, out.monomials.remake(layout, size));
    } else {
      resize_unwritten(out.coefficients, all);
      const std::size_t size = merge({out.monomials.remake(layout, all), out.coefficients.data()});
      out.monomials.truncate(size);
      out.coefficients.resize(size);
    }
  } catch (...) {
    out = TermsZp{PackedMonomials(layout), {}};
    throw;
  }
  return true;
}

TermsZp merge_in_ranges(const PrimeField& field, const TermsZp& a, const TermsZp& b, bool subtract,
                        const ExecutionContext& ctx) {
  const std::uint64_t p = field.modulus();
  WordMerge merge(a.monomials, b.monomials, p, ctx);
  const auto words_of = [&](const MergeRange& range, std::uint64_t* scratch) -> std::optional<MergeWords> {
    const std::uint64_t* const of_b = b.coefficients.data() + range.b_begin;
    if (subtract)
      std::transform(of_b, b.coefficients.data() + range.b_end, scratch, [p](std::uint64_t c) { return p - c; });
    return MergeWords{a.coefficients.data() + range.a_begin, subtract ? scratch : of_b};
  };
  merge.run(words_of);
  const MemoryReservation reservation(ctx.memory(), merge.size() * sizeof(std::uint64_t));
  ResidueVector sums(merge.size());
  PackedMonomials monomials = merge.write([&](std::size_t first, std::span<const std::uint64_t> words) {
    std::copy(words.begin(), words.end(), sums.begin() + static_cast<std::ptrdiff_t>(first));
  });
  return {std::move(monomials), std::move(sums)};
}

}  // namespace

void merge_residues_into(const PrimeField& field, TermsZp& out, const TermsZp& a, const TermsZp& b, bool subtract,
                         const ExecutionContext& ctx) {
  if (!merge_at_once(field, out, a, b, subtract, ctx)) out = merge_in_ranges(field, a, b, subtract, ctx);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
