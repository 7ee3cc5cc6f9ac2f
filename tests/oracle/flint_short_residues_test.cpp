// More than a hundred thousand pairs of short polynomials modulo primes of every length against FLINT.
#include <gtest/gtest.h>

#include <gmp.h>  // before FLINT's headers, which then declare the conversions
//
#include <flint/nmod_poly.h>

#include <polyfork/poly/dense/composition.hpp>
#include <polyfork/poly/division/division.hpp>
#include <polyfork/poly/gcd/gcd.hpp>
#include <polyfork/poly/residues/extended_gcd.hpp>
#include <polyfork/poly/residues/multipoint.hpp>
#include <polyfork/poly/shift/taylor_shift.hpp>

#include "random.hpp"

namespace polyfork::test {
namespace {

class FlintResidues {
 public:
  explicit FlintResidues(std::uint64_t p) { nmod_poly_init(p_, p); }
  explicit FlintResidues(const PolyZp& a) : FlintResidues(a.ring().modulus()) {
    for (std::size_t i = 0; i < a.length(); ++i) nmod_poly_set_coeff_ui(p_, static_cast<slong>(i), a.coefficients()[i]);
  }
  ~FlintResidues() { nmod_poly_clear(p_); }
  FlintResidues(const FlintResidues&) = delete;
  FlintResidues& operator=(const FlintResidues&) = delete;
  nmod_poly_struct* get() { return p_; }
  PolyZp value(const PrimeField& field) {
    std::vector<std::uint64_t> c;
    for (slong i = 0; i < nmod_poly_length(p_); ++i) c.push_back(nmod_poly_get_coeff_ui(p_, i));
    return PolyZp::from_elements(field, std::move(c));
  }

