// Passes from words at the ends of their ranges: what they leave is in range, and congruent to what they make of
// canonical residues.
#include "ntt_ranges.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "fft/ntt_table.hpp"
#include "ntt_generators.hpp"

namespace polyfork::test {
namespace {

constexpr std::size_t block = detail::ntt_block;
constexpr unsigned log_nodes = 10;

struct alignas(64) Words {
  std::uint64_t words[64 * block];
};

/// Runs `pass` on the words and on their residues. Precondition: `count` words.
template <class Pass>
void expect_alike(const detail::NttKernels& kernels, const WordModulus& m, const Words& before, std::size_t count,
                  bool forward, const Pass& pass) {
  Words data = before;
  Words small = before;
  for (std::size_t i = 0; i < count; ++i) small.words[i] = word_of(kernels, m, residue_of(kernels, m, data.words[i]));
  pass(data.words);
  pass(small.words);
  for (std::size_t i = 0; i < count; ++i) {
    ASSERT_TRUE(forward ? is_forward(kernels, m.value(), data.words[i])
                        : is_backward(kernels, m.value(), data.words[i]))
        << kernels.name << ' ' << m.value();
    ASSERT_EQ(residue_of(kernels, m, data.words[i]), residue_of(kernels, m, small.words[i]))
        << kernels.name << ' ' << m.value();
  }
}

TEST(NttRangesIsa, PassesKeepTheirRanges) {
  Random random(8104);
  for (const detail::NttKernels* kernels : all_kernels())
    for (const std::uint64_t p : primes_for(*kernels, 13)) {
      const detail::NttTable table(p, kernels->arithmetic, log_nodes, ExecutionContext());
      const WordModulus& m = table.modulus();
      for (unsigned radix_log = 1; radix_log <= 4; ++radix_log)
        for (std::uint64_t shape = 0; shape < 12; ++shape) {
          const std::size_t row = 2 * block;
          const std::size_t count = row << radix_log;
          const detail::NttNode node{radix_log + 1, random.below(std::size_t{1} << (log_nodes - radix_log - 1))};
          const auto fill = [&](Words& data, std::uint64_t largest) {
            for (std::size_t i = 0; i < count; ++i) data.words[i] = word_in_range(random, *kernels, p, largest, shape);
          };
          Words data;
          fill(data, largest_forward(*kernels, p));
          expect_alike(*kernels, m, data, count, true, [&](std::uint64_t* words) {
            kernels->forward_columns(table, node, radix_log, {words, row, 0, row});
          });
          expect_alike(*kernels, m, data, count, true,
                       [&](std::uint64_t* words) { kernels->forward_base(table, node, words); });
          fill(data, largest_backward(*kernels, p));
          expect_alike(*kernels, m, data, count, false, [&](std::uint64_t* words) {
            kernels->inverse_columns(table, node, radix_log, {words, row, 0, row});
          });
          expect_alike(*kernels, m, data, count, false,
                       [&](std::uint64_t* words) { kernels->inverse_base(table, node, words); });
        }
    }
}

}  // namespace
}  // namespace polyfork::test
