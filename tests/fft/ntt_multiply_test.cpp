// Products of blocks modulo x^8 - z_j: every set of kernels against schoolbook products, at the ends of the forward
// range.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

#include <polyfork/core/workspace.hpp>

#include "fft/ntt_table.hpp"
#include "ntt_generators.hpp"
#include "ntt_ranges.hpp"

namespace polyfork::test {
namespace {

constexpr std::size_t block = detail::ntt_block;
constexpr std::size_t most_blocks = 64;
using Block = std::array<std::uint64_t, block>;

struct alignas(64) Data {
  std::uint64_t words[most_blocks * block];
};

Block residues_of(const detail::NttKernels& kernels, const WordModulus& m, const std::uint64_t* words) {
  Block residues;
  for (std::size_t i = 0; i < block; ++i) residues[i] = residue_of(kernels, m, words[i]);
  return residues;
}

/// a b modulo x^8 - z.
Block schoolbook(const WordModulus& m, const Block& a, const Block& b, std::uint64_t z) {
  Block product{};
  for (std::size_t i = 0; i < block; ++i)
    for (std::size_t j = 0; j < block; ++j) {
      const std::uint64_t term = m.mul(a[i], b[j]);
      std::uint64_t& to = product[(i + j) % block];
      to = m.add(to, i + j < block ? term : m.mul(term, z));
    }
  return product;
}

Block mirrored(const WordModulus& m, Block a) {
  for (std::size_t i = 1; i < block; i += 2) a[i] = m.neg(a[i]);
  return a;
}

TEST(NttMultiplyIsa, EqualsSchoolbookUnderEveryKernelAtTheEndsOfTheRange) {
  Random random(61);
  constexpr unsigned log_nodes = 8;
  for (const detail::NttKernels* kernels : all_kernels())
    for (const std::uint64_t p : primes_for(*kernels, 13)) {
      const detail::NttTable table(p, kernels->arithmetic, log_nodes, ExecutionContext());
      const WordModulus& m = table.modulus();
      for (const std::size_t count : {1, 3, 8, 13, 64})
        for (std::uint64_t shape = 0; shape < 8; ++shape) {
          Data a, b, image;
          for (std::size_t i = 0; i < count * block; ++i) {
            a.words[i] = forward_word(random, *kernels, p, shape);
            b.words[i] = forward_word(random, *kernels, p, shape);
          }
          const Data before = a;
          const std::size_t first = 2 * random.below(100);
          const std::uint64_t scale = shape == 7 ? random.below(p) : 1;
          const detail::NttFactor factor = table.factor(product_scale(table, scale));
          kernels->multiply(table, {first, count}, factor, a.words, b.words);
          Data both = before;
          kernels->multiply_both(table, {first, count}, factor, both.words, b.words, image.words);
          for (std::size_t k = 0; k < count; ++k) {
            const std::uint64_t r = table.residue(table.roots()[(first + k) / 2]);
            const std::uint64_t z = (first + k) % 2 == 0 ? r : m.neg(r);
            const Block x = residues_of(*kernels, m, before.words + k * block);
            Block y = residues_of(*kernels, m, b.words + k * block);
            for (std::uint64_t& word : y) word = m.mul(word, m.reduce(scale));
            ASSERT_EQ(residues_of(*kernels, m, a.words + k * block), schoolbook(m, x, y, z))
                << kernels->name << ' ' << p;
            ASSERT_EQ(residues_of(*kernels, m, both.words + k * block), schoolbook(m, x, y, z)) << kernels->name;
            ASSERT_EQ(residues_of(*kernels, m, image.words + k * block), schoolbook(m, mirrored(m, x), y, z))
                << kernels->name << ' ' << p;
          }
        }
    }
}

struct Counts {
  std::size_t a;
  std::size_t b;
  bool square = false;
};

/// The sums of products of two sequences of `count` blocks each, by `convolve` and one by one.
void check_convolve(Random& random, const detail::NttKernels& kernels, const detail::NttTable& table,
                    const Counts& counts, std::size_t count, std::uint64_t shape) {
  const WordModulus& m = table.modulus();
  const std::uint64_t p = m.value();
  const std::size_t sums = counts.a + counts.b - 1;
  const std::size_t stride = (count + 3) * block;
  const std::size_t images = std::max(counts.a + (counts.square ? 0 : counts.b), sums);
  Workspace::Frame frame;
  const auto words = frame.allocate<std::uint64_t>(images * stride);
  for (std::uint64_t& word : words) word = forward_word(random, kernels, p, shape);
  const Residues before(words.begin(), words.end());
  detail::NttSequences sequences{words.data(), stride, counts.a, counts.b, counts.square, words.data() + sums * stride,
                                 nullptr};
  sequences.scratch = frame.allocate<std::uint64_t>(sequences.scratch_words()).data();
  const std::size_t first = 8 * random.below(12);
  const std::uint64_t scale = shape == 7 ? random.below(p) : 1;
  // The way back from points leaves the sums times 8.
  const std::uint64_t eighth = m.mul(m.reduce(scale), m.inverse(m.reduce(8)));
  kernels.convolve(table, {first, count}, table.factor(product_scale(table, eighth)), sequences);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t r = table.residue(table.roots()[(first + i) / 2]);
    const std::uint64_t z = (first + i) % 2 == 0 ? r : m.neg(r);
    std::vector<Block> expected(sums, Block{});
    for (std::size_t k = 0; k < counts.a; ++k)
      for (std::size_t l = 0; l < counts.b; ++l) {
        const Block x = residues_of(kernels, m, before.data() + k * stride + i * block);
        const std::size_t at = counts.square ? l : counts.a + l;
        const Block y = residues_of(kernels, m, before.data() + at * stride + i * block);
        const Block product = schoolbook(m, x, y, z);
        for (std::size_t w = 0; w < block; ++w)
          expected[k + l][w] = m.add(expected[k + l][w], m.mul(product[w], m.reduce(scale)));
      }
    for (std::size_t t = 0; t < sums; ++t) {
      const std::uint64_t* const sum = words.data() + t * stride + i * block;
      ASSERT_EQ(residues_of(kernels, m, sum), expected[t])
          << kernels.name << ' ' << p << ' ' << counts.a << ' ' << counts.b;
      for (std::size_t w = 0; w < block; ++w) ASSERT_TRUE(is_backward(kernels, p, sum[w])) << kernels.name << ' ' << p;
    }
  }
  for (std::size_t at = 0; at < words.size(); ++at) {
    if (at % stride >= count * block || at >= sums * stride) {
      ASSERT_EQ(words[at], before[at]) << "beyond the blocks";
    }
  }
}

TEST(NttConvolveIsa, EqualsSumsOfProductsUnderEveryKernelAtTheEndsOfTheRange) {
  Random random(62);
  for (const detail::NttKernels* kernels : all_kernels())
    for (const std::uint64_t p : primes_for(*kernels, 13)) {
      const detail::NttTable table(p, kernels->arithmetic, 10, 5, ExecutionContext());
      for (const Counts& counts :
           {Counts{1, 1}, Counts{1, 1, true}, Counts{2, 1}, Counts{1, 3}, Counts{3, 3}, Counts{4, 4},
            Counts{4, 4, true}, Counts{3, 3, true}, Counts{6, 6, true}, Counts{5, 2}, Counts{7, 6}, Counts{11, 13}})
        for (std::uint64_t shape = 0; shape < 8; ++shape)
          check_convolve(random, *kernels, table, counts, 1 + random.below(18), shape);
    }
}

TEST(NttConvolveIsa, SumsOfMoreProductsThanOneReductionTakes) {
  Random random(63);
  for (const detail::NttKernels* kernels : all_kernels()) {
    const std::uint64_t p = primes_for(*kernels, 13).front();
    const detail::NttTable table(p, kernels->arithmetic, 10, 5, ExecutionContext());
    for (const Counts& counts : {Counts{9, 9}, Counts{3, 257}, Counts{258, 259}, Counts{130, 130, true}})
      check_convolve(random, *kernels, table, counts, 1, counts.a < 10 ? 6 : 2);
    if (kernels->arithmetic == detail::NttArithmetic::fraction52)
      check_convolve(random, *kernels, table, {2050, 2049}, 1, 2);
  }
}

TEST(NttMultiply, ScaleOfATransformUndoesItsBlocks) {
  for (const detail::NttKernels* kernels : all_kernels())
    for (const std::uint64_t p : primes_for(*kernels, 13)) {
      const detail::NttTable table(p, kernels->arithmetic, 11, ExecutionContext());
      const WordModulus& m = table.modulus();
      for (unsigned log_blocks = 0; log_blocks <= 12; ++log_blocks) {
        const std::uint64_t inverse = m.inverse(m.reduce(one << log_blocks));
        const detail::NttFactor expected = table.factor(product_scale(table, inverse));
        EXPECT_EQ(transform_scale(table, log_blocks).value, expected.value) << p << ' ' << log_blocks;
        EXPECT_EQ(transform_scale(table, log_blocks).quotient, expected.quotient) << p << ' ' << log_blocks;
      }
    }
}

}  // namespace
}  // namespace polyfork::test
