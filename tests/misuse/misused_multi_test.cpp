// Programs of random calls with polynomials in several variables, sparse and dense.
#include <gtest/gtest.h>

#include <array>

#include <polyfork/poly/multivariate/convert_multi.hpp>
#include <polyfork/poly/multivariate/dense_multi_poly.hpp>
#include <polyfork/poly/multivariate/multi_division.hpp>
#include <polyfork/poly/multivariate/multi_evaluation.hpp>
#include <polyfork/poly/multivariate/multi_gcd.hpp>
#include <polyfork/poly/multivariate/multi_power.hpp>
#include <polyfork/poly/multivariate/multi_recursive.hpp>
#include <polyfork/poly/multivariate/multi_resultant.hpp>
#include <polyfork/poly/multivariate/multi_shift.hpp>

#include "misuse.hpp"
#include "misused_elements.hpp"

namespace polyfork::test {
namespace {

using Names = std::vector<std::string>;

const Names& some_names(Random& random) {
  static const std::array<Names, 4> lists = {Names{"x", "y"}, Names{"y", "x"}, Names{"x", "y", "z"}, Names{}};
  return lists[random.below(8) < 4 ? 0 : random.below(4)];
}

const char* some_name(Random& random) {
  constexpr std::array names = {"x", "x", "y", "z", "w", ""};
  return names[random.below(names.size())];
}

template <class P>
struct SparseMultiMisuse {
  using Object = P;
  using R = typename P::ring_type;

  static P draw(Random& random) {
    const R ring = some_ring<R>(random);
    const bool graded = random.below(5) == 0;
    const Variables v(some_names(random), graded ? MonomialOrder::graded_reverse_lex : MonomialOrder::lex);
    std::vector<typename P::Term> terms(random.below(4));
    for (auto& term : terms) {
      for (std::size_t i = 0; i < v.size(); ++i) term.exponents.push_back(random.below(4));
      term.coefficient = element_of(ring, random);
    }
    return P::from_terms(ring, v, terms);
  }

  static bool is_large(const P& f) {
    if (f.term_count() > 30) return true;
    for (const std::uint64_t d : f.degrees())
      if (d > 12) return true;
    return f.ring().to_string(f.leading_coefficient()).size() > 200;
  }

  static std::string flaw(const P& f) {
    if (f.term_count() > 1000) return {};
    for (std::size_t i = 0; i < f.term_count(); ++i) {
      const auto term = f.term(i);
      if (f.ring().is_zero(term.coefficient)) return "a coefficient is zero";
      try {
        detail::require_element(f.ring(), term.coefficient);
      } catch (const Error& e) {
        return std::string("a coefficient is no element: ") + e.what();
      }
      if (!f.ring().equal(f.coefficient_of(term.exponents), term.coefficient)) return "a term is not found";
    }
    if (!(sub(add(f, f), f) == f)) return "f + f - f is not f";
    return {};
  }

