// Images of a lifting step at eight points at once against the factors that were multiplied.
#include "poly/multi_factor/lane_images.hpp"

#include <functional>
#include <map>

#include <gtest/gtest.h>

#include "forced_isa.hpp"
#include "random.hpp"

namespace polyfork::test {
namespace {

using detail::LaneImages;
using detail::WordTerms;

/// By exponents, descending: x, y_1, ..., y_k.
using Terms = std::map<std::vector<std::uint32_t>, std::uint64_t, std::greater<>>;

WordTerms words_of(const Terms& a, std::size_t variables) {
  WordTerms terms{variables, {}, {}};
  for (const auto& [exponents, c] : a) {
    if (c == 0) continue;
    terms.exponents.insert(terms.exponents.end(), exponents.begin(), exponents.end());
    terms.coefficients.push_back(c);
  }
  return terms;
}

Terms product(const Terms& a, const Terms& b, const WordModulus& m) {
  Terms c;
  for (const auto& [e, x] : a)
    for (const auto& [f, y] : b) {
      std::vector<std::uint32_t> sum(e);
      for (std::size_t v = 0; v < f.size(); ++v) sum[v] += f[v];
      std::uint64_t& at = c[sum];
      at = m.add(at, m.mul(x, y));
    }
  return c;
}

/// With variable v at a value; it stays, with exponent 0, unless it is the last one.
Terms at(const Terms& a, std::size_t v, std::uint64_t value, const WordModulus& m) {
  Terms c;
  for (const auto& [e, x] : a) {
    std::vector<std::uint32_t> rest(e);
    if (v + 1 == rest.size())
      rest.pop_back();
    else
      rest[v] = 0;
    std::uint64_t& sum = c[rest];
    sum = m.add(sum, m.mul(x, m.pow(value, e[v])));
  }
  return c;
}

struct Shape {
  std::vector<std::uint32_t> degrees;  // of the factors in x
  std::size_t variables;               // beside x
  std::uint32_t degree;                // in each of them, at most
  bool close = false;                  // factors that differ by a constant in x
};

Terms draw_factor(Random& r, std::uint32_t degree, const Shape& shape, std::uint64_t p) {
  Terms a;
  for (std::uint32_t x = 0; x <= degree; ++x)
    for (int i = 0; i < 4; ++i) {
      std::vector<std::uint32_t> e{x};
      for (std::size_t v = 0; v < shape.variables; ++v)
        e.push_back(static_cast<std::uint32_t>(r.below(shape.degree + 1)));
      a[e] = 1 + r.below(p - 1);
    }
  return a;
}

/// How many of eight random points are lucky; what these give is checked.
std::size_t check(Random& r, const Shape& shape, std::uint64_t p) {
  const WordModulus m(p);
  const std::size_t k = shape.variables;
  const std::uint64_t value = r.below(p);
  std::vector<Terms> factors;
  std::vector<WordTerms> leads;
  std::vector<WordTerms> known;
  Terms f{{std::vector<std::uint32_t>(k + 1, 0), 1}};
  std::size_t length = 1;
  for (const std::uint32_t d : shape.degrees) {
    if (shape.close && !factors.empty()) {
      factors.push_back(factors.back());
      std::vector<std::uint32_t> e(k + 1, 0);
      e[k] = 1;
      factors.back()[e] = m.add(factors.back()[e], 1);
    } else {
      factors.push_back(draw_factor(r, d, shape, p));
    }
    const Terms& g = factors.back();
    Terms lead;
    for (const auto& [e, c] : g) {
      length = std::max<std::size_t>(length, e[k] + 1);
      std::vector<std::uint32_t> rest(e);
      rest[0] = 0;
      if (e[0] == d && c != 0) lead[rest] = c;
    }
    leads.push_back(words_of(lead, k + 1));
    known.push_back(words_of(at(g, k, value, m), k));
    if (known.back().empty() || known.back().monomial(0)[0] != d) return 0;
    f = product(f, g, m);
  }
  const WordTerms words = words_of(f, k + 1);
  const auto images = LaneImages::make({words, leads, known, value, length}, m);
  EXPECT_TRUE(images.has_value());
  if (!images) return 0;
  std::vector<std::uint64_t> coordinates(8 * (k - 1));
  for (std::uint64_t& x : coordinates) x = r.below(p);
  std::size_t cells = 0;
  for (const std::uint32_t d : shape.degrees) cells += length * (d + 1);
  std::vector<std::uint64_t> workspace(images->workspace() + 1, 77);
  std::vector<std::uint64_t> out(8 * cells + 1, 77);
  const unsigned lucky = images->at(coordinates, std::span(workspace).first(images->workspace()), out);
  EXPECT_EQ(workspace.back(), 77U);
  EXPECT_EQ(out.back(), 77U);
  std::size_t count = 0;
  for (std::size_t j = 0; j < 8; ++j) {
    if ((lucky >> j & 1) == 0) continue;
    ++count;
    std::size_t begin = 0;
    for (std::size_t s = 0; s < factors.size(); ++s) {
      Terms g = factors[s];
      for (std::size_t v = 1; v < k; ++v) g = at(g, v, coordinates[8 * (v - 1) + j], m);
      const std::size_t width = shape.degrees[s] + 1;
      for (std::uint32_t y = 0; y < length; ++y)
        for (std::uint32_t x = 0; x < width; ++x) {
          std::vector<std::uint32_t> e(k + 1, 0);
          e[0] = x;
          e[k] = y;
          EXPECT_EQ(out[8 * (begin + y * width + x) + j], g[e]) << "factor " << s << ", x^" << x << " y^" << y;
        }
      begin += length * width;
    }
  }
  return count;
}

class LaneImagesIsa : public ::testing::TestWithParam<Isa> {};

TEST_P(LaneImagesIsa, FactorsAtPoints) {
  if (GetParam() > detected_isa()) GTEST_SKIP();
  const ForcedIsa forced(GetParam());
  Random r(111);
  const std::vector<Shape> shapes{{{1, 1}, 1, 2},       {{1, 1}, 2, 1},   {{2, 1}, 2, 3},    {{4, 4}, 3, 2},
                                  {{7, 8}, 2, 7},       {{3, 9}, 3, 4},   {{1, 1, 1}, 2, 2}, {{2, 3, 4}, 3, 2},
                                  {{5, 1, 2, 3}, 2, 3}, {{20, 12}, 2, 3}, {{32, 32}, 2, 1},  {{5, 5}, 3, 2, true},
                                  {{9, 9}, 2, 4, true}, {{1, 30}, 2, 2}};
  for (const Shape& shape : shapes) {
    for (const std::uint64_t p : {std::uint64_t{2013265921}, std::uint64_t{2147483647}})
      EXPECT_EQ(check(r, shape, p), 8U) << p;
    // Some points are unlucky modulo small primes; what is said of the others holds.
    for (const std::uint64_t p : {3, 5, 101, 1009, 65537})
      for (int i = 0; i < 2; ++i) check(r, shape, p);
  }
  std::size_t lucky = 0;
  for (int i = 0; i < 20; ++i) lucky += check(r, {{4, 4}, 3, 3}, 101);
  EXPECT_GT(lucky, 80U);
}

INSTANTIATE_TEST_SUITE_P(All, LaneImagesIsa, ::testing::Values(Isa::avx2, Isa::avx512, Isa::ifma),
                         [](const auto& isa) { return std::to_string(static_cast<int>(isa.param)); });

/// No factor of f is at hand: its terms are x^d y, and the same factor twice, x^(d / 2).
std::optional<LaneImages> images_of_degree(std::uint32_t d, std::uint64_t p) {
  const WordTerms f{2, {d, 1}, {1}};
  const std::vector<WordTerms> leads(2, WordTerms{2, {0, 0}, {1}});
  const std::vector<WordTerms> known(2, WordTerms{1, {d / 2}, {1}});
  return LaneImages::make({f, leads, known, 1, 2}, WordModulus(p));
}

TEST(LaneImages, AreRefusedWhereTheyDoNotServe) {
  if (detected_isa() >= Isa::avx2) {
    EXPECT_TRUE(images_of_degree(64, 2147483647).has_value());
    EXPECT_FALSE(images_of_degree(66, 2147483647).has_value());
    EXPECT_FALSE(images_of_degree(4, 2).has_value());
    EXPECT_FALSE(images_of_degree(4, 4294967291).has_value());
  }
  const ForcedIsa forced(Isa::scalar);
  EXPECT_FALSE(images_of_degree(4, 101).has_value());
}

TEST(LaneMonomials, AreMadeOnce) {
  detail::LaneMonomials monomials({7, 3, 2, 100000});
  EXPECT_EQ(monomials.first(), 4U);  // 1, y_1, y_2, y_3
  const std::uint32_t one[] = {5, 0, 0, 0};
  const std::uint32_t variable[] = {0, 0, 1, 0};
  const std::uint32_t mixed[] = {1, 2, 1, 3};
  EXPECT_EQ(monomials.cell(one), 0U);
  EXPECT_EQ(monomials.cell(variable), 2U);
  const std::size_t before = monomials.cells();
  const std::uint32_t cell = monomials.cell(mixed);
  EXPECT_EQ(monomials.cells(), before + 2);
  EXPECT_EQ(monomials.cell(mixed), cell);
  EXPECT_EQ(monomials.cells(), before + 2);
}

}  // namespace
}  // namespace polyfork::test
