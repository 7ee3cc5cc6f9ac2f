// The irreducible factors of a square-free polynomial over a field with many elements, from their images in planes.
//
// All variables but x take random values a; the univariate factors there are lifted along a random line through a, and
// linear equations say which belong together (plane_classes.hpp). By Bertini's theorem a random plane splits no
// irreducible factor, but for about D^2 / q of the planes. The leading coefficients in x are distributed by
// multiplicities on the line. Then the value of every factor at every point y is known: the line from a to y is another
// one on which the same univariate factors are lifted, now by classes. So the factors are black boxes, from which
// sparse interpolation reads their terms, as many values as it needs. Literature: [kaltofen90], [lecerf06].
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <polyfork/poly/factor/factor.hpp>
#include <polyfork/poly/multi_factor/multi_factor.hpp>
#include <polyfork/poly/multivariate/multi_power.hpp>

#include "poly/plane_factor/plane_classes.hpp"
#include "poly/plane_factor/sparse_interpolation.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Multiplicity of h in a, neither constant nor zero, by which a is divided.
template <Field R>
std::uint64_t take_multiplicity(DensePoly<R>& a, const DensePoly<R>& h, const ExecutionContext& ctx) {
  for (std::uint64_t e = 0;; ++e) {
    if (a.degree() < h.degree()) return e;
    auto [quotient, remainder] = div_rem(a, h, ctx);
    if (!remainder.is_zero()) return e;
    a = std::move(quotient);
  }
}

template <Field R>
class PlaneCandidates {
 public:
  using P = SparseMultiPoly<R>;
  using Poly = DensePoly<R>;
  using E = typename R::element;

  /// f square-free, primitive in x, the first variable of the sequence, of degree at least 2 there. leads: the
  /// irreducible factors of its leading coefficient. values: those of f. point: where f keeps its degree and is
  /// square-free. All of them must outlive this.
  PlaneCandidates(const P& f, const std::vector<std::size_t>& sequence, const std::vector<MultiFactor<R>>& leads,
                  const TermValues<R>& values, const std::vector<E>& point, FixedRandom& random,
                  const ExecutionContext& ctx)
      : f_(f),
        sequence_(sequence),
        leads_(leads),
        values_(values),
        point_(point),
        random_(random),
        ctx_(ctx),
        ring_(f.ring()),
        one_(Poly::constant(ring_, ring_.one())) {}

  /// Candidates whose irreducibility follows if their product is f up to a constant; nothing when something was
  /// unlucky. more: how much longer series are than they mostly have to be.
  std::optional<std::vector<P>> run(std::size_t more) {
    std::vector<Poly> local;
    for (const auto& u : factor(values_.at(point_), ctx_).factors) local.push_back(u.polynomial);
    if (local.size() == 1) return std::vector<P>{f_};
    const auto degree = static_cast<std::size_t>(values_.total());
    std::vector<E> direction;
    for (std::size_t j = 0; j < point_.size(); ++j) direction.push_back(random_.element(ring_));
    const std::size_t precision = degree + 3 + more * (1 + degree / 2);
    const MemoryReservation held(
        ctx_.memory(),
        saturating_mul(saturating_mul(precision, 8 * values_.degree() + 64 * local.size()), element_bytes(ring_)));
    const SeriesPoly<R> image = LineImages<R>(values_, precision, ctx_).at(point_, direction);
    const auto lifted = SeriesLift<R>(local, ctx_).run(monic_series(image, ctx_));
    const auto classes = plane_classes(image, lifted, degree, ctx_);
    if (!classes) return std::nullopt;
    if (classes->size() == 1) return std::vector<P>{f_};
    std::vector<SeriesPoly<R>> products;
    for (const auto& set : *classes) {
      Poly base = local[set[0]];
      SeriesPoly<R> product = lifted[set[0]];
      for (std::size_t i = 1; i < set.size(); ++i) {
        base = mul(base, local[set[i]], ctx_);
        product = series_product(product, lifted[set[i]], precision, ctx_);
      }
      bases_.push_back(std::move(base));
      products.push_back(std::move(product));
    }
    if (!distribute(image, products, degree, direction)) return std::nullopt;
    return interpolated();
  }

 private:
  /// h(a + t b) for an h without x.
  Poly on_line(const P& h, const std::vector<E>& direction) const {
    const TermValues<R> values(h, sequence_, ctx_);
    const SeriesPoly<R> image =
        LineImages<R>(values, static_cast<std::size_t>(values.total()) + 1, ctx_).at(point_, direction);
    return Poly::from_elements(ring_, series_coefficient(image, 0));
  }

