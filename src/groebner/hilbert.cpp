// Hilbert series by pivots.
#include "groebner/hilbert.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include <polyfork/poly/division/division.hpp>
#include <polyfork/ring/integer.hpp>

#include "groebner/exponents.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

using Monomial = std::vector<std::uint64_t>;

std::uint64_t degree(const Monomial& m) { return std::accumulate(m.begin(), m.end(), std::uint64_t{0}); }

/// Those that no other one divides.
std::vector<Monomial> minimal(std::vector<Monomial> monomials, const ExecutionContext& ctx) {
  std::sort(monomials.begin(), monomials.end(), [](const Monomial& a, const Monomial& b) {
    return degree(a) != degree(b) ? degree(a) < degree(b) : a < b;
  });
  std::vector<Monomial> result;
  for (Monomial& m : monomials) {
    ctx.poll();
    if (std::none_of(result.begin(), result.end(), [&](const Monomial& by) { return monomial_divides(by, m); }))
      result.push_back(std::move(m));
  }
  return result;
}

/// 1 - t^e.
PolyZ one_minus_power(std::uint64_t e) {
  return sub(PolyZ::constant(Integer(1)), PolyZ::monomial(Integers{}, Integer(1), static_cast<std::size_t>(e)));
}

PolyZ numerator_of(const std::vector<Monomial>& generators, const ExecutionContext& ctx) {
  ctx.poll();
  if (generators.empty()) return PolyZ::constant(Integer(1));
  // The variable that occurs in the most generators.
  std::size_t variable = 0;
  std::ptrdiff_t most = 0;
  for (std::size_t v = 0; v < generators[0].size(); ++v) {
    const auto count =
        std::count_if(generators.begin(), generators.end(), [v](const Monomial& m) { return m[v] != 0; });
    if (count > most) {
      most = count;
      variable = v;
    }
  }
  if (most <= 1) {
    // Coprime generators: a complete intersection; 1 is a generator without variables.
    PolyZ product = PolyZ::constant(Integer(1));
    for (const Monomial& m : generators) product = mul(product, one_minus_power(degree(m)), ctx);
    return product;
  }
  // An exponent of a generator that has other variables, too: it is below that of a generator that has not, so that
  // the pivot is no element of the ideal, and some generator is a multiple of it.
  std::vector<std::uint64_t> exponents;
  for (const Monomial& m : generators)
    if (m[variable] != 0 && m[variable] != degree(m)) exponents.push_back(m[variable]);
  const auto middle = exponents.begin() + static_cast<std::ptrdiff_t>(exponents.size() / 2);
  std::nth_element(exponents.begin(), middle, exponents.end());
  const std::uint64_t e = *middle;
  Monomial pivot(generators[0].size(), 0);
  pivot[variable] = e;
  std::vector<Monomial> sum = generators;
  sum.push_back(pivot);
  std::vector<Monomial> quotient = generators;
  for (Monomial& m : quotient) m[variable] -= std::min(m[variable], e);
  const PolyZ shift = PolyZ::monomial(Integers{}, Integer(1), static_cast<std::size_t>(e));
  return add(numerator_of(minimal(std::move(sum), ctx), ctx),
             mul(shift, numerator_of(minimal(std::move(quotient), ctx), ctx), ctx), ctx);
}

}  // namespace

PolyZ hilbert_numerator(std::vector<std::vector<std::uint64_t>> generators, const ExecutionContext& ctx) {
  return numerator_of(minimal(std::move(generators), ctx), ctx);
}

PolyZ divided_by_one_minus_t(PolyZ numerator, std::size_t k, const ExecutionContext& ctx) {
  const PolyZ divisor = one_minus_power(1);
  for (std::size_t i = 0; i < k; ++i) numerator = exact_div(numerator, divisor, ctx);
  return numerator;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
