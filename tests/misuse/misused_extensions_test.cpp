// Programs of random calls with what stands on polynomials: factors, roots, quotient rings and fields, algebraic
// numbers, systems of equations and regular chains, contexts with a device policy.
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <polyfork/poly/extensions/number_field.hpp>
#include <polyfork/poly/factor/factor.hpp>
#include <polyfork/poly/factor/factor_z.hpp>
#include <polyfork/poly/multi_factor/multi_factor.hpp>
#include <polyfork/poly/text/io.hpp>
#include <polyfork/rootiso/algebraic_real.hpp>
#include <polyfork/system/real_solutions.hpp>
#include <polyfork/system/regular_chain.hpp>

#include "misuse.hpp"
#include "misused_elements.hpp"

namespace polyfork::test {
namespace {

/// Moves from an object, and sometimes puts what was taken somewhere.
template <class P>
Call<P> moves() {
  return {"move", [](Pool<P>& pool) {
            P taken = std::move(pool.any());
            if (pool.random.below(2) == 0) pool.put(std::move(taken));
          }};
}

/// A size, a degree or an exponent: most are small, some are zero, negative or beyond memory.
std::int64_t any_number(Random& random) {
  constexpr std::int64_t wrong[] = {0, -1, INT64_MIN, INT64_MAX, std::int64_t{1} << 40};
  return random.below(3) == 0 ? wrong[random.below(5)] : static_cast<std::int64_t>(1 + random.below(4));
}

// --- polynomials as moduli, elements of extensions and operands of factorizations -----------------------------------

/// Field: what P makes a quotient field of.
template <class P, class Field>
struct ExtensionMisuse {
  using Object = P;
  using R = typename P::ring_type;

  static P draw(Random& random) {
    const R ring = some_ring<R>(random);
    P f(ring);
    for (std::uint64_t n = random.below(4); n != 0; --n) f.set_coefficient(n - 1, element_of(ring, random));
    if (random.below(5) == 0) f.set_variable(random.below(2) == 0 ? "a" : "y");
    return f;
  }
  static bool is_large(const P& f) { return f.degree() > 6; }
  static std::string flaw(const P& f) {
    return f.is_zero() || !f.ring().is_zero(f.leading_coefficient()) ? "" : "a leading zero";
  }
  static const std::vector<Call<P>>& calls() {
    static const std::vector<Call<P>> list = {
        moves<P>(),
        {"factor",
         [](Pool<P>& pool) {
           for (auto& part : factor(pool.any(), narrow_context()).factors) pool.put(std::move(part.polynomial));
         }},
        {"is_irreducible", [](Pool<P>& pool) { is_irreducible(pool.any(), narrow_context()); }},
        {"roots", [](Pool<P>& pool) { roots(pool.any(), narrow_context()); }},
        {"quotient ring",
         [](Pool<P>& pool) {
           const QuotientRing<R> ring(pool.any());
           for (P& f : results_in(ring, pool)) pool.put(std::move(f));
         }},
        {"quotient field",
         [](Pool<P>& pool) {
           const Field field(pool.any());
           std::vector<P> results = results_in(field, pool);
           field.norm(pool.any());
           field.trace(pool.any());
           const P a = pool.any();
           field.require_element(a);
           results.push_back(field.inverse(a));
           for (P& f : results) pool.put(std::move(f));
         }},
        {"polynomials over a quotient field",
         [](Pool<P>& pool) {
           const Field field(pool.any());
           const DensePoly<Field> f(field, {pool.any(), pool.any()});
           const DensePoly<Field> g(Field(pool.any()), {pool.any(), field.one()});
           gcd(f * g, g);
           evaluate(f, pool.any(), narrow_context());
         }},
        {"device policy",
         [](Pool<P>& pool) {
           constexpr DevicePolicy policies[] = {DevicePolicy::off, DevicePolicy::automatic, DevicePolicy::on};
           const auto ctx = narrow_context().with_device_policy(policies[pool.random.below(3)]);
           static_cast<void>(ctx.with_device(static_cast<int>(any_number(pool.random))));
           pool.put(mul(pool.any(), pool.any(), ctx));
         }},
        {"text", [](Pool<P>& pool) { static_cast<void>(to_string(pool.any())); }},
    };
    return list;
  }

