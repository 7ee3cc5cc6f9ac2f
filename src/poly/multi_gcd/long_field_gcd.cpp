// Brown's modular algorithm over a field with so many elements that random ones are lucky.
//
// Polynomials in k variables are polynomials in the first k - 1 over F[x_k]. Contents in F[x_k] come off; the gcd of
// the leading coefficients is imposed on images, which are gcds in k - 1 variables of the operands' values at points of
// x_k, made monic; Newton's interpolation ends when the next point changes nothing. Down to one variable, whose gcds
// are Euclid's. Two divisions prove that the result divides both operands; that the cofactors have nothing in common is
// shown by one univariate image of them in each variable. The number of univariate images is the product of the gcd's
// degrees, each increased by those of the leading coefficients and 2. Literature: W. S. Brown, On Euclid's algorithm
// and the computation of polynomial greatest common divisors, JACM 18, 1971.
#include <polyfork/poly/multivariate/detail/long_field_gcd.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include <polyfork/core/memory.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/poly/gcd/gcd.hpp>
#include <polyfork/poly/multivariate/multi_division.hpp>

#include "ring/split_mix.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

using LongMultiPoly = SparseMultiPoly<BigPrimeField>;
using LongPoly = DensePoly<BigPrimeField>;

constexpr std::size_t least_modulus_bits = 63;
constexpr std::int64_t most_degree = std::int64_t{1} << 20;
constexpr int most_tries = 3;
constexpr int most_unlucky = 8;  // points of one interpolation

/// Exponents of some variables, the first one's first.
using Exponents = std::vector<std::uint32_t>;

struct Term {
  Exponents exponents;
  Integer coefficient;
};
/// By descending exponents, compared from the first variable on.
using Terms = std::vector<Term>;

/// Coefficients in F[x_k], from the lowest on, by the other exponents.
using Interpolated = std::map<Exponents, std::vector<Integer>, std::greater<>>;

class BrownGcd {
 public:
  BrownGcd(const BigPrimeField& field, std::uint64_t seed, const ExecutionContext& ctx)
      : field_(field), random_(seed), ctx_(ctx) {}

  /// The monic gcd in k variables, or what is none where points are unlucky; empty where too many were.
  std::optional<Terms> run(Terms a, Terms b, std::size_t k) {
    ctx_.poll();
    const MemoryReservation held(ctx_.memory(), bytes_of(a, k) + bytes_of(b, k));
    if (k == 1) return terms_of(Exponents(), monic(gcd(univariate(a), univariate(b), ctx_)));
    const LongPoly content_a = take_content(a);
    const LongPoly content_b = take_content(b);
    const LongPoly content = monic(gcd(content_a, content_b, ctx_));
    auto part = interpolated(a, b, k);
    if (!part) return std::nullopt;
    return assembled(*part, content);
  }

  /// Whether polynomials in k variables, which are not zero, are shown to have no common factor of positive degree in
  /// the first: their images at random points of the others are coprime, and one has the degree of its polynomial, so
  /// that the image of a common factor would have its degree, too.
  bool have_no_common_factor_in_first(Terms a, Terms b, std::size_t k) {
    const std::uint32_t degree_a = a.front().exponents.front();
    const std::uint32_t degree_b = b.front().exponents.front();
    for (; k > 1; --k) {
      const Integer x = field_.from_integer(Integer(random_.next()));
      a = at(a, x);
      b = at(b, x);
    }
    const auto keeps = [](const Terms& f, std::uint32_t degree) { return f.front().exponents.front() == degree; };
    if (a.empty() || b.empty() || !(keeps(a, degree_a) || keeps(b, degree_b))) return false;
    return gcd(univariate(a), univariate(b), ctx_).degree() == 0;
  }

 private:
  /// The terms that agree in all exponents but the last, from `begin` on.
  static std::size_t group_end(const Terms& a, std::size_t begin) {
    const auto prefix = [](const Exponents& e) { return std::span(e).first(e.size() - 1); };
    const auto of_first = prefix(a[begin].exponents);
    std::size_t end = begin + 1;
    while (end < a.size() && std::ranges::equal(of_first, prefix(a[end].exponents))) ++end;
    return end;
  }
  static Exponents prefix_of(const Term& t) { return {t.exponents.begin(), t.exponents.end() - 1}; }

  LongPoly polynomial(const std::vector<Integer>& coefficients) const {
    return LongPoly(field_, IntegerVector(std::span<const Integer>(coefficients)));
  }
  /// The coefficients of a group as a polynomial in the last variable.
  LongPoly univariate(std::span<const Term> group) const {
    std::vector<Integer> coefficients(std::size_t{group.front().exponents.back()} + 1);
    for (const Term& t : group) coefficients[t.exponents.back()] = t.coefficient;
    return polynomial(coefficients);
  }
  LongPoly monic(const LongPoly& f) const {
    return f.is_zero() ? f : scale(f, field_.inverse(f.leading_coefficient()), ctx_);
  }
  static Terms terms_of(const Exponents& prefix, const LongPoly& f) {
    Terms terms;
    terms.reserve(f.length());
    for (std::size_t e = f.length(); e-- != 0;) {
      Integer c = f.coefficient(e);
      if (c.is_zero()) continue;
      Exponents exponents = prefix;
      exponents.push_back(static_cast<std::uint32_t>(e));
      terms.push_back({std::move(exponents), std::move(c)});
    }
    return terms;
  }

