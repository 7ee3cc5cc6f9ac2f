// Sparse multivariate polynomials against FLINT's fmpz_mpoly, in every order that both have.
#include <memory>

#include <gtest/gtest.h>

#include <gmp.h>  // before FLINT's headers, which then declare the conversions
//
#include <flint/flint.h>
#include <flint/fmpz.h>
#include <flint/fmpz_mpoly.h>

#include <polyfork/poly/multi_products/multi_multiplication.hpp>
#include <polyfork/poly/multi_products/multi_products.hpp>
#include <polyfork/poly/multivariate/multi_division.hpp>
#include <polyfork/poly/multivariate/multi_evaluation.hpp>
#include <polyfork/poly/multivariate/multi_power.hpp>

#include "naive_sparse.hpp"

namespace polyfork::test {
namespace {

class FlintContext {
 public:
  explicit FlintContext(const Variables& v) : variables(v) {
    const ordering_t order = v.order() == MonomialOrder::lex          ? ORD_LEX
                             : v.order() == MonomialOrder::graded_lex ? ORD_DEGLEX
                                                                      : ORD_DEGREVLEX;
    fmpz_mpoly_ctx_init(ctx, static_cast<slong>(v.size()), order);
  }
  ~FlintContext() { fmpz_mpoly_ctx_clear(ctx); }
  FlintContext(const FlintContext&) = delete;
  FlintContext& operator=(const FlintContext&) = delete;

  Variables variables;
  fmpz_mpoly_ctx_t ctx;
};

class FlintMulti {
 public:
  explicit FlintMulti(FlintContext& context) : context_(context) { fmpz_mpoly_init(p_, context_.ctx); }
  FlintMulti(FlintContext& context, const MultiPolyZ& a) : FlintMulti(context) {
    fmpz_t value;
    fmpz_init(value);
    for (std::size_t i = 0; i < a.term_count(); ++i) {
      fmpz_set_mpz(value, a.coefficients()[i].mpz());
      const std::vector<std::uint64_t> e = a.exponents(i);
      const std::vector<ulong> row(e.begin(), e.end());
      fmpz_mpoly_push_term_fmpz_ui(p_, value, row.data(), context_.ctx);
    }
    fmpz_clear(value);
    fmpz_mpoly_sort_terms(p_, context_.ctx);
  }
  ~FlintMulti() { fmpz_mpoly_clear(p_, context_.ctx); }
  FlintMulti(const FlintMulti&) = delete;
  FlintMulti& operator=(const FlintMulti&) = delete;
  fmpz_mpoly_struct* get() { return p_; }

  /// Terms in FLINT's order, so that ours is compared with it.
  std::vector<MultiPolyZ::Term> terms() {
    std::vector<MultiPolyZ::Term> list;
    mpz_t z;
    fmpz_t value;
    mpz_init(z);
    fmpz_init(value);
    std::vector<ulong> e(context_.variables.size());
    for (slong i = 0; i < fmpz_mpoly_length(p_, context_.ctx); ++i) {
      fmpz_mpoly_get_term_exp_ui(e.data(), p_, i, context_.ctx);
      fmpz_mpoly_get_term_coeff_fmpz(value, p_, i, context_.ctx);
      fmpz_get_mpz(z, value);
      list.push_back({std::vector<std::uint64_t>(e.begin(), e.end()), Integer(mpz_srcptr(z))});
    }
    fmpz_clear(value);
    mpz_clear(z);
    return list;
  }

 private:
  FlintContext& context_;
  fmpz_mpoly_t p_;
};

class SparseFlintOracle : public ::testing::Test {
 protected:
  static constexpr std::uint64_t bounds[] = {3, 9, 200, 1 << 14, 1 << 22, 1ULL << 40};
  IntegerGenerator g{930};

