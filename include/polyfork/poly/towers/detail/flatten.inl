// Gcds and resultants over towers of polynomial rings, Z[t], Q[t][u], Z/p[t] and so on, as polynomials in several
// variables.
//
// Remainder sequences over a tower make coefficients grow in every variable. Written flat, these polynomials, with t
// as one variable more, go through the modular algorithms of sparse polynomials in several variables
// (docs/how/gcds-and-resultants.md), whose cost is that of the result: 4 ms in place of minutes for a square-free
// decomposition of total degree 20. Normalisation is the same one: the leading coefficient of a gcd, taken through all
// rings of the tower, is positive over Z and 1 over fields; resultants need none. Short operands stay with the generic
// algorithms, which have less to set up.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include <polyfork/core/memory.hpp>
#include <polyfork/poly/dense/detail/vector_gcd.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Terms of a polynomial over a ring without variables: as many exponents for each as there are variables, the
/// outermost first, terms in descending lexicographic order.
template <Ring B>
struct FlatPoly {
  std::size_t variables = 0;
  std::vector<std::uint64_t> exponents;
  std::vector<typename B::element> coefficients;
};

// Compiled in src/poly/multivariate/flatten.cpp. Results in as many variables, for resultants one less: the first is
// eliminated.
POLYFORK_EXPORT FlatPoly<Integers> flat_gcd(const Integers& ring, const FlatPoly<Integers>& a,
                                            const FlatPoly<Integers>& b, const ExecutionContext& ctx);
POLYFORK_EXPORT FlatPoly<Rationals> flat_gcd(const Rationals& ring, const FlatPoly<Rationals>& a,
                                             const FlatPoly<Rationals>& b, const ExecutionContext& ctx);
POLYFORK_EXPORT FlatPoly<PrimeField> flat_gcd(const PrimeField& ring, const FlatPoly<PrimeField>& a,
                                              const FlatPoly<PrimeField>& b, const ExecutionContext& ctx);
POLYFORK_EXPORT FlatPoly<Integers> flat_resultant(const Integers& ring, const FlatPoly<Integers>& a,
                                                  const FlatPoly<Integers>& b, const ExecutionContext& ctx);
POLYFORK_EXPORT FlatPoly<Rationals> flat_resultant(const Rationals& ring, const FlatPoly<Rationals>& a,
                                                   const FlatPoly<Rationals>& b, const ExecutionContext& ctx);
POLYFORK_EXPORT FlatPoly<PrimeField> flat_resultant(const PrimeField& ring, const FlatPoly<PrimeField>& a,
                                                    const FlatPoly<PrimeField>& b, const ExecutionContext& ctx);

/// The ring without variables below a tower, and the number of its variables.
template <class R>
struct Tower {
  using base = R;
  static constexpr std::size_t height = 0;
  static const base& bottom(const R& ring) { return ring; }
};
template <Ring R>
struct Tower<PolynomialRing<R>> {
  using base = typename Tower<R>::base;
  static constexpr std::size_t height = Tower<R>::height + 1;
  static const base& bottom(const PolynomialRing<R>& ring) { return Tower<R>::bottom(ring.base()); }
};

/// Towers whose polynomials have modular algorithms.
template <class R>
concept FlatTower = Tower<R>::height != 0 && (std::is_same_v<typename Tower<R>::base, Integers> ||
                                              std::is_same_v<typename Tower<R>::base, Rationals> ||
                                              std::is_same_v<typename Tower<R>::base, PrimeField>);

/// Writes lists over a tower R flat, and reads them back.
template <FlatTower R>
class Flattening {
 public:
  using E = typename R::element;
  using B = typename Tower<R>::base;
  using Flat = FlatPoly<B>;

  Flattening(const R& ring, const ExecutionContext& ctx) : ring_(ring), ctx_(ctx) {}

