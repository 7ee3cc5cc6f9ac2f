// Requests whose results no machine holds, or the context does not allow, are errors at once: never hours, never GMP's
// abort, never std::bad_alloc.
#include <chrono>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <polyfork/poly/dense/builder.hpp>
#include <polyfork/poly/dense/composition.hpp>
#include <polyfork/poly/division/division.hpp>
#include <polyfork/poly/division/series.hpp>
#include <polyfork/poly/multivariate/convert_multi.hpp>
#include <polyfork/poly/multivariate/multi_evaluation.hpp>
#include <polyfork/poly/multivariate/multi_power.hpp>
#include <polyfork/poly/multivariate/multi_resultant.hpp>
#include <polyfork/poly/residues/power_series.hpp>
#include <polyfork/poly/shift/taylor_shift.hpp>
#include <polyfork/poly/sparse/convert_sparse.hpp>
#include <polyfork/poly/sparse/sparse_algebra.hpp>
#include <polyfork/poly/sparse/sparse_resultant.hpp>
#include <polyfork/poly/sparse/sparse_shift.hpp>
#include <polyfork/poly/text/io.hpp>
#include <polyfork/poly/text/parse.hpp>
#include <polyfork/poly/text/read.hpp>
#include <polyfork/poly/towers/polynomial_ring.hpp>

#include "address_space.hpp"
#include "cancellation.hpp"

namespace polyfork::test {
namespace {

using SparseZ = SparsePoly<Integers>;
using SparseQ = SparsePoly<Rationals>;
using SparseZp = SparsePoly<PrimeField>;
using Request = std::function<void(const ExecutionContext&)>;

constexpr std::uint64_t huge[] = {std::uint64_t{1} << 40, std::uint64_t{1} << 62, INT64_MAX, UINT64_MAX};

/// MemoryLimit or DomainError, within seconds whatever else the machine does.
void expect_refused(const std::string& what, const Request& request, const ExecutionContext& ctx = ExecutionContext()) {
  const auto start = std::chrono::steady_clock::now();
  try {
    request(ctx);
    ADD_FAILURE() << what << " came to an end";
  } catch (const MemoryLimit&) {
  } catch (const DomainError&) {
  }
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  EXPECT_LT(seconds.count(), 10) << what;
}

/// The address sanitizer ends the process where operator new throws.
class AbsurdSizes : public ::testing::Test {
 protected:
  /// Whether requests that only the cap refuses are refused: a machine with more memory would carry them out.
  bool capped() const { return cap_.holds(); }

  void SetUp() override {
#if defined(__SANITIZE_ADDRESS__)
    GTEST_SKIP() << "needs an operator new that throws";
#endif
  }

