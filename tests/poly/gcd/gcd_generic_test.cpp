// The templates for rings without a flat vector type: plain copies of Z and Q against the flat ones, and Z/6Z.
#include <gtest/gtest.h>

#include <polyfork/poly/dense/composition.hpp>
#include <polyfork/poly/gcd/gcd.hpp>

#include "algebra_generators.hpp"
#include "integers_mod_six.hpp"

namespace polyfork::test {
namespace {

/// The ring Base on arrays of elements.
template <class Base>
struct Plain : Base {
  using vector_type = std::vector<typename Base::element>;
  friend bool operator==(Plain, Plain) noexcept { return true; }
};
using PlainZ = Plain<Integers>;
using PlainQ = Plain<Rationals>;
static_assert(GcdDomain<PlainZ> && Field<PlainQ>);

template <class Base>
DensePoly<Plain<Base>> plain(const DensePoly<Base>& a) {
  return DensePoly<Plain<Base>>::from_elements({}, a.elements());
}

TEST(GenericAlgebraProperty, IntegersAgreeWithTheFlatOnes) {
  IntegerGenerator g(60);
  for (int round = 0; round < 25; ++round) {
    const PolyZ common = random_bits(g, 1 + g.random().below(6), 20);
    const PolyZ a = common * common * random_bits(g, 1 + g.random().below(8), 20) << g.random().below(3);
    const PolyZ b = common * random_bits(g, 1 + g.random().below(8), 20);
    EXPECT_EQ(gcd(plain(a), plain(b)), plain(gcd(a, b)));
    const auto pseudo = pseudo_div_rem(a, b);
    const auto generic_pseudo = pseudo_div_rem(plain(a), plain(b));
    EXPECT_EQ(generic_pseudo.quotient, plain(pseudo.quotient));
    EXPECT_EQ(generic_pseudo.remainder, plain(pseudo.remainder));
    EXPECT_EQ(generic_pseudo.multiplier, pseudo.multiplier);
    const auto lazy = lazy_pseudo_div_rem(a, b);
    const auto generic_lazy = lazy_pseudo_div_rem(plain(a), plain(b));
    EXPECT_EQ(generic_lazy.quotient, plain(lazy.quotient));
    EXPECT_EQ(generic_lazy.remainder, plain(lazy.remainder));
    EXPECT_EQ(generic_lazy.multiplier, lazy.multiplier);
    const auto flat = square_free_decomposition(a);
    const auto generic = square_free_decomposition(plain(a));
    EXPECT_EQ(generic.unit, flat.unit);
    ASSERT_EQ(generic.factors.size(), flat.factors.size());
    for (std::size_t i = 0; i < flat.factors.size(); ++i) {
      EXPECT_EQ(generic.factors[i].factor, plain(flat.factors[i].factor));
      EXPECT_EQ(generic.factors[i].multiplicity, flat.factors[i].multiplicity);
    }
    EXPECT_EQ(compose(plain(a), plain(b)), plain(compose(a, b)));
  }
}

TEST(GenericAlgebraProperty, RationalsAgreeWithTheFlatOnes) {
  IntegerGenerator g(61);
  for (int round = 0; round < 10; ++round) {
    const PolyQ common = random_q(g, 1 + g.random().below(4));
    const PolyQ a = common * common * random_q(g, 1 + g.random().below(4)) << g.random().below(3);
    const PolyQ b = common * random_q(g, 1 + g.random().below(4));
    EXPECT_EQ(gcd(plain(a), plain(b)), plain(gcd(a, b)));
    EXPECT_EQ(div_rem(plain(a), plain(b)).remainder, plain(div_rem(a, b).remainder));
    const auto flat = square_free_decomposition(a);
    const auto generic = square_free_decomposition(plain(a));
    EXPECT_EQ(generic.unit, flat.unit);
    ASSERT_EQ(generic.factors.size(), flat.factors.size());
    for (std::size_t i = 0; i < flat.factors.size(); ++i)
      EXPECT_EQ(generic.factors[i].factor, plain(flat.factors[i].factor));
    EXPECT_EQ(compose(plain(a), plain(b)), plain(compose(a, b)));
  }
}

TEST(GenericAlgebra, RingsWithZeroDivisors) {
  using P = DensePoly<IntegersModSix>;
  const P a{1, 2, 3, 4, 5};
  const P b{1, 3, 2};
  for (const auto& qr : {pseudo_div_rem(a, b), lazy_pseudo_div_rem(a, b)}) {
    EXPECT_EQ(scale(a, qr.multiplier), qr.quotient * b + qr.remainder);
    EXPECT_LT(qr.remainder.degree(), b.degree());
  }
  const auto monic = monic_div_rem(a, P{4, 2, 1});
  EXPECT_EQ(a, (monic.quotient * P{4, 2, 1} + monic.remainder));
  EXPECT_EQ(pow(P{0, 2}, 3), (P{0, 0, 0, 2}));
  EXPECT_TRUE((pow(P{0, 2}, 2) * P{3}).is_zero());
  EXPECT_EQ(compose(P{1, 2, 3}, P{0, 2}), (P{1, 4}));
}

}  // namespace
}  // namespace polyfork::test
