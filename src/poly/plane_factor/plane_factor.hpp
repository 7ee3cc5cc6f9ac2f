// Factorization in several variables over fields with so many elements that random ones are never unlucky twice.
//
// A main variable x is taken; the leading coefficient in x, a polynomial in one variable less, is factored first. A
// factor of f without x is one of its factors, so that exact divisions find them all. What remains is primitive in x.
// Where it is not square-free at a random point, the product of its different factors is interpolated from the
// square-free parts of its values, times the leading coefficient, which division takes off again. Candidates for the
// factors of a square-free polynomial come from planes (plane_candidates.hpp). When their powers multiply to f
// everything is proved: no plane has fewer factors than f. Otherwise all begins anew at another point.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/factor/factor_sparse.hpp>
#include <polyfork/poly/multivariate/multi_division.hpp>

#include "poly/multi_factor/exponent_line.hpp"
#include "poly/multi_factor/multi_reduction.hpp"
#include "poly/multivariate/multi_divide.hpp"
#include "poly/plane_factor/plane_candidates.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

template <Field R>
class PlaneFactorizer {
 public:
  using P = SparseMultiPoly<R>;
  using Poly = DensePoly<R>;
  using E = typename R::element;
  using Factors = std::vector<MultiFactor<R>>;

  explicit PlaneFactorizer(const ExecutionContext& ctx) : ctx_(ctx), random_(0x706c616e65) {}

  /// The monic irreducible factors with multiplicities, in any order. Precondition: f not zero.
  Factors run(const P& f) {
    ctx_.poll();
    Factors out;
    if (f.is_constant()) return out;
    const MultiExponents low = smallest_exponents(f);
    for (std::size_t v = 0; v < low.size(); ++v)
      if (low[v] != 0) out.push_back({P::generator(f.ring(), f.variables(), f.variables().name(v)), low[v]});
    const P rest = make_monic(without_monomial(f, low, ctx_), ctx_);
    if (rest.is_constant()) return out;
    if (const std::optional<ExponentLine> line = ExponentLine::of(rest, ctx_)) {
      for (const auto& [g, multiplicity] : factor(line->univariate(rest, ctx_), ctx_).factors)
        out.push_back({make_monic(line->multivariate(g, f.variables(), ctx_), ctx_), multiplicity});
    } else if (is_homogeneous(rest)) {
      by_dehomogenising(rest, out);
    } else {
      in_main_variable(rest, main_variable(rest), out);
    }
    return out;
  }

  /// A variable of degree 1, else the one whose leading coefficient has the fewest terms, of lower degree among equals.
  static std::size_t main_variable(const P& f) {
    const ExponentColumns columns = exponent_columns(f);
    const MultiExponents degrees = columns.largest();
    std::size_t best = 0;
    std::size_t best_terms = SIZE_MAX;
    for (std::size_t v = 0; v < degrees.size(); ++v) {
      if (degrees[v] == 0) continue;
      if (degrees[v] == 1) return v;
      std::size_t terms = 0;
      for (std::size_t i = 0; i < columns.terms(); ++i) terms += columns(i, v) == degrees[v] ? 1 : 0;
      if (terms > best_terms || (terms == best_terms && degrees[v] >= degrees[best])) continue;
      best = v;
      best_terms = terms;
    }
    return best;
  }

 private:
  static constexpr std::size_t most_attempts = 24;
  static constexpr std::uint64_t most_places = std::uint64_t{1} << 27;  // of arrays of coefficients

  /// Throws DomainError where images in planes have too many coefficients.
  static void require_low_degrees(const P& f, const std::vector<std::size_t>& sequence) {
    const ExponentColumns columns = exponent_columns(f);
    std::uint64_t x = 0;
    std::uint64_t others = 0;
    for (std::size_t i = 0; i < columns.terms(); ++i) {
      x = std::max(x, columns(i, sequence[0]));
      std::uint64_t sum = 0;
      for (std::size_t j = 1; j < sequence.size(); ++j) sum = saturating_add(sum, columns(i, sequence[j]));
      others = std::max(others, sum);
    }
    const std::uint64_t longest = saturating_add(std::max(x, others), 1);
    if (saturating_mul(longest, saturating_add(others, 1)) > most_places)
      throw DomainError("factorization in several variables: the degrees are too high for arrays of coefficients");
  }

