// Transforms whose source or output is their working data, which then has no gaps.
#include <gtest/gtest.h>

#include <algorithm>

#include <polyfork/core/workspace.hpp>

#include "back_ends.hpp"
#include "fft/ntt_table.hpp"
#include "fft/ntt_transform.hpp"
#include "ntt_generators.hpp"

namespace polyfork::test {
namespace {

TEST(NttInPlace, GivesWhatItGivesElsewhere) {
  Random random(71);
  for (const detail::NttKernels* kernels : all_kernels()) {
    const std::uint64_t p = primes_for(*kernels, 20).front();
    for (const std::size_t length : {1, 8, 9, 100, 127, 129, 1000, 2304, 4097, 9000, 16383, 40000}) {
      detail::NttShape shape = detail::NttShape::cyclic(length);
      shape.gaps = false;
      const detail::NttTable table(p, kernels->arithmetic, shape.table_log_nodes(), ExecutionContext());
      const std::size_t words = shape.data_words();
      for (const std::size_t size : {length, (length + 1) / 2}) {
        const Residues source = data_of(random, size, p);
        Workspace::Frame frame;
        const auto elsewhere = frame.allocate<std::uint64_t>(words);
        const auto in_place = frame.allocate<std::uint64_t>(words);
        const auto unit = frame.allocate<std::uint64_t>(words);
        detail::ntt_forward({*kernels, table, shape}, Residues{1}, false, unit.data(), ExecutionContext());
        std::ranges::fill(in_place, ~std::uint64_t{0});  // what lies behind the source is not looked at
        std::ranges::copy(source, in_place.begin());
        for (const int threads : {1, 3}) {
          const ExecutionContext ctx = ExecutionContext().with_threads(threads);
          const Residues given(in_place.begin(), in_place.begin() + static_cast<std::ptrdiff_t>(size));
          detail::ntt_forward({*kernels, table, shape}, given, false, elsewhere.data(), ctx);
          detail::ntt_forward({*kernels, table, shape}, in_place.first(size), false, in_place.data(), ctx);
          ASSERT_TRUE(std::ranges::equal(elsewhere, in_place)) << kernels->name << ' ' << length;
          // Times 1, which also brings the words into the range of the way back.
          const detail::NttFactor scale = transform_scale(table, shape.log_blocks);
          for (const auto& data : {elsewhere, in_place})
            kernels->multiply(table, {0, words / detail::ntt_block}, scale, data.data(), unit.data());
          Residues out(length);
          detail::ntt_inverse({*kernels, table, shape}, elsewhere.data(), out.data(), {0, length}, nullptr, ctx);
          detail::ntt_inverse({*kernels, table, shape}, in_place.data(), in_place.data(), {0, length}, nullptr, ctx);
          ASSERT_TRUE(std::ranges::equal(out, in_place.first(length))) << kernels->name << ' ' << length;
          ASSERT_TRUE(std::ranges::equal(in_place.first(size), source)) << kernels->name << ' ' << length;
        }
      }
    }
  }
}

}  // namespace
}  // namespace polyfork::test
