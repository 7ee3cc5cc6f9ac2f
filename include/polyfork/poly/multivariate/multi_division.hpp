// Division of sparse multivariate polynomials: by several, exact, and pseudo-division in a main variable.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <polyfork/core/export.hpp>
#include <polyfork/poly/multi_division/detail/multi_term_division.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>
#include <polyfork/poly/multivariate/multi_power.hpp>
#include <polyfork/poly/multivariate/multi_recursive.hpp>

namespace polyfork {
inline namespace v1 {

/// a = quotient * b + remainder.
template <Ring R>
struct SparseMultiDivision {
  SparseMultiPoly<R> quotient;
  SparseMultiPoly<R> remainder;
};

/// a = sum quotients[k] * divisors[k] + remainder.
template <Ring R>
struct SparseDivision {
  std::vector<SparseMultiPoly<R>> quotients;
  SparseMultiPoly<R> remainder;
};

/// multiplier * a = quotient * b + remainder, the degree of the remainder in the main variable below that of b.
template <Ring R>
struct SparsePseudoDivision {
  SparseMultiPoly<R> quotient;
  SparseMultiPoly<R> remainder;
  SparseMultiPoly<R> multiplier;
};

namespace detail {

template <Ring R>
const Variables& common_variables(const SparseMultiPoly<R>& a, const std::vector<SparseMultiPoly<R>>& divisors) {
  const SparseMultiPoly<R>* named = &a;
  for (const SparseMultiPoly<R>& d : divisors) {
    if (d.is_zero()) throw DomainError("division by the zero polynomial");
    const Variables& v = SparseMultiPoly<R>::check(*named, d);
    if (!(v == named->variables())) named = &d;
  }
  return named->variables();
}

/// The terms in these variables: those of a, or a copy, where constants in other variables are embedded.
template <Ring R>
class TermsIn {
 public:
  TermsIn(const SparseMultiPoly<R>& a, const Variables& variables) : terms_(&a.packed_terms()) {
    if (a.variables() == variables) return;
    copy_ = std::make_unique<SparseTerms<R>>(a.with_variables(variables).packed_terms());
    terms_ = copy_.get();
  }
  const SparseTerms<R>& operator*() const noexcept { return *terms_; }

 private:
  const SparseTerms<R>* terms_;
  std::unique_ptr<SparseTerms<R>> copy_;
};

}  // namespace detail

/// Division by several polynomials: each term, in descending order, goes to the quotient of the first divisor whose
/// leading term divides it, coefficient included, else to the remainder. Over a field no term of the remainder is
/// divisible by a leading monomial of a divisor; over other rings none is by a leading term. Throws DomainError when
/// there is no divisor or one is zero, or for exponents of quotients of 2^63 or more.
template <Ring R>
SparseDivision<R> div_rem(const SparseMultiPoly<R>& a, const std::vector<SparseMultiPoly<R>>& divisors,
                          const ExecutionContext& ctx = ExecutionContext::default_context()) {
  if (divisors.empty()) throw DomainError("division needs a divisor");
  const Variables variables = detail::common_variables(a, divisors);
  const detail::TermsIn<R> dividend(a, variables);
  std::vector<detail::TermsIn<R>> terms;
  std::vector<const detail::SparseTerms<R>*> pointers;
  terms.reserve(divisors.size());
  pointers.reserve(divisors.size());
  for (const SparseMultiPoly<R>& d : divisors) pointers.push_back(&*terms.emplace_back(d, variables));
  auto result = *detail::SparseDivisionOps<R>::divide(a.ring(), variables.fields_are_partial_sums(), *dividend,
                                                      pointers, false, ctx);
  SparseDivision<R> division{{}, SparseMultiPoly<R>::make(a.ring(), variables, std::move(result.remainder))};
  division.quotients.reserve(divisors.size());
  for (auto& q : result.quotients)
    division.quotients.push_back(SparseMultiPoly<R>::make(a.ring(), variables, std::move(q)));
  return division;
}

/// By one polynomial.
template <Ring R>
SparseMultiDivision<R> div_rem(const SparseMultiPoly<R>& a, const SparseMultiPoly<R>& b,
                               const ExecutionContext& ctx = ExecutionContext::default_context()) {
  if (b.is_zero()) throw DomainError("division by the zero polynomial");
  const Variables& variables = SparseMultiPoly<R>::check(a, b);
  const detail::TermsIn<R> dividend(a, variables);
  const detail::TermsIn<R> divisor(b, variables);
  const detail::SparseTerms<R>* const one[] = {&*divisor};
  auto result =
      *detail::SparseDivisionOps<R>::divide(a.ring(), variables.fields_are_partial_sums(), *dividend, one, false, ctx);
  return {SparseMultiPoly<R>::make(a.ring(), variables, std::move(result.quotients.front())),
          SparseMultiPoly<R>::make(a.ring(), variables, std::move(result.remainder))};
}

/// The remainder alone.
template <Ring R>
SparseMultiPoly<R> rem(const SparseMultiPoly<R>& a, const std::vector<SparseMultiPoly<R>>& divisors,
                       const ExecutionContext& ctx = ExecutionContext::default_context()) {
  return div_rem(a, divisors, ctx).remainder;
}
template <Ring R>
SparseMultiPoly<R> rem(const SparseMultiPoly<R>& a, const SparseMultiPoly<R>& b,
                       const ExecutionContext& ctx = ExecutionContext::default_context()) {
  return div_rem(a, b, ctx).remainder;
}

/// The exact quotient, or nothing when b does not divide a: stops at the first term of a remainder. Over Q it is the
/// quotient over Z by the primitive part of b (Gauss's lemma). Throws DomainError when b = 0.
template <Ring R>
std::optional<SparseMultiPoly<R>> try_exact_div(const SparseMultiPoly<R>& a, const SparseMultiPoly<R>& b,
                                                const ExecutionContext& ctx = ExecutionContext::default_context()) {
  const Variables variables = SparseMultiPoly<R>::check(a, b);
  if (b.is_zero()) throw DomainError("division by the zero polynomial");
  const detail::TermsIn<R> dividend(a, variables);
  const detail::TermsIn<R> divisor(b, variables);
  const bool partial_sums = variables.fields_are_partial_sums();
  if constexpr (std::is_same_v<R, Rationals>) {
    detail::SparseTerms<R> q;
    if (!detail::exact_div_rationals_into(q, partial_sums, *dividend, *divisor, ctx)) return std::nullopt;
    return SparseMultiPoly<R>::make(a.ring(), variables, std::move(q));
  } else {
    const detail::SparseTerms<R>* const one[] = {&*divisor};
    auto result = detail::SparseDivisionOps<R>::divide(a.ring(), partial_sums, *dividend, one, true, ctx);
    if (!result) return std::nullopt;
    return SparseMultiPoly<R>::make(a.ring(), variables, std::move(result->quotients.front()));
  }
}

/// Throws DomainError when b does not divide a or is zero.
template <Ring R>
SparseMultiPoly<R> exact_div(const SparseMultiPoly<R>& a, const SparseMultiPoly<R>& b,
                             const ExecutionContext& ctx = ExecutionContext::default_context()) {
  auto q = try_exact_div(a, b, ctx);
  if (!q) throw DomainError("the polynomial division is not exact");
  return std::move(*q);
}

/// What exact_div returns, into a polynomial that exists and may be an operand: over Q in its memory. Throws what
/// exact_div throws; after an exception `out` has some value.
template <Ring R>
void exact_div_into(SparseMultiPoly<R>& out, const SparseMultiPoly<R>& a, const SparseMultiPoly<R>& b,
                    const ExecutionContext& ctx = ExecutionContext::default_context()) {
  if constexpr (std::is_same_v<R, Rationals>) {
    if (&out != &a && &out != &b && a.variables() == b.variables() && !b.is_zero()) {
      bool exact = false;
      SparseMultiPoly<R>::with_terms_of(out, a, [&](detail::SparseTerms<R>& terms) {
        exact = detail::exact_div_rationals_into(terms, a.variables().fields_are_partial_sums(), a.packed_terms(),
                                                 b.packed_terms(), ctx);
      });
      if (!exact) throw DomainError("the polynomial division is not exact");
      return;
    }
  }
  out = exact_div(a, b, ctx);
}

/// What div_rem returns, into polynomials that exist and may be operands: over Q few terms of short numbers in their
/// memory. Throws what div_rem throws; after an exception both have some value. Precondition: they are not the same.
template <Ring R>
void div_rem_into(SparseMultiPoly<R>& quotient, SparseMultiPoly<R>& remainder, const SparseMultiPoly<R>& a,
                  const SparseMultiPoly<R>& b, const ExecutionContext& ctx = ExecutionContext::default_context()) {
  if constexpr (std::is_same_v<R, Rationals>) {
    const auto is_operand = [&](const SparseMultiPoly<R>& f) { return &f == &a || &f == &b; };
    if (!is_operand(quotient) && !is_operand(remainder) && a.variables() == b.variables() && !b.is_zero()) {
      bool done = false;
      SparseMultiPoly<R>::with_terms_of(quotient, a, [&](detail::SparseTerms<R>& q) {
        SparseMultiPoly<R>::with_terms_of(remainder, a, [&](detail::SparseTerms<R>& r) {
          done = detail::divide_rationals_into(q, r, a.variables().fields_are_partial_sums(), a.packed_terms(),
                                               b.packed_terms(), ctx);
        });
      });
      if (done) return;
    }
  }
  auto division = div_rem(a, b, ctx);
  quotient = std::move(division.quotient);
  remainder = std::move(division.remainder);
}

namespace detail {

/// The bytes of the terms of a polynomial; what elements of generic rings hold beside themselves is not counted.
template <Ring R>
std::size_t bytes_of(const SparseMultiPoly<R>& a) {
  const SparseTerms<R>& terms = a.packed_terms();
  if constexpr (requires { terms.coefficients.bytes(); })
    return terms.monomials.bytes() + terms.coefficients.bytes();
  else
    return terms.monomials.bytes() + terms.coefficients.size() * sizeof(typename R::element);
}

/// Row by row, r = lc(b) r - lc(r) x^k b; lazy without the factors of degrees at which r has no term.
template <Ring R>
SparsePseudoDivision<R> pseudo_division(const SparseMultiPoly<R>& a, const SparseMultiPoly<R>& b, std::string_view x,
                                        bool lazy, const ExecutionContext& ctx) {
  using P = SparseMultiPoly<R>;
  const Variables variables = P::check(a, b);
  if (b.is_zero()) throw DomainError("division by the zero polynomial");
  const std::size_t v = variables.index(x);
  const P divisor = P::make(b.ring(), variables, *TermsIn<R>(b, variables));
  P remainder = P::make(a.ring(), variables, *TermsIn<R>(a, variables));
  const std::int64_t degree = divisor.degree(v);
  const P lead = leading_coefficient_in(divisor, x, ctx);
  P quotient(a.ring(), variables);
  P multiplier = P::constant(a.ring(), variables, a.ring().one());
  const auto scale_all = [&](std::int64_t times) {
    if (lazy || times == 0 || lead.is_one()) return;
    const P factor = pow(lead, static_cast<std::uint64_t>(times), ctx);
    quotient = mul(quotient, factor, ctx);
    remainder = mul(remainder, factor, ctx);
    multiplier = mul(multiplier, factor, ctx);
  };
  const auto times_lead = [&](const P& p) { return lead.is_one() ? p : mul(p, lead, ctx); };
  MemoryReservation charge;  // of what the steps have made so far, which may be far more than the operands
  std::int64_t left = std::max<std::int64_t>(0, remainder.degree(v) - degree + 1);  // factors that are still to come
  for (std::int64_t top = remainder.degree(v); left > 0 && top >= degree; top = remainder.degree(v)) {
    ctx.poll();
    scale_all(left - (top - degree + 1));  // degrees that were skipped
    std::vector<std::uint64_t> shift(variables.size(), 0);
    shift[v] = static_cast<std::uint64_t>(top - degree);
    const P power = P::monomial(a.ring(), variables, a.ring().one(), std::move(shift));
    // Where factors of zero are about, the powers of lc(b) may have made this coefficient zero.
    const P step = mul(coefficient_in(remainder, x, static_cast<std::uint64_t>(top), ctx), power, ctx);
    quotient = add(times_lead(quotient), step, ctx);
    remainder = sub(times_lead(remainder), mul(step, divisor, ctx), ctx);
    multiplier = times_lead(multiplier);
    charge = MemoryReservation();
    charge = MemoryReservation(ctx.memory(), bytes_of(quotient) + bytes_of(remainder) + bytes_of(multiplier));
    left = top - degree;
  }
  scale_all(left);
  return {std::move(quotient), std::move(remainder), std::move(multiplier)};
}

}  // namespace detail

/// Pseudo-division in a main variable x with multiplier lc(b)^max(deg a - deg b + 1, 0), lc(b) the coefficient of b's
/// highest power of x. Throws DomainError when b = 0 or for an unknown variable.
template <Ring R>
SparsePseudoDivision<R> pseudo_div_rem(const SparseMultiPoly<R>& a, const SparseMultiPoly<R>& b, std::string_view x,
                                       const ExecutionContext& ctx = ExecutionContext::default_context()) {
  return detail::pseudo_division(a, b, x, false, ctx);
}

/// Pseudo-division that multiplies by lc(b) only when a step needs it: the multiplier is lc(b)^e with e the number of
/// degrees in x at which there was something to take away.
template <Ring R>
SparsePseudoDivision<R> lazy_pseudo_div_rem(const SparseMultiPoly<R>& a, const SparseMultiPoly<R>& b,
                                            std::string_view x,
                                            const ExecutionContext& ctx = ExecutionContext::default_context()) {
  return detail::pseudo_division(a, b, x, true, ctx);
}

/// Gcd of the coefficients in the ring: as for DensePoly.
template <GcdDomain R>
typename R::element content(const SparseMultiPoly<R>& a,
                            const ExecutionContext& ctx = ExecutionContext::default_context()) {
  return detail::SparseOps<R>::content(a.ring(), a.packed_terms(), ctx);
}

/// a / content(a); over Z and Q with the sign that a has. Zero for zero.
template <GcdDomain R>
SparseMultiPoly<R> primitive_part(const SparseMultiPoly<R>& a,
                                  const ExecutionContext& ctx = ExecutionContext::default_context()) {
  if (a.is_zero()) return a;
  auto terms = detail::SparseOps<R>::try_divide_scalar(a.ring(), a.packed_terms(), content(a, ctx), ctx);
  return SparseMultiPoly<R>::make(a.ring(), a.variables(), std::move(*terms));
}

/// a / lc(a), lc(a) the coefficient of the first term in the order. Throws DomainError for zero.
template <Field R>
SparseMultiPoly<R> make_monic(const SparseMultiPoly<R>& a,
                              const ExecutionContext& ctx = ExecutionContext::default_context()) {
  if (a.is_zero()) throw DomainError("the zero polynomial has no monic associate");
  return a.is_monic() ? a : scale(a, a.ring().inverse(a.coefficient(0)), ctx);
}

/// Every coefficient divided. Throws DomainError when one is not divisible, or divisor = 0.
template <Ring R>
SparseMultiPoly<R> exact_div_scalar(const SparseMultiPoly<R>& a, const typename R::element& divisor,
                                    const ExecutionContext& ctx = ExecutionContext::default_context()) {
  if (a.ring().is_zero(divisor)) throw DomainError("division by zero");
  auto terms = detail::SparseOps<R>::try_divide_scalar(a.ring(), a.packed_terms(), divisor, ctx);
  if (!terms) throw DomainError("the division is not exact");
  return SparseMultiPoly<R>::make(a.ring(), a.variables(), std::move(*terms));
}

// Compiled in the library, as powers are.
extern template POLYFORK_EXPORT SparseDivision<Integers> div_rem(const SparseMultiPoly<Integers>&,
                                                                 const std::vector<SparseMultiPoly<Integers>>&,
                                                                 const ExecutionContext&);
extern template POLYFORK_EXPORT SparseDivision<Rationals> div_rem(const SparseMultiPoly<Rationals>&,
                                                                  const std::vector<SparseMultiPoly<Rationals>>&,
                                                                  const ExecutionContext&);
extern template POLYFORK_EXPORT SparseMultiDivision<Integers> div_rem(const SparseMultiPoly<Integers>&,
                                                                      const SparseMultiPoly<Integers>&,
                                                                      const ExecutionContext&);
extern template POLYFORK_EXPORT SparseMultiDivision<Rationals> div_rem(const SparseMultiPoly<Rationals>&,
                                                                       const SparseMultiPoly<Rationals>&,
                                                                       const ExecutionContext&);
extern template POLYFORK_EXPORT std::optional<SparseMultiPoly<Integers>> try_exact_div(const SparseMultiPoly<Integers>&,
                                                                                       const SparseMultiPoly<Integers>&,
                                                                                       const ExecutionContext&);
extern template POLYFORK_EXPORT std::optional<SparseMultiPoly<Rationals>> try_exact_div(
    const SparseMultiPoly<Rationals>&, const SparseMultiPoly<Rationals>&, const ExecutionContext&);
extern template POLYFORK_EXPORT SparseMultiPoly<Integers> exact_div(const SparseMultiPoly<Integers>&,
                                                                    const SparseMultiPoly<Integers>&,
                                                                    const ExecutionContext&);
extern template POLYFORK_EXPORT SparseMultiPoly<Rationals> exact_div(const SparseMultiPoly<Rationals>&,
                                                                     const SparseMultiPoly<Rationals>&,
                                                                     const ExecutionContext&);

}  // namespace v1
}  // namespace polyfork
