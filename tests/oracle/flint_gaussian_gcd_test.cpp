// Gcds over Q(i) in one and several variables against FLINT's gcds of their images modulo primes.
//
// A common divisor over Q(i) whose image has the degrees of the gcd of the images is the gcd: the gcd's image divides
// that of the images, for primes that divide neither a leading coefficient nor a denominator.
#include <gmp.h>  // before FLINT's headers, which then declare the conversions

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <polyfork/poly/gcd/gcd.hpp>
#include <polyfork/poly/multivariate/multi_division.hpp>
#include <polyfork/poly/multivariate/multi_gcd.hpp>
#include <polyfork/poly/multivariate/multi_power.hpp>
#include <polyfork/poly/sparse/sparse_algebra.hpp>
#include <polyfork/ring/gaussian_rationals.hpp>
#include <polyfork/ring/primes.hpp>

#include "drawn_inputs.hpp"
#include "flint_mpoly.hpp"
#include "integer_generators.hpp"
#include "multi_generators.hpp"

namespace polyfork::test {
namespace {

using Gaussian = GaussianRationals;
using Multi = SparseMultiPoly<Gaussian>;
using Dense = DensePoly<Gaussian>;

int gcd_inputs(int usual) { return drawn_inputs("POLYFORK_GCD_INPUTS", usual); }

/// Z/pZ for a prime p = 1 modulo 4, with a square root of -1 for i.
class GaussianImage {
 public:
  explicit GaussianImage(std::uint64_t p) : field_(p) {
    const auto power = [&](std::uint64_t base, std::uint64_t e) {
      std::uint64_t value = 1;
      for (; e != 0; e /= 2, base = field_.mul(base, base))
        if (e % 2 != 0) value = field_.mul(value, base);
      return value;
    };
    for (std::uint64_t x = 2; field_.mul(root_, root_) != p - 1; ++x) root_ = power(x, (p - 1) / 4);
  }
  const PrimeField& field() const { return field_; }
  std::uint64_t operator()(const GaussianRational& z) const {
    return field_.add(image(z.real()), field_.mul(root_, image(z.imaginary())));
  }
  MultiPolyZp operator()(const Multi& f) const {
    std::vector<MultiPolyZp::Term> terms;
    for (std::size_t i = 0; i < f.term_count(); ++i) terms.push_back({f.exponents(i), (*this)(f.coefficient(i))});
    return MultiPolyZp::from_terms(field_, f.variables(), terms);
  }

