// Extensions of small prime fields as fields of words: laws, inverses, numberings, integers in them.
#include "poly/residues/word_fields.hpp"

#include <gtest/gtest.h>

#include <set>

#include "random.hpp"

namespace polyfork::test {
namespace {

using namespace polyfork::detail;

template <class F>
void expect_field(const F& field, std::uint64_t p, std::uint64_t stream) {
  Random r(stream);
  const auto draw = [&] { return element_at(field, r.below(element_count(field))); };
  std::set<std::uint64_t> met;
  for (int round = 0; round < 200; ++round) {
    const std::uint64_t a = draw();
    const std::uint64_t b = draw();
    const std::uint64_t c = draw();
    EXPECT_EQ(field.mul(a, field.add(b, c)), field.add(field.mul(a, b), field.mul(a, c)));
    EXPECT_EQ(field.mul(field.mul(a, b), c), field.mul(a, field.mul(b, c)));
    EXPECT_EQ(field.add(field.sub(a, b), b), a);
    EXPECT_EQ(field.add(a, field.neg(a)), 0U);
    EXPECT_EQ(field.pow(a, element_count(field)), a);
    EXPECT_EQ(field.mul(a, field.inverse(a)), a == 0 ? 0 : field.reduce(1));
    EXPECT_EQ(field.add(field.pow(a, p), field.pow(b, p)), field.pow(field.add(a, b), p));
  }
  const std::uint64_t first = element_at(field, element_count(field) - 1);
  EXPECT_EQ(element_after(field, first, 0), first);
  for (std::uint64_t n = 0; n < std::min<std::uint64_t>(element_count(field) - 1, 300); ++n)
    EXPECT_TRUE(met.insert(element_after(field, first, n)).second) << n;
  std::vector<std::uint64_t> integers{0, 1, p - 1, p / 2};
  const std::vector<std::uint64_t> before = integers;
  into_field(integers, field);
  EXPECT_EQ(field.add(integers[1], integers[2]), 0U);
  ASSERT_TRUE(into_integers(integers, field));
  EXPECT_EQ(integers, before);
  std::size_t others = 0;
  for (int round = 0; round < 50; ++round) {
    std::vector<std::uint64_t> one{draw()};
    others += into_integers(one, field) ? 0 : 1;
  }
  EXPECT_GT(others, 0U);
}

TEST(WordFieldsProperty, Tables) {
  const ExecutionContext ctx;
  for (const std::uint64_t p : {2U, 3U, 5U, 67U, 251U}) {
    const std::size_t degree = extension_degree(p, 1 << 11, 1 << 21);
    ASSERT_GE(degree, 2U);
    expect_field(TableField(p, degree, ctx), p, p);
    EXPECT_GT(ctx.plan_cache().bytes(), 0U);
  }
  EXPECT_EQ(extension_degree(2, 3, 100), 2U);
  EXPECT_EQ(extension_degree(251, 100'000, 1 << 21), 0U);
}

TEST(WordFieldsProperty, Quadratic) {
  for (const std::uint64_t p : {std::uint64_t{3}, std::uint64_t{257}, std::uint64_t{65537}, std::uint64_t{2147483647}})
    expect_field(QuadraticField(WordModulus(p)), p, p);
}

}  // namespace
}  // namespace polyfork::test
