// What is done with a square-free polynomial in several variables: a pure function of its terms, which the
// factorization carries out and explain_factor describes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/multivariate/multi_evaluation.hpp>

#include "poly/multi_factor/exponent_line.hpp"
#include "poly/multivariate/multi_parts.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

enum class MultiReductionStep {
  none,           ///< a constant
  line,           ///< factored as a univariate polynomial in a monomial
  dehomogenised,  ///< one variable becomes 1
  deflated,       ///< powers of variables become variables
  main_variable   ///< lifted in a main variable, after its content has come off
};

struct MultiReduction {
  MultiReductionStep step = MultiReductionStep::none;
  std::size_t variable = 0;          ///< the one that becomes 1, the main one
  MultiExponents powers;             ///< of all variables, for `deflated`
  std::size_t lead_terms = 0;        ///< of the leading coefficient in the main variable
  std::optional<ExponentLine> line;  ///< for `line`
};

template <Ring R>
bool is_homogeneous(const SparseMultiPoly<R>& f) {
  const std::size_t n = f.variables().size();
  const std::vector<std::uint64_t> table = exponent_table(f);
  const auto degree = [&](std::size_t i) {
    return std::accumulate(table.begin() + static_cast<std::ptrdiff_t>(i * n),
                           table.begin() + static_cast<std::ptrdiff_t>((i + 1) * n), std::uint64_t{0});
  };
  for (std::size_t i = 1; i < f.term_count(); ++i)
    if (degree(i) != degree(0)) return false;
  return true;
}

/// The gcds of the exponents of each variable.
template <Ring R>
MultiExponents common_powers(const SparseMultiPoly<R>& f) {
  const std::size_t n = f.variables().size();
  const std::vector<std::uint64_t> table = exponent_table(f);
  MultiExponents common(n, 0);
  // Long polynomials seldom have any: a few terms show that, and the rest is not looked at.
  const auto is_settled = [&] { return std::all_of(common.begin(), common.end(), [](auto e) { return e == 1; }); };
  for (std::size_t i = 0; i < table.size() && (i % (64 * n) != 0 || !is_settled()); ++i)
    common[i % n] = std::gcd(common[i % n], table[i]);
  return common;
}

/// A variable of degree 1, else the one whose leading coefficient has the fewest terms, of lower degree among equals;
/// in characteristic p the derivative by it must not vanish.
template <Ring R>
MultiReduction main_variable_of(const SparseMultiPoly<R>& f, const std::vector<std::size_t>& occurring,
                                const ExecutionContext& ctx) {
  const ExponentColumns exponents = exponent_columns(f);
  const MultiExponents degrees = exponents.largest();
  const auto terms_where = [&](std::size_t v, const auto& condition) {
    ctx.poll();
    std::size_t count = 0;
    for (std::size_t i = 0; i < exponents.terms(); ++i) count += condition(exponents(i, v)) ? 1 : 0;
    return count;
  };
  std::optional<MultiReduction> best;
  for (const std::size_t v : occurring) {
    if constexpr (is_prime_field_v<R>) {
      const std::uint64_t p = f.ring().modulus();
      if (degrees[v] >= p && terms_where(v, [&](std::uint64_t e) { return e % p != 0; }) == 0) continue;
    }
    const std::size_t lead_terms = terms_where(v, [&](std::uint64_t e) { return e == degrees[v]; });
    MultiReduction next{MultiReductionStep::main_variable, v, {}, lead_terms, {}};
    if (degrees[v] == 1) return next;
    if (best && (best->lead_terms < next.lead_terms ||
                 (best->lead_terms == next.lead_terms && degrees[best->variable] <= degrees[v])))
      continue;
    best = next;
  }
  return *best;
}

/// Precondition: f square-free, without a monomial as a factor. deflates: common factors of exponents are looked for.
template <Ring R>
MultiReduction plan_reduction(const SparseMultiPoly<R>& f, bool deflates, const ExecutionContext& ctx) {
  const MultiExponents degrees = f.degrees();
  std::vector<std::size_t> occurring;
  for (std::size_t v = 0; v < degrees.size(); ++v)
    if (degrees[v] != 0) occurring.push_back(v);
  if (occurring.empty()) return {};
  if (std::optional<ExponentLine> line = ExponentLine::of(f, ctx))
    return {MultiReductionStep::line, 0, {}, 0, std::move(line)};
  if (is_homogeneous(f)) {
    const std::size_t v = *std::max_element(occurring.begin(), occurring.end(),
                                            [&](std::size_t a, std::size_t b) { return degrees[a] < degrees[b]; });
    return {MultiReductionStep::dehomogenised, v, {}, 0, {}};
  }
  if (deflates) {
    MultiExponents powers = common_powers(f);
    if (std::any_of(powers.begin(), powers.end(), [](std::uint64_t e) { return e > 1; }))
      return {MultiReductionStep::deflated, 0, std::move(powers), 0, {}};
  }
  return main_variable_of(f, occurring, ctx);
}

template <Ring R>
SparseMultiPoly<R> dehomogenised(const SparseMultiPoly<R>& f, std::size_t v, const ExecutionContext& ctx) {
  return with_exponents(
      f, [&](std::span<std::uint64_t> row) { row[v] = 0; }, ctx);
}

/// The way back for a factor of what `dehomogenised` gives: powers of v give all terms the factor's total degree. It is
/// the factor of the homogeneous polynomial unless that one is divided by v.
template <Ring R>
SparseMultiPoly<R> homogenised(const SparseMultiPoly<R>& f, std::size_t v, const ExecutionContext& ctx) {
  const auto degree = static_cast<std::uint64_t>(f.total_degree());
  return with_exponents(
      f,
      [&](std::span<std::uint64_t> row) {
        row[v] = degree - std::accumulate(row.begin(), row.end(), std::uint64_t{0});
      },
      ctx);
}

template <Ring R>
SparseMultiPoly<R> deflated(const SparseMultiPoly<R>& f, const MultiExponents& powers, const ExecutionContext& ctx) {
  return with_exponents(
      f,
      [&](std::span<std::uint64_t> row) {
        for (std::size_t k = 0; k < row.size(); ++k) row[k] /= std::max<std::uint64_t>(powers[k], 1);
      },
      ctx);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