 private:
  template <class Ring>
  static std::vector<P> results_in(const Ring& ring, Pool<P>& pool) {
    const P a = ring.reduced(pool.any());
    std::vector<P> results = {ring.mul(a, pool.any()), ring.add(pool.any(), a), pow(ring, a, pool.random.below(20)),
                              ring.from_elements({element_of(pool.any().ring(), pool.random)})};
    if (auto q = ring.try_divide(a, ring.reduced(pool.any()))) results.push_back(std::move(*q));
    return results;
  }
};

TEST(MisusedExtensions, OverRationals) {
  EXPECT_EQ((run_misuse<ExtensionMisuse<PolyQ, NumberField>>(31, misuse_programs())), "");
}
TEST(MisusedExtensions, OverPrimeFields) {
  EXPECT_EQ((run_misuse<ExtensionMisuse<PolyZp, FiniteField>>(32, misuse_programs())), "");
}
TEST(MisusedExtensions, FiniteFields) {
  Random random(33);
  for (std::uint64_t program = misuse_programs(); program != 0; --program) {
    try {
      const FiniteField field(some_ring<PrimeField>(random), static_cast<std::size_t>(any_number(random) % 9),
                              random.below(4) == 0 ? "2x" : "a");
      const auto a = field.element_at(Integer(any_number(random)));
      EXPECT_TRUE(a.is_zero() || field.is_one(field.mul(a, field.inverse(a))));
      field.frobenius(field.element_at(field.size() - Integer(1)));
    } catch (const Error&) {
    }
  }
}

// --- algebraic numbers
// -------------------------------------------------------------------------------------------------

struct AlgebraicMisuse {
  using Object = AlgebraicReal;

  static AlgebraicReal draw(Random& random) {
    if (random.below(3) == 0) return Rational(small_number(random), Integer(1 + random.below(4)));
    const auto all = real_roots(PolyZ{Integer(small_number(random)), Integer(small_number(random)), Integer(1)});
    return all.empty() ? AlgebraicReal() : all[random.below(all.size())].value;
  }
  static bool is_large(const AlgebraicReal& a) {
    return a.degree() > 4 || a.polynomial().coefficients().bytes() > 2000;
  }
  static std::string flaw(const AlgebraicReal& a) {
    if (a.is_rational()) return a == AlgebraicReal(a.rational_value()) ? "" : "not equal to its value";
    return sign_at(a.polynomial(), a) == 0 ? "" : "no root of its polynomial";
  }
  static const std::vector<Call<AlgebraicReal>>& calls() {
    using P = AlgebraicReal;
    static const std::vector<Call<P>> list = {
        moves<P>(),
        {"+", [](Pool<P>& pool) { pool.put(add(pool.any(), pool.any(), narrow_context())); }},
        {"-=", [](Pool<P>& pool) { pool.target() -= pool.any(); }},
        {"*", [](Pool<P>& pool) { pool.put(mul(pool.any(), pool.any(), narrow_context())); }},
        {"/=", [](Pool<P>& pool) { pool.target() /= pool.any(); }},
        {"inverse", [](Pool<P>& pool) { pool.put(inverse(pool.any(), narrow_context())); }},
        {"a -= a",
         [](Pool<P>& pool) {
           P& a = pool.target();
           a *= a;
           a -= a;
         }},
        {"pow", [](Pool<P>& pool) { pool.put(pow(pool.any(), any_number(pool.random), narrow_context())); }},
        {"root", [](Pool<P>& pool) { pool.put(root(pool.any(), any_number(pool.random), narrow_context())); }},
        {"to_decimal",
         [](Pool<P>& pool) {
           pool.any().to_decimal(static_cast<std::size_t>(any_number(pool.random)), narrow_context());
         }},
        {"refine", [](Pool<P>& pool) { pool.any().refine(Rational(any_number(pool.random), 1000), narrow_context()); }},
        {"compare", [](Pool<P>& pool) { static_cast<void>(pool.any() < pool.any()); }},
        {"conjugates", [](Pool<P>& pool) { pool.any().real_conjugates(narrow_context()); }},
        {"of an interval",
         [](Pool<P>& pool) {
           const std::int64_t lower = small_number(pool.random);
           RootInterval interval{lower, lower + small_number(pool.random)};
           interval.exact = pool.random.below(2) == 0;
           pool.put(P(pool.any().polynomial(), interval, narrow_context()));
         }},
        {"text",
         [](Pool<P>& pool) {
           std::string text = pool.any().to_string();
           if (pool.random.below(2) == 0 && !text.empty()) text[pool.random.below(text.size())] = ',';
           pool.put(parse_algebraic(text, narrow_context()));
         }},
    };
    return list;
  }
};

TEST(MisusedExtensions, AlgebraicNumbers) { EXPECT_EQ((run_misuse<AlgebraicMisuse>(34, misuse_programs(6))), ""); }

// --- systems
// -----------------------------------------------------------------------------------------------------------

template <class R>
struct SystemMisuse {
  using Object = SparseMultiPoly<R>;
  using P = Object;

