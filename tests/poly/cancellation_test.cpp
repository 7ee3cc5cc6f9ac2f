// Loops of the polynomial algorithms see a stop request.
#include "cancellation.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <polyfork/poly/dense/convert.hpp>
#include <polyfork/poly/families/families.hpp>
#include <polyfork/poly/gcd/gcd.hpp>
#include <polyfork/poly/mul/multiplication.hpp>
#include <polyfork/poly/text/io.hpp>

#include "plan_budgets.hpp"
#include "poly/images/gcd_crt.hpp"
#include "poly/images/gcd_primes.hpp"
#include "poly/mul/mul_candidates.hpp"

namespace polyfork {
namespace {

using std::chrono::milliseconds;
using test::expect_cancelled;

constexpr std::uint64_t p = 4611686018427387847;  // below 2^62

/// Coefficients of many limbs, filled without arithmetic.
IntegerVector wide_vector(std::size_t size, std::size_t limbs) {
  IntegerVector v(size, limbs);
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < limbs; ++j) v.row(i)[j] = 0x9E3779B97F4A7C15 * (i + j + 1) | 1;
    v.set_signed_size(i, static_cast<int>(limbs));
  }
  return v;
}

TEST(PolyCancellation, Residues) {
  const IntegerVector v = wide_vector(1000, 100);
  std::vector<std::uint64_t> out(v.size());
  expect_cancelled(
      "residues", [&](const ExecutionContext& ctx) { detail::residues(v, p, out, ctx); }, milliseconds(0));
  const PolyZ f(v);
  expect_cancelled(
      "reduce", [&](const ExecutionContext& ctx) { reduce(f, PrimeField::trusted(p), ctx); }, milliseconds(0));
}

TEST(PolyCancellation, LongCoefficientsAreReducedAFewAtATime) {
  // Ten thousand of them in a row would take half a second.
  EXPECT_LE(detail::residues_grain(wide_vector(100, 10000)), 1U);
  EXPECT_GE(detail::residues_grain(wide_vector(100, 1)), 1000U);
}

TEST(PolyCancellation, IncrementalRemaindering) {
  const std::vector<std::uint64_t> residues(1000, 5);
  const WordModulus other(4611686018427387817);
  detail::IncrementalCrt crt(residues, p);
  crt.add(residues, other, ExecutionContext());
  expect_cancelled(
      "settled", [&](const ExecutionContext& ctx) { crt.settled(16, ctx); }, milliseconds(0));
  expect_cancelled(
      "lift", [&](const ExecutionContext& ctx) { crt.lift(ctx); }, milliseconds(0));
  expect_cancelled(
      "add", [&](const ExecutionContext& ctx) { crt.add(residues, WordModulus(4611686018427387787), ctx); },
      milliseconds(0));
}

TEST(PolyCancellation, Gcd) {
  const PolyZ g = make_family(Family::random, 800, {.bits = 800, .seed = 1});
  const PolyZ a = mul(g, make_family(Family::random, 800, {.bits = 800, .seed = 2}));
  const PolyZ b = mul(g, make_family(Family::random, 800, {.bits = 800, .seed = 3}));
  expect_cancelled(
      "gcd", [&](const ExecutionContext& ctx) { gcd(a, b, ctx); }, milliseconds(20));
}

TEST(PolyCancellation, Products) {
  const IntegerVector a = wide_vector(1500, 400);
  const IntegerVector b = wide_vector(1300, 390);
  for (const MulAlgorithm algorithm : test::integer_algorithms()) {
    const auto product = [&](const ExecutionContext& ctx) { mul_with(algorithm, a, b, ctx); };
    expect_cancelled(std::string(mul_algorithm_name(algorithm)).c_str(), product, milliseconds(20));
  }
}

// Linear passes over long vectors: stopped before they start, and while they run.
TEST(PolyCancellation, PassesOverLongVectors) {
  const PolyZ f = make_family(Family::random, 1'000'000, {.bits = 33, .seed = 1});
  const std::pair<const char*, std::function<void(const ExecutionContext&)>> passes[] = {
      {"max_bits", [&](const ExecutionContext& ctx) { f.coefficients().max_bits(ctx); }},
      {"slice", [&](const ExecutionContext& ctx) { f.coefficients().slice(1, f.length(), ctx); }},
      {"copy", [&](const ExecutionContext& ctx) { f.coefficients().copy(ctx); }},
      {"content", [&](const ExecutionContext& ctx) { content(f, ctx); }},
      {"derivative", [&](const ExecutionContext& ctx) { derivative(f, 1, ctx); }},
      {"format", [&](const ExecutionContext& ctx) { format_poly(f, PolyFormat::coeffs, ctx); }},
      {"short factor", [&](const ExecutionContext& ctx) { mul(f, parse_poly_z("x^2 - 3*x + 1"), ctx); }},
      {"rational", [&](const ExecutionContext& ctx) { RationalVector(f.coefficients(), Integer(6), ctx); }},
  };
  for (const auto& [name, pass] : passes) expect_cancelled(name, pass, milliseconds(0));
}

TEST(PolyCancellation, SparseInputsOfLargeDegree) {
  // Dense coefficients of 3 MB: the pages of longer ones can take a loaded machine longer than the bound.
  const PolyZ f = parse_poly_z("x^400000 - 2");
  for (const int delay : {0, 15, 30})
    expect_cancelled(
        "square-free", [&](const ExecutionContext& ctx) { square_free_decomposition(f, ctx); }, milliseconds(delay));
}

}  // namespace
}  // namespace polyfork
