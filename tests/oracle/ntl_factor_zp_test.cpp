// Factorization over Z/pZ against NTL, for primes of one word and of several.
#include <gtest/gtest.h>
#include <algorithm>

#include <NTL/ZZ_pXFactoring.h>

#include <polyfork/poly/factor/factor.hpp>

#include "factor_checks.hpp"
#include "factor_shapes.hpp"

namespace polyfork::test {
namespace {

NTL::ZZ to_ntl(const Integer& a) { return NTL::to_ZZ(a.to_string().c_str()); }
Integer from_ntl(const NTL::ZZ& a) {
  Integer result;
  for (long i = NTL::NumBits(a); i-- > 0;) result = result + result + Integer(static_cast<int>(NTL::bit(a, i)));
  return result;
}

template <class R>
typename R::element element_of(const R& ring, const NTL::ZZ_p& a) {
  return ring.from_integer(from_ntl(NTL::rep(a)));
}

template <class R>
Factorization<R> by_ntl(const DensePoly<R>& f) {
  NTL::ZZ_p::init(to_ntl(f.ring().characteristic()));
  NTL::ZZ_pX g;
  for (std::size_t i = 0; i < f.length(); ++i)
    NTL::SetCoeff(g, static_cast<long>(i), NTL::to_ZZ_p(to_ntl(Integer(f.coefficient(i)))));
  NTL::MakeMonic(g);
  Factorization<R> result{f.leading_coefficient(), {}};
  const NTL::vec_pair_ZZ_pX_long factors = NTL::CanZass(g);
  for (long k = 0; k < factors.length(); ++k) {
    std::vector<typename R::element> c;
    for (long i = 0; i <= NTL::deg(factors[k].a); ++i) c.push_back(element_of(f.ring(), NTL::coeff(factors[k].a, i)));
    result.factors.push_back(
        {DensePoly<R>::from_elements(f.ring(), std::move(c)), static_cast<std::size_t>(factors[k].b)});
  }
  std::sort(result.factors.begin(), result.factors.end(),
            [](const auto& a, const auto& b) { return in_order(a.polynomial, b.polynomial); });
  return result;
}

TEST(FactorZpNtlOracle, Words) {
  IntegerGenerator g(112);
  for (int round = 0; round < 20; ++round)
    for (const std::uint64_t p : {2, 3, 101, 2147483647})
      for (int shape = 0; shape < factor_shapes; ++shape) {
        const PolyZp f = draw_factor_shape(g, PrimeField(p), shape, 1 + g.random().below(40));
        EXPECT_EQ(factor(f), by_ntl(f)) << p << " " << f;
      }
}

TEST(FactorZpNtlOracle, LongPrimes) {
  IntegerGenerator g(113);
  for (const int exponent : {89, 127, 521}) {
    const BigPrimeField field((Integer(1) << static_cast<std::size_t>(exponent)) - Integer(1));
    for (int round = 0; round < 6; ++round) {
      const auto random = [&](std::size_t degree) {
        std::vector<Integer> c;
        for (std::size_t i = 0; i < degree; ++i)
          c.push_back(field.from_integer(g.uniform(static_cast<std::size_t>(exponent))));
        c.push_back(1);
        return DensePoly<BigPrimeField>::from_elements(field, std::move(c));
      };
      const auto f = mul(mul(random(1 + g.random().below(4)), pow(random(2), 1 + g.random().below(2))),
                         mul(random(3), random(g.random().below(25))));
      EXPECT_EQ(factor(f), by_ntl(f));
    }
  }
}

}  // namespace
}  // namespace polyfork::test