 private:
  std::uint64_t image(const Rational& q) const {
    return field_.mul(field_.from_integer(q.numerator()), field_.inverse(field_.from_integer(q.denominator())));
  }
  PrimeField field_;
  std::uint64_t root_ = 0;
};

/// The largest primes below 2^62 with a square root of -1.
const std::vector<GaussianImage>& images() {
  static const std::vector<GaussianImage> all = [] {
    std::vector<GaussianImage> list;
    for (std::uint64_t p = (std::uint64_t{1} << 62) - 3; list.size() < 2; p -= 4)
      if (is_prime(p)) list.emplace_back(p);
    return list;
  }();
  return all;
}

void expect_gcd(const Multi& a, const Multi& b, const std::string& what) {
  const Multi g = gcd(a, b);
  if (a.is_zero() && b.is_zero()) {
    ASSERT_TRUE(g.is_zero());
    return;
  }
  ASSERT_TRUE(g.is_monic()) << what;
  ASSERT_EQ(exact_div(a, g) * g, a) << what;
  ASSERT_EQ(exact_div(b, g) * g, b) << what;
  for (const GaussianImage& image : images()) {
    MpolyZp fa(image(a));
    MpolyZp fb(image(b));
    MpolyZp fg(image.field(), fa.value().variables());
    ASSERT_NE(nmod_mpoly_gcd(fg.get(), fa.get(), fb.get(), fg.ctx()), 0);
    ASSERT_EQ(image(g), fg.value()) << what;
  }
}

/// Small parts, at the ends of words, fractions, of several limbs; real and imaginary ones alone.
GaussianRational draw_number(IntegerGenerator& g) {
  const auto part = [&]() -> Rational {
    switch (g.random().below(8)) {
      case 0:
        return Rational(g.edge());
      case 1:
        return g.rational(1);
      case 2:
        return Rational(g.draw(3));
      default:
        return Rational(Integer(static_cast<std::int64_t>(g.random().below(19)) - 9));
    }
  };
  const std::uint64_t kind = g.random().below(5);
  return {kind == 0 ? Rational() : part(), kind == 1 ? Rational() : part()};
}

Multi draw(IntegerGenerator& g, const Variables& v, std::size_t terms, std::uint64_t degree) {
  std::vector<Multi::Term> list;
  for (std::size_t i = 0; i < terms; ++i) {
    std::vector<std::uint64_t> e(v.size());
    for (auto& x : e) x = g.random().below(degree + 1);
    list.push_back({std::move(e), draw_number(g)});
  }
  return Multi::from_terms(Gaussian{}, v, list);
}

/// A planted divisor, contents, one operand that divides the other, conjugates, primes of Z that split (5 = (2 + i)
/// (2 - i)) in leading coefficients, and nothing in common.
std::pair<Multi, Multi> draw_pair(IntegerGenerator& g, const Variables& v, int round) {
  const std::size_t most = v.size() == 1 ? 8 : 6;
  const auto some = [&] { return draw(g, v, 1 + g.random().below(most), v.size() > 2 ? 3 : 6); };
  Multi a = some();
  Multi b = some();
  const Multi common = some();
  switch (round % 7) {
    case 0:
      return {std::move(a), std::move(b)};
    case 1: {
      const Multi content = draw(g, v, 2, 2);
      return {a * common * content, b * common * content * content};
    }
    case 2:
      return {a * common, a * common * b};
    case 3: {  // a divisor and its conjugate
      std::vector<Multi::Term> terms;
      for (std::size_t i = 0; i < common.term_count(); ++i)
        terms.push_back({common.exponents(i), common.coefficient(i).conjugate()});
      return {a * common * Multi::from_terms(Gaussian{}, v, terms), b * common};
    }
    case 4: {
      const GaussianRational split(Rational(2), Rational(round % 2 == 0 ? 1 : -1));
      return {scale(a, split) * (common + Multi::constant(Gaussian{}, v, split)),
              b * (common + Multi::constant(Gaussian{}, v, split))};
    }
    case 5:
      return {a * pow(common, 2), b * common};
    default:
      return {a * common, b * common};
  }
}

TEST(GaussianGcdFlintOracle, SeveralVariables) {
  IntegerGenerator g(1300);
  for (int round = 0; round < gcd_inputs(1500); ++round) {
    const Variables v = test_variables(2 + g.random().below(3), static_cast<MonomialOrder>(g.random().below(3)));
    const auto [a, b] = draw_pair(g, v, round);
    expect_gcd(a, b, std::to_string(round) + ": " + to_string(a) + " | " + to_string(b));
    if (HasFatalFailure()) return;
  }
}

/// The dense, the sparse and the multivariate gcd.
TEST(GaussianGcdFlintOracle, OneVariable) {
  IntegerGenerator g(1301);
  const Variables x = test_variables(1);
  for (int round = 0; round < gcd_inputs(3000); ++round) {
    const auto [a, b] = draw_pair(g, x, round);
    expect_gcd(a, b, std::to_string(round) + ": " + to_string(a) + " | " + to_string(b));
    if (HasFatalFailure()) return;
    const auto dense = [](const Multi& f) {
      std::vector<GaussianRational> c(f.is_zero() ? 0 : static_cast<std::size_t>(f.degree(0)) + 1);
      for (std::size_t i = 0; i < f.term_count(); ++i) c[f.exponent(i, 0)] = f.coefficient(i);
      return Dense::from_elements(Gaussian{}, std::move(c));
    };
    const Dense da = dense(a);
    const Dense db = dense(b);
    const Dense expected = dense(gcd(a, b));
    ASSERT_EQ(gcd(da, db), expected) << da << " | " << db;
    ASSERT_EQ(gcd(to_sparse(da), to_sparse(db)), to_sparse(expected)) << da << " | " << db;
  }
}

}  // namespace
}  // namespace polyfork::test