  static const std::vector<Call<P>>& calls() {
    static const std::vector<Call<P>> list = {
        {"add", [](Pool<P>& pool) { pool.put(add(pool.any(), pool.any(), narrow_context())); }},
        {"sub", [](Pool<P>& pool) { pool.put(sub(pool.any(), pool.any(), narrow_context())); }},
        {"mul", [](Pool<P>& pool) { pool.put(mul(pool.any(), pool.any(), narrow_context())); }},
        {"+=", [](Pool<P>& pool) { pool.any() += pool.any(); }},
        {"-=", [](Pool<P>& pool) { pool.any() -= pool.any(); }},
        {"*=", [](Pool<P>& pool) { pool.any() *= pool.any(); }},
        {"/=", [](Pool<P>& pool) { pool.any() /= pool.any(); }},
        {"* element", [](Pool<P>& pool) { pool.put(pool.any() * element(pool)); }},
        {"+ element", [](Pool<P>& pool) { pool.put(pool.any() + element(pool)); }},
        {"/ element", [](Pool<P>& pool) { pool.put(pool.any() / element(pool)); }},
        {"int - f", [](Pool<P>& pool) { pool.put(pool.small() - pool.any()); }},
        {"*= int", [](Pool<P>& pool) { pool.any() *= pool.small(); }},
        {"f == int", [](Pool<P>& pool) { static_cast<void>(pool.any() == pool.small()); }},
        {"exact_div", [](Pool<P>& pool) { pool.put(exact_div(pool.any(), pool.any(), narrow_context())); }},
        {"div_rem",
         [](Pool<P>& pool) {
           div_rem(pool.any(), {pool.any(), pool.any()}, narrow_context());
         }},
        {"rem", [](Pool<P>& pool) { pool.put(rem(pool.any(), pool.any(), narrow_context())); }},
        {"pseudo_div_rem",
         [](Pool<P>& pool) { pseudo_div_rem(pool.any(), pool.any(), some_name(pool.random), narrow_context()); }},
        {"lazy_pseudo_div_rem",
         [](Pool<P>& pool) { lazy_pseudo_div_rem(pool.any(), pool.any(), some_name(pool.random), narrow_context()); }},
        {"gcd", [](Pool<P>& pool) { pool.put(gcd(pool.any(), pool.any(), narrow_context())); }},
        {"content_in",
         [](Pool<P>& pool) { pool.put(content_in(pool.any(), some_name(pool.random), narrow_context())); }},
        {"primitive_part", [](Pool<P>& pool) { pool.put(primitive_part(pool.any(), narrow_context())); }},
        {"square_free_decomposition", [](Pool<P>& pool) { square_free_decomposition(pool.any(), narrow_context()); }},
        {"resultant",
         [](Pool<P>& pool) { pool.put(resultant(pool.any(), pool.any(), some_name(pool.random), narrow_context())); }},
        {"discriminant",
         [](Pool<P>& pool) { pool.put(discriminant(pool.any(), some_name(pool.random), narrow_context())); }},
        {"pow",
         [](Pool<P>& pool) {
           // Over Z/pZ a power of a sum has as many terms as the digits of its exponent say: it ends when memory does.
           const P& f = pool.any();
           pool.put(
               pow(f, f.ring().characteristic().is_zero() ? pool.exponent() : pool.random.below(6), narrow_context()));
         }},
        {"evaluate",
         [](Pool<P>& pool) {
           std::vector<typename P::element> point;
           for (std::uint64_t n = pool.random.below(4); n != 0; --n) point.push_back(element(pool));
           evaluate(pool.any(), point, narrow_context());
         }},
        {"evaluate_at",
         [](Pool<P>& pool) {
           pool.put(evaluate_at(pool.any(), some_name(pool.random), element(pool), narrow_context()));
         }},
        {"derivative",
         [](Pool<P>& pool) {
           pool.put(derivative(pool.any(), some_name(pool.random), pool.exponent(), narrow_context()));
         }},
        {"taylor_shift",
         [](Pool<P>& pool) {
           pool.put(taylor_shift(pool.any(), some_name(pool.random), element(pool), narrow_context()));
         }},
        {"recursive_view",
         [](Pool<P>& pool) {
           pool.put(from_recursive(recursive_view(pool.any(), some_name(pool.random), narrow_context())));
         }},
        {"leading_coefficient_in",
         [](Pool<P>& pool) { pool.put(leading_coefficient_in(pool.any(), some_name(pool.random), narrow_context())); }},
        {"with_variables",
         [](Pool<P>& pool) { pool.put(pool.any().with_variables(Variables(some_names(pool.random)))); }},
        {"set_coefficient",
         [](Pool<P>& pool) {
           P& f = pool.any();
           typename P::Exponents e(pool.random.below(4), pool.exponent());
           f.set_coefficient(e, element(pool));
         }},
        {"monomial",
         [](Pool<P>& pool) {
           const P& f = pool.any();
           typename P::Exponents e(pool.random.below(4), pool.exponent());
           pool.put(P::monomial(f.ring(), f.variables(), element(pool), e));
         }},
        {"variable",
         [](Pool<P>& pool) {
           const P& f = pool.any();
           pool.put(P::generator(f.ring(), f.variables(), some_name(pool.random)));
         }},
        {"coefficient", [](Pool<P>& pool) { static_cast<void>(pool.any().coefficient(pool.exponent())); }},
        {"term", [](Pool<P>& pool) { static_cast<void>(pool.any().term(pool.exponent())); }},
        {"degree", [](Pool<P>& pool) { static_cast<void>(pool.any().degree(pool.exponent())); }},
        {"trailing_term", [](Pool<P>& pool) { static_cast<void>(pool.any().trailing_term()); }},
        {"move",
         [](Pool<P>& pool) {
           P taken = std::move(pool.any());
           if (pool.random.below(2) == 0) pool.put(std::move(taken));
         }},
        {"f = move(f)",
         [](Pool<P>& pool) {
           P& f = pool.any();
           P& g = f;
           f = std::move(g);
         }},
        {"f += f",
         [](Pool<P>& pool) {
           P& f = pool.any();
           f += f;
           f *= f;
           f -= f;
         }},
    };
    return list;
  }

 private:
  static typename P::element element(Pool<P>& pool) { return any_element(pool.any().ring(), pool.random); }
};

TEST(MisusedPolynomials, SeveralVariablesOverZ) {
  EXPECT_EQ((run_misuse<SparseMultiMisuse<MultiPolyZ>>(10, misuse_programs())), "");
}
TEST(MisusedPolynomials, SeveralVariablesOverPrimeFields) {
  EXPECT_EQ((run_misuse<SparseMultiMisuse<MultiPolyZp>>(11, misuse_programs())), "");
}

struct DenseMultiMisuse {
  using Object = DDMMP;

  static DDMMP draw(Random& random) {
    const PrimeField field = some_ring<PrimeField>(random);
    const Names& names = some_names(random);
    std::vector<std::size_t> lengths;
    std::size_t size = 1;
    for (std::size_t i = 0; i < names.size(); ++i) size *= lengths.emplace_back(1 + random.below(3));
    ResidueVector words(size);
    for (auto& word : words) word = element_of(field, random);
    return DDMMP(field, names, lengths, std::move(words));
  }

