// The shortest linear recurrence of a sequence modulo p.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <polyfork/core/context.hpp>

#include "groebner/dot_product.hpp"
#include "groebner/word_arithmetic.hpp"
#include "poly/residues/word_recurrence.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// What RecurrenceSearch computes with.
struct SequenceArithmetic {
  const SmallPrime& p;
  const ExecutionContext& ctx;
  MultipleKernel kernel;

  SequenceArithmetic(const SmallPrime& prime, const ExecutionContext& context);
  std::uint32_t mul(std::uint32_t a, std::uint32_t b) const noexcept { return p.mul(a, b); }
  std::uint32_t inverse(std::uint32_t a) const noexcept { return p.inverse(a); }
  /// Once for each term of the sequence.
  std::uint32_t dot(const std::uint32_t* a, const std::uint32_t* b, std::size_t n) const {
    ctx.poll();
    return detail::dot(a, b, n, p);
  }
  void subtract(std::uint32_t* a, const std::uint32_t* b, std::size_t n, std::uint32_t c) const {
    kernel(a, b, n, WordMultiple(c, p));
  }
};

/// The recurrence of a sequence modulo p, term after term. Prime and context have to live longer.
using SequenceRecurrence = RecurrenceSearch<std::uint32_t, SequenceArithmetic>;

/// A recurrence that holds for so many more terms than determine it holds for all, unless the functional was unlucky
/// with a probability of p to this power.
inline constexpr std::size_t spare_terms = 8;

/// Whether more terms are not likely to change the recurrence.
inline bool is_settled(const SequenceRecurrence& r) noexcept { return 2 * r.length() + spare_terms <= r.terms(); }

/// The monic polynomial c_0 + ... + c_m x^m of least degree m with c_0 s_i + ... + c_m s_(i+m) = 0 for all i where that
/// is defined, in ascending degree: Massey, Shift-register synthesis and BCH decoding, IEEE TIT 1969. O(n^2). Throws
/// Cancelled.
std::vector<std::uint32_t> minimal_recurrence(std::span<const std::uint32_t> sequence, const SmallPrime& p,
                                              const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