  static std::vector<Variables> orders() {
    std::vector<Variables> all = all_orders({"x", "y", "z"});
    all.pop_back();  // FLINT has no weights
    return all;
  }
  MultiPolyZ draw(const Variables& v, std::size_t terms, std::uint64_t bound) {
    return random_sparse(Integers{}, v, terms, bound, g,
                         [](IntegerGenerator& x) { return x.draw(x.random().below(4) == 0 ? 3 : 1); });
  }
};

TEST_F(SparseFlintOracle, SumsAndProducts) {
  for (const Variables& v : orders()) {
    FlintContext context(v);
    for (const std::uint64_t bound : bounds) {
      const MultiPolyZ a = draw(v, 1 + g.random().below(60), bound);
      const MultiPolyZ b = draw(v, 1 + g.random().below(60), bound);
      FlintMulti fa(context, a);
      FlintMulti fb(context, b);
      FlintMulti fc(context);
      fmpz_mpoly_mul(fc.get(), fa.get(), fb.get(), context.ctx);
      EXPECT_EQ((a * b).terms(), fc.terms());
      EXPECT_EQ(mul_with(MultiMulAlgorithm::heap, a, b).terms(), fc.terms());
      fmpz_mpoly_sub(fc.get(), fa.get(), fb.get(), context.ctx);
      EXPECT_EQ((a - b).terms(), fc.terms());
    }
  }
}

/// A hundred thousand pairs of few terms, half of them with coefficients at the ends of words; also with operands in
/// the place of results.
TEST_F(SparseFlintOracle, SmallCases) {
  constexpr int rounds = 100'000;
  const std::vector<Variables> all = orders();
  std::vector<std::unique_ptr<FlintContext>> contexts;
  for (const Variables& v : all) contexts.push_back(std::make_unique<FlintContext>(v));
  MultiPolyZ out;
  fmpz_t x;
  fmpz_init(x);
  for (int i = 0; i < rounds; ++i) {
    const std::size_t which = static_cast<std::size_t>(i) % all.size();
    const Variables& v = all[which];
    FlintContext& context = *contexts[which];
    const bool edges = i / 3 % 2 == 0;
    const auto number = [edges](IntegerGenerator& s) { return edges ? s.edge() : s.draw(1 + s.random().below(2)); };
    const auto poly = [&] {
      return random_sparse(Integers{}, v, g.random().below(6), bounds[g.random().below(3)], g, number);
    };
    const MultiPolyZ a = poly();
    const MultiPolyZ b = i % 17 == 0 ? a : poly();
    const Integer factor = number(g);
    FlintMulti fa(context, a);
    FlintMulti fb(context, b);
    FlintMulti fc(context);
    const auto check = [&](const char* what, const auto& ours) {
      const std::vector<MultiPolyZ::Term> expected = fc.terms();
      ours(out, a, b);
      ASSERT_EQ(out.terms(), expected) << what << " " << i;
      MultiPolyZ first = a;
      ours(first, first, b);
      ASSERT_EQ(first.terms(), expected) << what << " in the place of an operand " << i;
      MultiPolyZ second = b;
      ours(second, a, second);
      ASSERT_EQ(second.terms(), expected) << what << " in the place of the other " << i;
    };
    using P = MultiPolyZ;
    fmpz_mpoly_add(fc.get(), fa.get(), fb.get(), context.ctx);
    check("add", [](P& r, const P& f, const P& h) { add_into(r, f, h); });
    fmpz_mpoly_sub(fc.get(), fa.get(), fb.get(), context.ctx);
    check("sub", [](P& r, const P& f, const P& h) { sub_into(r, f, h); });
    fmpz_mpoly_mul(fc.get(), fa.get(), fb.get(), context.ctx);
    check("mul", [](P& r, const P& f, const P& h) { mul_into(r, f, h); });
    if (!b.is_zero()) {
      ASSERT_EQ(exact_div(out, b), a) << i;
    }
    fmpz_set_mpz(x, factor.view().mpz());
    fmpz_mpoly_scalar_mul_fmpz(fc.get(), fa.get(), x, context.ctx);
    check("scale", [&](P& r, const P& f, const P&) { scale_into(r, f, factor); });
    fmpz_mpoly_neg(fc.get(), fa.get(), context.ctx);
    check("neg", [](P& r, const P& f, const P&) { neg_into(r, f); });
    fmpz_mpoly_derivative(fc.get(), fa.get(), 1, context.ctx);
    check("derivative", [](P& r, const P& f, const P&) { derivative_into(r, f, "y"); });
    ASSERT_EQ(a == b, fmpz_mpoly_equal(fa.get(), fb.get(), context.ctx) != 0) << i;
  }
  fmpz_clear(x);
}

TEST_F(SparseFlintOracle, SumsOfProductsAndValues) {
  const std::vector<Variables> all = orders();
  fmpz_t value;
  fmpz_init(value);
  for (int round = 0; round < 600; ++round) {
    const Variables& v = all[static_cast<std::size_t>(round) % all.size()];
    FlintContext context(v);
    FlintMulti sum(context);
    FlintMulti product(context);
    std::vector<MultiPolyZ> a, b;
    const std::uint64_t bound = bounds[g.random().below(6)];
    const std::uint64_t bits = 1 + g.random().below(66);
    const auto element = [&](IntegerGenerator& x) { return x.uniform(bits) - x.uniform(bits); };
    for (std::uint64_t k = g.random().below(12); k-- != 0;) {
      a.push_back(random_sparse(Integers{}, v, g.random().below(20), bound, g, element));
      b.push_back(random_sparse(Integers{}, v, g.random().below(40), bound, g, element));
      FlintMulti fa(context, a.back());
      FlintMulti fb(context, b.back());
      fmpz_mpoly_mul(product.get(), fa.get(), fb.get(), context.ctx);
      fmpz_mpoly_add(sum.get(), sum.get(), product.get(), context.ctx);
    }
    const MultiPolyZ ours = dot(std::span<const MultiPolyZ>(a), std::span<const MultiPolyZ>(b));
    EXPECT_EQ(ours.terms(), sum.terms()) << round;
    if (bound > 200 || ours.is_zero()) continue;
    const std::vector<Integer> point{g.draw(1), Integer(static_cast<int>(g.random().below(4)) - 2), g.draw(2)};
    std::vector<fmpz> coordinates(3, 0);
    std::vector<fmpz*> pointers;
    for (std::size_t i = 0; i < 3; ++i) {
      fmpz_set_mpz(&coordinates[i], point[i].view().mpz());
      pointers.push_back(&coordinates[i]);
    }
    ASSERT_EQ(fmpz_mpoly_evaluate_all_fmpz(value, sum.get(), pointers.data(), context.ctx), 1);
    mpz_t z;
    mpz_init(z);
    fmpz_get_mpz(z, value);
    EXPECT_EQ(evaluate(ours, point), Integer(mpz_srcptr(z))) << round;
    mpz_clear(z);
    for (fmpz& c : coordinates) fmpz_clear(&c);
  }
  fmpz_clear(value);
}

TEST_F(SparseFlintOracle, LargeProducts) {
  for (const Variables& v : orders()) {
    FlintContext context(v);
    for (const std::uint64_t bound : {12ULL, 100ULL}) {
      const MultiPolyZ a = draw(v, 400, bound);
      const MultiPolyZ b = draw(v, 300, bound);
      FlintMulti fa(context, a);
      FlintMulti fb(context, b);
      FlintMulti fc(context);
      fmpz_mpoly_mul(fc.get(), fa.get(), fb.get(), context.ctx);
      EXPECT_EQ((a * b).terms(), fc.terms());
    }
  }
}

TEST_F(SparseFlintOracle, Division) {
  for (const Variables& v : orders()) {
    FlintContext context(v);
    for (int round = 0; round < 12; ++round) {
      MultiPolyZ b = draw(v, 1 + g.random().below(8), 5);
      if (b.is_zero()) continue;
      const MultiPolyZ q = draw(v, 1 + g.random().below(20), 9);
      FlintMulti fa(context, q * b);
      FlintMulti fb(context, b);
      FlintMulti fq(context);
      ASSERT_EQ(fmpz_mpoly_divides(fq.get(), fa.get(), fb.get(), context.ctx), 1);
      EXPECT_EQ(exact_div(q * b, b).terms(), fq.terms());
      // With a leading coefficient of one FLINT's rule for remainders over Z is ours.
      b += MultiPolyZ::monomial({}, v, Integer(1) - b.leading_coefficient(), b.exponents(0));
      const MultiPolyZ a = draw(v, 20, 7);
      FlintMulti fd(context, b);
      FlintMulti fe(context, a);
      FlintMulti fr(context);
      fmpz_mpoly_divrem(fq.get(), fr.get(), fe.get(), fd.get(), context.ctx);
      const auto [quotient, remainder] = div_rem(a, b);
      EXPECT_EQ(quotient.terms(), fq.terms());
      EXPECT_EQ(remainder.terms(), fr.terms());
    }
  }
}

TEST_F(SparseFlintOracle, PowersAndDerivatives) {
  for (const Variables& v : orders()) {
    FlintContext context(v);
    const MultiPolyZ a = draw(v, 6, 5);
    FlintMulti fa(context, a);
    FlintMulti fc(context);
    for (ulong k = 0; k < 8; ++k) {
      fmpz_mpoly_pow_ui(fc.get(), fa.get(), k, context.ctx);
      EXPECT_EQ(pow(a, k).terms(), fc.terms());
    }
    for (slong i = 0; i < 3; ++i) {
      fmpz_mpoly_derivative(fc.get(), fa.get(), i, context.ctx);
      EXPECT_EQ(derivative(a, v.name(static_cast<std::size_t>(i))).terms(), fc.terms());
    }
  }
}

}  // namespace
}  // namespace polyfork::test
