// Chains of conjugate points modulo primes: the short way against elimination.
#include "system/modular/modular_chain.hpp"

#include <cstdint>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include <polyfork/poly/division/division.hpp>

namespace polyfork::test {
namespace {

using detail::SmallPrime;

class ModularChainTest : public ::testing::Test {
 protected:
  PolyZp random_poly(std::size_t length) {
    std::vector<std::uint64_t> words(length);
    for (auto& w : words) w = random_() % p_.value();
    return PolyZp(field_, ResidueVector(words.begin(), words.end()));
  }
  PolyZp random_modulus(std::size_t degree) { return add(random_poly(degree), PolyZp::monomial(field_, 1, degree)); }
  /// Both ways tell the same.
  void compare(const PolyZp& f, const std::vector<PolyZp>& coordinates, bool is_shape) {
    const ExecutionContext ctx;
    const auto expected = modular_chain_by_elimination(f, coordinates, p_, ctx);
    const auto shape = modular_shape_chain(f, coordinates, p_, ctx);
    ASSERT_EQ(shape.has_value(), is_shape) << f;
    const auto chain = modular_chain(f, coordinates, p_, ctx);
    ASSERT_EQ(chain.has_value(), expected.has_value()) << f;
    if (!chain) return;
    EXPECT_EQ(chain->degrees, expected->degrees) << f;
    EXPECT_EQ(chain->tails, expected->tails) << f;
  }

  SmallPrime p_{2147483629};
  PrimeField field_ = PrimeField::trusted(2147483629);
  std::mt19937 random_{7};
};

TEST_F(ModularChainTest, ShortWayEqualsElimination) {
  for (const std::size_t degree : {1, 2, 3, 4, 7, 16, 33, 64, 65}) {
    const PolyZp f = random_modulus(degree);
    std::vector<PolyZp> coordinates;
    for (int k = 0; k < 3; ++k) {
      coordinates.push_back(random_poly(degree));
      compare(f, coordinates, true);
    }
    // Constants and the generator itself among the others.
    compare(f, {random_poly(degree), PolyZp::constant(field_, 5), PolyZp(field_), rem(random_poly(2), f)}, true);
  }
}

TEST_F(ModularChainTest, SubfieldsGoByElimination) {
  // f(t) = g(t^2): t^2 generates half of the residues.
  for (const std::size_t half : {1, 2, 5, 12}) {
    const PolyZp g = random_modulus(half);
    std::vector<std::uint64_t> words(2 * half + 1, 0);
    for (std::size_t i = 0; i <= half; ++i) words[2 * i] = g.coefficient(i);
    const PolyZp f(field_, ResidueVector(words.begin(), words.end()));
    const PolyZp t = PolyZp::monomial(field_, 1, 1);
    compare(f, {rem(mul(t, t), f), t}, false);
    compare(f, {PolyZp::constant(field_, 3), rem(mul(t, t), f), t}, false);
    compare(f, {t, rem(mul(t, t), f)}, true);
    compare(f, {rem(mul(t, t), f)}, false);  // no tower of all residues
  }
}

}  // namespace
}  // namespace polyfork::test
