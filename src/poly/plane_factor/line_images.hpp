// Polynomials in several variables over a field with many elements, on lines of all variables but one.
//
// Values are computed at t = 0, ..., D, one product for each term and variable, and interpolated, where D bounds the
// degree in t: powers of a + b t for every term would cost a factor of D more.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>
#include <polyfork/ring/big_prime_field.hpp>

#include "core/limits.hpp"
#include "poly/multivariate/multi_parts.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Of an element beside others in a list.
template <Field R>
std::size_t element_bytes(const R& ring) {
  if constexpr (std::same_as<R, BigPrimeField>)
    return sizeof(Integer) + 16 + ring.modulus().bit_length() / 8;
  else
    return sizeof(typename R::element);
}

/// A polynomial in x over R[[t]], modulo a power of t: the coefficients of 1, t, t^2, ....
template <Field R>
using SeriesPoly = std::vector<DensePoly<R>>;

/// Row j holds the coefficients of t^j in Lagrange's polynomials of different nodes, 0 <= j < rows <= nodes.size().
template <Field R>
std::vector<std::vector<typename R::element>> lagrange_rows(const R& ring,
                                                            const std::vector<typename R::element>& nodes,
                                                            std::size_t rows) {
  using E = typename R::element;
  const std::size_t n = nodes.size();
  std::vector<E> master{ring.one()};  // product of t - node, ascending
  for (const E& node : nodes) {
    master.push_back(ring.zero());
    // Multiply by t - node: the shifted list less node times the list.
    for (std::size_t j = master.size() - 1; j > 0; --j) master[j] = ring.sub(master[j - 1], ring.mul(node, master[j]));
    master[0] = ring.neg(ring.mul(node, master[0]));
  }
  std::vector<std::vector<E>> matrix(rows, std::vector<E>(n, ring.zero()));
  std::vector<E> quotient(n, ring.zero());
  for (std::size_t k = 0; k < n; ++k) {
    E carry = master[n];
    for (std::size_t j = n; j-- > 0;) {
      quotient[j] = carry;
      carry = ring.add(master[j], ring.mul(carry, nodes[k]));
    }
    E value = ring.zero();
    for (std::size_t j = n; j-- > 0;) value = ring.add(ring.mul(value, nodes[k]), quotient[j]);
    const E inverse = ring.inverse(value);
    for (std::size_t j = 0; j < rows; ++j) matrix[j][k] = ring.mul(quotient[j], inverse);
  }
  return matrix;
}

/// The values of one polynomial at points of all variables but one, as polynomials in that one.
template <Field R>
class TermValues {
 public:
  using E = typename R::element;
  using Poly = DensePoly<R>;

  /// sequence: x first, then the others.
  TermValues(const SparseMultiPoly<R>& f, std::span<const std::size_t> sequence, const ExecutionContext& ctx)
      : ring_(f.ring()), ctx_(ctx), others_(sequence.size() - 1) {
    const ExponentColumns columns = exponent_columns(f);
    const std::size_t terms = f.term_count();
    held_ = MemoryReservation(
        ctx.memory(), saturating_mul(terms, element_bytes(ring_) + sequence.size() * sizeof(std::uint32_t) + 8));
    for (std::size_t i = 0; i < terms; ++i) {
      coefficients_.push_back(f.coefficient(i));
      x_.push_back(columns(i, sequence[0]));
      degree_ = std::max(degree_, x_.back());
      std::uint64_t sum = 0;
      for (std::size_t j = 1; j < sequence.size(); ++j) sum += columns(i, sequence[j]);
      total_ = std::max(total_, sum);
    }
    held_list_ = MemoryReservation(ctx.memory(), saturating_mul(degree_ + 1, element_bytes(ring_)));
    for (std::size_t j = 1; j < sequence.size(); ++j) {
      std::vector<std::uint64_t> exponents(terms);
      for (std::size_t i = 0; i < terms; ++i) exponents[i] = columns(i, sequence[j]);
      std::vector<std::uint64_t> distinct(exponents);
      std::sort(distinct.begin(), distinct.end());
      distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
      std::vector<std::uint32_t> places(terms);
      for (std::size_t i = 0; i < terms; ++i)
        places[i] = static_cast<std::uint32_t>(std::lower_bound(distinct.begin(), distinct.end(), exponents[i]) -
                                               distinct.begin());
      exponents_.push_back(std::move(distinct));
      places_.push_back(std::move(places));
    }
  }

  /// In x.
  std::uint64_t degree() const noexcept { return degree_; }
  /// The total degree in the other variables.
  std::uint64_t total() const noexcept { return total_; }

  /// f(x, point), from the constant coefficient to that of x^degree(), which may be zero.
  std::vector<E> list_at(const std::vector<E>& point) const {
    const std::vector<std::vector<E>> powers = powers_of(point);
    std::vector<E> sums(degree_ + 1, ring_.zero());
    for (std::size_t i = 0; i < coefficients_.size(); ++i) {
      if (i % 256 == 0) ctx_.poll();
      sums[x_[i]] = ring_.add(sums[x_[i]], value(i, powers, others_));
    }
    return sums;
  }
  Poly at(const std::vector<E>& point) const { return Poly::from_elements(ring_, list_at(point)); }

