// Resultants and chains of subresultants of sparse polynomials over Z, Q and Z/pZ: the public functions.
#include <polyfork/poly/multivariate/multi_resultant.hpp>

#include <algorithm>
#include <utility>

#include <polyfork/poly/multivariate/convert_multi.hpp>

#include "poly/multivariate/multi_rationals.hpp"
#include "poly/multivariate/multi_resultant_plan.hpp"
#include "poly/multivariate/short_resultant.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::uint64_t most_degree = std::uint64_t{1} << 28;
constexpr double little_work = 20000;  // nanoseconds, no more than it takes to find out what other ways cost

/// Both in the variables of the result, with the cases that need no algorithm.
template <Ring R>
SparseMultiPoly<R> checked(ResultantMethod method, const SparseMultiPoly<R>& first, const SparseMultiPoly<R>& second,
                           std::string_view variable, const ExecutionContext& ctx) {
  using P = SparseMultiPoly<R>;
  const typename P::Operands o(first, second);
  const P a = P::make(first.ring(), o.variables, o.a());
  const P b = P::make(first.ring(), o.variables, o.b());
  const std::size_t main = o.variables.index(variable);
  if (a.is_zero() || b.is_zero()) return P(a.ring(), a.variables());
  const auto degree_a = static_cast<std::uint64_t>(a.degree(main));
  const auto degree_b = static_cast<std::uint64_t>(b.degree(main));
  if (degree_a != 0 && degree_b != 0 && std::max(degree_a, degree_b) >= most_degree)
    throw DomainError("resultants need degrees below 2^28 in their variable");
  if (degree_a == 0) return pow(a, degree_b, ctx);
  if (degree_b == 0) return pow(b, degree_a, ctx);
  if (method != ResultantMethod::automatic) return resultant_by_one_method(method, a, b, main, ctx);
  if (auto r = short_resultant(a, b, main, little_work, ctx)) return *std::move(r);
  const WithoutContent<R> f(a, main, ctx);
  const WithoutContent<R> g(b, main, ctx);
  const P r = resultant_of_lists(main_poly(f.rest, main, ctx), main_poly(g.rest, main, ctx), main, a, ctx);
  return with_content(with_content(r, f, degree_b, ctx), g, degree_a, ctx);
}

template <Ring R>
std::vector<Subresultant<R>> chain_of(const SparseMultiPoly<R>& first, const SparseMultiPoly<R>& second,
                                      std::string_view variable, const ExecutionContext& ctx) {
  const Variables& variables = SparseMultiPoly<R>::check(first, second);
  const std::size_t main = variables.index(variable);
  if (first.is_constant() || second.is_constant() || first.degree(main) < 1 || second.degree(main) < 1)
    throw DomainError("a chain of subresultants needs two polynomials that contain " + std::string(variable));
  if (static_cast<std::uint64_t>(std::max(first.degree(main), second.degree(main))) >= most_degree)
    throw DomainError("a chain of subresultants needs degrees below 2^28 in its variable");
  const bool swapped = first.degree(main) < second.degree(main);
  std::vector<ChargedMulti<R>> values;
  std::vector<std::size_t> indices;
  visit_subresultants<R>(
      main_poly(swapped ? second : first, main, ctx), main_poly(swapped ? first : second, main, ctx),
      [&](std::uint64_t index, const MainPoly<R>& s) {
        values.emplace_back(from_main_poly(s, main, first, ctx), ctx);
        indices.push_back(static_cast<std::size_t>(index));
      },
      ctx);
  std::vector<Subresultant<R>> result;
  result.reserve(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) result.push_back({indices[i], std::move(values[i]).take()});
  return result;
}

}  // namespace

MultiPolyZ resultant_by(ResultantMethod method, const MultiPolyZ& a, const MultiPolyZ& b, std::string_view variable,
                        const ExecutionContext& ctx) {
  return checked(method, a, b, variable, ctx);
}
MultiPolyZp resultant_by(ResultantMethod method, const MultiPolyZp& a, const MultiPolyZp& b, std::string_view variable,
                         const ExecutionContext& ctx) {
  return checked(method, a, b, variable, ctx);
}

}  // namespace detail

using namespace detail;

MultiPolyZ resultant(const MultiPolyZ& a, const MultiPolyZ& b, std::string_view variable, const ExecutionContext& ctx) {
  return resultant_by(ResultantMethod::automatic, a, b, variable, ctx);
}
MultiPolyZp resultant(const MultiPolyZp& a, const MultiPolyZp& b, std::string_view variable,
                      const ExecutionContext& ctx) {
  return resultant_by(ResultantMethod::automatic, a, b, variable, ctx);
}
MultiPolyQ resultant(const MultiPolyQ& a, const MultiPolyQ& b, std::string_view variable, const ExecutionContext& ctx) {
  const MultiPolyZ r = resultant(numerator_polynomial(a), numerator_polynomial(b), variable, ctx);
  if (r.is_zero()) return MultiPolyQ(Rationals{}, r.variables());
  const Variables& variables = MultiPolyQ::check(a, b);
  const auto degree = [&](const MultiPolyQ& f) -> std::uint64_t {
    return f.is_constant() ? 0 : static_cast<std::uint64_t>(f.degree(variables.index(variable)));
  };
  return over_denominator(
      r, pow(a.coefficients().denominator(), degree(b)) * pow(b.coefficients().denominator(), degree(a)), ctx);
}

std::vector<Subresultant<Integers>> subresultant_chain(const MultiPolyZ& a, const MultiPolyZ& b,
                                                       std::string_view variable, const ExecutionContext& ctx) {
  return chain_of(a, b, variable, ctx);
}
std::vector<Subresultant<Rationals>> subresultant_chain(const MultiPolyQ& a, const MultiPolyQ& b,
                                                        std::string_view variable, const ExecutionContext& ctx) {
  return chain_of(a, b, variable, ctx);
}
std::vector<Subresultant<PrimeField>> subresultant_chain(const MultiPolyZp& a, const MultiPolyZp& b,
                                                         std::string_view variable, const ExecutionContext& ctx) {
  return chain_of(a, b, variable, ctx);
}

}  // namespace v1
}  // namespace polyfork
