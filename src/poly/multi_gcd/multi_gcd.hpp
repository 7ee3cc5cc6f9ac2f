// Greatest common divisors of sparse polynomials in several variables: what is the same over Z and Z/pZ.
//
// Contents, common monomials and variables that occur in one operand only come off first. Then a univariate gcd modulo
// a prime at random values of the others bounds the gcd's degree in each variable; a variable with bound 0 is removed
// as well, since the gcd then divides every coefficient. What remains is primitive in a main variable; there the gcd is
// found by images (multi_gcd_image.cpp), scaled to the gcd of the leading coefficients, and proved by division: a
// common divisor whose degree in the main variable an image does not exceed is the gcd. Contents and leading
// coefficients are gcds in one variable less. Literature: docs/reference/bibliography.md, [zippel79]; Brown, JACM 1971;
// Geddes, Czapor, Labahn, chapter 7.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/error.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/core/plan.hpp>
#include <polyfork/poly/gcd/gcd.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>
#include <polyfork/poly/multivariate/detail/one_variable.hpp>

#include "poly/images/gcd_primes.hpp"
#include "poly/multi_gcd/multi_gcd_image.hpp"
#include "poly/multivariate/multi_degrees.hpp"
#include "poly/multivariate/multi_divide.hpp"
#include "poly/multivariate/multi_modular.hpp"
#include "poly/multivariate/multi_parts.hpp"
#include "poly/multivariate/multi_subresultant.hpp"
#include "poly/residues/word_fields.hpp"
#include "ring/table_field.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Positive leading coefficient over Z, monic over a field.
template <GcdDomain R>
SparseMultiPoly<R> normal_associate(const SparseMultiPoly<R>& a, const ExecutionContext& ctx) {
  if (a.is_zero()) return a;
  if constexpr (Field<R>) {
    const typename R::element lead = a.coefficient(0);
    return a.ring().is_one(lead) ? a : scale(a, a.ring().inverse(lead), ctx);
  } else {
    return a.coefficient(0).sign() < 0 ? neg(a) : a;
  }
}

/// The gcd of the coefficients, 1 over a field.
template <GcdDomain R>
typename R::element constant_content(const SparseMultiPoly<R>& a, const ExecutionContext& ctx) {
  if constexpr (Field<R>)
    return a.ring().one();
  else
    return SparseOps<R>::content(a.ring(), a.packed_terms(), ctx);
}
/// a / c, which is exact.
template <GcdDomain R>
SparseMultiPoly<R> without_constant(const SparseMultiPoly<R>& a, const typename R::element& c,
                                    const ExecutionContext& ctx) {
  if (a.ring().is_one(c)) return a;
  auto terms = SparseOps<R>::try_divide_scalar(a.ring(), a.packed_terms(), c, ctx);
  return SparseMultiPoly<R>::make(a.ring(), a.variables(), std::move(*terms));
}
/// The gcd of the coefficients, 1 over a field; a is divided by it.
template <GcdDomain R>
typename R::element take_content(SparseMultiPoly<R>& a, const ExecutionContext& ctx) {
  typename R::element c = constant_content(a, ctx);
  if (!a.ring().is_one(c)) a = without_constant(a, c, ctx);
  return c;
}

/// Primes p below which images over Z/pZ have their points in an extension only, and bounds for its number of elements:
/// its tables are small and quickly made.
constexpr std::uint64_t images_without_extension = 128;
constexpr std::uint64_t least_extension = std::uint64_t{1} << 11;
constexpr std::uint64_t most_extension = std::uint64_t{1} << 21;
/// What univariate images in a variable may have as the larger degree, and as the product of both; where they have
/// more, the bound of the gcd's degree there is an operand's degree.
constexpr std::uint64_t most_image_degree = std::uint64_t{1} << 20;
constexpr std::uint64_t most_image_work = std::uint64_t{1} << 26;

/// A pair in a main variable that images can be computed of: primitive there, without constant content, every variable
/// in both.
template <GcdDomain R>
struct MultiGcdPair {
  const SparseMultiPoly<R>& a;
  const SparseMultiPoly<R>& b;
  SparseMultiPoly<R> lead;            ///< gcd of the leading coefficients in the main variable
  std::vector<std::size_t> sequence;  ///< the variables, the main one first
  std::vector<std::size_t> degrees;   ///< bounds for the gcd times lead / its leading coefficient, in that sequence
};

