// Sums of products of powers of balls.
#include "system/points/ball_values.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

BallPowers powers_of(const std::vector<Ball>& x, const std::vector<std::uint64_t>& degrees, std::int64_t scale) {
  BallPowers powers(x.size());
  for (std::size_t v = 0; v < x.size(); ++v) {
    powers[v].push_back({shifted(Integer(1), scale), Integer(0)});
    while (powers[v].size() <= degrees[v]) powers[v].push_back(product(powers[v].back(), x[v], scale));
  }
  return powers;
}

Ball value_of(const IntegerSystem::Equation& f, const BallPowers& powers, std::int64_t scale) {
  Ball sum;
  for (std::size_t i = 0; i < f.coefficients.size(); ++i) {
    const Integer& c = f.coefficients[i];
    const Ball* term = nullptr;
    Ball several;
    for (std::size_t v = 0; v < powers.size(); ++v) {
      const std::uint64_t e = f.exponents[i][v];
      if (e == 0) continue;
      if (term != nullptr) several = product(*term, powers[v][e], scale);
      term = term == nullptr ? &powers[v][e] : &several;
    }
    if (term == nullptr) {
      sum.middle += shifted(c, scale);
      continue;
    }
    sum.middle += mul(term->middle, c);
    sum.radius += c.sign() < 0 ? -mul(term->radius, c) : mul(term->radius, c);
  }
  return sum;
}

IntegerSystem::Equation derivative_of(const IntegerSystem::Equation& f, std::size_t v) {
  IntegerSystem::Equation result;
  for (std::size_t i = 0; i < f.coefficients.size(); ++i) {
    const std::uint64_t e = f.exponents[i][v];
    if (e == 0) continue;
    result.exponents.push_back(f.exponents[i]);
    --result.exponents.back()[v];
    result.coefficients.push_back(mul(f.coefficients[i], Integer(e)));
  }
  return result;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