  /// The gcd of the coefficients in the last variable, by which all of them are divided.
  LongPoly take_content(Terms& a) const {
    LongPoly content = LongPoly(field_);
    for (std::size_t i = 0; i < a.size();) {
      const std::size_t end = group_end(a, i);
      content = gcd(content, univariate(std::span(a).subspan(i, end - i)), ctx_);
      if (content.degree() == 0) return content;
      i = end;
    }
    Terms divided;
    for (std::size_t i = 0; i < a.size();) {
      const std::size_t end = group_end(a, i);
      const LongPoly quotient = exact_div(univariate(std::span(a).subspan(i, end - i)), content, ctx_);
      std::ranges::move(terms_of(prefix_of(a[i]), quotient), std::back_inserter(divided));
      i = end;
    }
    a = std::move(divided);
    return content;
  }

  LongPoly leading(const Terms& a) const { return univariate(std::span(a).first(group_end(a, 0))); }

  Integer value(std::span<const Integer> coefficients, const Integer& x) const {
    Integer sum;
    for (std::size_t i = coefficients.size(); i-- != 0;) sum = field_.add(field_.mul(sum, x), coefficients[i]);
    return sum;
  }

  /// a at a point of the last variable.
  Terms at(const Terms& a, const Integer& x) const {
    std::uint32_t most = 0;
    for (const Term& t : a) most = std::max(most, t.exponents.back());
    std::vector<Integer> powers(std::size_t{most} + 1, Integer(1));
    for (std::size_t e = 1; e < powers.size(); ++e) powers[e] = field_.mul(powers[e - 1], x);
    Terms values;
    for (std::size_t i = 0; i < a.size();) {
      const std::size_t end = group_end(a, i);
      Integer sum;
      for (std::size_t j = i; j < end; ++j)
        sum = field_.add(sum, field_.mul(a[j].coefficient, powers[a[j].exponents.back()]));
      if (!sum.is_zero()) values.push_back({prefix_of(a[i]), std::move(sum)});
      i = end;
    }
    return values;
  }

  /// The gcd of polynomials without content in the last variable, times a factor in it; empty where too many points
  /// were unlucky.
  std::optional<Interpolated> interpolated(const Terms& a, const Terms& b, std::size_t k) {
    const LongPoly lead_a = leading(a);
    const LongPoly lead_b = leading(b);
    const LongPoly imposed = gcd(lead_a, lead_b, ctx_);
    Interpolated sum;
    std::vector<Integer> vanishing{Integer(1)};  // at the points so far
    std::optional<MemoryReservation> held;
    for (int unlucky = 0; unlucky < most_unlucky;) {
      const Integer x = field_.from_integer(Integer(random_.next()));
      const Integer scale_of_image = evaluate(imposed, x, ctx_);
      if (evaluate(lead_a, x, ctx_).is_zero() || evaluate(lead_b, x, ctx_).is_zero() || value(vanishing, x).is_zero()) {
        ++unlucky;
        continue;
      }
      auto image = run(at(a, x), at(b, x), k - 1);
      if (!image) return std::nullopt;
      if (image->size() == 1 && is_constant(image->front().exponents))
        return Interpolated{{Exponents(k - 1, 0), {Integer(1)}}};
      if (!sum.empty() && image->front().exponents != sum.begin()->first) {
        ++unlucky;
        if (image->front().exponents > sum.begin()->first) continue;
        sum.clear();
        vanishing.assign(1, Integer(1));
      }
      if (!add_image(sum, *image, scale_of_image, vanishing, x)) return sum;
      held.reset();
      held.emplace(ctx_.memory(), sum.size() * (vanishing.size() * sizeof(Integer) + k * sizeof(std::uint32_t) + 64));
    }
    return std::nullopt;
  }

  static bool is_constant(const Exponents& e) {
    return std::ranges::all_of(e, [](std::uint32_t x) { return x == 0; });
  }

  /// Newton's step: the sum takes the image's values, times a factor, at x. Whether that changed it.
  bool add_image(Interpolated& sum, const Terms& image, const Integer& factor, std::vector<Integer>& vanishing,
                 const Integer& x) const {
    const Integer inverse = field_.inverse(value(vanishing, x));
    bool changed = false;
    const auto correct = [&](std::vector<Integer>& coefficients, const Integer& wanted) {
      const Integer difference = field_.mul(field_.sub(wanted, value(coefficients, x)), inverse);
      if (difference.is_zero()) return;
      changed = true;
      coefficients.resize(std::max(coefficients.size(), vanishing.size()));
      for (std::size_t i = 0; i < vanishing.size(); ++i)
        coefficients[i] = field_.add(coefficients[i], field_.mul(difference, vanishing[i]));
    };
    std::size_t at = 0;
    for (auto& [exponents, coefficients] : sum) {
      while (at < image.size() && image[at].exponents > exponents) ++at;
      const bool there = at < image.size() && image[at].exponents == exponents;
      correct(coefficients, there ? field_.mul(image[at].coefficient, factor) : Integer(0));
    }
    for (const Term& t : image)
      if (!sum.contains(t.exponents)) correct(sum[t.exponents], field_.mul(t.coefficient, factor));
    if (!changed) return false;
    vanishing.insert(vanishing.begin(), Integer(0));
    for (std::size_t i = 0; i + 1 < vanishing.size(); ++i)
      vanishing[i] = field_.sub(vanishing[i], field_.mul(x, vanishing[i + 1]));
    return true;
  }

