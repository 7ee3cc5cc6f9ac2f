// The first pass: source words at the ends of what it takes without reducing them.
#include <gtest/gtest.h>

#include "core/aligned_words.hpp"
#include "fft/ntt_table.hpp"
#include "fft/ntt_transform.hpp"
#include "ntt_generators.hpp"

namespace polyfork::test {
namespace {

TEST(NttLoadIsa, WordsThatNeedNoReductionGiveTheResiduesTransforms) {
  Random random(71);
  const ExecutionContext ctx = ExecutionContext().with_threads(1);
  for (const detail::NttKernels* kernels : all_kernels()) {
    if (kernels == &detail::kernels::scalar::ntt_shoup64_wide) continue;  // its primes reach 2^63
    for (const std::uint64_t p : primes_for(*kernels, 13)) {
      const bool lazy = !load_reduces(kernels->arithmetic, p, 4 * p);
      EXPECT_EQ(lazy, kernels->arithmetic == detail::NttArithmetic::fraction52);
      EXPECT_TRUE(load_reduces(kernels->arithmetic, p, 4 * p + 1));
      EXPECT_FALSE(load_reduces(kernels->arithmetic, p, p));
      for (const std::size_t size : {1, 8, 15, 16, 40, 64, 127, 128, 700, 1024, 2048, 2500}) {
        const auto shape = detail::NttShape::cyclic(size);
        const detail::NttTable table(p, kernels->arithmetic, shape.table_log_nodes(), ctx);
        Residues a(size), b(size);
        for (Residues* source : {&a, &b})
          for (std::uint64_t& word : *source) {
            const std::uint64_t ends[] = {0, p - 1, p, 2 * p, 3 * p - 1, 4 * p - 1, random.below(4 * p)};
            word = lazy ? ends[random.below(7)] : random.below(p);
          }
        detail::AlignedWords data_a(shape.data_words());
        detail::AlignedWords data_b(shape.data_words());
        const auto product = [&](bool square) {
          Residues out(size);
          detail::ntt_convolve(
              {*kernels, table, shape},
              {.a = a, .b = b, .data = data_a.data(), .second = square ? data_a.data() : data_b.data()}, out.data(),
              {0, size}, ctx);
          return out;
        };
        const Residues of_lazy = product(false);
        const Residues square_of_lazy = product(true);
        for (Residues* source : {&a, &b})
          for (std::uint64_t& word : *source) word = table.modulus().reduce(word);
        ASSERT_EQ(of_lazy, product(false)) << kernels->name << " modulo " << p << ", " << size << " words";
        ASSERT_EQ(square_of_lazy, product(true)) << kernels->name << " modulo " << p << ", " << size << " words";
      }
    }
  }
}

}  // namespace
}  // namespace polyfork::test