  /// No factor is a power of the variable that becomes 1, so degrees are those of the factors with it.
  void by_dehomogenising(const P& f, Factors& out) {
    const MultiExponents degrees = f.degrees();
    const auto v = static_cast<std::size_t>(std::max_element(degrees.begin(), degrees.end()) - degrees.begin());
    for (const MultiFactor<R>& g : run(dehomogenised(f, v, ctx_)))
      out.push_back({make_monic(homogenised(g.polynomial, v, ctx_), ctx_), g.multiplicity});
  }

  /// Divides f by h as often as it goes, at most `most` times.
  std::uint64_t take_factor(P& f, const P& h, std::uint64_t most) const {
    std::uint64_t count = 0;
    while (count < most) {
      ctx_.poll();
      std::optional<P> quotient = multi_try_divide(f, h, ctx_);
      if (!quotient) break;
      f = std::move(*quotient);
      ++count;
    }
    return count;
  }

  /// The same for an h without x, which divides f when it divides all coefficients in x: the shortest ones are asked
  /// first, and mostly decide.
  std::uint64_t take_from_coefficients(P& f, std::size_t x, const P& h, std::uint64_t most) const {
    for (std::uint64_t count = 0;; ++count) {
      if (count == most) return count;
      std::vector<MultiPart<R>> parts = parts_in(f, x, ctx_);
      std::stable_sort(parts.begin(), parts.end(),
                       [](const auto& a, const auto& b) { return a.part.term_count() < b.part.term_count(); });
      for (MultiPart<R>& part : parts) {
        std::optional<P> quotient = multi_try_divide(part.part, h, ctx_);
        if (!quotient) return count;
        part.part = std::move(*quotient);
      }
      f = from_parts(parts, x, f, ctx_);
    }
  }

  void in_main_variable(P f, std::size_t x, Factors& out) {
    Factors leads;
    for (MultiFactor<R>& h : run(leading_part(f, x, ctx_))) {
      const std::uint64_t taken = take_from_coefficients(f, x, h.polynomial, h.multiplicity);
      if (taken != 0) out.push_back({h.polynomial, taken});
      if (taken != h.multiplicity) leads.push_back({std::move(h.polynomial), h.multiplicity - taken});
    }
    if (f.degree(x) == 1) return out.push_back({make_monic(f, ctx_), 1});
    // What comes off first may leave what one of the other ways takes.
    if (!out.empty() && (ExponentLine::of(f, ctx_) || is_homogeneous(f))) {
      for (MultiFactor<R>& g : run(f)) out.push_back(std::move(g));
      return;
    }
    std::vector<std::size_t> sequence{x};
    const MultiExponents degrees = f.degrees();
    for (std::size_t v = 0; v < degrees.size(); ++v)
      if (v != x && degrees[v] != 0) sequence.push_back(v);
    std::stable_sort(sequence.begin() + 1, sequence.end(),
                     [&](std::size_t v, std::size_t w) { return degrees[v] > degrees[w]; });
    require_low_degrees(f, sequence);
    const TermValues<R> values(f, sequence, ctx_);
    for (std::size_t attempt = 0; attempt < most_attempts; ++attempt)
      if (std::optional<Factors> factors = primitive(f, sequence, leads, values, attempt)) {
        std::move(factors->begin(), factors->end(), std::back_inserter(out));
        return;
      }
    throw DomainError("factorization in several variables: the field has too few elements for this polynomial");
  }

  std::vector<E> random_point(std::size_t n) {
    std::vector<E> point;
    for (std::size_t j = 0; j < n; ++j) point.push_back(random_.element(field()));
    return point;
  }

