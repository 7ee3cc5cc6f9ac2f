#include "root_checks.hpp"

#include <gtest/gtest.h>

#include <polyfork/poly/text/io.hpp>

#include "sturm.hpp"

namespace polyfork::test {

namespace {

/// The dyadic cell around (lower, upper) twice as wide.
std::pair<Rational, Rational> parent_cell(const Rational& lower, const Rational& width) {
  const Rational twice = width * Rational(2);
  const Integer c = (lower / twice).floor();
  return {Rational(c) * twice, Rational(c + Integer(1)) * twice};
}

bool allowed(const SturmSequence& sturm, const Rational& lower, const Rational& upper,
             const std::optional<Rational>& width) {
  if (lower.sign() * upper.sign() <= 0) return false;
  if (width && upper - lower > *width) return false;
  return sturm.count_closed(lower, upper) == 1;
}

bool power_of_two(const Rational& x) {
  return x.sign() > 0 && x.is_dyadic() && x.numerator().bit_length() == x.numerator().trailing_zeros() + 1;
}

}  // namespace

void check_canonical(const PolyZ& f, const IsolationResult& result, const std::optional<Rational>& width) {
  SCOPED_TRACE(f.length() < 40 ? format_poly(f) : "degree " + std::to_string(f.degree()));
  const SturmSequence sturm(f);
  ASSERT_EQ(result.roots.size(), sturm.count());
  for (std::size_t i = 0; i < result.roots.size(); ++i) {
    const RootInterval& r = result.roots[i];
    SCOPED_TRACE(r.lower.to_string() + " " + r.upper.to_string());
    if (i > 0) {
      EXPECT_LE(result.roots[i - 1].upper, r.lower);
    }
    if (r.exact) {
      EXPECT_EQ(r.lower, r.upper);
      EXPECT_EQ(sturm.count_closed(r.lower, r.lower), 1U);
      continue;
    }
    EXPECT_TRUE(allowed(sturm, r.lower, r.upper, width));
    ASSERT_TRUE(power_of_two(r.width()));
    EXPECT_TRUE((r.lower / r.width()).is_integer());
    const auto [lower, upper] = parent_cell(r.lower, r.width());
    EXPECT_FALSE(allowed(sturm, lower, upper, width)) << "a coarser cell would do";
  }
}

}  // namespace polyfork::test
