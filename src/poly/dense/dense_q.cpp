// DenseOps<Rationals>: one common denominator over flat integers.
//
// Every operation is the one over Z on the numerators; what numerators and denominators may share afterwards is a
// factor of one gcd before (rational_rows.hpp). A rational gcd per coefficient never happens. Division and gcd are in
// division_q.cpp and gcd_q.cpp.
#include <polyfork/poly/dense/dense_poly.hpp>

#include <numeric>
#include <utility>

#include <polyfork/poly/dense/detail/bounded_power.hpp>

#include "core/short_reservation.hpp"
#include "poly/dense/evaluate_z.hpp"
#include "poly/dense/integer_content.hpp"
#include "poly/dense/rational_rows.hpp"
#include "poly/rows/rational_parts.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

using Ops = DenseOps<Rationals>;
using OpsZ = DenseOps<Integers>;
constexpr Integers integers{};

/// Runs f, which writes the parts of `out` one after the other; what an exception leaves of them is no vector.
template <class F>
void write_parts(RationalVector& out, const F& f) {
  try {
    f(RationalParts::numerators(out));
  } catch (...) {
    out = RationalVector();
    throw;
  }
}

/// Divides the numerators of `out` by what they share with `common`, which becomes the rest of it; 1 where there are no
/// numerators.
void cancel(RationalVector& out, Integer& common, const ExecutionContext& ctx) {
  IntegerVector& numerators = RationalParts::numerators(out);
  const Integer shared = numerators.empty() ? common : common_factor(common, numerators, ctx);
  if (shared.is_one()) return;
  divide_in_place(numerators, shared, ctx);
  common = quotient(common, shared);
}

/// The same for numerators whose denominator `common` is.
void cancel_and_set(RationalVector& out, Integer common, const ExecutionContext& ctx) {
  cancel(out, common, ctx);
  RationalParts::denominator(out) = std::move(common);
}

/// Gives `out` the denominator of a, into the memory that it has.
void set_denominator_of(RationalVector& out, const RationalVector& a) {
  if (&out != &a) RationalParts::denominator(out) = a.denominator();
}

__extension__ using Wide = unsigned __int128;

/// The magnitude of a number of one limb.
mp_limb_t word_of(const Integer& x) noexcept { return x.view().limbs()[0]; }

/// Whether the polynomial is short and its denominator and both numbers, which are not zero, are words: common factors
/// are found without numbers of any length then.
bool are_words(const RationalVector& a, const Integer& x, const Integer& y) noexcept {
  return a.size() <= IntegerVector::stripe_rows && a.denominator().is_inline() && x.is_inline() && y.is_inline();
}

/// Only factors of the denominators' gcd may cancel.
void add_signed(RationalVector& out, const RationalVector& a, const RationalVector& b, bool subtract,
                const ExecutionContext& ctx) {
  if (sum_in_words(RationalParts::numerators(out), RationalParts::denominator(out), a.numerators(), a.denominator(),
                   b.numerators(), b.denominator(), subtract, ctx))
    return;
  const Integer& da = a.denominator();
  const Integer& db = b.denominator();
  if (da == db) {
    Integer common = da;
    return write_parts(out, [&](IntegerVector& sum) {
      subtract ? OpsZ::sub_into(integers, sum, a.numerators(), b.numerators(), ctx)
               : OpsZ::add_into(integers, sum, a.numerators(), b.numerators(), ctx);
      cancel_and_set(out, std::move(common), ctx);
    });
  }
  bool is_done = false;
  write_parts(out, [&](IntegerVector& sum) {
    is_done = sum_in_limbs(sum, RationalParts::denominator(out), a.numerators(), da, b.numerators(), db, subtract, ctx);
  });
  if (is_done) return;
  Integer common = gcd(da, db);
  const bool coprime = common.is_one();
  const Integer divided_a = coprime ? Integer() : quotient(da, common);
  const Integer divided_b = coprime ? Integer() : quotient(db, common);
  const Integer& factor_a = coprime ? db : divided_b;
  const Integer& factor_b = coprime ? da : divided_a;
  write_parts(out, [&](IntegerVector& sum) {
    sum_of_multiples(sum, a.numerators(), factor_a, b.numerators(), factor_b, subtract, ctx);
    if (!coprime) cancel(out, common, ctx);
    Integer& denominator = RationalParts::denominator(out);
    if (sum.empty())
      denominator = Integer(1);
    else
      set_product(denominator, factor_a, factor_b);
    if (!common.is_one() && !sum.empty()) denominator *= common;
  });
}

}  // namespace

