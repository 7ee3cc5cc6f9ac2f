// Groebner bases modulo primes: F4 against Buchberger's algorithm, shapes of ideals, normal forms, the vector kernel.
#include <polyfork/groebner/groebner.hpp>

#include <vector>

#include <gtest/gtest.h>
#include <polyfork/core/cpu.hpp>
#include <polyfork/core/error.hpp>
#include <polyfork/poly/text/parse.hpp>

#include "groebner/characteristic_polynomial.hpp"
#include "groebner/dot_product.hpp"
#include "groebner/f4.hpp"
#include "groebner/lane_rows.hpp"
#include "groebner/replay_lanes.hpp"
#include "naive_buchberger.hpp"
#include "random.hpp"
#include "random_polynomials.hpp"

namespace polyfork::test {
namespace {

const Variables xyz({"x", "y", "z"}, MonomialOrder::graded_reverse_lex);

std::vector<MultiPolyZp> polynomials(const std::vector<std::string>& texts, const Variables& variables,
                                     std::uint64_t p) {
  std::vector<MultiPolyZp> result;
  for (const std::string& text : texts) result.push_back(parse_poly<MultiPolyZp>(text, variables, PrimeField(p)));
  return result;
}

/// The value of the polynomial at the matrix, applied to the vector.
std::vector<std::uint64_t> applied(const std::vector<std::uint32_t>& f, const std::vector<std::uint32_t>& matrix,
                                   const std::vector<std::uint64_t>& v, std::uint64_t p) {
  std::vector<std::uint64_t> value(v.size(), 0);
  for (std::size_t k = f.size(); k-- > 0;) {
    std::vector<std::uint64_t> next(v.size());
    for (std::size_t i = 0; i < v.size(); ++i) {
      next[i] = f[k] * v[i] % p;
      for (std::size_t j = 0; j < v.size(); ++j) next[i] = (next[i] + matrix[i * v.size() + j] * value[j]) % p;
    }
    value = std::move(next);
  }
  return value;
}

TEST(CharacteristicPolynomial, VanishesAtItsMatrix) {
  Random random;
  for (const std::uint32_t p : {2U, 7U, 2147483647U})
    for (const std::size_t n : {1U, 2U, 5U, 12U})
      for (const std::uint64_t density : {1U, 3U}) {
        std::vector<std::uint32_t> matrix(n * n);
        std::uint64_t trace = 0;
        for (auto& entry : matrix) entry = random.below(3) < density ? static_cast<std::uint32_t>(random.below(p)) : 0;
        for (std::size_t i = 0; i < n; ++i) trace += matrix[i * n + i];
        const auto f =
            detail::characteristic_polynomial(matrix, n, detail::SmallPrime(p), ExecutionContext::default_context());
        ASSERT_EQ(f.size(), n + 1);
        EXPECT_EQ(f[n], 1U);
        EXPECT_EQ((f[n - 1] + trace) % p, 0U);
        for (std::size_t i = 0; i < n; ++i) {
          std::vector<std::uint64_t> unit(n, 0);
          unit[i] = 1;
          EXPECT_EQ(applied(f, matrix, unit, p), std::vector<std::uint64_t>(n, 0)) << p << ' ' << n;
        }
      }
}

TEST(SmallPrime, ReducesAllWords) {
  for (const std::uint32_t p : {2U, 3U, 65537U, 1073741827U, 2147483647U}) {
    const detail::SmallPrime prime(p);
    for (const std::uint64_t multiple : {std::uint64_t{0}, std::uint64_t{p} * 12345, ~std::uint64_t{0} / p * p})
      for (std::uint64_t more = 0; more < 3; ++more) {
        EXPECT_EQ(prime.reduce(multiple + more), (multiple + more) % p);
        EXPECT_EQ(prime.reduce(multiple - more), (multiple - more) % p);
      }
    EXPECT_EQ(prime.reduce_halves(5, p - 1), ((std::uint64_t{p - 1} * ((std::uint64_t{1} << 32) % p)) + 5) % p);
  }
}

TEST(GroebnerBasis, OfATextbookExample) {
  const auto basis = groebner_basis(polynomials({"x*y - 1", "x^2 + y^2 - 5"}, Variables({"x", "y"}), 101));
  ASSERT_EQ(basis.size(), 3U);
  EXPECT_EQ(to_string(basis[0]), "x*y + 100");
  EXPECT_EQ(to_string(basis[1]), "x^2 + y^2 + 96");
  EXPECT_EQ(to_string(basis[2]), "y^3 + x + 96*y");
  EXPECT_EQ(ideal_shape(basis, 2).dimension, 0);
  EXPECT_EQ(ideal_shape(basis, 2).degree, 4U);
  EXPECT_EQ(staircase(basis, 2), (std::vector<std::vector<std::uint64_t>>{{0, 0}, {0, 1}, {1, 0}, {0, 2}}));
}

TEST(GroebnerBasis, OfTrivialIdeals) {
  EXPECT_TRUE(groebner_basis(std::vector<MultiPolyZp>{}).empty());
  EXPECT_TRUE(groebner_basis(polynomials({"0"}, xyz, 7)).empty());
  EXPECT_EQ(ideal_shape(std::vector<MultiPolyZp>{}, 3).dimension, 3);
  const auto unit = groebner_basis(polynomials({"x*y", "x - 1", "y - 1"}, xyz, 7));
  ASSERT_EQ(unit.size(), 1U);
  EXPECT_TRUE(unit[0].is_one());
  EXPECT_EQ(ideal_shape(unit, 3).dimension, -1);
  EXPECT_EQ(ideal_shape(unit, 3).degree, 0U);
  EXPECT_TRUE(staircase(unit, 3).empty());
}

TEST(GroebnerBasis, KnowsThePositiveDimension) {
  EXPECT_EQ(ideal_shape(groebner_basis(polynomials({"x*y", "x*z"}, xyz, 7)), 3).dimension, 2);
  EXPECT_EQ(ideal_shape(groebner_basis(polynomials({"x*y - 1", "z"}, xyz, 7)), 3).dimension, 1);
  EXPECT_THROW(staircase(groebner_basis(polynomials({"x*y"}, xyz, 7)), 3), DomainError);
}

TEST(GroebnerBasis, LexicographicOnesOfPositiveDimensionComeFromGrevlex) {
  const Variables xyz({"x", "y", "z"});
  const PrimeField field(32003);
  std::vector<MultiPolyZp> equations;
  for (const char* text : {"-3*y+3*x^2*y^2*z-4*y*z", "-2*x*y^2-x^2*y+2*y^2*z^2", "3*x-x*y^2-4*x^2+2*x*y*z"})
    equations.push_back(parse_poly<MultiPolyZp>(text, xyz, field));
  const auto basis =
      groebner_basis(equations, MonomialOrder::lex);  // F4 in this order alone meets degrees of thousands
  ASSERT_EQ(basis.size(), 4U);
  EXPECT_EQ(ideal_shape(basis, 3).dimension, 1);
  EXPECT_EQ(basis[0].degree("y"), 1U);
  EXPECT_EQ(basis[0].degree("x"), 0U);
  for (const MultiPolyZp& f : equations) EXPECT_TRUE(normal_form(f, basis).is_zero());
  for (const MultiPolyZp& f : groebner_basis(equations, MonomialOrder::graded_reverse_lex))
    EXPECT_TRUE(normal_form(f, basis).is_zero());
}

TEST(GroebnerBasis, RefusesWhatItCannotDo) {
  EXPECT_THROW(groebner_basis(polynomials({"x"}, xyz, 2147483659)), DomainError);
  EXPECT_THROW(groebner_basis({parse_poly<MultiPolyZp>("x", xyz, PrimeField(7)),
                               parse_poly<MultiPolyZp>("x", xyz, PrimeField(11))}),
               ModulusMismatch);
  EXPECT_THROW(groebner_basis(polynomials({"x^40000"}, xyz, 7)), DomainError);
}

TEST(GroebnerProperty, F4AgreesWithBuchberger) {
  Random r(1);
  for (int round = 0; round < 120; ++round) {
    const std::uint64_t primes[] = {2, 3, 101, 65537, 2147483647};
    const PrimeField field(primes[r.below(5)]);
    const Variables variables = round % 2 == 0 ? xyz : Variables({"x", "y"}, MonomialOrder::graded_reverse_lex);
    std::vector<MultiPolyZp> inputs;
    for (std::size_t i = 0; i < 2 + r.below(3); ++i)
      inputs.push_back(random_polynomial(r, variables, field, 1 + r.below(5), 1 + r.below(3)));
    std::vector<NaiveTerms> naive;
    for (const auto& f : inputs)
      if (!f.is_zero()) naive.push_back(NaiveBuchberger::terms(f));
    const NaiveBuchberger reference(field);
    const auto expected = reference.basis(naive);
    const auto basis = groebner_basis(inputs);
    ASSERT_EQ(basis.size(), expected.size()) << "round " << round;
    for (std::size_t i = 0; i < basis.size(); ++i) EXPECT_EQ(NaiveBuchberger::terms(basis[i]), expected[i]);
    for (const auto& f : inputs) EXPECT_TRUE(normal_form(f, basis).is_zero());
    const auto g = random_polynomial(r, variables, field, 6, 5);
    EXPECT_EQ(NaiveBuchberger::terms(normal_form(g, basis)),
              reference.normal_form(NaiveBuchberger::terms(g), expected));
  }
}

/// The polynomials as F4 takes them.
std::vector<detail::WordPolynomial> word_polynomials(const std::vector<std::string>& texts, const Variables& variables,
                                                     std::uint64_t p, detail::MonomialTable& monomials) {
  std::vector<detail::WordPolynomial> result;
  for (const auto& f : polynomials(texts, variables, p)) {
    detail::WordPolynomial w;
    for (const auto& term : f.terms()) {
      w.monomials.push_back(monomials.insert(term.exponents));
      w.coefficients.push_back(static_cast<std::uint32_t>(term.coefficient));
    }
    result.push_back(std::move(w));
  }
  return result;
}

TEST(GroebnerTrace, ReplaysModuloOtherPrimes) {
  // x^2 + a y z + ..., with integers as coefficients that no prime here divides.
  const std::vector<std::string> texts = {"3*x^2 + 5*y*z - 7*x + 2", "2*y^2 - 11*x*z + 3*z", "5*z^2 + x*y - 13*y + 1"};
  const auto words = [&](std::uint64_t p, detail::MonomialTable& monomials) {
    return word_polynomials(texts, xyz, p, monomials);
  };
  const ExecutionContext& ctx = ExecutionContext::default_context();
  detail::MonomialTable monomials(3);
  const detail::F4 first(monomials, words(2147483647, monomials), detail::SmallPrime(2147483647), ctx);
  for (const std::uint32_t p : {2147483629U, 1000003U, 65537U}) {
    detail::MonomialTable own(3);
    const detail::F4 other(own, words(p, own), detail::SmallPrime(p), ctx);
    std::vector<std::vector<std::uint32_t>> inputs;
    for (const auto& f : words(p, monomials)) inputs.push_back(f.coefficients);
    const auto replayed = detail::replay(first.trace(), inputs, detail::SmallPrime(p), ctx);
    ASSERT_TRUE(replayed);
    ASSERT_EQ(other.basis().size(), first.basis().size());
    for (std::size_t i = 0; i < first.basis().size(); ++i)
      EXPECT_EQ((*replayed)[first.basis()[i]], other.polynomial(other.basis()[i]).coefficients);
  }
}

TEST(GroebnerTraceThreads, IsTheSameForAnyNumberOfThem) {
  // Dense quadrics, whose larger matrices are worth several threads.
  const std::vector<std::string> names = {"a", "b", "c", "d", "e", "f"};
  const Variables variables(names, MonomialOrder::graded_reverse_lex);
  Random r(5);
  std::vector<std::string> texts(names.size(), "1");
  for (std::string& text : texts)
    for (std::size_t i = 0; i < names.size(); ++i)
      for (std::size_t j = 0; j <= i; ++j)
        text += " + " + std::to_string(1 + r.below(1000)) + "*" + names[i] + "*" + names[j] + " - " + names[j];
  const auto trace_on = [&](int threads) {
    detail::MonomialTable monomials(names.size());
    const auto inputs = word_polynomials(texts, variables, 2147483647, monomials);
    const auto ctx = ExecutionContext().with_threads(threads);
    return detail::F4(monomials, inputs, detail::SmallPrime(2147483647), ctx).trace();
  };
  const detail::F4Trace one = trace_on(1);
  for (const int threads : {2, 3, 16}) {
    const detail::F4Trace other = trace_on(threads);
    ASSERT_EQ(one.rounds.size(), other.rounds.size());
    for (std::size_t i = 0; i < one.rounds.size(); ++i) {
      const detail::TraceRound& a = one.rounds[i];
      const detail::TraceRound& b = other.rounds[i];
      EXPECT_EQ(a.columns, b.columns) << threads;
      EXPECT_EQ(a.leads, b.leads) << threads;
      EXPECT_EQ(a.results, b.results) << threads;
      EXPECT_EQ(a.pivots.size(), b.pivots.size()) << threads;
      EXPECT_EQ(a.rows.size(), b.rows.size()) << threads;
      for (std::size_t k = 0; k < std::min(a.rows.size(), b.rows.size()); ++k) {
        EXPECT_EQ(a.rows[k].polynomial, b.rows[k].polynomial) << threads;
        EXPECT_EQ(a.rows[k].offset, b.rows[k].offset) << threads;
      }
    }
  }
}

TEST(GroebnerTrace, ReplaysModuloSeveralPrimesAtOnce) {
  // Cyclic-4 with other coefficients: rows, pivots, interreduction.
  const Variables abcd({"a", "b", "c", "d"}, MonomialOrder::graded_reverse_lex);
  const std::vector<std::string> texts = {"a + 3*b + c + 7*d", "a*b + b*c + 5*c*d + d*a",
                                          "a*b*c + b*c*d + 2*c*d*a + d*a*b", "a*b*c*d - 9"};
  const auto words = [&](std::uint64_t p, detail::MonomialTable& monomials) {
    return word_polynomials(texts, abcd, p, monomials);
  };
  const ExecutionContext& ctx = ExecutionContext::default_context();
  detail::MonomialTable monomials(4);
  const detail::F4 first(monomials, words(2147483647, monomials), detail::SmallPrime(2147483647), ctx);
  const std::size_t wanted = first.basis()[0];
  std::vector<detail::SmallPrime> primes;
  std::vector<std::vector<std::vector<std::uint32_t>>> inputs;
  for (const std::uint32_t p : {2147483629U, 2147483587U, 1073741827U, 1500000001U, 2147483579U, 2147483563U}) {
    primes.emplace_back(p);
    auto& list = inputs.emplace_back();
    for (const auto& f : words(p, monomials)) list.push_back(f.coefficients);
  }
  // A system that does not follow the trace, in one lane: its leading coefficients vanish.
  for (auto& f : inputs[3]) f[0] = 0;
  const auto together = detail::replay_lanes(first.trace(), inputs, primes, ctx);
  ASSERT_EQ(together.size(), primes.size());
  for (std::size_t i = 0; i < primes.size(); ++i) {
    const auto alone = detail::replay(first.trace(), inputs[i], primes[i], ctx);
    ASSERT_EQ(together[i].has_value(), alone.has_value()) << i;
    EXPECT_EQ(alone.has_value(), i != 3);
    for (std::size_t k = wanted; alone && k < alone->size(); ++k) EXPECT_EQ((*together[i])[k], (*alone)[k]);
  }
}

/// Matrices with so many rows that threads share them.
TEST(GroebnerTrace, IsReplayedTheSameByAnyNumberOfThreads) {
  constexpr int n = 8;
  std::vector<std::string> names;
  for (int i = 0; i <= n; ++i) names.push_back("u" + std::to_string(i));
  const Variables variables(names, MonomialOrder::graded_reverse_lex);
  std::vector<std::string> texts;
  for (int m = 0; m < n; ++m) {
    std::string text = "-u" + std::to_string(m);
    for (int i = -n; i <= n; ++i)
      if (std::abs(m - i) <= n) text += "+u" + std::to_string(std::abs(i)) + "*u" + std::to_string(std::abs(m - i));
    texts.push_back(text);
  }
  texts.push_back("u0-1");
  for (int i = 1; i <= n; ++i) texts.back() += "+2*u" + std::to_string(i);
  const ExecutionContext ctx = ExecutionContext().with_threads(1);
  detail::MonomialTable monomials(n + 1);
  const detail::F4 first(monomials, word_polynomials(texts, variables, 2147483647, monomials),
                         detail::SmallPrime(2147483647), ctx);
  std::vector<detail::SmallPrime> primes;
  std::vector<detail::TracedCoefficients> inputs;
  for (const std::uint32_t p : {2147483629U, 2147483587U, 1073741827U, 2147483579U}) {
    primes.emplace_back(p);
    auto& list = inputs.emplace_back();
    for (const auto& f : word_polynomials(texts, variables, p, monomials)) list.push_back(f.coefficients);
  }
  for (auto& f : inputs[2]) f[0] = 0;
  EXPECT_GT(most_columns(first.trace()), 40000U);
  const auto alone = detail::replay_lanes(first.trace(), inputs, primes, ctx);
  EXPECT_TRUE(alone[0] && alone[1] && !alone[2] && alone[3]);
  for (const int threads : {2, 3, 8})
    EXPECT_EQ(detail::replay_lanes(first.trace(), inputs, primes, ctx.with_threads(threads)), alone) << threads;
}

TEST(GroebnerTrace, ReplaysLeaveOutWhatNobodyWants) {
  // A basis and two products that are reduced by it: rows that are eliminated and rows that are kept.
  const std::vector<std::string> texts = {"3*x^2 + 5*y*z - 7*x + 2", "2*y^2 - 11*x*z + 3*z", "5*z^2 + x*y - 13*y + 1"};
  const ExecutionContext& ctx = ExecutionContext::default_context();
  detail::MonomialTable monomials(3);
  const auto words = word_polynomials(texts, xyz, 2147483647, monomials);
  detail::F4 f4(monomials, words, detail::SmallPrime(2147483647), ctx);
  const std::size_t basis = f4.polynomial_count();
  const auto x = monomials.variable(0);
  const auto xz = monomials.product(x, monomials.variable(2));
  const std::size_t reduced = f4.reduce(std::vector{monomials.product(xz, xz), monomials.product(xz, x)});
  ASSERT_EQ(reduced, basis);
  const detail::SmallPrime p(2147483629);
  std::vector<std::vector<std::uint32_t>> inputs;
  for (const auto& f : word_polynomials(texts, xyz, p.value(), monomials)) inputs.push_back(f.coefficients);
  const auto all = detail::replay(f4.trace(), inputs, p, ctx);
  ASSERT_TRUE(all);
  for (const std::vector<std::size_t>& wanted : {std::vector{reduced + 1}, {basis - 1}, {basis - 2, reduced}}) {
    std::vector<bool> is_wanted(all->size(), false);
    for (const std::size_t i : wanted) is_wanted[i] = true;
    detail::F4Trace trace = f4.trace();
    keep_only(trace, is_wanted);
    EXPECT_LE(trace.bytes(), f4.trace().bytes());
    const auto one = detail::replay(trace, inputs, p, ctx);
    const auto lanes = detail::replay_lanes(trace, std::span(&inputs, 1), std::span(&p, 1), ctx);
    ASSERT_TRUE(one && lanes[0]);
    for (std::size_t i = 0; i < all->size(); ++i) {
      EXPECT_EQ((*one)[i], is_wanted[i] ? (*all)[i] : std::vector<std::uint32_t>()) << i;
      EXPECT_EQ((*lanes[0])[i], (*one)[i]) << i;
    }
  }
}

TEST(TraceColumns, AreReadBack) {
  const std::vector<std::uint32_t> columns = {0,     1,     254,        507,        508, 0,     40000,
                                              72767, 40000, 4000000000, 4000000001, 3,   33000, 65768};
  std::vector<std::uint32_t> scratch;
  const std::uint32_t* const words = detail::TraceColumns(columns).words(scratch);
  EXPECT_EQ(std::vector(words, words + columns.size()), columns);
}

TEST(TraceColumns, OfRowsAreThoseOfOneList) {
  Random r(11);
  std::vector<std::vector<std::uint32_t>> lists;
  std::vector<std::uint32_t> flat;
  std::vector<detail::RowView> rows;
  for (int i = 0; i < 300; ++i) {
    std::vector<std::uint32_t> list(1 + r.below(i % 50 == 0 ? 20000 : 300));
    for (std::uint32_t& c : list) c = static_cast<std::uint32_t>(r.below(200000));
    flat.insert(flat.end(), list.begin(), list.end());
    lists.push_back(std::move(list));
  }
  for (const auto& list : lists) rows.push_back({list.data(), nullptr, list.size()});
  for (const int threads : {1, 3}) {
    const auto ctx = ExecutionContext().with_threads(threads);
    EXPECT_EQ(detail::TraceColumns(rows, ctx), detail::TraceColumns(flat));
    EXPECT_EQ(detail::TraceColumns(std::span(rows).first(1), ctx), detail::TraceColumns(lists[0]));
    EXPECT_TRUE(detail::TraceColumns(std::span<const detail::RowView>(), ctx).empty());
  }
}

TEST(LaneReductionIsa, AllKernelsAgree) {
  Random r(3);
  std::vector<detail::SmallPrime> primes;
  for (const std::uint32_t p :
       {2147483647U, 2147483629U, 2147483587U, 1073741827U, 1500000001U, 2147483579U, 2147483563U, 1073741831U})
    primes.emplace_back(p);
  const detail::LanePrimes lanes(primes);
  constexpr std::size_t width = 60;
  std::vector<std::vector<std::uint32_t>> columns;
  std::vector<std::vector<std::uint32_t>> coefficients;
  std::vector<std::int32_t> row_at(width, -1);
  for (std::uint32_t c = 0; c < 40; c += 2) {
    row_at[c] = static_cast<std::int32_t>(columns.size());
    auto& list = columns.emplace_back();
    auto& values = coefficients.emplace_back();
    for (std::uint32_t k = c; k < width; k += k == c ? 1 : 1 + static_cast<std::uint32_t>(r.below(4))) {
      list.push_back(k);
      for (const auto& p : primes)
        values.push_back(k == c ? 1 : r.below(3) == 0 ? p.value() - 1 : static_cast<std::uint32_t>(r.below(p.value())));
    }
  }
  std::vector<detail::LaneRow> rows;
  for (std::size_t i = 0; i < columns.size(); ++i)
    rows.push_back({columns[i].data(), coefficients[i].data(), columns[i].size()});
  std::vector<std::uint64_t> sums;
  for (std::size_t i = 0; i < width; ++i)
    for (const auto& p : primes) {
      const std::uint64_t square = std::uint64_t{p.value()} * p.value();
      sums.push_back(r.below(3) == 0 ? square - 1 : r.below(square));
    }
  const auto reduced = [&](detail::LaneReduction kernel) {
    auto result = sums;
    std::vector<std::uint8_t> touched(width, 1);
    kernel(result.data(), touched.data(), 0, width, rows.data(), row_at.data(), lanes);
    return result;
  };
  const auto& table = detail::lane_reduction_table();
  const auto expected = reduced(table.scalar);
  for (std::size_t c = 0; c < width; ++c)
    for (std::size_t k = 0; k < primes.size(); ++k) {
      EXPECT_LT(expected[c * primes.size() + k], primes[k].value());
      if (row_at[c] >= 0) {
        EXPECT_EQ(expected[c * primes.size() + k], 0U);
      }
    }
  if (active_isa() >= Isa::avx2 && table.avx2 != nullptr) {
    EXPECT_EQ(reduced(table.avx2), expected);
  }
  if (active_isa() >= Isa::avx512 && table.avx512 != nullptr) {
    EXPECT_EQ(reduced(table.avx512), expected);
  }
}

TEST(DotProductIsa, AllKernelsAgree) {
  Random r(2);
  const auto& table = detail::dot_table();
  for (const std::size_t n : {0U, 1U, 7U, 16U, 31U, 32U, 33U, 1000U}) {
    std::vector<std::uint32_t> a(n);
    std::vector<std::uint32_t> b(n);
    for (auto& x : a) x = n % 2 == 0 ? 2147483646U : static_cast<std::uint32_t>(r.below(2147483647));
    for (auto& x : b) x = n % 2 == 0 ? 2147483646U : static_cast<std::uint32_t>(r.below(2147483647));
    const auto value = [&](detail::DotKernel kernel) {
      const detail::SplitSum sum = kernel(a.data(), b.data(), n);
      __extension__ using wide = unsigned __int128;
      return (static_cast<wide>(sum.high) << 32) + sum.low;
    };
    const auto expected = value(table.scalar);
    if (active_isa() >= Isa::avx2 && table.avx2 != nullptr) {
      EXPECT_TRUE(value(table.avx2) == expected) << n;
    }
    if (active_isa() >= Isa::avx512 && table.avx512 != nullptr) {
      EXPECT_TRUE(value(table.avx512) == expected) << n;
    }
  }
}

}  // namespace
}  // namespace polyfork::test
