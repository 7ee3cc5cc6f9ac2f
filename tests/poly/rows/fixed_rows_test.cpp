// FixedRows: lengths of rows in two's complement, and rows as conversions to residues see them.
#include "poly/rows/fixed_rows.hpp"

#include <vector>

#include <gtest/gtest.h>

#include <polyfork/ring/integer.hpp>

#include "integer_generators.hpp"

namespace polyfork::test {
namespace {

std::vector<Integer> around_words(std::size_t limbs) {
  std::vector<Integer> values{0, 1, -1};
  for (std::size_t k = 1; k < 64 * limbs - 1; ++k)
    for (const int d : {-1, 0, 1}) {
      values.push_back((Integer(1) << k) + d);
      values.push_back(-(Integer(1) << k) + d);
    }
  values.push_back(-(Integer(1) << (64 * limbs - 1)));
  return values;
}

TEST(FixedRows, MagnitudesHaveTheIntegersLengths) {
  for (const std::size_t limbs : {1, 2, 4}) {
    const std::vector<Integer> values = around_words(limbs);
    detail::FixedRows rows(values.size(), limbs);
    for (std::size_t i = 0; i < values.size(); ++i) {
      rows.assign(i, values[i], 0);
      ASSERT_EQ(detail::magnitude_bits(rows.row(i), limbs), values[i].bit_length()) << values[i];
    }
  }
}

TEST(FixedRows, MagnitudesAreTheIntegers) {
  IntegerGenerator g(21);
  for (const std::size_t limbs : {1, 2, 4}) {
    const std::vector<Integer> values = around_words(limbs);
    detail::FixedRows rows(values.size(), limbs);
    for (std::size_t i = 0; i < values.size(); ++i) rows.assign(i, values[i], 0);
    for (int round = 0; round < 50; ++round) {
      const std::size_t count = 1 + g.random().below(64);
      const std::size_t begin = 2 * g.random().below((values.size() - count) / 2);
      Workspace::Frame frame;
      const detail::IntegerRows some = magnitudes_of(rows.integers().part(begin, count), frame);
      for (std::size_t i = 0; i < count; ++i)
        ASSERT_EQ(Integer(IntegerView(some.row(i), some.sizes[i])), values[begin + i]) << limbs;
    }
  }
}

}  // namespace
}  // namespace polyfork::test