template <GcdDomain R>
class MultiGcd {
 public:
  using P = SparseMultiPoly<R>;

  explicit MultiGcd(const ExecutionContext& ctx, bool images = true) : ctx_(ctx), images_(images) {}
  /// Steps are described in the place of being taken, one after another, in plan's children.
  MultiGcd(const ExecutionContext& ctx, PlanDescription& plan) : ctx_(ctx), images_(true), plan_(&plan) {}

  /// Any two polynomials in the same variables.
  P run(const P& a, const P& b) const {
    if (a.is_zero() || b.is_zero()) {
      (void)described("operand", "the other operand is zero");
      return normal_associate(a.is_zero() ? b : a, ctx_);
    }
    typename R::element contents[2];
    MultiExponents low[2];
    for_both(a, b, [&](const P& p, int i) {
      contents[i] = constant_content(p, ctx_);
      low[i] = smallest_exponents(p);
    });
    const typename R::element common = a.ring().gcd(contents[0], contents[1]);
    const auto prepared = [&](const P& p, int i) {
      const P part = without_constant(p, contents[i], ctx_);
      return without_monomial(part, low[i], ctx_);
    };
    const auto is_one = [&](int i) {
      return a.ring().is_one(contents[i]) && std::all_of(low[i].begin(), low[i].end(), [](auto e) { return e == 0; });
    };
    if (!is_one(0) || !is_one(1)) (void)described("contents", "constants and monomials are taken out first");
    P g = is_one(0) && is_one(1) ? primitive(a, b) : primitive(prepared(a, 0), prepared(b, 1));
    for (std::size_t k = 0; k < low[0].size(); ++k) low[0][k] = std::min(low[0][k], low[1][k]);
    g = with_monomial(g, low[0], ctx_);
    if (!g.ring().is_one(common)) g = scale(g, common, ctx_);
    return normal_associate(g, ctx_);
  }

  /// a / b, which is exact.
  P divide(const P& a, const P& b) const { return multi_divide(a, b, ctx_); }

  /// The gcd of the coefficients of a, not zero, in variable v, without constant factor over Z.
  P content(const P& a, std::size_t v) const { return content(MultiParts<R>(a, v, ctx_)); }
  P content(const MultiParts<R>& parts) const {
    return of_list(
        parts.size(), parts.common_monomial(), [&](std::size_t k) { return parts.terms(k); },
        [&](std::size_t k) { return parts.part(k, ctx_); });
  }

  /// Divides by the content in v.
  P primitive_part(const P& a, std::size_t v) const {
    const P c = content(a, v);
    return c.is_constant() ? a : multi_divide(a, c, ctx_);
  }

  /// The gcd from what images give, if it leads to one: from its multiple, or from a cofactor times a monomial. The
  /// cofactor's quotient in its operand, primitive in x_0 as this is, is proved by division into the other operand.
  std::optional<P> proved(const MultiGcdPair<R>& pair, GcdPart part, P found) const {
    if (part == GcdPart::gcd) return proved(pair, std::move(found));
    take_content(found, ctx_);
    found = without_monomial(found, smallest_exponents(found), ctx_);
    std::optional<P> g = multi_try_divide(part == GcdPart::cofactor_a ? pair.a : pair.b, found, ctx_);
    if (!g || !multi_try_divide(part == GcdPart::cofactor_a ? pair.b : pair.a, *g, ctx_)) return std::nullopt;
    return g;
  }

 private:
  static bool many_terms(const P& a, const P& b) {
    constexpr std::size_t many = std::size_t{1} << 12;
    return a.term_count() + b.term_count() >= many;
  }
  /// visit(a, 0) and visit(b, 1), at the same time where they have many terms.
  template <class Visit>
  void for_both(const P& a, const P& b, const Visit& visit) const {
    if (!many_terms(a, b)) {
      visit(a, 0);
      visit(b, 1);
    } else {
      fork_join(
          ctx_, [&] { visit(a, 0); }, [&] { visit(b, 1); });
    }
  }