  Flat flat(const std::vector<E>& a) const {
    Flat out;
    out.variables = Tower<R>::height + 1;
    std::vector<std::uint64_t> at;
    for (std::size_t i = a.size(); i-- != 0;) {
      ctx_.poll();
      at.assign(1, i);
      append(ring_, a[i], at, out);
    }
    return out;
  }
  /// In one variable more than the tower has.
  std::vector<E> list(const Flat& f) const { return children(ring_, f, 0, f.coefficients.size(), 0); }
  /// In as many variables as the tower has.
  E element(const Flat& f) const { return built(ring_, f, 0, f.coefficients.size(), 0); }

 private:
  template <class S>
  static void append(const S& ring, const typename S::element& a, std::vector<std::uint64_t>& at, Flat& out) {
    if constexpr (Tower<S>::height == 0) {
      if (ring.is_zero(a)) return;
      out.exponents.insert(out.exponents.end(), at.begin(), at.end());
      out.coefficients.push_back(a);
    } else {
      ring.require_element(a);
      for (std::size_t i = a.length(); i-- != 0;) {
        at.push_back(i);
        append(ring.base(), a.coefficient(i), at, out);
        at.pop_back();
      }
    }
  }

  /// The polynomial of the terms [begin, end), whose exponents before `level` agree.
  template <class S>
  typename S::element built(const S& ring, const Flat& f, std::size_t begin, std::size_t end, std::size_t level) const {
    if constexpr (Tower<S>::height == 0)
      return begin == end ? ring.zero() : f.coefficients[begin];
    else
      return ring.from_elements(children(ring.base(), f, begin, end, level));
  }
  /// The coefficients in the variable `level`, elements of the ring.
  template <class S>
  std::vector<typename S::element> children(const S& ring, const Flat& f, std::size_t begin, std::size_t end,
                                            std::size_t level) const {
    if (begin == end) return {};
    ctx_.poll();
    const auto exponent = [&](std::size_t i) { return static_cast<std::size_t>(f.exponents[i * f.variables + level]); };
    std::vector<typename S::element> list(exponent(begin) + 1, ring.zero());
    while (begin != end) {
      std::size_t next = begin;
      while (next != end && exponent(next) == exponent(begin)) ++next;
      list[exponent(begin)] = built(ring, f, begin, next, level + 1);
      begin = next;
    }
    return list;
  }

  const R& ring_;
  const ExecutionContext& ctx_;
};

template <Ring S>
requires FlatTower<PolynomialRing<S>>
struct VectorAlgebra<PolynomialRing<S>> {
  using R = PolynomialRing<S>;
  using E = typename R::element;
  using V = std::vector<E>;

  /// Up to so many coefficients of the shorter operand the generic algorithms are faster or as fast, measured over
  /// Z[t], Q[t] and Z/p[t] with two to twelve coefficients in t; likewise modulo primes that have too few points for
  /// interpolation.
  static constexpr std::size_t short_gcd = 4;
  static constexpr std::size_t short_resultant = 8;
  static constexpr std::uint64_t small_prime = 4096;

  static std::optional<V> gcd(const R& ring, const V& a, const V& b, const ExecutionContext& ctx) {
    if (generic(ring, a, b, short_gcd)) return std::nullopt;
    const Flattening<R> form(ring, ctx);
    return form.list(flat_gcd(Tower<R>::bottom(ring), form.flat(a), form.flat(b), ctx));
  }
  static std::optional<E> resultant(const R& ring, const V& a, const V& b, const ExecutionContext& ctx) {
    if (generic(ring, a, b, short_resultant)) return std::nullopt;
    const Flattening<R> form(ring, ctx);
    return form.element(flat_resultant(Tower<R>::bottom(ring), form.flat(a), form.flat(b), ctx));
  }

 private:
  static bool generic(const R& ring, const V& a, const V& b, std::size_t length) {
    if constexpr (std::is_same_v<typename Tower<R>::base, PrimeField>)
      if (Tower<R>::bottom(ring).modulus() < small_prime) return true;
    return std::min(a.size(), b.size()) <= length;
  }
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
