// Algebraic numbers against FLINT's qqbar, which represents them by minimal polynomials and complex balls.
#include <algorithm>
#include <cstdio>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <gmp.h>  // before FLINT's headers, which then declare the conversions
//
#include <flint/flint.h>
#include <flint/fmpz.h>
#include <flint/fmpz_poly.h>
#if __has_include(<flint/qqbar.h>)
#include <flint/qqbar.h>
#define POLYFORK_HAVE_QQBAR
#endif

#include <polyfork/poly/division/division.hpp>
#include <polyfork/poly/text/io.hpp>
#include <polyfork/rootiso/algebraic_real.hpp>

#include "algebra_generators.hpp"

namespace polyfork::test {
namespace {

#ifdef POLYFORK_HAVE_QQBAR

/// An owned qqbar.
class Qqbar {
 public:
  Qqbar() { qqbar_init(value_); }
  Qqbar(const Qqbar& other) : Qqbar() { qqbar_set(value_, other.value_); }
  Qqbar& operator=(const Qqbar& other) {
    qqbar_set(value_, other.value_);
    return *this;
  }
  ~Qqbar() { qqbar_clear(value_); }
  qqbar_struct* get() { return value_; }
  const qqbar_struct* get() const { return value_; }

 private:
  qqbar_t value_;
};

Integer integer(const fmpz_t x) {
  Integer r;
  r.with_mpz([&](mpz_ptr z) { fmpz_get_mpz(z, x); });
  return r;
}

/// The distinct real roots, ascending.
std::vector<Qqbar> flint_real_roots(const PolyZ& f) {
  fmpz_poly_t p;
  fmpz_poly_init(p);
  fmpz_t c;
  fmpz_init(c);
  for (std::size_t i = 0; i < f.length(); ++i) {
    fmpz_set_mpz(c, f.coefficients()[i].mpz());
    fmpz_poly_set_coeff_fmpz(p, static_cast<slong>(i), c);
  }
  fmpz_clear(c);
  const slong n = fmpz_poly_degree(p);
  qqbar_ptr const roots = _qqbar_vec_init(n);
  qqbar_roots_fmpz_poly(roots, p, 0);
  std::vector<Qqbar> real;
  for (slong i = 0; i < n; ++i) {
    if (!qqbar_is_real(roots + i)) continue;
    Qqbar x;
    qqbar_set(x.get(), roots + i);
    real.push_back(x);
  }
  _qqbar_vec_clear(roots, n);
  fmpz_poly_clear(p);
  std::sort(real.begin(), real.end(),
            [](const Qqbar& a, const Qqbar& b) { return qqbar_cmp_re(a.get(), b.get()) < 0; });
  real.erase(std::unique(real.begin(), real.end(),
                         [](const Qqbar& a, const Qqbar& b) { return qqbar_equal(a.get(), b.get()) != 0; }),
             real.end());
  return real;
}

PolyZ minimal_polynomial(const Qqbar& x) {
  std::vector<Integer> c;
  fmpz_t a;
  fmpz_init(a);
  for (slong i = 0; i <= qqbar_degree(x.get()); ++i) {
    fmpz_poly_get_coeff_fmpz(a, QQBAR_POLY(x.get()), i);
    c.push_back(integer(a));
  }
  fmpz_clear(a);
  return PolyZ::from_elements({}, std::move(c));
}

Integer flint_floor(const Qqbar& x, slong shift) {
  Qqbar scaled(x);
  qqbar_mul_2exp_si(scaled.get(), scaled.get(), shift);
  fmpz_t a;
  fmpz_init(a);
  qqbar_floor(a, scaled.get());
  const Integer r = integer(a);
  fmpz_clear(a);
  return r;
}

/// The same number: a root of its minimal polynomial with the same leading hundred bits.
void expect_same(const AlgebraicReal& ours, const Qqbar& theirs) {
  EXPECT_EQ(sign_at(minimal_polynomial(theirs), ours), 0) << ours << '\n' << minimal_polynomial(theirs);
  EXPECT_EQ((ours * (Integer(1) << 100)).floor(), flint_floor(theirs, 100)) << ours;
  EXPECT_EQ(ours.floor(), flint_floor(theirs, 0));
  EXPECT_EQ(ours.sign(), qqbar_sgn_re(theirs.get()));
}

struct Both {
  AlgebraicReal ours;
  Qqbar theirs;
};

std::vector<Both> numbers_of(const PolyZ& f) {
  const auto ours = real_roots(f);
  const auto theirs = flint_real_roots(f);
  EXPECT_EQ(ours.size(), theirs.size()) << f;
  std::vector<Both> both;
  for (std::size_t i = 0; i < std::min(ours.size(), theirs.size()); ++i) both.push_back({ours[i].value, theirs[i]});
  return both;
}

TEST(FlintAlgebraicOracle, OrderOfRoots) {
  IntegerGenerator g(61);
  std::vector<Both> all;
  for (int i = 0; i < 8; ++i) {
    const PolyZ f = random_bits(g, 3 + static_cast<std::size_t>(i) % 4, 4);
    const PolyZ h = random_bits(g, 3, 3);
    for (const PolyZ& p : {f, f * h, h * h * f})
      for (const Both& b : numbers_of(p)) all.push_back(b);
  }
  for (const Both& b : all) expect_same(b.ours, b.theirs);
  for (const Both& a : all) {
    for (const Both& b : all) {
      const int order = qqbar_cmp_re(a.theirs.get(), b.theirs.get());
      EXPECT_EQ(compare(a.ours, b.ours), order <=> 0) << a.ours << ' ' << b.ours;
      EXPECT_EQ(a.ours == b.ours, order == 0);
      if (order == 0) {
        EXPECT_EQ(a.ours.hash(), b.ours.hash());
      }
    }
  }
  std::printf("%zu numbers\n", all.size());
}

TEST(FlintAlgebraicOracle, Arithmetic) {
  IntegerGenerator g(62);
  std::size_t operations = 0;
  for (int i = 0; i < 200 && operations < 8; ++i) {  // polynomials without real roots are passed over
    const auto x = numbers_of(random_bits(g, 3 + static_cast<std::size_t>(i) % 2, 4));
    const auto y = numbers_of(random_bits(g, 3, 4));
    if (x.empty() || y.empty()) continue;
    const Both& a = x.front();
    const Both& b = y.back();
    Qqbar r;
    qqbar_add(r.get(), a.theirs.get(), b.theirs.get());
    expect_same(a.ours + b.ours, r);
    qqbar_sub(r.get(), a.theirs.get(), b.theirs.get());
    expect_same(a.ours - b.ours, r);
    qqbar_mul(r.get(), a.theirs.get(), b.theirs.get());
    expect_same(a.ours * b.ours, r);
    if (!b.ours.is_zero()) {
      qqbar_div(r.get(), a.theirs.get(), b.theirs.get());
      expect_same(a.ours / b.ours, r);
    }
    qqbar_pow_ui(r.get(), a.theirs.get(), 5);
    expect_same(pow(a.ours, 5), r);
    if (a.ours.sign() > 0) {
      qqbar_root_ui(r.get(), a.theirs.get(), 3);
      expect_same(root(a.ours, 3), r);
    }
    ++operations;
  }
  EXPECT_EQ(operations, 8U);
}

/// sqrt(a + b sqrt(c)) and sums of two of them.
TEST(FlintAlgebraicOracle, NestedQuadratics) {
  IntegerGenerator g(63);
  for (int i = 0; i < 6; ++i) {
    std::vector<Both> terms;
    for (int k = 0; k < 2; ++k) {
      const auto draw = [&](std::uint64_t n) { return static_cast<std::int64_t>(1 + g.random().below(n)); };
      const std::int64_t a = draw(9);
      const std::int64_t b = draw(5);
      const std::int64_t c = draw(12);
      Both term{sqrt(a + b * sqrt(AlgebraicReal(c))), {}};
      qqbar_sqrt_ui(term.theirs.get(), static_cast<ulong>(c));
      qqbar_mul_si(term.theirs.get(), term.theirs.get(), b);
      qqbar_add_si(term.theirs.get(), term.theirs.get(), a);
      qqbar_sqrt(term.theirs.get(), term.theirs.get());
      expect_same(term.ours, term.theirs);
      terms.push_back(term);
    }
    Qqbar r;
    qqbar_sub(r.get(), terms[0].theirs.get(), terms[1].theirs.get());
    expect_same(terms[0].ours - terms[1].ours, r);
  }
}

#else

TEST(FlintAlgebraicOracle, NeedsFlint3) { GTEST_SKIP() << "this FLINT has no algebraic numbers"; }

#endif

}  // namespace
}  // namespace polyfork::test
