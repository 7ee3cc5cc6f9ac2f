// Factorization in several variables against FLINT.
#include <gmp.h>  // before FLINT's headers, which then declare the conversions

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>

#include <polyfork/poly/multi_factor/multi_factor.hpp>
#include <polyfork/poly/multivariate/multi_division.hpp>

#include "flint_mpoly.hpp"
#include "multi_generators.hpp"

namespace polyfork::test {
namespace {

/// Factors, normalised, with their multiplicities, as texts.
using Factors = std::map<std::string, std::uint64_t>;

Factors flint_factors(const MultiPolyZ& a) {
  Factors factors;
  MpolyZ fa(a);
  MpolyZ base(a.variables());
  fmpz_mpoly_factor_t f;
  fmpz_mpoly_factor_init(f, fa.ctx());
  EXPECT_NE(fmpz_mpoly_factor(f, fa.get(), fa.ctx()), 0);
  for (slong i = 0; i < fmpz_mpoly_factor_length(f, fa.ctx()); ++i) {
    fmpz_mpoly_factor_get_base(base.get(), f, i, fa.ctx());
    const MultiPolyZ g = base.value();
    factors[to_string(g.coefficient(0).sign() < 0 ? neg(g) : g)] +=
        static_cast<std::uint64_t>(fmpz_mpoly_factor_get_exp_si(f, i, fa.ctx()));
  }
  fmpz_mpoly_factor_clear(f, fa.ctx());
  return factors;
}

Factors flint_factors(const MultiPolyZp& a) {
  Factors factors;
  MpolyZp fa(a);
  MpolyZp base(a.ring(), a.variables());
  nmod_mpoly_factor_t f;
  nmod_mpoly_factor_init(f, fa.ctx());
  EXPECT_NE(nmod_mpoly_factor(f, fa.get(), fa.ctx()), 0);
  for (slong i = 0; i < nmod_mpoly_factor_length(f, fa.ctx()); ++i) {
    nmod_mpoly_factor_get_base(base.get(), f, i, fa.ctx());
    factors[to_string(make_monic(base.value()))] +=
        static_cast<std::uint64_t>(nmod_mpoly_factor_get_exp_si(f, i, fa.ctx()));
  }
  nmod_mpoly_factor_clear(f, fa.ctx());
  return factors;
}

template <class R>
Factors our_factors(const SparseMultiPoly<R>& a) {
  Factors factors;
  for (const auto& [g, multiplicity] : factor(a).factors) factors[to_string(g)] += multiplicity;
  return factors;
}

TEST(MultiFactorFlintOracle, OverZ) {
  Random r(451);
  for (int round = 0; round < 100; ++round) {
    const Variables v = test_variables(2 + r.below(5), static_cast<MonomialOrder>(r.below(3)));
    const std::size_t count = 2 + r.below(2);
    const MultiShape shape{1 + r.below(count == 2 ? 12 : 5), 1 + r.below(4),
                           round % 6 == 0 ? std::uint64_t{1} << 40 : 12};
    MultiPolyZ f = nonzero_multi(r, Integers{}, v, shape);
    if (shape.terms < 5 && r.below(2) == 0) f = mul(f, f);
    for (std::size_t i = 1; i < count; ++i) f = mul(f, nonzero_multi(r, Integers{}, v, shape));
    EXPECT_EQ(our_factors(f), flint_factors(f)) << f;
  }
}

/// Few terms and small coefficients: many accidents at points, deflation, homogeneous polynomials.
TEST(MultiFactorFlintOracle, OverZOfSmallShapes) {
  Random r(452);
  for (int round = 0; round < 150; ++round) {
    const Variables v = test_variables(2 + r.below(3));
    const MultiShape shape{2 + r.below(3), 1 + r.below(4), 2};
    MultiPolyZ f = nonzero_multi(r, Integers{}, v, shape);
    for (std::size_t i = r.below(4); i-- > 0;) f = mul(f, nonzero_multi(r, Integers{}, v, shape));
    EXPECT_EQ(our_factors(f), flint_factors(f)) << f;
  }
}

TEST(MultiFactorFlintOracle, OverZp) {
  Random r(453);
  for (const std::uint64_t p : {std::uint64_t{65537}, std::uint64_t{4611686018427387847}})
    for (int round = 0; round < 40; ++round) {
      const PrimeField field(p);
      const Variables v = test_variables(2 + r.below(4));
      const MultiShape shape{2 + r.below(5), 1 + r.below(4), 30};
      MultiPolyZp f = nonzero_multi(r, field, v, shape);
      if (shape.terms < 4) f = mul(f, f);
      for (std::size_t i = 1 + r.below(2); i-- > 0;) f = mul(f, nonzero_multi(r, field, v, shape));
      EXPECT_EQ(our_factors(f), flint_factors(f)) << f << " modulo " << p;
    }
}

TEST(MultiFactorFlintOracle, OverSmallFields) {
  Random r(454);
  for (const std::uint64_t p : {std::uint64_t{2}, std::uint64_t{3}, std::uint64_t{5}, std::uint64_t{7},
                                std::uint64_t{31}, std::uint64_t{101}, std::uint64_t{1009}})
    for (int round = 0; round < 15; ++round) {
      const PrimeField field(p);
      const Variables v = test_variables(2 + r.below(3));
      const MultiShape shape{2 + r.below(4), 1 + r.below(3), 30};
      MultiPolyZp f = nonzero_multi(r, field, v, shape);
      for (std::size_t i = r.below(3); i-- > 0;) f = mul(f, nonzero_multi(r, field, v, shape));
      EXPECT_EQ(our_factors(f), flint_factors(f)) << f << " modulo " << p;
    }
}

/// All monomials up to a total degree but for some.
template <class R>
SparseMultiPoly<R> almost_dense(Random& r, const R& ring, const Variables& v, std::uint64_t degree,
                                std::uint64_t most) {
  typename SparseMultiPoly<R>::Collector collector(ring, v);
  std::vector<std::uint64_t> e(v.size(), 0);
  for (bool more = true; more;) {
    std::uint64_t total = 0;
    for (const std::uint64_t x : e) total += x;
    if (total <= degree && r.below(12) != 0)
      collector.push_back(e, ring.from_integer(Integer(static_cast<std::int64_t>(1 + r.below(most)))));
    more = false;
    for (std::size_t k = 0; k < e.size() && !more; ++k) {
      more = e[k] < degree;
      e[k] = more ? e[k] + 1 : 0;
    }
  }
  return std::move(collector).finish(ExecutionContext::default_context());
}

/// More monomials than a field has values for, coefficients that vanish by chance, factors that differ by little.
TEST(MultiFactorFlintOracle, DenseOverSmallFields) {
  Random r(455);
  for (const std::uint64_t p :
       {std::uint64_t{3}, std::uint64_t{7}, std::uint64_t{17}, std::uint64_t{61}, std::uint64_t{67}, std::uint64_t{101},
        std::uint64_t{257}, std::uint64_t{1009}, std::uint64_t{2147483647}})
    for (int round = 0; round < 6; ++round) {
      const PrimeField field(p);
      const Variables v = test_variables(2 + r.below(3));
      const std::uint64_t degree = v.size() == 4 ? 1 + r.below(3) : 1 + r.below(5);
      MultiPolyZp f = almost_dense(r, field, v, degree, p);
      if (f.is_zero()) continue;
      const MultiPolyZp x = MultiPolyZp::generator(field, v, v.name(r.below(v.size())));
      if (round % 3 == 0) f = mul(f, add(f, x));
      for (std::size_t i = r.below(3); i-- > 0;) {
        const MultiPolyZp g = almost_dense(r, field, v, 1 + r.below(degree), p);
        if (!g.is_zero()) f = mul(f, g);
      }
      if (!f.is_zero()) {
        EXPECT_EQ(our_factors(f), flint_factors(f)) << f << " modulo " << p;
      }
    }
}

}  // namespace
}  // namespace polyfork::test