  /// The leading coefficients of the classes, and their degrees on the line; false where the line is unlucky.
  bool distribute(const SeriesPoly<R>& image, const std::vector<SeriesPoly<R>>& products, std::size_t degree,
                  const std::vector<E>& direction) {
    const std::size_t precision = image.size();
    SeriesPoly<R> lead;
    for (const E& c : series_coefficient(image, static_cast<std::size_t>(image[0].degree())))
      lead.push_back(Poly::constant(ring_, c));
    std::vector<Poly> lines;
    for (const MultiFactor<R>& h : leads_) {
      lines.push_back(on_line(h.polynomial, direction));
      if (lines.back().is_constant()) return false;
    }
    std::vector<std::uint64_t> sums(leads_.size(), 0);
    for (std::size_t s = 0; s < bases_.size(); ++s) {
      // The leading coefficient times the monic factor is a polynomial, the factor times its content.
      const SeriesPoly<R> multiple = series_product(products[s], lead, precision, ctx_);
      for (std::size_t k = degree + 1; k < precision; ++k)
        if (!multiple[k].is_zero()) return false;
      const auto d = static_cast<std::size_t>(bases_[s].degree());
      Poly content(ring_);
      for (std::size_t e = d + 1; e-- > 0 && !content.is_one();)
        content = gcd(content, Poly::from_elements(ring_, series_coefficient(multiple, e)), ctx_);
      const Poly top = Poly::from_elements(ring_, series_coefficient(multiple, d));
      std::ptrdiff_t highest = top.degree();
      for (std::size_t e = 0; e < d; ++e)
        highest = std::max(highest, Poly::from_elements(ring_, series_coefficient(multiple, e)).degree());
      degrees_.push_back(static_cast<std::size_t>(highest - content.degree()));
      Poly rest = exact_div(top, content, ctx_);
      P leading = one_like(f_);
      for (std::size_t i = 0; i < leads_.size(); ++i) {
        const std::uint64_t e = take_multiplicity(rest, lines[i], ctx_);
        sums[i] += e;
        if (e != 0) leading = mul(leading, pow(leads_[i].polynomial, e, ctx_), ctx_);
      }
      if (!rest.is_constant()) return false;
      leading_.push_back(std::move(leading));
    }
    for (std::size_t i = 0; i < leads_.size(); ++i)
      if (sums[i] != leads_[i].multiplicity) return false;
    return true;
  }

  std::optional<std::vector<P>> interpolated() {
    const std::size_t precision = *std::max_element(degrees_.begin(), degrees_.end()) + 1;
    const LineImages<R> images(values_, precision, ctx_);
    const SeriesLift<R> lift(bases_, ctx_);
    std::vector<TermValues<R>> lead_values;
    std::vector<LineImages<R>> lead_images;
    lead_values.reserve(leading_.size());
    for (const P& h : leading_) lead_values.emplace_back(h, sequence_, ctx_);
    for (const TermValues<R>& v : lead_values) lead_images.emplace_back(v, precision, ctx_);
    /// The coefficients of the factors on the line a + t b, one list for each power of t.
    const auto on_lines = [&](const std::vector<E>& direction) {
      const auto factors = lift.run(monic_series(images.at(point_, direction), ctx_));
      std::vector<std::vector<E>> lists(precision);
      for (std::size_t s = 0; s < factors.size(); ++s) {
        const SeriesPoly<R> g = leading_[s].is_constant()
                                    ? factors[s]
                                    : series_product(factors[s], lead_images[s].at(point_, direction), precision, ctx_);
        for (std::size_t k = 0; k < precision; ++k)
          for (std::size_t e = 0; e < static_cast<std::size_t>(bases_[s].degree()); ++e)
            lists[k].push_back(g[k].coefficient(e));
      }
      return lists;
    };
    MultiExponents bounds;
    for (std::size_t j = 0; j < point_.size(); ++j) {
      std::vector<E> direction(point_.size(), ring_.zero());
      direction[j] = ring_.one();
      const auto lists = on_lines(direction);
      std::size_t highest = precision;
      while (highest > 1 && std::all_of(lists[highest - 1].begin(), lists[highest - 1].end(),
                                        [&](const E& c) { return ring_.is_zero(c); }))
        --highest;
      bounds.push_back(highest - 1);
    }
    const auto values = [&](const std::vector<E>& y) {
      std::vector<E> direction;
      for (std::size_t j = 0; j < y.size(); ++j) direction.push_back(ring_.sub(y[j], point_[j]));
      auto lists = on_lines(direction);
      for (std::size_t k = 1; k < lists.size(); ++k)
        for (std::size_t i = 0; i < lists[0].size(); ++i) lists[0][i] = ring_.add(lists[0][i], lists[k][i]);
      return std::move(lists[0]);
    };
    const auto terms = SparseInterpolation<R>(ring_, values, point_, bounds, ctx_).run();
    if (!terms) return std::nullopt;
    std::vector<P> candidates;
    std::size_t component = 0;
    for (std::size_t s = 0; s < bases_.size(); ++s) {
      typename P::Collector collector(ring_, f_.variables());
      const auto d = static_cast<std::uint64_t>(bases_[s].degree());
      for (std::size_t i = 0; i < leading_[s].term_count(); ++i) {
        MultiExponents row = leading_[s].exponents(i);
        row[sequence_[0]] = d;
        collector.push_back(row, leading_[s].coefficient(i));
      }
      for (std::uint64_t e = 0; e < d; ++e, ++component)
        for (const InterpolatedTerm<R>& term : (*terms)[component]) {
          MultiExponents row(f_.variables().size(), 0);
          row[sequence_[0]] = e;
          for (std::size_t j = 0; j < term.exponents.size(); ++j) row[sequence_[j + 1]] = term.exponents[j];
          collector.push_back(row, term.coefficient);
        }
      candidates.push_back(make_monic(std::move(collector).finish(ctx_), ctx_));
    }
    return candidates;
  }

  const P& f_;
  const std::vector<std::size_t>& sequence_;
  const std::vector<MultiFactor<R>>& leads_;
  const TermValues<R>& values_;
  const std::vector<E>& point_;
  FixedRandom& random_;
  const ExecutionContext& ctx_;
  R ring_;
  Poly one_;
  std::vector<Poly> bases_;           // the univariate factors of the classes
  std::vector<P> leading_;            // their leading coefficients
  std::vector<std::size_t> degrees_;  // of their factors on lines
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
