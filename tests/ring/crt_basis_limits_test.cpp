// The tables of a CrtBasis under the limits of a context.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <span>
#include <vector>

#include <polyfork/core/error.hpp>
#include <polyfork/ring/crt_basis.hpp>
#include <polyfork/ring/primes.hpp>
#include <polyfork/ring/residue_vector.hpp>

#include "cancellation.hpp"

namespace polyfork {
namespace {

std::vector<std::uint64_t> some_primes(std::size_t count) {
  std::vector<std::uint64_t> primes;
  for (std::uint64_t p = std::uint64_t{1} << 31; primes.size() < count;) primes.push_back(p = next_prime(p));
  return primes;
}

TEST(CrtBasisLimits, TablesAreCharged) {
  const auto primes = some_primes(500);  // 500 rows of 242 limbs: a megabyte
  const ExecutionContext roomy = ExecutionContext().with_memory_limit(std::size_t{16} << 20);
  const CrtBasis basis(primes, roomy);
  EXPECT_EQ(roomy.memory().used(), 0U);
  EXPECT_GE(roomy.memory().peak(), basis.bytes());
  const ExecutionContext narrow = ExecutionContext().with_memory_limit(basis.bytes() / 2);
  EXPECT_THROW(CrtBasis(primes, narrow), MemoryLimit);
  EXPECT_EQ(narrow.memory().used(), 0U);
}

TEST(CrtBasisLimits, ConstructionIsCancelled) {
  const auto primes = some_primes(3000);
  for (const int delay : {0, 5})
    test::expect_cancelled(
        "CrtBasis", [&](const ExecutionContext& ctx) { CrtBasis basis(primes, ctx); },
        std::chrono::milliseconds(delay));
}

TEST(CrtBasisLimits, SameTablesOnTwoThreads) {
  const auto primes = some_primes(700);
  const CrtBasis one(primes, ExecutionContext().with_threads(1));
  const CrtBasis two(primes, ExecutionContext().with_threads(2));
  std::vector<ResidueVector> residues;
  for (std::size_t j = 0; j < primes.size(); ++j) residues.push_back(ResidueVector(3, primes[j] / 3));
  const std::vector<std::span<const std::uint64_t>> views(residues.begin(), residues.end());
  EXPECT_EQ(one.from_residues(views), two.from_residues(views));
}

}  // namespace
}  // namespace polyfork
