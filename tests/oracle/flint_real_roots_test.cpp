// Real roots against FLINT's isolation, which is exact bisection without preprocessing: the same number, and each
// interval of one side meets exactly one of the other. The exact engine here is the third opinion.
#include <algorithm>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <gmp.h>  // before FLINT's headers, which then declare the conversions
//
#include <flint/flint.h>
#include <flint/fmpq.h>
#include <flint/fmpq_vec.h>
#include <flint/fmpz.h>
#include <flint/fmpz_poly.h>
#include <flint/fmpz_vec.h>

#include <polyfork/poly/gcd/gcd.hpp>
#include <polyfork/poly/text/io.hpp>
#include <polyfork/rootiso/isolate.hpp>

#include "root_shapes.hpp"

namespace polyfork::test {
namespace {

#if __FLINT_RELEASE >= 30700

using Interval = std::pair<Rational, Rational>;

Integer integer(const fmpz* x) {
  Integer r;
  r.with_mpz([&](mpz_ptr z) { fmpz_get_mpz(z, x); });
  return r;
}

/// An exponent above those of all moduli of roots (Fujiwara).
std::int64_t bound_exponent(const PolyZ& f) {
  const std::size_t n = f.length() - 1;
  const auto bits = [&](std::size_t i) { return static_cast<std::int64_t>(f.coefficients()[i].bit_length()); };
  std::int64_t e = 0;
  for (std::size_t i = 0; i < n; ++i)
    if (!f.coefficients()[i].is_zero()) e = std::max(e, (bits(i) - bits(n) + 1) / static_cast<std::int64_t>(n - i) + 1);
  return e + 1;
}

/// Appends the roots of f(x), or of f(-x) mirrored, in (0, 2^bound), as FLINT finds them; points are (x, x).
void append_half_line(const PolyZ& f, bool mirrored, std::int64_t bound, std::vector<Interval>& roots) {
  const auto n = static_cast<slong>(f.length()) - 1;
  fmpz* const p = _fmpz_vec_init(n + 1);
  for (slong i = 0; i <= n; ++i) {
    Integer a = Integer(f.coefficients()[static_cast<std::size_t>(i)]) << static_cast<std::size_t>(bound * i);
    if (mirrored && i % 2 == 1) a = -a;
    fmpz_set_mpz(p + i, a.view().mpz());
  }
  fmpq* const points = _fmpq_vec_init(n);
  fmpz* const c = _fmpz_vec_init(n);
  std::vector<slong> k(static_cast<std::size_t>(n));
  slong exact = 0;
  slong intervals = 0;
  _fmpz_poly_isolate_real_roots_0_1_vca(points, &exact, c, k.data(), &intervals, p, n + 1);
  const auto append = [&](const Rational& lower, const Rational& upper) {
    const Rational scale = Rational::dyadic(1, bound);
    roots.push_back(mirrored ? Interval(-upper * scale, -lower * scale) : Interval(lower * scale, upper * scale));
  };
  for (slong i = 0; i < exact; ++i) {
    const Rational x(integer(fmpq_numref(points + i)), integer(fmpq_denref(points + i)));
    append(x, x);
  }
  for (slong i = 0; i < intervals; ++i) {
    const slong e = k[static_cast<std::size_t>(i)];
    append(Rational::dyadic(integer(c + i), e), Rational::dyadic(integer(c + i) + Integer(1), e));
  }
  _fmpz_vec_clear(c, n);
  _fmpq_vec_clear(points, n);
  _fmpz_vec_clear(p, n + 1);
}

/// Isolating intervals, ascending. fmpz_poly_isolate_real_roots of 3.7.0-dev loses roots at and beyond its bound, as
/// that of x^3 - x^2 - x - 2 and of x^5 + x^4 - x^3 + 2 x^2 + 1: the polynomial is scaled to (-1, 1) here.
/// Precondition: simple roots.
std::vector<Interval> flint_roots(PolyZ f) {
  std::vector<Interval> roots;
  if (f.coefficient(0).is_zero()) {
    roots.emplace_back(Rational(0), Rational(0));
    f = f / PolyZ{0, 1};
  }
  if (f.is_constant()) return roots;
  const std::int64_t bound = bound_exponent(f);
  append_half_line(f, false, bound, roots);
  append_half_line(f, true, bound, roots);
  std::sort(roots.begin(), roots.end());
  return roots;
}

/// The i-th roots of both lists may be the same: their closed intervals meet.
bool match(const std::vector<RootInterval>& ours, const std::vector<Interval>& theirs) {
  if (ours.size() != theirs.size()) return false;
  for (std::size_t i = 0; i < ours.size(); ++i)
    if (ours[i].lower > theirs[i].second || theirs[i].first > ours[i].upper) return false;
  return true;
}

/// FLINT expects simple roots.
PolyZ distinct_roots(const PolyZ& f) {
  const PolyZ repeated = gcd(f, derivative(f));
  return repeated.is_constant() ? f : f / repeated;
}

std::vector<RootInterval> roots_by(IsolationMethod method, const PolyZ& f) {
  IsolationOptions options;
  options.method = method;
  return isolate_real_roots(f, options).roots;
}

class Comparison {
 public:
  void add(const PolyZ& f) {
    if (f.is_constant()) return;
    ++polynomials_;
    const auto roots = roots_by(IsolationMethod::local, f);
    roots_ += roots.size();
    EXPECT_EQ(roots, roots_by(IsolationMethod::vca, f)) << describe(f);
    EXPECT_TRUE(match(roots, flint_roots(distinct_roots(f)))) << describe(f);
  }
  ~Comparison() { std::printf("%zu polynomials, %zu roots\n", polynomials_, roots_); }

 private:
  static std::string describe(const PolyZ& f) {
    return f.length() <= 200 ? format_poly(f) : "degree " + std::to_string(f.degree());
  }
  std::size_t polynomials_ = 0;
  std::size_t roots_ = 0;
};

TEST(FlintRealRootsOracle, EverySmallPolynomial) {
  Comparison all;
  for_all_small_polynomials(5, 2, [&](const PolyZ& f) { all.add(f); });
}

TEST(FlintRealRootsOracle, RandomPolynomialsOfEveryShape) {
  Random random(601);
  Comparison all;
  for (int i = 0; i < 10000 && !::testing::Test::HasFailure(); ++i) all.add(draw_root_shape(random));
}

TEST(FlintRealRootsOracle, NearDoubleRoots) {
  Comparison all;
  for (std::size_t k = 1; k <= 2000; k += k < 64 ? 1 : 97) {
    all.add(near_double_roots(k, 3, 7));
    all.add(near_double_roots(k, -5, 8));
  }
}

#else
TEST(FlintRealRootsOracle, Skipped) { GTEST_SKIP() << "FLINT " FLINT_VERSION " does not isolate real roots"; }
#endif

}  // namespace
}  // namespace polyfork::test