  /// The primitive part of the interpolated polynomial times a content, monic.
  Terms assembled(const Interpolated& part, const LongPoly& content) const {
    LongPoly common = LongPoly(field_);
    for (const auto& [exponents, coefficients] : part) {
      common = gcd(common, polynomial(coefficients), ctx_);
      if (common.degree() == 0) break;
    }
    Terms result;
    std::optional<Integer> unit;
    for (const auto& [exponents, coefficients] : part) {
      LongPoly f = mul(exact_div(polynomial(coefficients), common, ctx_), content, ctx_);
      if (f.is_zero()) continue;
      if (!unit) unit = field_.inverse(f.leading_coefficient());
      std::ranges::move(terms_of(exponents, scale(f, *unit, ctx_)), std::back_inserter(result));
    }
    return result;
  }

  static std::size_t bytes_of(const Terms& a, std::size_t k) {
    return a.size() * (sizeof(Term) + k * sizeof(std::uint32_t));
  }

  const BigPrimeField& field_;
  SplitMix random_;
  const ExecutionContext& ctx_;
};

/// Variables that occur, those of higher degree in both first: they are interpolated last, or not at all.
std::vector<std::size_t> order_of(const LongMultiPoly& a, const LongMultiPoly& b) {
  const auto da = a.degrees();
  const auto db = b.degrees();
  std::vector<std::size_t> order(da.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::erase_if(order, [&](std::size_t v) { return da[v] == 0 && db[v] == 0; });
  std::ranges::stable_sort(order, std::greater<>(), [&](std::size_t v) { return std::min(da[v], db[v]); });
  return order;
}

Terms terms_in(const LongMultiPoly& a, const std::vector<std::size_t>& order) {
  Terms terms;
  terms.reserve(a.term_count());
  for (std::size_t i = 0; i < a.term_count(); ++i) {
    Exponents e;
    e.reserve(order.size());
    for (const std::size_t v : order) e.push_back(static_cast<std::uint32_t>(a.exponent(i, v)));
    terms.push_back({std::move(e), a.coefficient(i)});
  }
  std::ranges::sort(terms, std::greater<>(), &Term::exponents);
  return terms;
}

LongMultiPoly polynomial_of(const Terms& terms, const std::vector<std::size_t>& order, const LongMultiPoly& like,
                            const ExecutionContext& ctx) {
  LongMultiPoly::Collector collector(like.ring(), like.variables());
  std::vector<std::uint64_t> exponents(like.variables().size(), 0);
  for (const Term& t : terms) {
    for (std::size_t i = 0; i < order.size(); ++i) exponents[order[i]] = t.exponents[i];
    collector.push_back(exponents, t.coefficient);
  }
  return std::move(collector).finish(ctx);
}

/// Whether polynomials that are not zero are shown to have no common factor, one variable after the other.
bool are_coprime(const LongMultiPoly& a, const LongMultiPoly& b, std::vector<std::size_t> order, BrownGcd& brown) {
  for (std::size_t i = 0; i < order.size(); ++i) {
    std::swap(order[0], order[i]);
    if (!brown.have_no_common_factor_in_first(terms_in(a, order), terms_in(b, order), order.size())) return false;
  }
  return true;
}

bool has_long_degree(const LongMultiPoly& a) {
  return std::ranges::any_of(a.degrees(), [](std::uint64_t d) { return d > std::uint64_t{most_degree}; });
}

}  // namespace

std::optional<LongMultiPoly> long_field_gcd(const LongMultiPoly& a, const LongMultiPoly& b,
                                            const ExecutionContext& ctx) {
  if (a.ring().modulus().bit_length() < least_modulus_bits || has_long_degree(a) || has_long_degree(b))
    return std::nullopt;
  const auto order = order_of(a, b);
  for (int attempt = 0; attempt < most_tries; ++attempt) {
    BrownGcd brown(a.ring(), static_cast<std::uint64_t>(attempt), ctx);
    const auto found = brown.run(terms_in(a, order), terms_in(b, order), order.size());
    if (!found) continue;
    LongMultiPoly g = make_monic(polynomial_of(*found, order, a, ctx), ctx);
    const auto cofactor_a = try_exact_div(a, g, ctx);
    if (!cofactor_a) continue;
    const auto cofactor_b = try_exact_div(b, g, ctx);
    if (cofactor_b && are_coprime(*cofactor_a, *cofactor_b, order, brown)) return g;
  }
  return std::nullopt;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