void Ops::normalise(const Rationals&, V& a, const ExecutionContext& ctx) {
  std::size_t n = a.size();
  while (n != 0 && a.is_zero(n - 1)) --n;
  if (n != a.size()) a.truncate(n, ctx);
}

void Ops::add_into(const Rationals&, V& out, const V& a, const V& b, const ExecutionContext& ctx) {
  add_signed(out, a, b, false, ctx);
}

void Ops::sub_into(const Rationals&, V& out, const V& a, const V& b, const ExecutionContext& ctx) {
  add_signed(out, a, b, true, ctx);
}

Ops::V Ops::add(const Rationals&, const V& a, const V& b, const ExecutionContext& ctx) {
  V sum;
  add_signed(sum, a, b, false, ctx);
  return sum;
}

Ops::V Ops::sub(const Rationals&, const V& a, const V& b, const ExecutionContext& ctx) {
  V difference;
  add_signed(difference, a, b, true, ctx);
  return difference;
}

Ops::V Ops::neg(const Rationals&, V a) {
  Integer denominator = a.denominator();
  return RationalParts::canonical(OpsZ::neg(integers, std::move(a).numerators()), std::move(denominator));
}

void Ops::neg_into(const Rationals&, V& out, const V& a, const ExecutionContext& ctx) {
  write_parts(out, [&](IntegerVector& opposite) {
    OpsZ::neg_into(integers, opposite, a.numerators(), ctx);
    set_denominator_of(out, a);
  });
}

Ops::V Ops::scale(const Rationals& ring, const V& a, const E& factor, const ExecutionContext& ctx) {
  V product;
  scale_into(ring, product, a, factor, ctx);
  return product;
}

void Ops::scale_into(const Rationals&, V& out, const V& a, const E& factor, const ExecutionContext& ctx) {
  if (factor.is_zero()) {
    out = V();
    return;
  }
  if (are_words(a, factor.numerator(), factor.denominator())) {
    const mp_limb_t top = std::gcd(word_of(factor.numerator()), word_of(a.denominator()));
    const mp_limb_t bottom = common_word(word_of(factor.denominator()), a.numerators());
    if (bottom == 1) {
      Integer by(word_of(factor.numerator()) / top);
      if (factor.sign() < 0) by.negate();
      Integer denominator(Wide{word_of(a.denominator()) / top} * word_of(factor.denominator()));
      return write_parts(out, [&](IntegerVector& product) {
        OpsZ::scale_into(integers, product, a.numerators(), by, ctx);
        RationalParts::denominator(out) = std::move(denominator);
      });
    }
  }
  // The factor's numerator may share factors with the denominator, its denominator with the content.
  const Integer top = polyfork::gcd(factor.numerator(), a.denominator());
  const Integer bottom = common_factor(factor.denominator(), a.numerators(), ctx);
  if (top.is_one() && bottom.is_one() && &out != &a)
    return write_parts(out, [&](IntegerVector& product) {  // nothing is copied
      OpsZ::scale_into(integers, product, a.numerators(), factor.numerator(), ctx);
      set_product(RationalParts::denominator(out), a.denominator(), factor.denominator());
    });
  const Integer by = quotient(factor.numerator(), top);
  Integer denominator = polyfork::mul(quotient(a.denominator(), top), quotient(factor.denominator(), bottom));
  write_parts(out, [&](IntegerVector& product) {
    if (bottom.is_one()) {
      OpsZ::scale_into(integers, product, a.numerators(), by, ctx);
    } else {
      if (&out != &a) product = a.numerators();
      divide_in_place(product, bottom, ctx);
      OpsZ::scale_into(integers, product, product, by, ctx);
    }
    RationalParts::denominator(out) = std::move(denominator);
  });
}

Ops::V Ops::mul(const Rationals& ring, const V& a, const V& b, const ExecutionContext& ctx) {
  V product;
  mul_into(ring, product, a, b, ctx);
  return product;
}

