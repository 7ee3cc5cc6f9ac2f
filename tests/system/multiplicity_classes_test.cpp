// Factors over Z from the multiplicities modulo a prime, and recurrences term after term.
#include "system/modular/multiplicity_classes.hpp"

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>
#include <polyfork/poly/dense/convert.hpp>
#include <polyfork/poly/division/division.hpp>
#include <polyfork/poly/gcd/gcd.hpp>

#include "random.hpp"
#include "system/modular/berlekamp_massey.hpp"

namespace polyfork::test {
namespace {

using detail::SmallPrime;

const PrimeField& field() {
  static const PrimeField f(2147483629);
  return f;
}

PolyZ random_poly(Random& r, std::size_t degree, int words) {
  std::vector<Integer> c(degree + 1);
  for (Integer& a : c) {
    for (int i = 0; i < words; ++i) a = (a << 64) + Integer(r.next());
    if (r.below(2) == 0) a = -a;
  }
  if (c.back().sign() <= 0) c.back() = Integer(1) - c.back();
  return primitive_part(PolyZ::from_elements({}, c));
}

/// The product of the classes' polynomials, and that of their powers modulo the prime.
struct Planted {
  PolyZ f = PolyZ::constant(Integer(1));
  PolyZp characteristic = PolyZp::constant(field(), 1);

  explicit Planted(const std::vector<MultiplicityClass>& classes) {
    for (const MultiplicityClass& c : classes) {
      f = mul(f, c.polynomial);
      const PolyZp image = reduce(c.polynomial, field());
      for (std::size_t i = 0; i < c.multiplicity; ++i) characteristic = mul(characteristic, image);
    }
    characteristic = make_monic(characteristic);
  }
};

void expect_same(const std::vector<MultiplicityClass>& found, const std::vector<MultiplicityClass>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(found[i].multiplicity, expected[i].multiplicity);
    EXPECT_EQ(found[i].polynomial, expected[i].polynomial);
  }
}

TEST(MultiplicityClassesProperty, AreThoseThatWerePlanted) {
  Random r(91);
  for (int round = 0; round < 40; ++round) {
    std::vector<MultiplicityClass> classes;
    for (std::size_t multiplicity = 1; multiplicity <= 4; ++multiplicity)
      if (r.below(3) != 0)
        classes.push_back({multiplicity, random_poly(r, 1 + r.below(12), 1 + static_cast<int>(r.below(6)))});
    if (classes.empty()) continue;
    const Planted planted(classes);
    for (const int threads : {1, 3})
      expect_same(
          detail::multiplicity_classes(planted.f, planted.characteristic, ExecutionContext().with_threads(threads)),
          classes);
  }
}

TEST(MultiplicityClasses, OfRootsWithSeveralMultiplicitiesModuloThePrimeAreUnknown) {
  // x^2 - 2 is irreducible over Q, but has two roots modulo a prime that is 7 modulo 8; one of them counts twice.
  const PrimeField seven(2147483647);
  const std::uint64_t root = seven.word_modulus().pow(2, (std::uint64_t{1} << 31) / 4);
  ASSERT_EQ(seven.word_modulus().mul(root, root), 2U);
  const PolyZp one = sub(PolyZp::generator(seven), PolyZp::constant(seven, root));
  const PolyZp other = add(PolyZp::generator(seven), PolyZp::constant(seven, root));
  EXPECT_TRUE(detail::multiplicity_classes(PolyZ{-2, 0, 1}, mul(mul(one, one), other), ExecutionContext()).empty());
  // Beside another factor, too.
  const PolyZp third = sub(PolyZp::generator(seven), PolyZp::constant(seven, 1));
  EXPECT_TRUE(detail::multiplicity_classes(mul(PolyZ{-2, 0, 1}, PolyZ{-1, 1}), mul(mul(mul(one, one), other), third),
                                           ExecutionContext())
                  .empty());
}

TEST(SequenceRecurrenceProperty, GrowsWithTheTerms) {
  Random r(92);
  const SmallPrime p(2147483629);
  const ExecutionContext ctx;
  for (std::size_t degree = 1; degree <= 24; ++degree) {
    // A monic recurrence with a constant coefficient, begun with 0, ..., 0, 1: no shorter one holds.
    std::vector<std::uint32_t> c(degree + 1);
    for (std::uint32_t& a : c) a = static_cast<std::uint32_t>(1 + r.below(p.value() - 1));
    c[degree] = 1;
    std::vector<std::uint32_t> terms(degree, 0);
    terms[degree - 1] = 1;
    while (terms.size() < 3 * degree + 10) {
      std::uint64_t next = 0;
      for (std::size_t i = 0; i < degree; ++i)
        next = p.modulus().add(next, p.mul(c[i], terms[terms.size() - degree + i]));
      terms.push_back(p.neg(static_cast<std::uint32_t>(next)));
    }
    detail::SequenceRecurrence search(terms.size(), detail::SequenceArithmetic(p, ctx));
    for (std::size_t k = 0; k < terms.size(); ++k) {
      search.add(terms[k]);
      const auto found = search.recurrence();
      ASSERT_EQ(found.size(), search.length() + 1);
      EXPECT_EQ(found.back(), 1U);
      // It holds for the terms so far.
      for (std::size_t i = 0; i + search.length() <= k; ++i) {
        std::uint64_t sum = 0;
        for (std::size_t j = 0; j < found.size(); ++j) sum = p.modulus().add(sum, p.mul(found[j], terms[i + j]));
        EXPECT_EQ(sum, 0U);
      }
      if (k + 1 >= 2 * degree) {
        EXPECT_EQ(found, c) << degree << ' ' << k;
      }
      EXPECT_EQ(found, detail::minimal_recurrence(std::span(terms).first(k + 1), p, ctx));
    }
    EXPECT_EQ(detail::is_settled(search), search.terms() >= 2 * degree + detail::spare_terms);
  }
}

}  // namespace
}  // namespace polyfork::test