  static bool is_large(const DDMMP& f) { return f.size() > 300; }

  static std::string flaw(const DDMMP& f) {
    std::size_t size = 1;
    for (const std::size_t n : f.lengths()) size *= n;
    if (f.lengths().size() != f.variables().size()) return "not one length for each variable";
    if (size != f.size() && !(f.is_zero() && f.variables().empty())) return "lengths do not fit the array";
    for (const auto word : f.coefficients())
      if (word >= f.ring().modulus()) return "a coefficient is no element";
    if (!(sub(add(f, f), f) == f)) return "f + f - f is not f";
    return {};
  }

  static const std::vector<Call<DDMMP>>& calls() {
    using Pool = test::Pool<DDMMP>;
    static const std::vector<Call<DDMMP>> list = {
        {"add", [](Pool& pool) { pool.put(add(pool.any(), pool.any(), narrow_context())); }},
        {"sub", [](Pool& pool) { pool.put(sub(pool.any(), pool.any(), narrow_context())); }},
        {"mul", [](Pool& pool) { pool.put(mul(pool.any(), pool.any(), narrow_context())); }},
        {"+=", [](Pool& pool) { pool.any() += pool.any(); }},
        {"*=", [](Pool& pool) { pool.any() *= pool.any(); }},
        {"* element", [](Pool& pool) { pool.put(pool.any() * element(pool)); }},
        {"int - f", [](Pool& pool) { pool.put(pool.small() - pool.any()); }},
        {"derivative",
         [](Pool& pool) { pool.put(derivative(pool.any(), pool.random.below(4), pool.exponent(), narrow_context())); }},
        {"evaluate",
         [](Pool& pool) { pool.put(evaluate(pool.any(), pool.exponent(), element(pool), narrow_context())); }},
        {"evaluate at a point",
         [](Pool& pool) {
           std::vector<DDMMP::element> point;
           for (std::uint64_t n = pool.random.below(4); n != 0; --n) point.push_back(element(pool));
           evaluate(pool.any(), point, narrow_context());
         }},
        {"coefficient",
         [](Pool& pool) {
           const std::vector<std::size_t> e(pool.random.below(4), pool.exponent());
           static_cast<void>(pool.any().coefficient(e));
         }},
        {"monomial",
         [](Pool& pool) {
           const DDMMP& f = pool.any();
           const std::vector<std::size_t> e(pool.random.below(4), pool.exponent());
           pool.put(DDMMP::monomial(f.ring(), f.variables(), element(pool), e, narrow_context()));
         }},
        {"constructor",
         [](Pool& pool) {
           const DDMMP& f = pool.any();
           std::vector<std::size_t> lengths(pool.random.below(4), pool.exponent());
           pool.put(DDMMP(f.ring(), f.variables(), lengths, ResidueVector(pool.random.below(9), element(pool))));
         }},
        {"variable",
         [](Pool& pool) {
           pool.put(DDMMP::generator(pool.any().ring(), some_names(pool.random), pool.random.below(4)));
         }},
        {"degree", [](Pool& pool) { static_cast<void>(pool.any().degree(pool.random.below(5))); }},
        {"coefficients_in",
         [](Pool& pool) {
           const std::size_t k = pool.random.below(4);
           auto parts = coefficients_in(pool.any(), k, narrow_context());
           if (pool.random.below(2) == 0) parts.push_back(pool.any());
           pool.put(from_coefficients_in(parts, k, narrow_context()));
         }},
        {"to_univariate",
         [](Pool& pool) {
           const std::size_t k = pool.random.below(4);
           const PolyZp u = to_univariate(pool.any(), k);
           pool.put(from_univariate(u, some_names(pool.random), pool.random.below(4)));
         }},
        {"to_sparse", [](Pool& pool) { pool.put(to_dense(to_sparse(pool.any()), narrow_context())); }},
        {"text", [](Pool& pool) { static_cast<void>(to_string(pool.any())); }},
        {"move",
         [](Pool& pool) {
           DDMMP taken = std::move(pool.any());
           if (pool.random.below(2) == 0) pool.put(std::move(taken));
         }},
        {"f = move(f)",
         [](Pool& pool) {
           DDMMP& f = pool.any();
           DDMMP& g = f;
           f = std::move(g);
         }},
        {"f += f",
         [](Pool& pool) {
           DDMMP& f = pool.any();
           f += f;
           f *= f;
           f -= f;
         }},
    };
    return list;
  }

 private:
  static DDMMP::element element(Pool<DDMMP>& pool) { return any_element(pool.any().ring(), pool.random); }
};

TEST(MisusedPolynomials, DenseInSeveralVariables) {
  EXPECT_EQ(run_misuse<DenseMultiMisuse>(12, misuse_programs()), "");
}

}  // namespace
}  // namespace polyfork::test