void Ops::mul_into(const Rationals&, V& out, const V& a, const V& b, const ExecutionContext& ctx) {
  if (a.empty() || b.empty()) {
    out = V();
    return;
  }
  // The content of a product is that of its factors' (Gauss): it shares with the denominators what one factor's content
  // shares with the denominator of the other.
  if (are_words(a, b.denominator(), b.denominator()) && b.size() <= IntegerVector::stripe_rows &&
      common_word(word_of(b.denominator()), a.numerators()) == 1 &&
      common_word(word_of(a.denominator()), b.numerators()) == 1) {
    Integer denominator(Wide{word_of(a.denominator())} * word_of(b.denominator()));
    return write_parts(out, [&](IntegerVector& product) {
      OpsZ::mul_into(integers, product, a.numerators(), b.numerators(), ctx);
      RationalParts::denominator(out) = std::move(denominator);
    });
  }
  const Integer top_a = common_factor(b.denominator(), a.numerators(), ctx);
  const Integer top_b = common_factor(a.denominator(), b.numerators(), ctx);
  if (top_a.is_one() && top_b.is_one() && &out != &a && &out != &b)
    return write_parts(out, [&](IntegerVector& product) {  // nothing is copied
      OpsZ::mul_into(integers, product, a.numerators(), b.numerators(), ctx);
      set_product(RationalParts::denominator(out), a.denominator(), b.denominator());
    });
  Integer denominator = polyfork::mul(quotient(a.denominator(), top_b), quotient(b.denominator(), top_a));
  const auto divided = [&](const IntegerVector& numerators, const Integer& top) {
    return top.is_one() ? IntegerVector() : divided_exactly(numerators, top, ctx);
  };
  const IntegerVector copy_a = divided(a.numerators(), top_a);
  const IntegerVector copy_b = divided(b.numerators(), top_b);
  write_parts(out, [&](IntegerVector& product) {
    OpsZ::mul_into(integers, product, top_a.is_one() ? a.numerators() : copy_a,
                   top_b.is_one() ? b.numerators() : copy_b, ctx);
    RationalParts::denominator(out) = std::move(denominator);
  });
}

Ops::V Ops::shift_left(const Rationals&, const V& a, std::size_t k, const ExecutionContext& ctx) {
  return RationalParts::canonical(OpsZ::shift_left(integers, a.numerators(), k, ctx), a.denominator());
}

Ops::V Ops::shift_right(const Rationals&, const V& a, std::size_t k, const ExecutionContext& ctx) {
  return {OpsZ::shift_right(integers, a.numerators(), k, ctx), a.denominator(), ctx};
}

void Ops::shift_left_into(const Rationals&, V& out, const V& a, std::size_t k, const ExecutionContext& ctx) {
  write_parts(out, [&](IntegerVector& shifted) {
    OpsZ::shift_left_into(integers, shifted, a.numerators(), k, ctx);
    set_denominator_of(out, a);
  });
}

void Ops::shift_right_into(const Rationals&, V& out, const V& a, std::size_t k, const ExecutionContext& ctx) {
  write_parts(out, [&](IntegerVector& shifted) {
    OpsZ::shift_right_into(integers, shifted, a.numerators(), k, ctx);
    set_denominator_of(out, a);
    cancel(out, RationalParts::denominator(out), ctx);
  });
}

Ops::V Ops::derivative(const Rationals&, const V& a, const ExecutionContext& ctx) {
  return {OpsZ::derivative(integers, a.numerators(), ctx), a.denominator(), ctx};
}

void Ops::derivative_into(const Rationals&, V& out, const V& a, const ExecutionContext& ctx) {
  write_parts(out, [&](IntegerVector& slope) {
    Integer& denominator = RationalParts::denominator(out);
    if (a.size() <= 1) {
      slope.truncate(0, ctx);
      denominator = Integer(1);
      return;
    }
    OpsZ::derivative_into(integers, slope, a.numerators(), ctx);
    set_denominator_of(out, a);
    cancel(out, denominator, ctx);
  });
}

Ops::E Ops::evaluate(const Rationals&, const V& a, const E& x, const ExecutionContext& ctx) {
  if (a.empty()) return {};
  if (a.size() == 1) return E::trusted(Integer(a.numerators()[0]), a.denominator());
  Integer value = evaluate_homogeneous(a.numerators(), x.numerator(), x.denominator(), ctx);
  if (x.is_integer()) return {std::move(value), a.denominator()};
  Integer bottom = polyfork::mul(a.denominator(), bounded_power(x.denominator(), a.size() - 1, ctx));
  if (value.is_zero()) return {};
  cancel_shared(value, bottom, polyfork::mul(a.denominator(), x.denominator()));
  return E::trusted(std::move(value), std::move(bottom));
}

void Ops::evaluate_into(const Rationals& ring, E& out, const V& a, const E& x, const ExecutionContext& ctx) {
  out = evaluate(ring, a, x, ctx);
}

std::optional<Ops::V> Ops::try_divide_scalar(const Rationals& ring, const V& a, const E& factor,
                                             const ExecutionContext& ctx) {
  return scale(ring, a, factor.inverse(), ctx);
}

Ops::E Ops::content(const Rationals&, const V& a, const ExecutionContext& ctx) {
  return {OpsZ::content(integers, a.numerators(), ctx), a.denominator()};
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
