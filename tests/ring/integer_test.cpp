// Integer: construction, text, storage, errors. The arithmetic is replayed against GMP in integer_gmp_test.cpp.
#include <polyfork/ring/integer.hpp>

#include <limits>
#include <sstream>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include <polyfork/core/error.hpp>

namespace polyfork::test {
namespace {

TEST(Integer, BuiltInValues) {
  EXPECT_EQ(Integer().to_string(), "0");
  EXPECT_EQ(Integer(std::numeric_limits<std::int64_t>::min()).to_string(), "-9223372036854775808");
  EXPECT_EQ(Integer(std::numeric_limits<std::uint64_t>::max()).to_string(), "18446744073709551615");
  EXPECT_EQ(Integer(static_cast<signed char>(-128)).to_string(), "-128");
  EXPECT_EQ(Integer(true), 1);
  EXPECT_TRUE(Integer(-1) < 0U && Integer(5) > 4 && 3 < Integer(5) && Integer(7) == 7L);
}

TEST(Integer, OneLimbIsInline) {
  Integer a(std::numeric_limits<std::uint64_t>::max());
  EXPECT_TRUE(a.is_inline());
  a += 1;
  EXPECT_FALSE(a.is_inline());
  EXPECT_EQ(a.to_string(), "18446744073709551616");
  a -= 1;
  EXPECT_TRUE(a.is_inline());
  EXPECT_EQ(sizeof(Integer), 16U);
}

TEST(Integer, TextRoundTrip) {
  const std::string digits = "-123456789012345678901234567890123456789012345678901234567890";
  EXPECT_EQ(Integer(digits).to_string(), digits);
  EXPECT_EQ(Integer("+42"), 42);
  EXPECT_EQ(Integer("-0"), 0);
  EXPECT_EQ(Integer("00000000000000000000000000000000000000000007"), 7);
  EXPECT_EQ(Integer("18446744073709551616"), Integer(1) << 64);
  EXPECT_EQ(Integer("ff", 16), 255);
  EXPECT_EQ(Integer("-FfFfFfFfFfFfFfFfFf", 16).to_string(16), "-ffffffffffffffffff");
  EXPECT_EQ(Integer("zz", 36).to_string(36), "zz");
  EXPECT_EQ(Integer(std::numeric_limits<std::int64_t>::min()).to_string(2), "-1" + std::string(63, '0'));
  EXPECT_EQ((Integer(1) << 1000).to_string(2), "1" + std::string(1000, '0'));
  std::ostringstream out;
  out << Integer(-5);
  EXPECT_EQ(out.str(), "-5");
}

TEST(Integer, TextErrorsHaveColumns) {
  const std::pair<const char*, std::size_t> bad[] = {{"", 1},
                                                     {"-", 2},
                                                     {"+-1", 2},
                                                     {"12a", 3},
                                                     {" 1", 1},
                                                     {"1 ", 2},
                                                     {"1.0", 2},
                                                     {"0x10", 2},
                                                     {"--1", 2},
                                                     {"1_0", 2},
                                                     {"1234567890123456789012345678901234567890x", 41}};
  for (const auto& [text, column] : bad) {
    try {
      Integer parsed{std::string_view(text)};
      ADD_FAILURE() << '"' << text << "\" was read as " << parsed;
    } catch (const ParseError& error) {
      EXPECT_EQ(error.line(), 1U);
      EXPECT_EQ(error.column(), column) << text;
    }
  }
  EXPECT_THROW(Integer("2", 2), ParseError);
  EXPECT_THROW(Integer(std::string_view("1\0", 2)), ParseError);
  EXPECT_THROW(Integer("1", 1), DomainError);
  EXPECT_THROW(Integer("1", 37), DomainError);
  EXPECT_THROW((void)Integer(1).to_string(37), DomainError);
}

TEST(Integer, MovesLeaveAValidObject) {
  Integer a = Integer(1) << 100;
  Integer b(std::move(a));
  EXPECT_EQ(b.bit_length(), 101U);
  a = 5;  // NOLINT(bugprone-use-after-move): that is what is tested
  EXPECT_EQ(a, 5);
  a = std::move(b);
  EXPECT_EQ(a, Integer(1) << 100);
  a = static_cast<Integer&&>(a);
  EXPECT_EQ(a, Integer(1) << 100);
}

TEST(Integer, DivisionByZeroIsADomainError) {
  const Integer big = Integer(1) << 200;
  for (const Integer& a : {Integer(0), Integer(7), big}) {
    EXPECT_THROW((void)floor_div_rem(a, Integer(0)), DomainError);
    EXPECT_THROW((void)trunc_div_rem(a, Integer(0)), DomainError);
    EXPECT_THROW((void)exact_div(a, Integer(0)), DomainError);
  }
  EXPECT_THROW((void)exact_div(Integer(7), Integer(2)), DomainError);
  EXPECT_THROW((void)exact_div(big + 1, big), DomainError);
}

TEST(Integer, WhatGmpCannotHoldIsAMemoryLimit) {
  Integer a(1);
  const std::size_t huge = std::size_t{1} << 40;
  EXPECT_THROW(a <<= huge, MemoryLimit);
  EXPECT_EQ(a, 1);
  EXPECT_THROW((void)((Integer(1) << 100) << huge), MemoryLimit);
  EXPECT_THROW((void)pow(Integer(3), huge), MemoryLimit);
  EXPECT_THROW((void)pow(Integer(3), ~std::uint64_t{0}), MemoryLimit);
  EXPECT_THROW((void)factorial(huge), MemoryLimit);
  EXPECT_THROW((void)binomial(~std::uint64_t{0}, huge), MemoryLimit);
  EXPECT_EQ(Integer(0) <<= huge, 0);
  EXPECT_EQ(pow(Integer(-1), ~std::uint64_t{0}), -1);
}

TEST(Integer, CombinatorialNumbers) {
  Integer product(1);
  for (unsigned n = 0; n <= 60; ++n) {
    if (n > 0) product *= Integer(n);
    EXPECT_EQ(factorial(n), product);
    Integer row_sum;
    for (unsigned k = 0; k <= n; ++k) {
      EXPECT_EQ(binomial(n, k) * factorial(k) * factorial(n - k), product);
      row_sum += binomial(n, k);
    }
    EXPECT_EQ(row_sum, Integer(1) << n);
  }
  EXPECT_EQ(binomial(3, 5), 0);
  EXPECT_EQ(binomial(~std::uint64_t{0}, 1), ~std::uint64_t{0});
  EXPECT_EQ(binomial(~std::uint64_t{0}, ~std::uint64_t{0} - 1), ~std::uint64_t{0});
}

TEST(Integer, WithMpzTakesTheStorageBack) {
  Integer a(3);
  a.with_mpz([](mpz_ptr z) { mpz_ui_pow_ui(z, 3, 200); });
  EXPECT_EQ(a, pow(Integer(3), 200));
  a.with_mpz([](mpz_ptr z) { mpz_set_si(z, -2); });
  EXPECT_EQ(a, -2);
  EXPECT_TRUE(a.is_inline());
  EXPECT_THROW(a.with_mpz([](mpz_ptr) { throw DomainError("test"); }), DomainError);
  EXPECT_EQ(a, -2);
}

TEST(IntegerView, Queries) {
  const Integer a = -((Integer(1) << 70) + (Integer(1) << 65));
  const IntegerView v = a;
  EXPECT_EQ(v.sign(), -1);
  EXPECT_EQ(v.bit_length(), 71U);
  EXPECT_EQ(v.trailing_zeros(), 65U);
  EXPECT_FALSE(v.is_odd());
  EXPECT_FALSE(v.fits_int64());
  EXPECT_EQ((-v).sign(), 1);
  EXPECT_EQ(v.abs(), -v);
  EXPECT_EQ(v.mod(7), (Integer(7) + trunc_div_rem(a, Integer(7)).second).to_int64());
  EXPECT_EQ(IntegerView(), Integer(0).view());
  EXPECT_EQ(IntegerView().bit_length() + IntegerView().trailing_zeros(), 0U);
  EXPECT_TRUE(Integer(std::numeric_limits<std::int64_t>::min()).fits_int64());
  EXPECT_EQ(Integer(std::numeric_limits<std::int64_t>::min()).to_int64(), std::numeric_limits<std::int64_t>::min());
  EXPECT_FALSE((Integer(std::numeric_limits<std::int64_t>::min()) - 1).fits_int64());
  EXPECT_THROW((Integer(std::numeric_limits<std::int64_t>::min()) - 1).to_int64(), DomainError);
  EXPECT_THROW((Integer(std::numeric_limits<std::int64_t>::max()) + 1).to_int64(), DomainError);
  EXPECT_THROW(v.to_int64(), DomainError);
}

TEST(Integer, BuiltInValuesOfTwoWords) {
  const detail::Int128 one = 1;
  EXPECT_EQ(Integer(one << 100), Integer(1) << 100);
  EXPECT_EQ(Integer(-(one << 100) - 7), -(Integer(1) << 100) - 7);
  EXPECT_EQ(Integer(5 * (one << 64) + 7).to_string(), "92233720368547758087");
  EXPECT_TRUE(Integer(detail::Int128{0}).is_zero());
  EXPECT_EQ(Integer(detail::Int128{-3}), Integer(-3));
  EXPECT_EQ(Integer(~detail::Uint128{0}), (Integer(1) << 128) - 1);
  EXPECT_EQ(Integer(-(one << 126) - (one << 126)), -(Integer(1) << 127));  // the smallest number of the type
  const Integer implicit = one << 70;
  EXPECT_EQ(implicit.bit_length(), 71U);
}

}  // namespace
}  // namespace polyfork::test
