// Factorization over Z against NTL.
#include <gtest/gtest.h>
#include <algorithm>

#include <NTL/ZZXFactoring.h>

#include <polyfork/poly/factor/factor.hpp>

#include "factor_checks.hpp"
#include "factor_z_shapes.hpp"

namespace polyfork::test {
namespace {

NTL::ZZ to_ntl(const Integer& a) { return NTL::to_ZZ(a.to_string().c_str()); }
Integer from_ntl(const NTL::ZZ& a) {
  Integer result;
  for (long i = NTL::NumBits(a); i-- > 0;) result = result + result + Integer(static_cast<int>(NTL::bit(a, i)));
  return NTL::sign(a) < 0 ? -result : result;
}

/// NTL's factors in our order.
Factorization<Integers> by_ntl(const PolyZ& f) {
  NTL::ZZX g;
  for (std::size_t i = 0; i < f.length(); ++i) NTL::SetCoeff(g, static_cast<long>(i), to_ntl(f.coefficient(i)));
  NTL::ZZ unit;
  NTL::vec_pair_ZZX_long factors;
  NTL::factor(unit, factors, g);
  Factorization<Integers> result{from_ntl(unit), {}};
  for (long k = 0; k < factors.length(); ++k) {
    std::vector<Integer> c;
    for (long i = 0; i <= NTL::deg(factors[k].a); ++i) c.push_back(from_ntl(NTL::coeff(factors[k].a, i)));
    result.factors.push_back({PolyZ::from_elements({}, std::move(c)), static_cast<std::size_t>(factors[k].b)});
  }
  std::sort(result.factors.begin(), result.factors.end(),
            [](const auto& a, const auto& b) { return in_order(a.polynomial, b.polynomial); });
  return result;
}

TEST(FactorZNtlOracle, ThousandsOfShapes) {
  IntegerGenerator g(152);
  for (int round = 0; round < 2500; ++round) {
    const PolyZ f = random_product(g);
    if (f.is_constant()) continue;
    ASSERT_EQ(factor(f), by_ntl(f)) << f;
  }
}

}  // namespace
}  // namespace polyfork::test
