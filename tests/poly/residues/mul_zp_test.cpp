// Products in Z/pZ[x]: every algorithm against the naive reference.
#include <polyfork/poly/mul/multiplication.hpp>

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <polyfork/ring/primes.hpp>

#include "naive_poly.hpp"
#include "random.hpp"

namespace polyfork::test {
namespace {

constexpr MulAlgorithm algorithms[] = {MulAlgorithm::classical, MulAlgorithm::karatsuba, MulAlgorithm::kronecker,
                                       MulAlgorithm::transform, MulAlgorithm::pieces};

std::vector<PrimeField> fields() {
  std::vector<PrimeField> all;
  for (const std::uint64_t p : {2ULL, 3ULL, 65537ULL, 2147483647ULL, 4294967291ULL, 1152921504606846883ULL})
    all.emplace_back(previous_prime(p + 1));
  all.emplace_back(previous_prime(std::uint64_t{1} << 63));
  all.emplace_back(previous_prime(std::uint64_t{1} << 62));
  return all;
}

/// Random residues with 0, 1 and p - 1 among them; all p - 1 for style 1.
ResidueVector draw(Random& r, std::size_t n, std::uint64_t p, int style) {
  ResidueVector v(n);
  for (auto& x : v) {
    const std::uint64_t kind = r.below(6);
    x = style == 1 || kind == 0 ? p - 1 : kind == 1 ? 0 : kind == 2 ? 1 % p : r.below(p);
  }
  return v;
}

void expect_product(const PrimeField& f, const ResidueVector& a, const ResidueVector& b, const ExecutionContext& ctx) {
  const std::vector<std::uint64_t> expected = naive_mul_mod(a, b, f.modulus());
  const auto same = [&](const ResidueVector& c) { return std::vector<std::uint64_t>(c.begin(), c.end()) == expected; };
  for (const MulAlgorithm algorithm : algorithms)
    ASSERT_TRUE(same(mul_with(algorithm, f, a, b, ctx)))
        << mul_algorithm_name(algorithm) << " " << a.size() << "x" << b.size() << " mod " << f.modulus();
  ASSERT_TRUE(same(mul(f, a, b, ctx)));
}

TEST(MulZp, AllSmallLengths) {
  Random r(11);
  MulTuning t;
  t.visit([](std::string_view, std::int64_t& value) { value = 2; });
  t.parallel_min_limb_products = 1;
  const ExecutionContext plain;
  const ExecutionContext tiny = ExecutionContext().with_threads(3).with_tuning(Tuning().set(t));
  for (const PrimeField& f : fields())
    for (std::size_t n = 0; n <= 40; n += 1 + n / 10)
      for (std::size_t m = 0; m <= 40; m += 1 + (n + m) % 5) {
        const int style = (n + m) % 2 == 0;
        const ResidueVector a = draw(r, n, f.modulus(), style);
        const ResidueVector b = draw(r, m, f.modulus(), style);
        expect_product(f, a, b, plain);
        expect_product(f, a, b, tiny);
        expect_product(f, a, a, tiny);
      }
}

TEST(MulZp, AroundTheCutoffs) {
  Random r(12);
  const MulTuning t;
  for (const PrimeField& f : fields())
    for (const std::int64_t cut : {t.word_classical_length, t.word_transform_length})
      for (std::int64_t d = -1; d <= 1; ++d) {
        const auto n = static_cast<std::size_t>(cut + d);
        const ResidueVector a = draw(r, n, f.modulus(), 1);
        expect_product(f, a, draw(r, n, f.modulus(), 1), ExecutionContext());
        expect_product(f, a, draw(r, 3 * n + 5, f.modulus(), 0), ExecutionContext());
      }
}

TEST(MulZp, LongOperands) {
  Random r(13);
  for (const PrimeField& f : fields()) {
    const ResidueVector a = draw(r, 700, f.modulus(), 1);
    expect_product(f, a, draw(r, 531, f.modulus(), 0), ExecutionContext().with_threads(2));
    expect_product(f, a, a, ExecutionContext().with_threads(2));
  }
}

}  // namespace
}  // namespace polyfork::test
