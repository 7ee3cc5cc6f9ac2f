// The recurrence of power_recurrence.cpp for coefficients of any length.
//
// k a_0 c_k = sum over i >= 1 of (i (n + 1) - k) a_i c_{k - i}. The factors (i (n + 1) - k) a_i go down by a_i from one
// k to the next, so that a coefficient takes a product for each term and two exact divisions, by a_0 and by k. Cost for
// t terms of l limbs: O(N t l L) word operations for N coefficients of L limbs.
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include <polyfork/core/memory.hpp>
#include <polyfork/poly/dense/detail/bounded_power.hpp>

#include "core/limits.hpp"
#include "core/reserved_or_none.hpp"
#include "poly/dense/integer_content.hpp"
#include "poly/dense/power_recurrence.hpp"
#include "poly/mul/machine_costs.hpp"
#include "poly/rows/limb_rows.hpp"
#include "poly/rows/stripes.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// A term of the base behind the first, and its factor for the coefficient at hand.
struct LongTerm {
  std::size_t degree;
  IntegerView value;
  Integer factor;
};

}  // namespace

double long_recurrence_seconds(const PowerShape& shape) noexcept {
  constexpr double share_of_longest = 0.75;
  constexpr double divisions = 60;  // what two calls take beside their limbs
  constexpr double of_term = 15;    // its factor, and the addition
  const MachineCosts& c = machine_costs();
  const double limbs = share_of_longest * static_cast<double>(limbs_for_bits(shape.power_bits)) + 1;
  const double product = c.limb_product * limbs * static_cast<double>(limbs_for_bits(shape.base_bits));
  const auto others = static_cast<double>(shape.terms) - 1;
  return nanosecond * static_cast<double>(shape.length) *
         (others * (of_term + c.product_call + product) + divisions + product + 2 * limbs);
}

std::optional<IntegerVector> long_recurrent_power(const IntegerVector& a, std::uint64_t n, const PowerShape& shape,
                                                  const ExecutionContext& ctx) {
  const std::size_t zeros = trailing_zero_terms(a);
  const std::size_t count = (a.size() - 1 - zeros) * n + 1;
  const std::size_t limbs = limbs_for_bits(shape.power_bits) + limbs_for_bits(shape.base_bits) + 2;
  const auto held =
      reserved_or_none(ctx.memory(), saturating_mul(count, sizeof(Integer) + saturating_mul(limbs, sizeof(mp_limb_t))));
  if (!held) return std::nullopt;
  std::vector<LongTerm> terms;
  terms.reserve(shape.terms);
  for (std::size_t i = zeros + 1; i < a.size(); ++i)
    if (a.signed_size(i) != 0) terms.push_back({i - zeros, a[i], Integer(a[i]) * Integer((i - zeros) * (n + 1))});
  const Integer first(a[zeros]);
  const bool is_unit = first.bit_length() == 1;
  std::vector<Integer> power(count);
  power[0] = bounded_power(first, n, ctx);
  Integer sum;
  for (std::size_t k = 1; k < count; ++k) {
    ctx.poll();
    sum = Integer();
    for (LongTerm& term : terms) {
      term.factor -= term.value;
      if (term.degree <= k) sum.add_mul(term.factor, power[k - term.degree]);
    }
    ctx.charge(terms.size() * limbs);
    if (sum.is_zero()) continue;
    if (is_unit) {
      if (first.sign() < 0) sum.negate();
    } else {
      sum.with_mpz([&](mpz_ptr z) { mpz_divexact(z, z, first.view().mpz()); });
    }
    sum.with_mpz([&](mpz_ptr z) { mpz_divexact_ui(z, z, k); });
    power[k] = sum;
  }
  IntegerVector result;
  const std::size_t before = zeros * n;
  const auto at = [&](std::size_t i) { return i < before ? IntegerView() : power[i - before].view(); };
  write_views(result, before + count, at, ctx);
  return result;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
