// Two products from one way forward: a b and a(-x) b against one after the other, under every set of kernels.
#include <gtest/gtest.h>

#include <algorithm>
#include <span>

#include <polyfork/ring/residue_vector.hpp>

#include "fft/ntt_transform.hpp"
#include "ntt_generators.hpp"

namespace polyfork::test {
namespace {

using detail::NttShape;

Residues product(const detail::NttKernels& kernels, const detail::NttTable& table, const NttShape& shape,
                 const Residues& a, const std::uint64_t* b, std::size_t begin, std::size_t end) {
  const ExecutionContext ctx;
  ResidueVector data(shape.data_words());
  Residues out(end - begin);
  detail::ntt_convolve({kernels, table, shape}, {.a = a, .prepared = b, .data = data.data()}, out.data(), {begin, end},
                       ctx);
  return out;
}

TEST(NttConvolveBothIsa, EqualsTwoProductsUnderEveryKernel) {
  Random random(77);
  for (const detail::NttKernels* kernels : all_kernels())
    for (const std::uint64_t p : primes_for(*kernels, 14)) {
      for (const std::size_t length : {1, 5, 8, 9, 60, 64, 65, 500, 1300, 4700}) {
        const NttShape shape = NttShape::cyclic(2 * length - 1);
        const ExecutionContext ctx;
        const detail::NttTable table(p, kernels->arithmetic, shape.table_log_nodes(), ctx);
        const Residues a = data_of(random, length, p);
        const Residues b = data_of(random, length, p);
        Residues mirrored = a;
        for (std::size_t i = 1; i < length; i += 2) mirrored[i] = mirrored[i] == 0 ? 0 : p - mirrored[i];
        ResidueVector prepared(shape.data_words());
        detail::ntt_forward({*kernels, table, shape}, b, false, prepared.data(), ctx);
        for (const int threads : {1, 3}) {
          const std::size_t begin = length / 3;
          const std::size_t end = 2 * length - 1;
          Residues out(end - begin);
          Residues other(end - begin);
          ResidueVector data(shape.data_words());
          ResidueVector mirrored_data(shape.data_words());
          detail::ntt_convolve_both(
              {*kernels, table, shape},
              {.a = a, .prepared = prepared.data(), .data = data.data(), .second = mirrored_data.data()}, out.data(),
              other.data(), {begin, end}, ctx.with_threads(threads));
          ASSERT_EQ(out, product(*kernels, table, shape, a, prepared.data(), begin, end))
              << kernels->name << " modulo " << p << ", " << length << " coefficients";
          ASSERT_EQ(other, product(*kernels, table, shape, mirrored, prepared.data(), begin, end))
              << kernels->name << " modulo " << p << ", " << length << " coefficients, mirrored";
        }
      }
    }
}

}  // namespace
}  // namespace polyfork::test