  /// In the other variable v, counted from 0.
  std::uint64_t degree_in(std::size_t v) const noexcept { return exponents_[v].empty() ? 0 : exponents_[v].back(); }

  /// f(x, point + t e_v) modulo t^precision: sums over the terms by their powers of x and of the variable v, which is
  /// then shifted.
  SeriesPoly<R> along(const std::vector<E>& point, std::size_t v, std::size_t precision) const {
    const auto d = static_cast<std::size_t>(degree_in(v));
    std::vector<std::vector<E>> sums(d + 1, std::vector<E>(degree_ + 1, ring_.zero()));
    const std::vector<std::vector<E>> powers = powers_of(point);
    for (std::size_t i = 0; i < coefficients_.size(); ++i) {
      if (i % 256 == 0) ctx_.poll();
      E& sum = sums[exponents_[v][places_[v][i]]][x_[i]];
      sum = ring_.add(sum, value(i, powers, v));
    }
    // Horner's scheme: after step k the coefficient of t^k is right.
    for (std::size_t k = 0; k < std::min(d, precision); ++k) {
      ctx_.poll();
      for (std::size_t j = d; j-- > k;)
        for (std::size_t e = 0; e <= degree_; ++e)
          if (!ring_.is_zero(sums[j + 1][e])) sums[j][e] = ring_.add(sums[j][e], ring_.mul(point[v], sums[j + 1][e]));
    }
    SeriesPoly<R> image;
    for (std::size_t k = 0; k < precision; ++k)
      image.push_back(k <= d ? Poly::from_elements(ring_, std::move(sums[k])) : Poly(ring_));
    return image;
  }

  const R& ring() const noexcept { return ring_; }

 private:
  /// Those that occur.
  std::vector<std::vector<E>> powers_of(const std::vector<E>& point) const {
    std::vector<std::vector<E>> powers(others_);
    for (std::size_t j = 0; j < others_; ++j) {
      std::uint64_t at = 0;
      E power = ring_.one();
      for (const std::uint64_t e : exponents_[j]) {
        power = e - at == 1 ? ring_.mul(power, point[j]) : ring_.mul(power, polyfork::pow(ring_, point[j], e - at));
        at = e;
        powers[j].push_back(power);
      }
    }
    return powers;
  }
  /// That of term i without x and one other variable.
  E value(std::size_t i, const std::vector<std::vector<E>>& powers, std::size_t without) const {
    E product = coefficients_[i];
    for (std::size_t j = 0; j < others_; ++j)
      if (const std::uint32_t k = places_[j][i]; j != without && exponents_[j][k] != 0)
        product = ring_.mul(product, powers[j][k]);
    return product;
  }

  R ring_;
  const ExecutionContext& ctx_;
  std::size_t others_;
  std::vector<E> coefficients_;
  std::vector<std::uint64_t> x_;
  std::vector<std::vector<std::uint64_t>> exponents_;  // those that occur, of each of the other variables
  std::vector<std::vector<std::uint32_t>> places_;     // of the exponents of all terms in these
  std::uint64_t degree_ = 0;
  std::uint64_t total_ = 0;
  MemoryReservation held_;
  MemoryReservation held_list_;
};

/// f(x, a + t b) modulo t^precision.
template <Field R>
class LineImages {
 public:
  using E = typename R::element;

  /// The values must outlive this. precision > 0; beyond the degree in t coefficients are zero.
  LineImages(const TermValues<R>& values, std::size_t precision, const ExecutionContext& ctx)
      : values_(values), precision_(precision), ctx_(ctx) {
    const R& ring = values.ring();
    const std::size_t n = values.total() + 1;
    held_ =
        MemoryReservation(ctx.memory(), saturating_mul(saturating_mul(std::min(n, precision), n), element_bytes(ring)));
    for (std::size_t k = 0; k < n; ++k) nodes_.push_back(ring.from_integer(Integer(k)));
    rows_ = lagrange_rows(ring, nodes_, std::min(n, precision));
  }

  SeriesPoly<R> at(const std::vector<E>& a, const std::vector<E>& b) const {
    const R& ring = values_.ring();
    std::vector<std::vector<E>> lists;
    std::vector<E> point(a);
    for (std::size_t k = 0; k < nodes_.size(); ++k) {
      if (k != 0)
        for (std::size_t j = 0; j < point.size(); ++j) point[j] = ring.add(point[j], b[j]);
      lists.push_back(values_.list_at(point));
    }
    SeriesPoly<R> image;
    for (std::size_t j = 0; j < precision_; ++j) {
      ctx_.poll();
      std::vector<E> c(j < rows_.size() ? values_.degree() + 1 : 0, ring.zero());
      for (std::size_t i = 0; i < c.size(); ++i)
        for (std::size_t k = 0; k < nodes_.size(); ++k) c[i] = ring.add(c[i], ring.mul(rows_[j][k], lists[k][i]));
      image.push_back(DensePoly<R>::from_elements(ring, std::move(c)));
    }
    return image;
  }

 private:
  const TermValues<R>& values_;
  std::size_t precision_;
  const ExecutionContext& ctx_;
  MemoryReservation held_;
  std::vector<E> nodes_;
  std::vector<std::vector<E>> rows_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
