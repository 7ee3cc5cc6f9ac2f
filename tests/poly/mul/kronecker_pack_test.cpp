// Packing for Kronecker substitution against the evaluation that it stands for, and back, at the widths where slots
// meet limb boundaries.
#include "poly/rows/kronecker_pack.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "integer_generators.hpp"
#include "naive_poly.hpp"
#include "poly/mul/mul_sizes.hpp"

namespace polyfork::test {
namespace {

Integer power_of_two(std::size_t k) {
  Integer r = 1;
  r <<= k;
  return r;
}

/// Coefficients that slots of s bits can carry: below its borrow (one when the next nonzero below is negative) each
/// lies in [-2^(s-1), 2^(s-1)), so with a borrow +2^(s-1) exists and -2^(s-1) does not.
class SlotGenerator {
 public:
  SlotGenerator(std::size_t slot_bits, std::uint64_t stream)
      : bits_(slot_bits), half_(power_of_two(slot_bits - 1)), generator_(stream) {}

  /// The leading coefficient is positive, unless all are zero.
  NaivePoly draw(std::size_t n) {
    NaivePoly c;
    borrow_ = false;
    while (c.size() < n) append(c, choose());
    if (borrow_) append(c, generator_.random().below(2) == 0 ? half_ : Integer(1));
    return c;
  }
  /// The same extreme in every slot, then what makes the leading coefficient positive.
  NaivePoly chain(const Integer& value, std::size_t n) {
    NaivePoly c;
    borrow_ = false;
    while (c.size() < n) append(c, value);
    if (borrow_) append(c, half_);
    return c;
  }
  const Integer& half() const noexcept { return half_; }

 private:
  Integer choose() {
    switch (generator_.random().below(8)) {
      case 0:
      case 1:
        return Integer(0);
      case 2:
        return -half_;
      case 3:
        return half_;
      case 4:
        return half_ - Integer(1);
      case 5:
        return Integer(1);
      case 6:
        return Integer(-1);
      default:
        return generator_.uniform(bits_) - half_;
    }
  }
  /// Moves the value into the slot's range when it is just outside.
  void append(NaivePoly& c, Integer value) {
    const Integer below = borrow_ ? Integer(1) : Integer(0);
    value = std::clamp(value, below - half_, below + half_ - Integer(1));
    if (value.sign() != 0) borrow_ = value.sign() < 0;
    c.push_back(std::move(value));
  }

  std::size_t bits_;
  Integer half_;
  IntegerGenerator generator_;
  bool borrow_ = false;
};

/// Rows without leading zeros in what they call their limbs, and zeros above.
bool is_sound(const IntegerVector& v) {
  for (std::size_t i = 0; i < v.size(); ++i) {
    const std::size_t n = v[i].limbs().size();
    const std::size_t stride = v.stride(i / IntegerVector::stripe_rows);
    if (n > stride || (n != 0 && v.row(i)[n - 1] == 0)) return false;
    if (std::any_of(v.row(i) + n, v.row(i) + stride, [](mp_limb_t x) { return x != 0; })) return false;
  }
  return true;
}

void expect_round_trip(const NaivePoly& c, std::size_t s, std::size_t grain) {
  const auto& ctx = ExecutionContext::default_context();
  const IntegerVector v{std::span<const Integer>(c)};
  const bool strict = v.max_bits() < s;
  const std::size_t room =
      strict ? detail::kronecker_value_limbs(v.size(), v.max_bits(), s) : detail::kronecker_limbs(v.size(), s);
  std::vector<mp_limb_t> packed(room, ~mp_limb_t{0});
  const bool negative = detail::kronecker_pack(packed, v, s, grain, ctx);

  const Integer value = naive_evaluate(c, power_of_two(s));
  const auto size = static_cast<int>(detail::strip(packed.data(), packed.size()));
  ASSERT_EQ(Integer(IntegerView(packed.data(), negative ? -size : size)), value);
  ASSERT_EQ(negative, value.sign() < 0);

  packed.resize(detail::kronecker_limbs(v.size(), s), 0);
  for (const std::size_t row_bits : {s, s - 1}) {
    if (row_bits < s && !strict) continue;
    IntegerVector back(v.size(), detail::limbs_for_bits(row_bits));
    detail::kronecker_unpack(back, packed, negative, s, grain, ctx);
    ASSERT_TRUE(is_sound(back));
    ASSERT_EQ(to_naive(back), c);
  }
}

void expect_round_trips(NaivePoly c, std::size_t s) {
  for (int sign = 0; sign < 2; ++sign) {
    for (const std::size_t grain : {std::size_t{0}, std::size_t{64}, detail::kronecker_period(s)})
      expect_round_trip(c, s, grain);
    if (::testing::Test::HasFatalFailure()) return;
    for (Integer& x : c) x.negate();
  }
}

class KroneckerPack : public ::testing::TestWithParam<std::size_t> {};

TEST_P(KroneckerPack, ExtremesInEverySlot) {
  const std::size_t s = GetParam();
  SlotGenerator g(s, 71);
  for (const Integer& value :
       {-g.half(), g.half(), g.half() - Integer(1), Integer(1) - g.half(), Integer(0), Integer(1), Integer(-1)})
    for (const std::size_t n : {1, 2, 63, 64, 65, 130}) {
      expect_round_trips(g.chain(value, n), s);
      ASSERT_FALSE(HasFatalFailure()) << s << " bits, " << n << " times " << value.to_string();
    }
}

TEST_P(KroneckerPack, MixedBorrowChains) {
  const std::size_t s = GetParam();
  SlotGenerator g(s, 72);
  for (std::size_t n = 1; n < 200; n = n * 3 / 2 + 1)
    for (int repeat = 0; repeat < 20; ++repeat) {
      expect_round_trips(g.draw(n), s);
      ASSERT_FALSE(HasFatalFailure()) << s << " bits, " << n << " slots";
    }
}

/// A borrow that passes through zeros into the next block.
TEST_P(KroneckerPack, BorrowThroughZeros) {
  const std::size_t s = GetParam();
  SlotGenerator g(s, 73);
  NaivePoly c(200, Integer(0));
  c[3] = -g.half();
  c[199] = g.half();
  expect_round_trips(c, s);
}

INSTANTIATE_TEST_SUITE_P(SlotBits, KroneckerPack,
                         ::testing::Values(1, 2, 3, 4, 31, 32, 33, 63, 64, 65, 66, 80, 127, 128, 129, 130, 144, 191,
                                           192, 193, 256),
                         ::testing::PrintToStringParamName());

}  // namespace
}  // namespace polyfork::test
