// Arithmetic modulo a polynomial over Z/pZ for primes of any length, and composition.
//
// The counterpart of word_quotient.hpp and word_composition.hpp for primes of any length. Elements are residues in rows
// of limbs (hensel_residues.hpp), which take neither an allocation nor a reduction for each product of coefficients.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include <polyfork/core/memory.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/poly/division/division.hpp>
#include <polyfork/ring/big_prime_field.hpp>

#include "poly/factor/hensel_residues.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// F[x]/(f) for a monic f of degree n >= 1; elements have n residues. Long products are reduced with the inverse series
/// of the reversed f, by two more products (Barrett's method for polynomials: von zur Gathen, Gerhard, section 9.1).
class FieldQuotient {
 public:
  using Poly = DensePoly<BigPrimeField>;
  using Element = Residues;

  FieldQuotient(const Poly& f, const ExecutionContext& ctx)
      : f_(f),
        ctx_(ctx),
        ring_(f.ring().modulus()),
        reservation_(ctx.memory(), elements_held * f.length() * ring_.limbs() * sizeof(mp_limb_t)),
        divisor_{rows_of(f, f.length()), {}} {
    if (degree() >= shortest_inverse) divisor_.inverse = ring_.inverse_series(reversed(divisor_.g), degree(), ctx);
  }

  const Poly& modulus() const noexcept { return f_; }
  const ResidueRing& ring() const noexcept { return ring_; }
  std::size_t degree() const noexcept { return static_cast<std::size_t>(f_.degree()); }
  const ExecutionContext& ctx() const noexcept { return ctx_; }

  Element element(const Poly& a) const {
    return a.length() <= degree() ? rows_of(a, degree()) : rows_of(rem(a, f_, ctx_), degree());
  }
  Poly polynomial(const Element& a) const {
    std::vector<Integer> c;
    c.reserve(a.length);
    for (std::size_t i = 0; i < a.length; ++i) c.emplace_back(a[i]);
    return Poly::from_elements(f_.ring(), std::move(c)).with_variable(f_.variable());
  }
  Element constant(const Integer& value) const {
    Element a(degree(), ring_.limbs());
    set(a, 0, value);
    return a;
  }
  Element times(const Element& a, const Element& b) const { return ring_.rem(ring_.mul(a, b, ctx_), divisor_, ctx_); }

  /// (x + s)^e for e >= 1: each binary digit of e takes a square, and O(n) products where it is one.
  Element power_of_linear(const Integer& s, const Integer& e) const {
    if (degree() == 1) return power(element(linear(s)), e);
    Element result = element(linear(s));
    for (std::size_t i = e.bit_length() - 1; i-- != 0;) {
      ctx_.poll();
      result = times(result, result);
      if (digit(e, i)) multiply_by_linear(result, s);
    }
    return result;
  }
  /// a^e for e >= 1, by odd powers of a and up to four binary digits of e at a time.
  Element power(const Element& a, const Integer& e) const {
    std::vector<Element> odd{a};
    if (e.bit_length() > 3)
      for (const Element squared = times(a, a); odd.size() < 8 && e.bit_length() > 3 * odd.size();)
        odd.push_back(times(odd.back(), squared));
    Element result;
    for (std::size_t i = e.bit_length(); i != 0;) {
      ctx_.poll();
      std::size_t low = i - 1;
      std::size_t digits = digit(e, low) ? 1 : 0;  // those of [low, i) as a number, odd unless zero
      for (std::size_t k = i - 1, longer = digits; digits != 0 && k-- != 0 && i - k <= 4;) {
        longer = 2 * longer + (digit(e, k) ? 1 : 0);
        if (digit(e, k) && longer / 2 < odd.size()) low = k, digits = longer;
      }
      if (result.length == 0) {  // the leading digit is one
        result = odd[digits / 2];
      } else {
        for (std::size_t k = low; k < i; ++k) result = times(result, result);
        if (digits != 0) result = times(result, odd[digits / 2]);
      }
      i = low;
    }
    return result;
  }
  /// The polynomial x + s.
  Poly linear(const Integer& s) const {
    return Poly::from_elements(f_.ring(), {s, f_.ring().one()}).with_variable(f_.variable());
  }

