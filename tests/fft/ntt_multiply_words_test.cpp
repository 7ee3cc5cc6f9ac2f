// Pointwise products of words: every set of kernels against the scalar product, at the ends of its range.
#include <gtest/gtest.h>

#include <algorithm>

#include "fft/ntt_table.hpp"
#include "ntt_generators.hpp"

namespace polyfork::test {
namespace {

TEST(NttMultiplyWordsIsa, EqualsTheProductUnderEveryKernel) {
  Random random(51);
  for (const detail::NttKernels* kernels : all_kernels())
    for (const std::uint64_t p : primes_for(*kernels, 12)) {
      const detail::NttTable table(p, kernels->arithmetic, 4, ExecutionContext());
      const WordModulus& m = table.modulus();
      const std::uint64_t scale = detail::product_scale(table, 1);
      for (const std::size_t n : {0, 1, 3, 4, 7, 8, 9, 16, 100}) {
        const Residues a = data_of(random, n, p);
        const Residues b = data_of(random, n, p);
        Residues scaled(n), expected(n), out(n);
        for (std::size_t i = 0; i < n; ++i) scaled[i] = m.mul(b[i], scale), expected[i] = m.mul(a[i], b[i]);
        kernels->multiply_words(table, n, a.data(), scaled.data(), out.data());
        ASSERT_EQ(out, expected) << kernels->name << " modulo " << p << ", " << n << " words";
        kernels->multiply_words(table, n, a.data(), scaled.data(), scaled.data());
        ASSERT_EQ(scaled, expected) << "in place, " << kernels->name << " modulo " << p;
      }
    }
}

}  // namespace
}  // namespace polyfork::test
