// The irreducible factors of a square-free polynomial over a field with many elements, from their images in planes.
//
// All variables but x take random values a; the univariate factors there are lifted along a random line through a, and
// linear equations say which belong together (plane_classes.hpp). By Bertini's theorem a random plane splits no
// irreducible factor, but for about D^2 / q of the planes. The leading coefficients in x are distributed by
// multiplicities on the line. Then the variables come one after another: the factors with the later ones at a are
// known, so that they have known values in x wherever the earlier ones are, and are lifted from there along the next
// variable, at as many points as sparse interpolation needs. Literature: [kaltofen90]; [monagan16], [lecerf06].
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
        ring_(f.ring()) {}

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
    const auto lift = SeriesLift<R>::of(local, ctx_);
    if (!lift) return std::nullopt;
    const auto lifted = lift->run(monic_series(image, ctx_));
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

  /// The leading coefficients of the classes; false where the line is unlucky.
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

  /// The coefficients of the factors, monic at a point and times their leading coefficients, on the line from there
  /// along variable v: a list for each power of t. Nothing when they are not the factors of f, or have common ones.
  std::optional<std::vector<std::vector<E>>> along(const std::vector<E>& point, std::size_t v, std::vector<Poly> monic,
                                                   std::size_t precision) const {
    const SeriesPoly<R> image = monic_image(point, v, precision);
    if (image.empty()) return std::nullopt;
    const auto lift = SeriesLift<R>::of(std::move(monic), ctx_);
    if (!lift || !(lift->product() == image[0])) return std::nullopt;
    const auto factors = lift->run(image);
    std::vector<std::vector<E>> lists(precision);
    for (std::size_t s = 0; s < factors.size(); ++s) {
      const SeriesPoly<R> g =
          leading_[s].is_constant()
              ? factors[s]
              : series_product(factors[s], lead_values_[s].along(point, v, precision), precision, ctx_);
      for (std::size_t k = 0; k < precision; ++k)
        for (std::size_t e = 0; e < static_cast<std::size_t>(bases_[s].degree()); ++e)
          lists[k].push_back(g[k].coefficient(e));
    }
    return lists;
  }
  /// Empty where f has a lower degree at the point.
  SeriesPoly<R> monic_image(const std::vector<E>& point, std::size_t v, std::size_t precision) const {
    const SeriesPoly<R> image = values_.along(point, v, precision);
    if (image[0].degree() != static_cast<std::ptrdiff_t>(values_.degree())) return {};
    return monic_series(image, ctx_);
  }

  std::optional<std::vector<P>> interpolated() {
    for (const P& h : leading_) lead_values_.emplace_back(h, sequence_, ctx_);
    MultiExponents bounds;
    std::vector<E> at_anchor;
    for (std::size_t v = 0; v < point_.size(); ++v) {
      const auto lists = along(point_, v, bases_, static_cast<std::size_t>(values_.degree_in(v)) + 1);
      if (!lists) return std::nullopt;
      if (v == 0) at_anchor = (*lists)[0];
      std::size_t highest = lists->size();
      const auto is_zero = [&](const E& c) { return ring_.is_zero(c); };
      while (highest > 1 && std::all_of((*lists)[highest - 1].begin(), (*lists)[highest - 1].end(), is_zero)) --highest;
      bounds.push_back(highest - 1);
    }
    const auto lines = [&](const std::vector<E>& point, std::size_t v,
                           const std::vector<E>& at_point) -> std::optional<std::vector<std::vector<E>>> {
      std::vector<Poly> monic;
      auto next = at_point.begin();
      for (std::size_t s = 0; s < bases_.size(); ++s) {
        const E lead = lead_values_[s].list_at(point)[0];
        if (ring_.is_zero(lead)) return std::nullopt;
        std::vector<E> c(next, next + bases_[s].degree());
        next += bases_[s].degree();
        c.push_back(lead);
        monic.push_back(scale(Poly::from_elements(ring_, std::move(c)), ring_.inverse(lead), ctx_));
      }
      const auto lists = along(point, v, std::move(monic), static_cast<std::size_t>(bounds[v]) + 1);
      if (!lists) return std::nullopt;
      std::vector<std::vector<E>> values;
      for (std::uint64_t step = 1; step <= bounds[v]; ++step) {
        const E t = ring_.from_integer(Integer(step));
        std::vector<E> sums = lists->back();
        for (std::size_t k = lists->size() - 1; k-- > 0;)
          for (std::size_t i = 0; i < sums.size(); ++i) sums[i] = ring_.add(ring_.mul(sums[i], t), (*lists)[k][i]);
        values.push_back(std::move(sums));
      }
      return values;
    };
    const auto terms = SparseInterpolation<R>(ring_, lines, point_, std::move(at_anchor), bounds, ctx_).run();
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
  std::vector<Poly> bases_;  // the univariate factors of the classes
  std::vector<P> leading_;   // their leading coefficients
  std::vector<TermValues<R>> lead_values_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