 private:
  static constexpr std::size_t shortest_inverse = 24;
  static constexpr std::size_t elements_held = 8 + 10;  // of this object and of a power

  static bool digit(const Integer& e, std::size_t i) noexcept {
    return (e.view().limbs()[i / 64] >> (i % 64) & 1) != 0;
  }
  void set(Residues& a, std::size_t i, IntegerView value) const {
    std::copy(value.limbs().begin(), value.limbs().end(), a.row(i));
  }
  Residues rows_of(const Poly& a, std::size_t length) const {
    Residues rows(length, ring_.limbs());
    for (std::size_t i = 0; i < a.length(); ++i) set(rows, i, a.coefficients()[i]);
    return rows;
  }
  /// a x + s a, reduced by the leading term.
  void multiply_by_linear(Element& a, const Integer& s) const {
    const std::size_t n = degree();
    const Integer top(a[n - 1]);
    Residues subtracted = part(divisor_.g, 0, n);
    ring_.scale(subtracted, top, ctx_);
    Residues moved(n, ring_.limbs());
    std::copy_n(a.row(0), (n - 1) * a.stride, moved.row(1));
    ring_.scale(a, s, ctx_);
    ring_.add(a, moved);
    ring_.subtract(a, subtracted);
  }

  Poly f_;
  const ExecutionContext& ctx_;
  ResidueRing ring_;
  MemoryReservation reservation_;
  MonicDivisor divisor_;
};

/// g(h) modulo f for a fixed h (Brent, Kung, JACM 25, 1978): powers of h are columns of a matrix, of which the
/// coefficients of g make combinations; sums of products are reduced once.
class FieldComposition {
 public:
  using Element = FieldQuotient::Element;

  /// For about `uses` compositions. The quotient must outlive this.
  FieldComposition(const FieldQuotient& q, const Element& h, std::size_t uses) : q_(&q) {
    const std::size_t n = q.degree();
    const double balanced = std::sqrt(static_cast<double>(n) * static_cast<double>(uses));
    count_ = std::min(n, static_cast<std::size_t>(balanced) + 1);
    const std::size_t row = n * q.ring().limbs() * sizeof(mp_limb_t);
    reservation_ = MemoryReservation(q.ctx().memory(), (2 * count_ + 4) * row);
    std::vector<Element> powers{q.constant(1)};
    while (powers.size() <= count_ && powers.size() < n) {
      q.ctx().poll();
      const std::size_t k = powers.size();
      const Element& half = powers[k / 2];
      powers.push_back(k == 1 ? Element(h) : k % 2 == 0 ? q.times(half, half) : q.times(powers.back(), h));
    }
    if (count_ < n) step_ = powers[count_];
    columns_ = Residues(n * count_, q.ring().limbs());
    for (std::size_t i = 0; i < count_; ++i)
      for (std::size_t j = 0; j < n; ++j)
        std::copy_n(powers[i].row(j), columns_.stride, columns_.row((j + 1) * count_ - 1 - i));
  }

  Element operator()(const Element& g) const {
    const std::size_t n = q_->degree();
    Element result;
    for (std::size_t block = (n + count_ - 1) / count_; block-- != 0;) {
      q_->ctx().poll();
      const std::size_t begin = block * count_;
      Element part = q_->ring().combine(g, begin, std::min(count_, n - begin), columns_, count_, q_->ctx());
      if (result.length != 0) q_->ring().add(part, q_->times(result, step_));
      result = std::move(part);
    }
    return result;
  }

 private:
  const FieldQuotient* q_;
  MemoryReservation reservation_;
  std::size_t count_ = 1;  // of powers
  Residues columns_;       // h^i in descending order for each coefficient
  Element step_;           // h^count, where g has more coefficients
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
