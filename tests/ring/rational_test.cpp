// Rational and RationalVector, replayed against mpq_t.
#include <polyfork/ring/rational.hpp>

#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <polyfork/core/error.hpp>
#include <polyfork/ring/rational_vector.hpp>

#include "integer_generators.hpp"

namespace polyfork::test {
namespace {

class Reference {
 public:
  Reference() { mpq_init(q_); }
  explicit Reference(const Rational& a) : Reference() {
    mpz_set(mpq_numref(q_), a.numerator().view().mpz());
    mpz_set(mpq_denref(q_), a.denominator().view().mpz());
  }
  Reference(const Reference&) = delete;
  Reference& operator=(const Reference&) = delete;
  ~Reference() { mpq_clear(q_); }
  operator mpq_ptr() { return q_; }  // NOLINT(google-explicit-constructor)

 private:
  mpq_t q_;
};

::testing::AssertionResult same(const Rational& a, Reference& r) {
  if (a.denominator().sign() <= 0) return ::testing::AssertionFailure() << "denominator " << a.denominator();
  if (a.numerator().view() == IntegerView(mpq_numref(static_cast<mpq_ptr>(r))) &&
      a.denominator().view() == IntegerView(mpq_denref(static_cast<mpq_ptr>(r))))
    return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << "got " << a;
}

constexpr int rounds = 20000;

TEST(RationalProperty, FieldOperationsEqualGmp) {
  IntegerGenerator g(30);
  for (int i = 0; i < rounds; ++i) {
    const Rational a = g.rational(2), b = g.rational(2);
    Reference x(a), y(b), r;
    mpq_add(r, x, y);
    EXPECT_TRUE(same(a + b, r)) << a << " + " << b;
    EXPECT_TRUE(same(Rational(a) += b, r));
    mpq_sub(r, x, y);
    EXPECT_TRUE(same(a - b, r)) << a << " - " << b;
    EXPECT_TRUE(same(Rational(a) -= b, r));
    mpq_mul(r, x, y);
    EXPECT_TRUE(same(a * b, r)) << a << " * " << b;
    EXPECT_TRUE(same(Rational(a) *= b, r));
    mpq_neg(r, x);
    EXPECT_TRUE(same(-a, r));
    mpq_abs(r, x);
    EXPECT_TRUE(same(abs(a), r));
    if (!b.is_zero()) {
      mpq_div(r, x, y);
      EXPECT_TRUE(same(a / b, r)) << a << " / " << b;
      EXPECT_TRUE(same(Rational(a) /= b, r));
      mpq_inv(r, y);
      EXPECT_TRUE(same(b.inverse(), r));
    }
    EXPECT_EQ(a.to_double(), mpq_get_d(x));
    EXPECT_EQ(Rational(a.to_string()), a);
  }
}

TEST(RationalProperty, OrderEqualsGmp) {
  IntegerGenerator g(31);
  for (int i = 0; i < rounds; ++i) {
    const Rational a = g.rational(2);
    // Half of the pairs are close, where lengths do not decide.
    const Rational b = g.random().below(2) == 0 ? a + Rational(Integer(1), g.nonzero(2)) : g.rational(2);
    Reference x(a), y(b);
    EXPECT_TRUE((a <=> b) == (mpq_cmp(x, y) <=> 0)) << a << " <=> " << b;
    EXPECT_TRUE((a <=> a) == 0);
    EXPECT_EQ(a == b, mpq_equal(x, y) != 0);
  }
}

TEST(RationalProperty, FloorAndCeilEnclose) {
  IntegerGenerator g(32);
  for (int i = 0; i < rounds; ++i) {
    const Rational a = g.rational(2);
    const Integer low = a.floor(), high = a.ceil();
    EXPECT_TRUE(Rational(low) <= a && a < Rational(low + 1)) << a;
    EXPECT_TRUE(Rational(high - 1) < a && a <= Rational(high)) << a;
    EXPECT_EQ(low == high, a.is_integer());
  }
}

TEST(RationalProperty, OperandsMayBeTheTarget) {
  IntegerGenerator g(33);
  for (int i = 0; i < rounds / 10; ++i) {
    const Rational a = g.rational(2);
    Rational t = a;
    t += t;
    EXPECT_EQ(t, a * 2);
    t = a;
    t *= t;
    EXPECT_EQ(t, pow(a, 2));
    const Rational& alias = t;
    t -= alias;
    EXPECT_EQ(t, 0);
    EXPECT_EQ(t.denominator(), 1);
    if (!a.is_zero()) {
      t = a;
      t /= alias;
      EXPECT_TRUE(t.is_one());
    }
  }
}

TEST(Rational, Construction) {
  EXPECT_EQ(Rational(6, -4).to_string(), "-3/2");
  EXPECT_EQ(Rational(0, -4), 0);
  EXPECT_EQ(Rational(-8, 4).to_string(), "-2");
  EXPECT_THROW(Rational(1, 0), DomainError);
  EXPECT_EQ(Rational::dyadic(12, -3), Rational(3, 2));
  EXPECT_EQ(Rational::dyadic(12, -2), 3);
  EXPECT_EQ(Rational::dyadic(0, -200), 0);
  EXPECT_EQ(Rational::dyadic(-3, 100), Rational(Integer(-3) << 100));
  EXPECT_TRUE(Rational::dyadic(1, -100).is_dyadic() && Rational(5).is_dyadic() && !Rational(1, 3).is_dyadic());
  EXPECT_EQ(pow(Rational(-2, 3), 3), Rational(-8, 27));
  EXPECT_EQ(pow(Rational(0), 0), 1);
  EXPECT_THROW((void)Rational().inverse(), DomainError);
  EXPECT_THROW((void)(Rational(1) / 0), DomainError);
  Rational a(1, 3);
  EXPECT_THROW(a /= 0, DomainError);
  EXPECT_EQ(a, Rational(1, 3));
  EXPECT_TRUE(Rational(1, 2) < 1 && 0 < Rational(1, 2) && Rational(4, 2) == 2);
  std::ostringstream out;
  out << Rational(-1, 7);
  EXPECT_EQ(out.str(), "-1/7");
}

TEST(Rational, Text) {
  const std::pair<const char*, Rational> good[] = {
      {"7", 7},           {"-7", -7},
      {"+7/14", {1, 2}},  {"-6/4", {-3, 2}},
      {"0/5", 0},         {"1.25", {5, 4}},
      {"-0.5", {-1, 2}},  {".5", {1, 2}},
      {"5.", 5},          {"1e-3", {1, 1000}},
      {"1E3", 1000},      {"-2.50e+1", -25},
      {"0e999999999", 0}, {"123456789012345678901234567890/10", Rational(Integer("12345678901234567890123456789"))}};
  for (const auto& [text, value] : good) EXPECT_EQ(Rational(std::string_view(text)), value) << text;

  const std::pair<const char*, std::size_t> bad[] = {{"", 1},
                                                     {"-", 2},
                                                     {"/2", 1},
                                                     {"1/", 3},
                                                     {"1/0", 3},
                                                     {"1/-2", 3},
                                                     {"1/2/3", 4},
                                                     {"1.2.3", 4},
                                                     {"1e", 3},
                                                     {"1e+", 4},
                                                     {".", 2},
                                                     {"1.5/2", 4},
                                                     {" 1", 1},
                                                     {"1 ", 2},
                                                     {"1/2.5", 4},
                                                     {"1e1.5", 4},
                                                     {"x", 1},
                                                     {"1e9999999999", 3},
                                                     {"1e99999999999999999999999", 3},
                                                     {"-1/00", 4}};
  for (const auto& [text, column] : bad) {
    try {
      Rational parsed{std::string_view(text)};
      ADD_FAILURE() << '"' << text << "\" was read as " << parsed;
    } catch (const ParseError& error) {
      EXPECT_EQ(error.column(), column) << text;
    }
  }
}

TEST(Rational, IsReadFromStreams) {
  std::istringstream in(" -3/4, 1.25e1-2 7+ x");
  Rational a;
  char comma = 0;
  EXPECT_TRUE(in >> a >> comma);
  EXPECT_EQ(a, Rational(-3, 4));
  EXPECT_TRUE(in >> a);
  EXPECT_EQ(a, Rational(25, 2));
  Integer n;
  EXPECT_TRUE(in >> n);
  EXPECT_EQ(n, -2);
  EXPECT_TRUE(in >> n);
  EXPECT_EQ(n, 7);
  EXPECT_FALSE(in >> n);  // a sign without digits
  EXPECT_EQ(n, 7);
}

TEST(Integer, RemaindersAreFloored) {
  EXPECT_EQ(Integer(-7) % 2, 1);
  EXPECT_EQ(Integer(7) % Integer(-2), -1);
  EXPECT_EQ(7 % Integer(4), 3);
  EXPECT_THROW(Integer(7) % 0, DomainError);
}

TEST(RationalVector, Canonical) {
  const RationalVector v(IntegerVector{4, -6, 0}, Integer(-8));
  EXPECT_EQ(v.denominator(), 4);
  EXPECT_EQ(v.numerators(), (IntegerVector{-2, 3, 0}));
  EXPECT_EQ(v[0], Rational(-1, 2));
  EXPECT_TRUE(v.is_zero(2));
  EXPECT_EQ(RationalVector(IntegerVector{0, 0}, Integer(9)).denominator(), 1);
  EXPECT_EQ(RationalVector(IntegerVector{}, Integer(9)), RationalVector());
  EXPECT_THROW(RationalVector(IntegerVector{1}, Integer(0)), DomainError);
  RationalVector w(std::vector<Rational>{{1, 2}, {1, 3}});
  EXPECT_EQ(w.denominator(), 6);
  w.truncate(1);
  EXPECT_EQ(w.denominator(), 2) << "what is left must be canonical again";
}

TEST(RationalVectorProperty, ElementsAndCanonicalForm) {
  IntegerGenerator g(34);
  for (int i = 0; i < 300; ++i) {
    std::vector<Rational> values(g.random().below(100));
    for (Rational& value : values) value = g.rational(2);
    const RationalVector v(values);
    Integer common = v.denominator();
    for (std::size_t k = 0; k < values.size(); ++k) {
      EXPECT_EQ(v[k], values[k]);
      common = gcd(common, v.numerators()[k]);
    }
    EXPECT_EQ(common, 1);
    // The other constructor, from a common multiple, comes to the same.
    const Integer factor = g.nonzero(2);
    IntegerVectorBuilder scaled;
    for (std::size_t k = 0; k < values.size(); ++k) scaled.push_back(mul(v.numerators()[k], factor));
    EXPECT_EQ(RationalVector(scaled.finish(), v.denominator() * factor), v);
  }
}

TEST(RationalVectorBuilder, CollectsFractions) {
  RationalVectorBuilder builder;
  EXPECT_EQ(builder.finish(), RationalVector());
  builder.reserve(4);
  builder.push_back(Rational(1, 2));
  builder.push_back(Integer(-3).view());
  builder.push_back(Rational(0));
  builder.push_back(Rational(5, 6));
  EXPECT_EQ(builder.size(), 4U);
  const RationalVector v = builder.finish();
  EXPECT_EQ(v.denominator(), 6);
  EXPECT_EQ(v.numerators(), (IntegerVector{3, -18, 0, 5}));
  EXPECT_EQ(builder.size(), 0U);
  builder.push_back(Integer(7).view());  // starts anew
  EXPECT_EQ(builder.finish(), RationalVector(IntegerVector{7}));
}

TEST(RationalText, HugeExponentsObeyTheLimits) {
  const ExecutionContext narrow = ExecutionContext().with_memory_limit(std::size_t{1} << 20);
  EXPECT_THROW(Rational("1e1000000000", narrow), MemoryLimit);
  EXPECT_THROW(Rational("1e-1000000000", narrow), MemoryLimit);
  EXPECT_THROW(Rational("1" + std::string(10'000'000, '0'), narrow), MemoryLimit);
  EXPECT_EQ(narrow.memory().used(), 0U);
  EXPECT_EQ(Rational("25e-1000", narrow), Rational(1, 4) * Rational(1, pow(Integer(10), 998)));
  EXPECT_EQ(Rational("-1.5e3", narrow), Rational(-1500));
  EXPECT_EQ(Rational("0e1000000000", narrow), Rational(0));
  std::stop_source source;
  source.request_stop();
  EXPECT_THROW(Rational("1e100000", ExecutionContext().with_stop_token(source.get_token())), Cancelled);
}

}  // namespace
}  // namespace polyfork::test