  static P draw(Random& random) {
    const Variables names[] = {Variables({"x", "y"}), Variables({"x", "y"}), Variables({"x", "y"}),
                               Variables({"y", "x"}), Variables({"x"}),      Variables()};
    const Variables& variables = names[random.below(6)];
    const R ring = some_ring<R>(random);
    std::vector<typename P::Term> terms;
    for (std::uint64_t n = random.below(4); n != 0; --n) {
      std::vector<std::uint64_t> exponents(variables.size());
      for (auto& e : exponents) e = random.below(3);
      terms.push_back({std::move(exponents), element_of(ring, random)});
    }
    return P::from_terms(ring, variables, terms);
  }
  static bool is_large(const P& f) {
    if (f.term_count() > 6) return true;
    for (std::size_t k = 0; k < f.variables().size(); ++k)
      if (f.degree(k) > 2) return true;
    if constexpr (std::is_same_v<R, Rationals>) return f.coefficients().bytes() > 500;
    return false;
  }
  static std::string flaw(const P& f) {
    return f.is_zero() || !f.ring().is_zero(f.leading_coefficient()) ? "" : "a leading zero";
  }
  static std::vector<Call<P>> chain_calls() {
    return {
        moves<P>(),
        {"factor",
         [](Pool<P>& pool) {
           for (auto& part : factor(pool.any(), narrow_context()).factors) pool.put(std::move(part.polynomial));
         }},
        {"is_irreducible", [](Pool<P>& pool) { is_irreducible(pool.any(), narrow_context()); }},
        {"chain",
         [](Pool<P>& pool) {
           const RegularChain<R> chain({pool.any(), pool.any()}, narrow_context());
           chain.contains(pool.any(), narrow_context());
           chain.iterated_resultant(pool.any(), narrow_context());
           chain.intersect(pool.any(), narrow_context());
           chain.subresultants(pool.any(), pool.any(), pool.random.below(2) == 0 ? "x" : "z", narrow_context());
           P form = chain.normal_form(pool.any(), narrow_context());
           pool.put(chain.inverse(pool.any(), narrow_context()));
           pool.put(std::move(form));
         }},
        {"decomposition",
         [](Pool<P>& pool) {
           const RegularChain<R> chain({pool.any()}, narrow_context());
           const RegularChain<R> other({pool.any(), pool.any()}, narrow_context());
           RegularChain<R>::equiprojectable_decomposition({chain, other, other}, narrow_context());
         }},
        {"*", [](Pool<P>& pool) { pool.put(mul(pool.any(), pool.any(), narrow_context())); }},
    };
  }
  static const std::vector<Call<P>>& calls() {
    static const std::vector<Call<P>> list = [] {
      std::vector<Call<P>> list = chain_calls();
      if constexpr (std::is_same_v<R, Rationals>) {
        list.push_back({"real_solutions", [](Pool<P>& pool) {
                          SolutionOptions options;
                          options.exact_bits = static_cast<std::size_t>(any_number(pool.random));
                          if (pool.random.below(2) == 0) options.width = Rational(small_number(pool.random), 7);
                          options.bounds.resize(pool.random.below(4));
                          for (CoordinateBounds& b : options.bounds) b.lower = Rational(small_number(pool.random));
                          real_solutions({pool.any(), pool.any()}, options, narrow_context());
                        }});
        list.push_back({"plan_real_solutions", [](Pool<P>& pool) {
                          plan_real_solutions({pool.any(), pool.any(), pool.any()}, {}, narrow_context());
                        }});
        list.push_back({"solutions_with_values", [](Pool<P>& pool) {
                          const char* names[] = {"s", "x", "", "2x", "s"};
                          solutions_with_values(
                              {pool.any(), pool.any()},
                              {{names[pool.random.below(5)], pool.any()}, {names[pool.random.below(5)], pool.any()}},
                              {}, narrow_context());
                        }});
      }
      return list;
    }();
    return list;
  }
};

TEST(MisusedExtensions, SystemsOverRationals) {
  EXPECT_EQ((run_misuse<SystemMisuse<Rationals>>(35, misuse_programs(20))), "");
}
TEST(MisusedExtensions, ChainsOverPrimeFields) {
  EXPECT_EQ((run_misuse<SystemMisuse<PrimeField>>(36, misuse_programs(20))), "");
}

}  // namespace
}  // namespace polyfork::test