  /// The gcd of polynomials that are not zero, without constant factor.
  P of_list(const std::vector<P>& list) const {
    MultiExponents monomial = smallest_exponents(list[0]);
    for (const P& p : list) {
      const MultiExponents least = smallest_exponents(p);
      for (std::size_t k = 0; k < least.size(); ++k) monomial[k] = std::min(monomial[k], least[k]);
    }
    return of_list(
        list.size(), monomial, [&](std::size_t k) { return list[k].term_count(); },
        [&](std::size_t k) { return list[k]; });
  }
  /// The same of count polynomials by their numbers of terms, and the largest monomial that divides all of them. Those
  /// with the fewest terms are made first; without monomials two of them have the gcd of all as a rule.
  template <class Terms, class Make>
  P of_list(std::size_t count, const MultiExponents& monomial, const Terms& terms, const Make& make) const {
    std::vector<std::size_t> order(count);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) { return terms(i) < terms(j); });
    P g = make(order[0]);
    take_content(g, ctx_);
    g = without_monomial(g, smallest_exponents(g), ctx_);
    for (std::size_t i = 1; i < count && !g.is_constant(); ++i) {
      ctx_.poll();
      P next = make(order[i]);
      if (g.term_count() <= next.term_count() && multi_try_divide(next, g, ctx_)) continue;
      g = run(g, std::move(next));
      take_content(g, ctx_);
    }
    return with_monomial(g.is_constant() ? one_like(g) : g, monomial, ctx_);
  }

  /// Neither has a monomial or a constant as a factor.
  P primitive(const P& a, const P& b) const {
    ctx_.poll();
    if (a.is_constant() || b.is_constant()) {
      (void)described("constant", "an operand is one");
      return one_like(a);
    }
    const std::size_t n = a.variables().size();
    MultiExponents degrees[2];
    for_both(a, b, [&](const P& p, int i) { degrees[i] = exponent_columns(p).largest(ctx_); });
    const MultiExponents& da = degrees[0];
    const MultiExponents& db = degrees[1];
    std::vector<std::size_t> both;
    for (std::size_t v = 0; v < n; ++v) {
      if (da[v] != 0 && db[v] != 0) both.push_back(v);
      if ((da[v] != 0) == (db[v] != 0)) continue;
      if (described("coefficients", "a variable occurs in one operand only", a, {v})) return one_like(a);
      return without_variable(v, da[v] != 0 ? a : b, da[v] != 0 ? b : a);
    }
    if (both.size() == 1) {
      if (described("univariate", "one variable is left", a, both)) return one_like(a);
      return univariate(a, b, both[0]);
    }
    if (const std::optional<P> deflated = in_powers(a, b)) return *deflated;
    if (!images_) return by_subresultants(a, b, both);
    return with_bounds(a, b, both, da, db);
  }

  /// v does not occur in the gcd: that of b and the coefficients of a in v.
  P without_variable(std::size_t v, const P& a, const P& b) const {
    std::vector<P> list{b};
    for (MultiPart<R>& part : parts_in(a, v, ctx_)) list.push_back(std::move(part.part));
    return of_list(std::move(list));
  }
  P without_variable_in_both(std::size_t v, const P& a, const P& b) const {
    std::vector<P> list;
    for (const P* p : {&a, &b})
      for (MultiPart<R>& part : parts_in(*p, v, ctx_)) list.push_back(std::move(part.part));
    return of_list(std::move(list));
  }

  /// As sparse polynomials, which become dense ones where their lists of coefficients fit.
  P univariate(const P& a, const P& b, std::size_t v) const {
    return multivariate_from(gcd(univariate_in(a, v, ctx_), univariate_in(b, v, ctx_), ctx_), v, a.variables(), ctx_);
  }

  /// Both are polynomials in powers of variables: the gcd is one as well.
  std::optional<P> in_powers(const P& a, const P& b) const {
    const std::size_t n = a.variables().size();
    MultiExponents common = exponent_columns(a).common_divisors();
    const MultiExponents of_b = exponent_columns(b).common_divisors();
    for (std::size_t k = 0; k < n; ++k) common[k] = std::gcd(common[k], of_b[k]);
    if (std::all_of(common.begin(), common.end(), [](std::uint64_t e) { return e <= 1; })) return std::nullopt;
    (void)described("deflation", "the operands are polynomials in powers of variables");
    const auto divided = [&](std::span<std::uint64_t> row) {
      for (std::size_t k = 0; k < n; ++k) row[k] /= std::max<std::uint64_t>(common[k], 1);
    };
    const auto multiplied = [&](std::span<std::uint64_t> row) {
      for (std::size_t k = 0; k < n; ++k) row[k] *= common[k];
    };
    return with_exponents(primitive(with_exponents(a, divided, ctx_), with_exponents(b, divided, ctx_)), multiplied,
                          ctx_);
  }

  /// Bounds of the gcd's degree in the variables of `which`. Over small Z/pZ the point has coordinates in an extension,
  /// where Euclid's quadratic algorithm does.
  MultiExponents degree_bounds(const P& a, const P& b, const ExponentColumns& columns_a,
                               const ExponentColumns& columns_b, const MultiExponents& da, const MultiExponents& db,
                               const std::vector<std::size_t>& which) const {
    const std::uint64_t p = [&] {
      if constexpr (std::same_as<R, PrimeField>) return a.ring().modulus();
      return GcdPrimes().next();
    }();
    std::vector<std::uint64_t> words_a = coefficient_residues(a.coefficients(), p, ctx_);
    std::vector<std::uint64_t> words_b = coefficient_residues(b.coefficients(), p, ctx_);
    const auto bounds_over = [&](const auto& field) {
      into_field(words_a, field);
      into_field(words_b, field);
      return gcd_degree_bounds({columns_a, words_a, da}, {columns_b, words_b, db}, which, field, ctx_);
    };
    const bool quadratic =
        std::all_of(which.begin(), which.end(), [&](std::size_t v) { return da[v] * db[v] <= most_image_work; });
    if (std::same_as<R, PrimeField> && p < images_without_extension && quadratic)
      return bounds_over(TableField(p, extension_degree(p, least_extension, most_extension), ctx_));
    return bounds_over(WordModulus(p));
  }

  /// The variables whose univariate images are short.
  static std::vector<std::size_t> with_short_images(const MultiExponents& da, const MultiExponents& db,
                                                    const std::vector<std::size_t>& both) {
    std::vector<std::size_t> list;
    for (const std::size_t v : both)
      if (std::max(da[v], db[v]) <= most_image_degree && da[v] * db[v] <= most_image_work) list.push_back(v);
    return list;
  }

  /// The gcd of two polynomials whose degrees are huge in all variables, where one divides the other.
  P without_images(const P& a, const P& b) const {
    if (multi_try_divide(a, b, ctx_)) return b;
    if (multi_try_divide(b, a, ctx_)) return a;
    throw DomainError("gcds in several variables need one of degree at most 2^20");
  }

  /// da and db: the degrees.
  P with_bounds(const P& a, const P& b, const std::vector<std::size_t>& both, const MultiExponents& da,
                const MultiExponents& db) const {
    const ExponentColumns columns_a = exponent_columns(a);
    const ExponentColumns columns_b = exponent_columns(b);
    for (const std::size_t v : both)
      if (std::max(da[v], db[v]) >= std::uint64_t{1} << 31)
        throw DomainError("gcds in several variables need degrees below 2^31");
    std::vector<std::size_t> bounded = with_short_images(da, db, both);
    if (bounded.empty())
      std::copy_if(both.begin(), both.end(), std::back_inserter(bounded),
                   [&](std::size_t v) { return std::max(da[v], db[v]) <= most_image_degree; });
    if (bounded.empty()) return without_images(a, b);
    MultiExponents bound = degree_bounds(a, b, columns_a, columns_b, da, db, bounded);
    for (const std::size_t v : both)
      if (std::find(bounded.begin(), bounded.end(), v) == bounded.end()) bound[v] = std::min(da[v], db[v]);
    if (std::all_of(bound.begin(), bound.end(), [](std::uint64_t d) { return d == 0; })) {
      (void)described("coprime", "univariate images modulo a prime are");
      return one_like(a);
    }
    for (const std::size_t v : both) {
      if (bound[v] != 0) continue;
      if (described("coefficients", "the gcd lacks a variable, as univariate images say", a, {v})) return one_like(a);
      return without_variable_in_both(v, a, b);
    }
    const auto reaches = [&](const MultiExponents& d) {
      return std::all_of(both.begin(), both.end(), [&](std::size_t v) { return bound[v] == d[v]; });
    };
    const char* const may_divide = "by the degrees of univariate images an operand may divide the other: tried first";
    if (reaches(db) && !described("division", may_divide) && multi_try_divide(a, b, ctx_)) return b;
    if (reaches(da) && !described("division", may_divide) && multi_try_divide(b, a, ctx_)) return a;
    const auto constant_lead = [&](std::size_t v) {
      return has_constant_lead(columns_a, da, v) || has_constant_lead(columns_b, db, v);
    };
    const std::size_t x = main_variable(bounded, bound, constant_lead);
    std::optional<Leading> leading[2];
    for_both(a, b, [&](const P& p, int i) {
      leading[i].emplace(p, i == 0 ? columns_a : columns_b, i == 0 ? da : db, x, ctx_);
    });
    return in_main_variable(*leading[0], *leading[1], both, bound, x);
  }

  /// A leading coefficient that is a constant saves the most; then the higher degree, whose coefficients are smaller.
  template <class ConstantLead>
  static std::size_t main_variable(const std::vector<std::size_t>& both, const MultiExponents& bound,
                                   const ConstantLead& constant_lead) {
    std::size_t best = both[0];
    bool best_constant = constant_lead(best);
    for (const std::size_t v : both) {
      const bool constant = constant_lead(v);
      if ((constant && !best_constant) || (constant == best_constant && bound[v] > bound[best])) {
        best = v;
        best_constant = constant;
      }
    }
    return best;
  }

  /// An operand with its coefficients in the main variable, which are sorted out where the leading one is no constant.
  struct Leading {
    Leading(const P& p, const ExponentColumns& columns, const MultiExponents& degrees, std::size_t v,
            const ExecutionContext& ctx)
        : operand(p) {
      if (!has_constant_lead(columns, degrees, v)) {
        parts.emplace(p, v, ctx);
        return;
      }
      while (columns(constant_term, v) != degrees[v]) ++constant_term;
    }
    const P& operand;
    std::optional<MultiParts<R>> parts;
    std::size_t constant_term = 0;  ///< that of the leading coefficient, if it is a constant
  };
  P content(const Leading& a) const { return a.parts ? content(*a.parts) : one_like(a.operand); }
  P leading_coefficient(const Leading& a) const {
    return a.parts ? a.parts->part(0, ctx_) : a.operand.constant_like(a.operand.coefficient(a.constant_term));
  }

  P in_main_variable(const Leading& leading_a, const Leading& leading_b, const std::vector<std::size_t>& both,
                     const MultiExponents& bound, std::size_t x) const {
    const P& a = leading_a.operand;
    const P& b = leading_b.operand;
    const MultiGcd gcds(ctx_, images_);  // whose steps are not described
    std::optional<P> contents[2];
    std::optional<P> common_lead;  // of the leading coefficients, if the contents do not have to be known before
    const auto find_contents = [&] {
      for_both(a, b, [&](const P&, int i) { contents[i] = gcds.content(i == 0 ? leading_a : leading_b); });
    };
    const auto find_lead = [&] {
      try {
        common_lead = gcds.run(leading_coefficient(leading_a), leading_coefficient(leading_b));
      } catch (const MemoryLimit&) {  // what is wanted in the end may be smaller, and have the memory for itself
      } catch (const DomainError&) {
      }
    };
    if (ctx_.threads() > 1 && many_terms(a, b))
      fork_join(ctx_, find_contents, find_lead);
    else
      find_contents();
    const P& content_a = *contents[0];
    const P& content_b = *contents[1];
    const P common = content_a.is_constant() || content_b.is_constant() ? one_like(a) : gcds.run(content_a, content_b);
    const bool primitive_a = content_a.is_constant();
    const bool primitive_b = content_b.is_constant();
    const P quotient_a = primitive_a ? one_like(a) : multi_divide(a, content_a, ctx_);
    const P quotient_b = primitive_b ? one_like(b) : multi_divide(b, content_b, ctx_);
    const P& part_a = primitive_a ? a : quotient_a;
    const P& part_b = primitive_b ? b : quotient_b;
    if (!common_lead || !primitive_a || !primitive_b)
      common_lead = gcds.run(primitive_a ? leading_coefficient(leading_a) : leading_part(part_a, x, ctx_),
                             primitive_b ? leading_coefficient(leading_b) : leading_part(part_b, x, ctx_));
    MultiGcdPair<R> pair{part_a, part_b, *std::move(common_lead), {x}, {}};
    for (const std::size_t v : both)
      if (v != x) pair.sequence.push_back(v);
    // Few values of the last variables, which meet the longest polynomials.
    std::stable_sort(pair.sequence.begin() + 1, pair.sequence.end(),
                     [&](std::size_t v, std::size_t w) { return bound[v] > bound[w]; });
    const MultiExponents lead_degrees = pair.lead.degrees();
    const MultiExponents common_degrees = common.degrees();  // of the bounds, which are those of the whole gcd
    for (const std::size_t v : pair.sequence)
      pair.degrees.push_back(bound[v] - common_degrees[v] + (v == x ? 0 : lead_degrees[v]));
    if (plan_ != nullptr) {
      plan_->children.push_back(described_images(pair));
      return one_like(a);
    }
    std::optional<P> g = by_images(pair);
    if (!g) g = primitive_gcd_by_subresultants(part_a, part_b, x);
    return common.is_constant() ? std::move(*g) : mul(*g, common, ctx_);
  }

  /// The gcd, proved; nothing where images do not lead to it.
  std::optional<P> by_images(const MultiGcdPair<R>& pair) const;
  /// What by_images would do first.
  PlanDescription described_images(const MultiGcdPair<R>& pair) const;

  /// False, with nothing done, where steps are taken; else the step stands in the plan.
  bool described(const char* step, const char* reason) const {
    if (plan_ == nullptr) return false;
    PlanDescription d;
    d.algorithm = step;
    d.reason = reason;
    plan_->children.push_back(std::move(d));
    return true;
  }
  bool described(const char* step, const char* reason, const P& a, const std::vector<std::size_t>& variables) const {
    if (!described(step, reason)) return false;
    for (const std::size_t v : variables)
      plan_->children.back().parameters.emplace_back("variable", a.variables().names()[v]);
    return true;
  }

  /// From the multiple that images give to what is primitive: the gcd, if it divides a and b, which are, times lead.
  P primitive_in_main(const MultiGcdPair<R>& pair, P h) const {
    take_content(h, ctx_);
    P g = pair.lead.is_constant() ? std::move(h) : primitive_part(h, pair.sequence[0]);
    take_content(g, ctx_);
    return g;
  }

  /// The gcd from the multiple that images give, if it is one.
  std::optional<P> proved(const MultiGcdPair<R>& pair, P h) const {
    P g = primitive_in_main(pair, std::move(h));
    if (ctx_.threads() == 1) {
      if (!multi_try_divide(pair.b, g, ctx_) || !multi_try_divide(pair.a, g, ctx_)) return std::nullopt;
      return g;
    }
    bool divides[2];
    fork_join(
        ctx_, [&] { divides[0] = multi_try_divide(pair.a, g, ctx_).has_value(); },
        [&] { divides[1] = multi_try_divide(pair.b, g, ctx_).has_value(); });
    if (!divides[0] || !divides[1]) return std::nullopt;
    return g;
  }

  P by_subresultants(const P& a, const P& b, const std::vector<std::size_t>& both) const {
    const std::size_t x = *std::min_element(both.begin(), both.end(), [&](std::size_t v, std::size_t w) {
      return std::min(a.degree(v), b.degree(v)) < std::min(a.degree(w), b.degree(w));
    });
    const P content_a = content(a, x);
    const P content_b = content(b, x);
    return mul(primitive_gcd_by_subresultants(multi_divide(a, content_a, ctx_), multi_divide(b, content_b, ctx_), x),
               run(content_a, content_b), ctx_);
  }

  /// Both primitive in x.
  P primitive_gcd_by_subresultants(const P& a, const P& b, std::size_t x) const {
    const bool swapped = a.degree(x) < b.degree(x);
    const MainPoly<R> first = main_poly(swapped ? b : a, x, ctx_);
    const MainPoly<R> second = main_poly(swapped ? a : b, x, ctx_);
    if (main_degree(second) == 0) return one_like(a);
    MainPoly<R> last;
    visit_subresultants<R>(
        first, second, [&](std::uint64_t, const MainPoly<R>& s) { last = s; }, ctx_);
    if (main_degree(last) == 0) return one_like(a);
    P g = from_main_poly(last, x, a, ctx_);
    take_content(g, ctx_);
    g = primitive_part(g, x);
    take_content(g, ctx_);
    return g;
  }

  const ExecutionContext& ctx_;
  bool images_;
  PlanDescription* plan_ = nullptr;
};

template <>
std::optional<MultiPolyZ> MultiGcd<Integers>::by_images(const MultiGcdPair<Integers>& pair) const;
template <>
std::optional<MultiPolyZp> MultiGcd<PrimeField>::by_images(const MultiGcdPair<PrimeField>& pair) const;
template <>
PlanDescription MultiGcd<Integers>::described_images(const MultiGcdPair<Integers>& pair) const;
template <>
PlanDescription MultiGcd<PrimeField>::described_images(const MultiGcdPair<PrimeField>& pair) const;

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