 private:
  nmod_poly_t p_;
};

/// Residues at both ends and in between, with zeros.
PolyZp draw(Random& random, const PrimeField& field, std::size_t length) {
  std::vector<std::uint64_t> c(length);
  for (std::uint64_t& x : c) {
    const std::uint64_t kind = random.below(6);
    x = kind == 0   ? 0
        : kind == 1 ? 1 % field.modulus()
        : kind == 2 ? field.modulus() - 1
                    : random.below(field.modulus());
  }
  return PolyZp::from_elements(field, std::move(c));
}

TEST(ShortResiduesFlintOracle, EveryOperation) {
  Random random(964);
  for (const std::uint64_t p : {std::uint64_t{2}, std::uint64_t{3}, std::uint64_t{101}, std::uint64_t{65537},
                                std::uint64_t{1073741789}, std::uint64_t{4294967291}, (std::uint64_t{1} << 50) - 27,
                                std::uint64_t{4611686018427387847}, (std::uint64_t{1} << 63) - 25}) {
    const PrimeField field(p);
    FlintResidues result(p);
    FlintResidues rest(p);
    FlintResidues first_cofactor(p);
    FlintResidues second_cofactor(p);
    PolyZp out(field);
    PolyZp out_rest(field);
    for (int i = 0; i < 12'500; ++i) {
      const std::uint64_t longest = i % 100 == 0 ? 100 : 8;
      const PolyZp a = draw(random, field, random.below(longest));
      const PolyZp b = draw(random, field, random.below(longest));
      const std::uint64_t x = random.below(p);
      FlintResidues fa(a);
      FlintResidues fb(b);
      const auto check = [&](const char* what, const auto& ours) {
        const PolyZp expected = result.value(field);
        ours(out, a, b);
        ASSERT_EQ(out, expected) << what << " " << i << " modulo " << p;
        PolyZp first = a;
        ours(first, first, b);
        ASSERT_EQ(first, expected) << what << " in the place of an operand " << i << " modulo " << p;
        PolyZp second = b;
        ours(second, a, second);
        ASSERT_EQ(second, expected) << what << " in the place of the other " << i << " modulo " << p;
      };
      nmod_poly_add(result.get(), fa.get(), fb.get());
      check("add", [](PolyZp& r, const PolyZp& f, const PolyZp& h) { add_into(r, f, h); });
      nmod_poly_sub(result.get(), fa.get(), fb.get());
      check("sub", [](PolyZp& r, const PolyZp& f, const PolyZp& h) { sub_into(r, f, h); });
      nmod_poly_mul(result.get(), fa.get(), fb.get());
      check("mul", [](PolyZp& r, const PolyZp& f, const PolyZp& h) { mul_into(r, f, h); });
      nmod_poly_gcd(result.get(), fa.get(), fb.get());
      check("gcd", [](PolyZp& r, const PolyZp& f, const PolyZp& h) { gcd_into(r, f, h); });
      nmod_poly_scalar_mul_nmod(result.get(), fa.get(), x);
      check("scale", [&](PolyZp& r, const PolyZp& f, const PolyZp&) { scale_into(r, f, x); });
      nmod_poly_derivative(result.get(), fa.get());
      check("derivative", [](PolyZp& r, const PolyZp& f, const PolyZp&) { derivative_into(r, f); });
      nmod_poly_neg(result.get(), fa.get());
      check("neg", [](PolyZp& r, const PolyZp& f, const PolyZp&) { neg_into(r, f); });
      const std::size_t places = i % 5;
      nmod_poly_shift_left(result.get(), fa.get(), static_cast<slong>(places));
      check("shift_left", [&](PolyZp& r, const PolyZp& f, const PolyZp&) { shift_left_into(r, f, places); });
      nmod_poly_shift_right(result.get(), fa.get(), static_cast<slong>(places));
      check("shift_right", [&](PolyZp& r, const PolyZp& f, const PolyZp&) { shift_right_into(r, f, places); });
      nmod_poly_taylor_shift(result.get(), fa.get(), x);
      check("taylor_shift", [&](PolyZp& r, const PolyZp& f, const PolyZp&) { taylor_shift_into(r, f, x); });
      const std::uint64_t exponent = static_cast<std::uint64_t>(i) % 7;
      nmod_poly_pow(result.get(), fa.get(), exponent);
      check("pow", [&](PolyZp& r, const PolyZp& f, const PolyZp&) { pow_into(r, f, exponent); });
      const ExtendedGcd e = extended_gcd(a, b);
      ASSERT_EQ(e.g, gcd(a, b)) << i << " modulo " << p;
      ASSERT_EQ(add(mul(e.s, a), mul(e.t, b)), e.g) << i << " modulo " << p;
      if (!a.is_constant() && !b.is_constant() && e.g.length() < std::min(a.length(), b.length())) {
        nmod_poly_xgcd(result.get(), first_cofactor.get(), second_cofactor.get(), fa.get(), fb.get());
        ASSERT_EQ(e.s, first_cofactor.value(field)) << i << " modulo " << p;
        ASSERT_EQ(e.t, second_cofactor.value(field)) << i << " modulo " << p;
      }
      ASSERT_EQ(a == b, nmod_poly_equal(fa.get(), fb.get()) != 0) << i << " modulo " << p;
      ASSERT_EQ(is_square_free(a), !a.is_zero() && nmod_poly_is_squarefree(fa.get()) != 0) << a << " modulo " << p;
      ASSERT_EQ(evaluate(a, x), nmod_poly_evaluate_nmod(fa.get(), x)) << i << " modulo " << p;
      ASSERT_EQ(resultant(a, b), nmod_poly_resultant(fa.get(), fb.get())) << i << " modulo " << p;
      if (b.is_zero()) continue;
      nmod_poly_divrem(result.get(), rest.get(), fa.get(), fb.get());
      div_rem_into(out, out_rest, a, b);
      ASSERT_EQ(out, result.value(field)) << i << " modulo " << p;
      ASSERT_EQ(out_rest, rest.value(field)) << i << " modulo " << p;
      ASSERT_EQ(try_exact_div(a, b).has_value(), nmod_poly_is_zero(rest.get()) != 0) << i << " modulo " << p;
      exact_div_into(out, mul(a, b), b);
      ASSERT_EQ(out, a) << i << " modulo " << p;
    }
  }
}

}  // namespace
}  // namespace polyfork::test
