// Hensel lifting of monic factors of a polynomial in x to power series in t, one coefficient after another.
//
// The error of a step is divided among the factors by the inverses of their cofactors: O(r K^2) products of polynomials
// in x for r factors and precision K. Literature: von zur Gathen, Gerhard, Modern Computer Algebra, chapter 15.
#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include <polyfork/poly/division/division.hpp>
#include <polyfork/poly/gcd/extended_gcd_field.hpp>
#include <polyfork/poly/gcd/gcd.hpp>

#include "poly/plane_factor/line_images.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// a b modulo t^precision.
template <Field R>
SeriesPoly<R> series_product(const SeriesPoly<R>& a, const SeriesPoly<R>& b, std::size_t precision,
                             const ExecutionContext& ctx) {
  SeriesPoly<R> c;
  for (std::size_t k = 0; k < precision; ++k) {
    ctx.poll();
    DensePoly<R> sum(a[0].ring());
    for (std::size_t j = 0; j <= k; ++j)
      if (j < a.size() && k - j < b.size() && !a[j].is_zero() && !b[k - j].is_zero())
        sum = add(sum, mul(a[j], b[k - j], ctx), ctx);
    c.push_back(std::move(sum));
  }
  return c;
}

/// The coefficient of x^d.
template <Field R>
std::vector<typename R::element> series_coefficient(const SeriesPoly<R>& a, std::size_t d) {
  std::vector<typename R::element> c;
  for (const DensePoly<R>& part : a) c.push_back(part.coefficient(d));
  return c;
}

/// Divided by the leading coefficient, which is a unit, in x.
template <Field R>
SeriesPoly<R> monic_series(const SeriesPoly<R>& f, const ExecutionContext& ctx) {
  const R& ring = f[0].ring();
  const auto lead = series_coefficient(f, static_cast<std::size_t>(f[0].degree()));
  const auto inverse = ring.inverse(lead[0]);
  SeriesPoly<R> g;
  for (std::size_t k = 0; k < f.size(); ++k) {
    ctx.poll();
    DensePoly<R> rest = f[k];
    for (std::size_t j = 1; j <= k; ++j)
      if (!ring.is_zero(lead[j])) rest = sub(rest, scale(g[k - j], lead[j], ctx), ctx);
    g.push_back(scale(rest, inverse, ctx));
  }
  return g;
}

template <Field R>
class SeriesLift {
 public:
  using Poly = DensePoly<R>;

  /// Monic factors, not constant; nothing when two of them have a common factor.
  static std::optional<SeriesLift> of(std::vector<Poly> factors, const ExecutionContext& ctx) {
    Poly product = factors[0];
    for (std::size_t i = 1; i < factors.size(); ++i) product = mul(product, factors[i], ctx);
    std::vector<Poly> inverses;
    for (const Poly& u : factors) {
      auto bezout = extended_gcd(rem(exact_div(product, u, ctx), u, ctx), u, ctx);
      if (!bezout.g.is_one()) return std::nullopt;
      inverses.push_back(rem(bezout.s, u, ctx));
    }
    return SeriesLift(std::move(factors), std::move(inverses), std::move(product), ctx);
  }

  const Poly& product() const noexcept { return product_; }

  /// The monic factors of f, monic, at t = 0 the product of the factors, modulo t^f.size().
  std::vector<SeriesPoly<R>> run(const SeriesPoly<R>& f) const {
    const std::size_t r = factors_.size();
    if (r == 1) return {f};
    std::vector<SeriesPoly<R>> g(r);
    std::vector<SeriesPoly<R>> products(r);  // of the first ones
    for (std::size_t i = 0; i < r; ++i) {
      g[i].push_back(factors_[i]);
      products[i].push_back(i == 0 ? factors_[0] : mul(products[i - 1][0], factors_[i], ctx_));
    }
    for (std::size_t k = 1; k < f.size(); ++k) {
      ctx_.poll();
      // With zeros for the coefficients that are sought.
      std::vector<Poly> known(r, Poly(f[0].ring()));
      for (std::size_t i = 1; i < r; ++i) {
        known[i] = mul(known[i - 1], g[i][0], ctx_);
        for (std::size_t j = 1; j < k; ++j) known[i] = add(known[i], mul(products[i - 1][j], g[i][k - j], ctx_), ctx_);
      }
      const Poly error = sub(f[k], known[r - 1], ctx_);
      Poly change(f[0].ring());  // of the product of the first ones
      for (std::size_t i = 0; i < r; ++i) {
        Poly step =
            error.is_zero() ? error : rem(mul(rem(error, factors_[i], ctx_), inverses_[i], ctx_), factors_[i], ctx_);
        change = i == 0 ? step : add(mul(change, g[i][0], ctx_), mul(products[i - 1][0], step, ctx_), ctx_);
        g[i].push_back(std::move(step));
        products[i].push_back(add(known[i], change, ctx_));
      }
    }
    return g;
  }

 private:
  SeriesLift(std::vector<Poly> factors, std::vector<Poly> inverses, Poly product, const ExecutionContext& ctx)
      : factors_(std::move(factors)), inverses_(std::move(inverses)), product_(std::move(product)), ctx_(ctx) {}

  std::vector<Poly> factors_;
  std::vector<Poly> inverses_;  // of the products of all others
  Poly product_;
  const ExecutionContext& ctx_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
