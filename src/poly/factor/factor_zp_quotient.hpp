// Arithmetic modulo a polynomial over a prime field, and composition, in the ring's own polynomials.
//
// The counterpart of word_quotient.hpp and word_composition.hpp for primes of any length.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/poly/division/division.hpp>
#include <polyfork/ring/big_prime_field.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// F[x]/(f) for a monic f of degree n >= 1; elements are polynomials of lower degree. With g the quotient of x^(2n-2)
/// by f, that of a product a by f is (a div x^n) g div x^(n-2): two products of Z/pZ[x], which are fast, instead of a
/// division (Barrett's method for polynomials: von zur Gathen, Gerhard, section 9.1).
template <Ring R>
class FieldQuotient {
 public:
  using Poly = DensePoly<R>;

  FieldQuotient(const Poly& f, const ExecutionContext& ctx) : f_(f), ctx_(ctx), reciprocal_(f) {
    if (degree() < shortest_by_products) return;
    const Poly top = Poly::monomial(f.ring(), f.ring().one(), 2 * degree() - 2).with_variable(f.variable());
    reciprocal_ = div_rem(top, f, ctx).quotient;
  }

  const Poly& modulus() const noexcept { return f_; }
  std::size_t degree() const noexcept { return static_cast<std::size_t>(f_.degree()); }
  const ExecutionContext& ctx() const noexcept { return ctx_; }
  Poly reduce(const Poly& a) const {
    const std::size_t n = degree();
    if (a.length() <= n) return a;
    if (n < shortest_by_products || a.length() > 2 * n - 1) return rem(a, f_, ctx_);
    const Poly high = mul(shift_right(a, n, ctx_), reciprocal_, ctx_);
    return sub(a, mul(shift_right(high, n - 2, ctx_), f_, ctx_), ctx_);
  }
  Poly times(const Poly& a, const Poly& b) const { return reduce(mul(a, b, ctx_)); }
  /// a^e for e >= 1, by odd powers of a and up to four binary digits of e at a time.
  Poly power(const Poly& a, const Integer& e) const {
    const auto digit = [&](std::size_t i) { return (e.view().limbs()[i / 64] >> (i % 64) & 1) != 0; };
    std::vector<Poly> odd{a};
    for (const Poly squared = times(a, a); odd.size() < 8 && e.bit_length() > 3 * odd.size();)
      odd.push_back(times(odd.back(), squared));
    Poly result = Poly::constant(f_.ring(), f_.ring().one()).with_variable(f_.variable());
    for (std::size_t i = e.bit_length(); i != 0;) {
      ctx_.poll();
      std::size_t low = i - 1;
      std::size_t digits = digit(low) ? 1 : 0;  // those of [low, i) as a number, odd unless zero
      for (std::size_t k = i - 1, longer = digits; digits != 0 && k-- != 0 && i - k <= 4;) {
        longer = 2 * longer + (digit(k) ? 1 : 0);
        if (digit(k) && longer / 2 < odd.size()) low = k, digits = longer;
      }
      for (std::size_t k = low; k < i && !result.is_one(); ++k) result = times(result, result);
      if (digits != 0) result = times(result, odd[digits / 2]);
      i = low;
    }
    return result;
  }

 private:
  static constexpr std::size_t shortest_by_products = 8;  // below, divisions take less time

  Poly f_;
  const ExecutionContext& ctx_;
  Poly reciprocal_;
};

/// g(h) modulo f for a fixed h (Brent, Kung, JACM 25, 1978): powers of h are rows of a matrix, of which the
/// coefficients of g make combinations; sums of products are reduced once.
template <Ring R>
class FieldComposition {
 public:
  using Poly = DensePoly<R>;

  /// For about `uses` compositions. The quotient must outlive this.
  FieldComposition(const FieldQuotient<R>& q, const Poly& h, std::size_t uses) : q_(&q) {
    const std::size_t n = q.degree();
    const double balanced = std::sqrt(static_cast<double>(n) * static_cast<double>(uses));
    const std::size_t count = std::min(n, static_cast<std::size_t>(balanced) + 1);
    const std::size_t limbs = h.ring().characteristic().bit_length() / 64 + 1;
    reservation_ = MemoryReservation(q.ctx().memory(), (count + 1) * n * (limbs + 1) * sizeof(mp_limb_t));
    rows_.push_back(Poly::constant(h.ring(), h.ring().one()).with_variable(h.variable()));
    while (rows_.size() < count) rows_.push_back(rows_.size() == 1 ? h : next_power(h));
    step_ = count == 1 ? h : next_power(h);
  }

  Poly operator()(const Poly& g) const {
    Poly result(g.ring());
    const std::size_t s = rows_.size();
    for (std::size_t block = (g.length() + s - 1) / s; block-- != 0;) {
      q_->ctx().poll();
      result = add(q_->times(result, step_), combination(g, block * s), q_->ctx());
    }
    return result;
  }

 private:
  Poly next_power(const Poly& h) const {
    q_->ctx().poll();
    return rows_.size() % 2 == 0 ? q_->times(rows_[rows_.size() / 2], rows_[rows_.size() / 2])
                                 : q_->times(rows_.back(), h);
  }
  /// The sum of g[begin + i] h^i over all rows.
  Poly combination(const Poly& g, std::size_t begin) const {
    const std::size_t terms = std::min(rows_.size(), g.length() - begin);
    std::vector<typename R::element> sums(q_->degree());
    parallel_for(q_->ctx(), sums.size(), std::max<std::size_t>(1, 4096 / terms), [&](std::size_t j, std::size_t end) {
      for (; j < end; ++j) {
        Integer sum;
        for (std::size_t i = 0; i < terms; ++i)
          if (j < rows_[i].length()) sum.add_mul(g.coefficients()[begin + i], rows_[i].coefficients()[j]);
        sums[j] = g.ring().from_integer(sum);
      }
    });
    return Poly::from_elements(g.ring(), std::move(sums)).with_variable(q_->modulus().variable());
  }

  const FieldQuotient<R>* q_;
  MemoryReservation reservation_;
  std::vector<Poly> rows_;
  Poly step_{q_->modulus().ring()};
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