  /// f primitive in x; nothing when something was unlucky.
  std::optional<Factors> primitive(const P& f, const std::vector<std::size_t>& sequence, const Factors& leads,
                                   const TermValues<R>& values, std::size_t attempt) {
    field_ = f.ring();
    const std::vector<E> point = random_point(sequence.size() - 1);
    const Poly u = values.at(point);
    if (u.degree() != static_cast<std::ptrdiff_t>(values.degree())) return std::nullopt;
    Factors factors;
    if (is_square_free(u, ctx_)) {
      auto candidates = PlaneCandidates<R>(f, sequence, leads, values, point, random_, ctx_).run(attempt);
      if (!candidates) return std::nullopt;
      if (candidates->size() > 1 && !(make_monic(product_of(*candidates), ctx_) == make_monic(f, ctx_)))
        return std::nullopt;
      for (P& g : *candidates) factors.push_back({make_monic(g, ctx_), 1});
      return factors;
    }
    std::optional<P> part = square_free_part(f, sequence, leads, values, u, point);
    if (!part || part->degree(sequence[0]) < 1) return std::nullopt;
    P rest = f;
    for (MultiFactor<R>& g : run(*part)) {
      const std::uint64_t count = take_factor(rest, g.polynomial, UINT64_MAX);
      if (count == 0) return std::nullopt;
      factors.push_back({std::move(g.polynomial), count});
    }
    if (!rest.is_constant()) return std::nullopt;
    return factors;
  }

  P product_of(const std::vector<P>& list) const {
    P product = list[0];
    for (std::size_t i = 1; i < list.size(); ++i) product = mul(product, list[i], ctx_);
    return product;
  }

  /// The product of the different factors of f, from its values; nothing when something was unlucky.
  std::optional<P> square_free_part(const P& f, const std::vector<std::size_t>& sequence, const Factors& leads,
                                    const TermValues<R>& values, const Poly& u, const std::vector<E>& point) {
    const auto reduced = [&](const Poly& v) { return exact_div(v, gcd(v, derivative(v, 1, ctx_), ctx_), ctx_); };
    const auto d = static_cast<std::size_t>(reduced(u).degree());
    // The leading coefficient times the monic square-free part: all but its first coefficient.
    const auto at = [&](const std::vector<E>& y) {
      const Poly v = values.at(y);
      std::vector<E> list(d, f.ring().zero());
      if (v.degree() != u.degree()) return list;
      const Poly w = make_monic(reduced(v), ctx_);
      if (static_cast<std::size_t>(w.degree()) != d) return list;
      for (std::size_t e = 0; e < d; ++e) list[e] = f.ring().mul(v.leading_coefficient(), w.coefficient(e));
      return list;
    };
    const P lead = leading_part(f, sequence[0], ctx_);
    MultiExponents bounds;
    for (std::size_t j = 1; j < sequence.size(); ++j)
      bounds.push_back(
          static_cast<std::uint64_t>(f.degree(sequence[j]) + std::max<std::int64_t>(lead.degree(sequence[j]), 0)));
    const auto lines = [&](const std::vector<E>& from, std::size_t v, const std::vector<E>&) {
      std::optional<std::vector<std::vector<E>>> list(std::in_place);
      std::vector<E> y = from;
      for (std::uint64_t step = 0; step < bounds[v]; ++step) {
        y[v] = f.ring().add(y[v], f.ring().one());
        list->push_back(at(y));
      }
      return list;
    };
    const auto terms = SparseInterpolation<R>(f.ring(), lines, point, at(point), bounds, ctx_).run();
    if (!terms) return std::nullopt;
    typename P::Collector collector(f.ring(), f.variables());
    for (std::size_t i = 0; i < lead.term_count(); ++i) {
      MultiExponents row = lead.exponents(i);
      row[sequence[0]] = d;
      collector.push_back(row, lead.coefficient(i));
    }
    for (std::size_t e = 0; e < d; ++e)
      for (const InterpolatedTerm<R>& term : (*terms)[e]) {
        MultiExponents row(f.variables().size(), 0);
        row[sequence[0]] = e;
        for (std::size_t j = 0; j < term.exponents.size(); ++j) row[sequence[j + 1]] = term.exponents[j];
        collector.push_back(row, term.coefficient);
      }
    P part = std::move(collector).finish(ctx_);
    for (const MultiFactor<R>& h : leads) take_from_coefficients(part, sequence[0], h.polynomial, h.multiplicity);
    return part;
  }

  const R& field() const { return *field_; }

  const ExecutionContext& ctx_;
  FixedRandom random_;
  std::optional<R> field_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
