// Integer replayed against raw GMP: every operation, operands of 0 to 5 limbs, every form of aliasing.
#include <polyfork/ring/integer.hpp>

#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <polyfork/core/error.hpp>

#include "integer_generators.hpp"

namespace polyfork::test {
namespace {

/// An mpz_t that GMP alone handles.
class Reference {
 public:
  Reference() { mpz_init(z_); }
  explicit Reference(IntegerView v) { mpz_init_set(z_, v.mpz()); }
  Reference(const Reference&) = delete;
  Reference& operator=(const Reference&) = delete;
  ~Reference() { mpz_clear(z_); }
  operator mpz_ptr() { return z_; }  // NOLINT(google-explicit-constructor)

 private:
  mpz_t z_;
};

::testing::AssertionResult is_canonical(const Integer& a) {
  const auto limbs = a.view().limbs();
  if (!limbs.empty() && limbs.back() == 0) return ::testing::AssertionFailure() << "leading zero limb";
  if (limbs.size() > 1 && a.is_inline()) return ::testing::AssertionFailure() << "too long to be inline";
  return ::testing::AssertionSuccess();
}

#define EXPECT_SAME(value, reference)                                   \
  do {                                                                  \
    const Integer value_ = (value);                                     \
    EXPECT_TRUE(is_canonical(value_));                                  \
    EXPECT_EQ(mpz_cmp(value_.view().mpz(), reference), 0)               \
        << "a=" << a << " b=" << b << " c=" << c << " gave " << value_; \
  } while (false)

constexpr int rounds = 20000;

TEST(IntegerProperty, RingOperationsEqualGmp) {
  IntegerGenerator g(1);
  for (int i = 0; i < rounds; ++i) {
    const Integer a = g.draw(5), b = g.draw(5), c = g.draw(5);
    Reference x(a), y(b), z(c), r;
    mpz_add(r, x, y);
    EXPECT_SAME(a + b, r);
    EXPECT_SAME(Integer(a) += b, r);
    mpz_sub(r, x, y);
    EXPECT_SAME(a - b, r);
    EXPECT_SAME(Integer(a) -= b, r);
    mpz_mul(r, x, y);
    EXPECT_SAME(a * b, r);
    EXPECT_SAME(Integer(a) *= b, r);
    mpz_set(r, z);
    mpz_addmul(r, x, y);
    EXPECT_SAME(Integer(c).add_mul(a, b), r);
    mpz_set(r, z);
    mpz_submul(r, x, y);
    EXPECT_SAME(Integer(c).sub_mul(a, b), r);
    mpz_neg(r, x);
    EXPECT_SAME(-a, r);
    mpz_abs(r, x);
    EXPECT_SAME(abs(a), r);
  }
}

TEST(IntegerProperty, AccumulationsEqualGmp) {
  // Long chains through one object: growth, cancellation, demotion to the inline form and back.
  IntegerGenerator g(2);
  for (int i = 0; i < 200; ++i) {
    Integer sum;
    Reference r;
    const Integer c;
    for (int k = 0; k < 100; ++k) {
      const Integer a = g.draw(2), b = g.draw(3);
      switch (g.random().below(6)) {
        case 0:
          sum += a;
          mpz_add(r, r, a.view().mpz());
          break;
        case 1:
          sum -= b;
          mpz_sub(r, r, b.view().mpz());
          break;
        case 2:
          sum.add_mul(a, b);
          mpz_addmul(r, a.view().mpz(), b.view().mpz());
          break;
        case 3:
          sum.sub_mul(b, a);
          mpz_submul(r, a.view().mpz(), b.view().mpz());
          break;
        case 4:
          sum *= a;
          mpz_mul(r, r, a.view().mpz());
          break;
        default:
          sum >>= 150;
          mpz_fdiv_q_2exp(r, r, 150);
      }
      EXPECT_SAME(sum, r);
    }
  }
}

TEST(IntegerProperty, ShiftsEqualGmp) {
  IntegerGenerator g(3);
  const Integer b, c;
  for (int i = 0; i < rounds; ++i) {
    const Integer a = g.draw(5);
    const std::size_t bits = g.random().below(3) == 0 ? 64 * g.random().below(6) : g.random().below(400);
    Reference x(a), r;
    mpz_mul_2exp(r, x, bits);
    EXPECT_SAME(a << bits, r);
    EXPECT_SAME(Integer(a) <<= bits, r);
    mpz_fdiv_q_2exp(r, x, bits);
    EXPECT_SAME(a >> bits, r);
    EXPECT_SAME(Integer(a) >>= bits, r);
  }
}

TEST(IntegerProperty, DivisionsEqualGmp) {
  IntegerGenerator g(4);
  const Integer c;
  for (int i = 0; i < rounds; ++i) {
    const Integer a = g.draw(5), b = g.nonzero(5);
    Reference x(a), y(b), q, r;
    mpz_fdiv_qr(q, r, x, y);
    const auto floor = floor_div_rem(a, b);
    EXPECT_SAME(floor.first, q);
    EXPECT_SAME(floor.second, r);
    mpz_tdiv_qr(q, r, x, y);
    const auto trunc = trunc_div_rem(a, b);
    EXPECT_SAME(trunc.first, q);
    EXPECT_SAME(trunc.second, r);
    EXPECT_EQ(exact_div(a * b, b), a);
    if (mpz_divisible_p(x, y) == 0) {
      EXPECT_THROW((void)exact_div(a, b), DomainError);
    }
  }
}

TEST(IntegerProperty, GcdLcmPowerEqualGmp) {
  IntegerGenerator g(5);
  for (int i = 0; i < rounds; ++i) {
    const Integer c = g.draw(2), a = g.draw(3) * c, b = g.draw(3) * c;
    Reference x(a), y(b), r;
    mpz_gcd(r, x, y);
    EXPECT_SAME(gcd(a, b), r);
    mpz_lcm(r, x, y);
    EXPECT_SAME(lcm(a, b), r);
    const std::uint64_t n = g.random().below(12);
    mpz_pow_ui(r, x, n);
    EXPECT_SAME(pow(a, n), r);
  }
}

TEST(IntegerProperty, ComparisonsAndQueriesEqualGmp) {
  IntegerGenerator g(6);
  for (int i = 0; i < rounds; ++i) {
    const Integer a = g.draw(4);
    const Integer b = g.random().below(2) == 0 ? a + Integer(static_cast<int>(g.random().below(3)) - 1) : g.draw(4);
    Reference x(a), y(b);
    EXPECT_TRUE((a <=> b) == (mpz_cmp(x, y) <=> 0));
    EXPECT_EQ(a == b, mpz_cmp(x, y) == 0);
    EXPECT_EQ(a.sign(), mpz_sgn(static_cast<mpz_ptr>(x)));
    EXPECT_EQ(a.bit_length(), a.is_zero() ? 0 : mpz_sizeinbase(x, 2));
    EXPECT_EQ(a.is_odd(), mpz_tstbit(x, 0) != 0);
    EXPECT_EQ(a.to_double(), mpz_get_d(x));
    const int base = 2 + static_cast<int>(g.random().below(35));
    EXPECT_EQ(Integer(a.to_string(base), base), a);
    EXPECT_EQ(Integer(static_cast<mpz_ptr>(x)), a);
  }
}

/// Views of a's own limbs: itself, negated, and every shorter prefix.
std::vector<IntegerView> own_views(const Integer& a) {
  std::vector<IntegerView> views{a.view(), -a.view(), a.view().abs(), -a.view().abs()};
  const auto limbs = a.view().limbs();
  for (std::size_t n = 1; n < limbs.size(); ++n)
    if (limbs[n - 1] != 0) views.emplace_back(limbs.data(), static_cast<int>(n % 2 == 0 ? n : 0 - n));
  return views;
}

TEST(IntegerProperty, OperandsMayBeViewsOfTheTarget) {
  IntegerGenerator g(7);
  for (int i = 0; i < rounds / 10; ++i) {
    const Integer a = g.draw(5), b = g.draw(5), c;
    const std::size_t count = own_views(a).size();
    for (std::size_t k = 0; k < count; ++k) {
      const Integer value(own_views(a)[k]);
      Reference r;
      const auto replay = [&](auto&& ours) {
        Integer target(a);
        ours(target, own_views(target)[k]);
        EXPECT_SAME(target, r);
      };
      mpz_set(r, value.view().mpz());
      replay([](Integer& t, IntegerView v) { t = v; });
      mpz_add(r, a.view().mpz(), value.view().mpz());
      replay([](Integer& t, IntegerView v) { t += v; });
      mpz_sub(r, a.view().mpz(), value.view().mpz());
      replay([](Integer& t, IntegerView v) { t -= v; });
      mpz_mul(r, a.view().mpz(), value.view().mpz());
      replay([](Integer& t, IntegerView v) { t *= v; });
      mpz_set(r, a.view().mpz());
      mpz_addmul(r, value.view().mpz(), b.view().mpz());
      replay([&](Integer& t, IntegerView v) { t.add_mul(v, b); });
      replay([&](Integer& t, IntegerView v) { t.add_mul(b, v); });
      mpz_set(r, a.view().mpz());
      mpz_submul(r, value.view().mpz(), b.view().mpz());
      replay([&](Integer& t, IntegerView v) { t.sub_mul(v, b); });
      mpz_set(r, a.view().mpz());
      mpz_addmul(r, value.view().mpz(), a.view().mpz());
      replay([](Integer& t, IntegerView v) { t.add_mul(v, t); });
      replay([](Integer& t, IntegerView v) { t.add_mul(t, v); });
      mpz_set(r, a.view().mpz());
      mpz_addmul(r, value.view().mpz(), value.view().mpz());
      replay([](Integer& t, IntegerView v) { t.add_mul(v, v); });
      replay([](Integer& t, IntegerView v) { t.sub_mul(v, -v); });
    }
  }
}

TEST(IntegerProperty, TheTargetMayBeTheOperand) {
  IntegerGenerator g(8);
  for (int i = 0; i < rounds / 10; ++i) {
    const Integer a = g.draw(5), b, c;
    const Integer copy(a);
    Integer t(a);
    t = *&t;
    EXPECT_EQ(t, copy);
    t += t;
    EXPECT_EQ(t, copy << 1);
    const Integer& same = t;
    t -= same;
    EXPECT_TRUE(t.is_zero());
    t = a;
    t *= t;
    EXPECT_EQ(t, copy * copy);
    t = a;
    t.add_mul(t, t);
    EXPECT_EQ(t, copy + copy * copy);
    t = a;
    t.sub_mul(t, t);
    EXPECT_EQ(t, copy - copy * copy);
    if (!a.is_zero()) {
      EXPECT_EQ(floor_div_rem(a, a).first, 1);
      EXPECT_EQ(gcd(a, a), abs(a));
    }
  }
}

}  // namespace
}  // namespace polyfork::test