 private:
  AddressSpaceCap cap_{std::size_t{4} << 30};
};

PolyZ ones(std::size_t length) { return PolyZ::from_elements({}, std::vector<Integer>(length, Integer(1))); }

template <class P>
void expect_dense_refused(const P& a, const typename P::element& c) {
  for (const std::uint64_t k : huge) {
    const std::string with = std::to_string(k);
    expect_refused("monomial " + with, [&](const auto&) { P::monomial(a.ring(), c, k); });
    expect_refused("set_coefficient " + with, [&](const auto&) { P(a).set_coefficient(k, c); });
    expect_refused("shift_left " + with, [&](const auto& ctx) { shift_left(a, k, ctx); });
    expect_refused("pow " + with, [&](const auto& ctx) { pow(a, k, ctx); });
    EXPECT_TRUE(derivative(a, k).is_zero());
    EXPECT_TRUE(shift_right(a, k).is_zero());
    EXPECT_TRUE(shift_left(P(a.ring()), k).is_zero());
  }
}

TEST_F(AbsurdSizes, DensePolynomials) {
  expect_dense_refused(PolyZ{1, 2}, 2);
  expect_dense_refused(PolyQ{Rational(1), Rational(2, 3)}, Rational(2, 3));
  expect_dense_refused(PolyZ{-1, 1}, 2);
  const PolynomialRing<Integers> t({}, "t");
  expect_dense_refused(DensePoly<PolynomialRing<Integers>>(t, {t.one(), t.generator()}), t.generator());
  // Over Z/p powers of x + 1 fit until memory ends.
  const PolyZp f(PrimeField(1000003), {1, 2});
  for (const std::uint64_t k : huge) {
    expect_refused("Z/p monomial", [&](const auto&) { PolyZp::monomial(f.ring(), 1, k); });
    expect_refused("Z/p shift_left", [&](const auto& ctx) { shift_left(f, k, ctx); });
    EXPECT_TRUE(derivative(f, k).is_zero());
  }
}

TEST_F(AbsurdSizes, DenseInSeveralVariables) {
  const PrimeField field(7);
  const Variables xy({"x", "y"});
  constexpr std::size_t degree = 4000000;  // 2^44 words
  const DDMMP x = DDMMP::monomial(field, {"x", "y"}, 1, std::vector<std::size_t>{degree, 0});
  const DDMMP y = DDMMP::monomial(field, {"x", "y"}, 1, std::vector<std::size_t>{0, degree});
  const auto sparse = MultiPolyZp::monomial(field, xy, 1, {std::uint64_t{degree}, std::uint64_t{degree}});
  expect_refused("to_dense", [&](const auto& ctx) { to_dense(sparse, ctx); });
  expect_refused("mul", [&](const auto& ctx) { mul(x, y, ctx); });
  expect_refused("add", [&](const auto& ctx) { add(x, y, ctx); });
  expect_refused("parse", [&](const auto&) { parse_poly<DDMMP>("x^4000000*y^4000000", xy, field); });
  expect_refused("monomial", [&](const auto& ctx) {
    DDMMP::monomial(field, {"x", "y"}, 1, std::vector<std::size_t>{degree, degree}, ctx);
  });
}

TEST_F(AbsurdSizes, PowersOfConstants) {
  for (const std::uint64_t k : huge) {
    expect_refused("2^k", [&](const auto& ctx) { pow(PolyZ{2}, k, ctx); });
    expect_refused("(2/3)^k", [&](const auto& ctx) { pow(PolyQ{Rational(2, 3)}, k, ctx); });
    EXPECT_EQ(pow(PolyZ{-1}, k), PolyZ{k % 2 == 0 ? 1 : -1});
    EXPECT_TRUE(pow(PolyZ{}, k).is_zero());
    EXPECT_EQ(pow(PolyZp(PrimeField(101), {2}), k),
              PolyZp(PrimeField(101), {PrimeField(101).word_modulus().pow(2, k)}));
  }
  EXPECT_EQ(pow(PolyZ{3}, 1000), PolyZ{pow(Integer(3), 1000)});
  EXPECT_EQ(pow(PolyQ{Rational(-3, 2)}, 1001), PolyQ{pow(Rational(-3, 2), 1001)});
}

// Above 2^17 limbs powers are products that can be stopped: the same numbers.
TEST_F(AbsurdSizes, LongPowersAreTheSame) {
  const Integer base = pow(Integer(7), 300);
  const ExecutionContext ctx;
  EXPECT_EQ(detail::bounded_power(base, 12001, ctx), pow(base, 12001));
  EXPECT_EQ(detail::bounded_power(-base, 12001, ctx), -pow(base, 12001));
  EXPECT_EQ(detail::bounded_power(Rational(Integer(5), Integer(3)), 4'000'001, ctx),
            pow(Rational(Integer(5), Integer(3)), 4'000'001));
  for (const std::uint64_t k : {0, 1, 2, 31, 32, 33, 100, 1000}) {
    Integer product = 1;
    for (std::uint64_t j = 0; j < k; ++j) product *= Integer(5000 - j);
    EXPECT_EQ(detail::falling_factorial(5000, k, ctx), product);
    EXPECT_EQ(detail::falling_factorial(PrimeField(4999), 5000, k, ctx), product.view().mod(4999));
    EXPECT_EQ(detail::falling_factorial(PrimeField(10007), 5000, k, ctx), product.view().mod(10007));
  }
}

TEST_F(AbsurdSizes, TheContextsLimitCounts) {
  const ExecutionContext small = ExecutionContext().with_memory_limit(std::size_t{64} << 20);
  const Integer big = pow(Integer(3), 100000);
  const PolyZ f = ones(1 << 18);
  const PolyQ g = to_rational(f);
  const Rational q(big, Integer(2));
  expect_refused(
      "power", [&](const auto& ctx) { pow(PolyZ{3}, 1'000'000'000, ctx); }, small);
  expect_refused(
      "power of a fraction", [&](const auto& ctx) { pow(PolyQ{Rational(2, 3)}, 1'000'000'000, ctx); }, small);
  expect_refused(
      "power with many terms",
      [&](const auto& ctx) {
        pow(PolyZ{1, 1}, 1'000'000'000, ctx);
      },
      small);
  expect_refused(
      "value", [&](const auto& ctx) { evaluate(f, big, ctx); }, small);
  expect_refused(
      "value of fractions", [&](const auto& ctx) { evaluate(g, q, ctx); }, small);
  expect_refused(
      "shift by x^k", [&](const auto& ctx) { shift_left(f, 1 << 26, ctx); }, small);
  expect_refused(
      "shift", [&](const auto& ctx) { taylor_shift(f, big, ctx); }, small);
  expect_refused(
      "shift by a fraction", [&](const auto& ctx) { taylor_shift(g, q, ctx); }, small);
  expect_refused(
      "f(a x)", [&](const auto& ctx) { affine(f, big, 0, ctx); }, small);
  expect_refused(
      "f(a x) over Q", [&](const auto& ctx) { affine(g, q, 0, ctx); }, small);
  expect_refused(
      "composition", [&](const auto& ctx) { compose(f, f, ctx); }, small);
  expect_refused(
      "composition over Q",
      [&](const auto& ctx) {
        compose(g, PolyQ{Rational(1), Rational(1, 3)}, ctx);
      },
      small);
  expect_refused(
      "pseudo-division",
      [&](const auto& ctx) {
        pseudo_div_rem(f, PolyZ(IntegerVector{1, 1, big}), ctx);
      },
      small);
  expect_refused(
      "division",
      [&](const auto& ctx) {
        div_rem(g, PolyQ{Rational(1), Rational(2), q}, ctx);
      },
      small);
  expect_refused(
      "sparse derivative", [&](const auto& ctx) { derivative(SparseZ::monomial({}, 1, 1 << 30), 1 << 29, ctx); },
      small);
}

TEST_F(AbsurdSizes, EvenWithoutALimit) {
  const Integer big = pow(Integer(3), 100000);
  const PolyZ f = ones(1 << 20);
  const PolyQ g = to_rational(f);
  const Rational q(big, Integer(2));
  expect_refused("value", [&](const auto& ctx) { evaluate(f, big, ctx); });
  expect_refused("value of fractions", [&](const auto& ctx) { evaluate(g, q, ctx); });
  expect_refused("shift by a fraction", [&](const auto& ctx) { taylor_shift(g, q, ctx); });
  expect_refused("f(a x)", [&](const auto& ctx) { affine(f, big, 0, ctx); });
  expect_refused("pseudo-division", [&](const auto& ctx) { pseudo_div_rem(f, PolyZ(IntegerVector{1, 1, big}), ctx); });
  expect_refused("division", [&](const auto& ctx) { div_rem(g, PolyQ{Rational(1), Rational(2), q}, ctx); });
  EXPECT_TRUE(derivative(f, std::size_t{1} << 62).is_zero());
}

template <class P>
void expect_sparse_refused(const typename P::ring_type& ring, const typename P::element& two) {
  const P one = P::constant(ring, ring.one());
  const P x = P::generator(ring);
  for (const std::uint64_t k : {std::uint64_t{1'000'000'000'000}, std::uint64_t{1} << 40, std::uint64_t{1} << 62}) {
    const std::string with = ring.to_string(two) + " " + std::to_string(k) + " ";
    const P f = sub(P::monomial(ring, ring.one(), k), one);
    const P divisor = add(add(shift_left(one, 2), scale(x, two)), scale(one, two));
    const P not_monic = add(scale(divisor, two), one);
    expect_refused(with + "pow 2", [&](const auto& ctx) { pow(scale(one, two), k, ctx); });
    expect_refused(with + "pow 2 x", [&](const auto& ctx) { pow(scale(x, two), k, ctx); });
    expect_refused(with + "pow x + 1", [&](const auto& ctx) { pow(add(x, one), k, ctx); });
    expect_refused(with + "value", [&](const auto& ctx) { evaluate(f, two, ctx); });
    expect_refused(with + "to_dense", [&](const auto& ctx) { to_dense(f, ctx); });
    expect_refused(with + "elements", [&](const auto& ctx) { f.elements(ctx); });
    expect_refused(with + "derivative", [&](const auto& ctx) { derivative(f, k / 2, ctx); });
    expect_refused(with + "div_rem", [&](const auto& ctx) { div_rem(f, divisor, ctx); });
    expect_refused(with + "rem", [&](const auto& ctx) { rem(f, divisor, ctx); });
    expect_refused(with + "exact", [&](const auto& ctx) { try_exact_div(f, divisor, ctx); });
    expect_refused(with + "pseudo", [&](const auto& ctx) { pseudo_div_rem(f, not_monic, ctx); });
    expect_refused(with + "lazy pseudo", [&](const auto& ctx) { lazy_pseudo_div_rem(f, not_monic, ctx); });
    expect_refused(with + "compose", [&](const auto& ctx) { compose(f, add(x, one), ctx); });
    expect_refused(with + "shift", [&](const auto& ctx) { taylor_shift(f, two, ctx); });
    expect_refused(with + "scaled variable", [&](const auto& ctx) { affine(f, two, ring.zero(), ctx); });
    expect_refused(with + "resultant by x - 2", [&](const auto& ctx) { resultant(f, sub(x, scale(one, two)), ctx); });
    expect_refused(with + "resultant by 2", [&](const auto& ctx) { resultant(f, scale(one, two), ctx); });
    if constexpr (std::same_as<P, SparseZ> || std::same_as<P, SparseQ>)
      EXPECT_EQ(gcd(f, not_monic), one);  // a prime tells
    else
      expect_refused(with + "gcd", [&](const auto& ctx) { gcd(f, not_monic, ctx); });
    EXPECT_EQ(derivative(f, k + 1), P(ring));
    EXPECT_EQ(evaluate(f, ring.one()), ring.zero());
  }
}

TEST_F(AbsurdSizes, SparsePolynomials) {
  expect_sparse_refused<SparseZ>({}, 2);
  expect_sparse_refused<SparseQ>({}, Rational(2, 3));
  const PolynomialRing<Integers> t({}, "t");
  expect_sparse_refused<SparsePoly<PolynomialRing<Integers>>>(t, t.from_elements({Integer(1), Integer(2)}));
}

TEST_F(AbsurdSizes, SeveralVariables) {
  const Variables v({"x", "y"});
  const auto monomial = [&](std::int64_t c, std::uint64_t i, std::uint64_t j) {
    return MultiPolyZ::monomial({}, v, c, {i, j});
  };
  const MultiPolyZ line = add(add(monomial(1, 1, 0), monomial(1, 0, 1)), monomial(1, 0, 0));
  for (const std::uint64_t k : {std::uint64_t{1} << 40, std::uint64_t{1} << 62}) {
    const MultiPolyZ f = sub(monomial(1, k, 0), monomial(1, 0, 1));
    expect_refused("resultant", [&](const auto& ctx) { resultant(f, line, "x", ctx); });
    expect_refused("chain", [&](const auto& ctx) { subresultant_chain(f, mul(line, line), "x", ctx); });
    expect_refused("pow", [&](const auto& ctx) { pow(line, k, ctx); });
    expect_refused("derivative", [&](const auto& ctx) { derivative(f, "x", k / 2, ctx); });
  }
}

TEST_F(AbsurdSizes, ListsThatAreAnnounced) {
  const PolyQ q{Rational(1), Rational(2, 3)};
  const PolyZp p(PrimeField(1000003), {1, 2});
  for (const std::uint64_t k : huge) {
    const std::string with = std::to_string(k);
    expect_refused("numbers " + with, [&](const auto&) { IntegerVector(k, 1); });
    expect_refused("limbs " + with, [&](const auto&) { IntegerVector(1, k); });
    expect_refused("reserved numbers " + with, [&](const auto&) { IntegerVectorBuilder().reserve(k, 1); });
    expect_refused("reserved limbs " + with, [&](const auto&) { IntegerVectorBuilder().reserve(1, k); });
    expect_refused("reserved fractions " + with, [&](const auto&) { RationalVectorBuilder().reserve(k); });
    expect_refused("reserved coefficients " + with, [&](const auto&) { DensePolyBuilder<Integers>().reserve(k); });
    expect_refused("reserved residues " + with,
                   [&](const auto&) { DensePolyBuilder<PrimeField>(p.ring()).reserve(k); });
    expect_refused("series " + with, [&](const auto& ctx) { inverse_series(q, k, ctx); });
    expect_refused("series of residues " + with, [&](const auto& ctx) { inverse_series(p, k, ctx); });
  }
  EXPECT_EQ(inverse_series(PolyQ{Rational(2)}, huge[1]), PolyQ{Rational(1, 2)});
}

TEST_F(AbsurdSizes, LongIntegers) {
  const Integer three = 3;
  for (const std::uint64_t k : huge) {
    const std::string with = std::to_string(k);
    expect_refused("shift by " + with, [&](const auto&) { (void)(three << k); });
    expect_refused("power " + with, [&](const auto&) { pow(three, k); });
    expect_refused("factorial " + with, [&](const auto&) { factorial(k); });
    expect_refused("binomial " + with, [&](const auto&) { binomial(k, k / 2); });
    expect_refused("power of a fraction " + with, [&](const auto&) { pow(Rational(3, 2), k); });
  }
  if (!capped()) return;
  // 8 GiB are more than the cap leaves, and less than GMP can count: it would end the process.
  expect_refused("what the system has not", [&](const auto&) { (void)(three << (std::size_t{1} << 36)); });
}

TEST_F(AbsurdSizes, Texts) {
  if (!capped()) GTEST_SKIP() << "needs a cap on the address space";
  const PrimeField field(7);
  expect_refused("over Z", [&](const auto&) { parse_poly_z("x^2147483646"); });
  expect_refused("over Z/p", [&](const auto&) { parse_poly<PolyZp>("x^2147483646", field); });
  expect_refused("a file without end", [&](const auto& ctx) {
    read_poly("/dev/zero", PolyFormat::automatic, ctx.with_memory_limit(std::size_t{1} << 22));
  });
}

// What takes for ever by its nature can be stopped.
TEST_F(AbsurdSizes, WhatTakesForEverCanBeStopped) {
  using std::chrono::milliseconds;
  const SparseZ x = SparseZ::generator();
  const SparseZ one = SparseZ::constant(1);
  const SparseZ f = sub(pow(x, 1'000'000'000), one);
  const SparseZ trinomial = add(add(pow(x, 1'000'000'000), pow(x, 700'000'001)), one);
  const SparseZ g = add(add(scale(pow(x, 1'000'000'000), 2), scale(pow(x, 333'333'333), 3)), scale(one, 5));
  expect_cancelled(
      "gcd", [&](const ExecutionContext& ctx) { gcd(trinomial, g, ctx); }, milliseconds(50));
  expect_cancelled(
      "division", [&](const ExecutionContext& ctx) { div_rem(f, add(pow(x, 2), add(x, one)), ctx); }, milliseconds(50));
  expect_cancelled(
      "power", [](const ExecutionContext& ctx) { pow(PolyZ{3}, 2'000'000'000, ctx); }, milliseconds(50));
  expect_cancelled(
      "power of a fraction", [](const ExecutionContext& ctx) { pow(PolyQ{Rational(3, 7)}, 2'000'000'000, ctx); },
      milliseconds(50));
  const PolyZ h = ones(1 << 18);
  expect_cancelled(
      "derivative", [&](const ExecutionContext& ctx) { derivative(h, 100'000, ctx); }, milliseconds(50));
  expect_cancelled(
      "lazy pseudo-division",
      [&](const ExecutionContext& ctx) {
        lazy_pseudo_div_rem(h, PolyZ{1, 7, 3}, ctx);
      },
      milliseconds(50));
  const PolyZp p(PrimeField(4611686018427387847), ResidueVector(1 << 18, 3));
  expect_cancelled(
      "derivative modulo p", [&](const ExecutionContext& ctx) { derivative(p, 200'000, ctx); }, milliseconds(50));
}

}  // namespace
}  // namespace polyfork::test
