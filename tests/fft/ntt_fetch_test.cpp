// Operands that the first pass fetches, words with signs, against the same residues as an array, under every kernel.
#include <algorithm>
#include <array>

#include <gtest/gtest.h>

#include "back_ends.hpp"
#include "core/aligned_words.hpp"
#include "fft/ntt_table.hpp"
#include "fft/ntt_transform.hpp"
#include "ntt_generators.hpp"

namespace polyfork::test {
namespace {

/// Words at the ends of what there is, with signs.
struct SignedWords {
  std::vector<std::uint64_t> words;
  std::vector<std::int32_t> signs;

  SignedWords(Random& random, std::size_t n) : words(n), signs(n) {
    for (std::size_t i = 0; i < n; ++i) {
      const std::uint64_t kinds[] = {0, 1, ~std::uint64_t{0}, random.next()};
      words[i] = kinds[random.below(4)];
      signs[i] = random.below(2) == 0 ? -1 : 0;
    }
  }

  void operator()(std::size_t begin, std::size_t end, std::uint64_t* to, std::int32_t* to_signs) const {
    EXPECT_LE(end, words.size());
    std::copy(words.begin() + static_cast<std::ptrdiff_t>(begin), words.begin() + static_cast<std::ptrdiff_t>(end), to);
    std::copy(signs.begin() + static_cast<std::ptrdiff_t>(begin), signs.begin() + static_cast<std::ptrdiff_t>(end),
              to_signs);
  }

  Residues residues(const WordModulus& m) const {
    Residues r(words.size());
    for (std::size_t i = 0; i < r.size(); ++i) {
      const std::uint64_t size = m.reduce(words[i]);
      r[i] = signs[i] < 0 ? m.neg(size) : size;
    }
    return r;
  }
};

/// The product of the operands, in two images.
std::array<Residues, 2> fetched_product(const detail::NttTransform& transform, std::size_t size,
                                        const detail::NttOperands& operands, std::size_t at_once,
                                        const ExecutionContext& ctx) {
  const detail::NttShape& shape = transform.shape;
  std::array<detail::NttImage, 2> images;
  std::array<detail::AlignedWords, 2> data{detail::AlignedWords(shape.data_words()),
                                           detail::AlignedWords(shape.data_words())};
  for (std::size_t j = 0; j < 2; ++j) images[j] = {&transform.kernels, &transform.table, data[j].data()};
  ntt_multiply_in_turn(images, at_once, shape, operands, ctx);
  std::array<Residues, 2> out{Residues(size), Residues(size)};
  const auto combine = [&](std::size_t begin, std::size_t end, const std::uint64_t* const* rows) {
    for (std::size_t j = 0; j < 2; ++j)
      std::copy_n(rows[j], end - begin, out[j].begin() + static_cast<std::ptrdiff_t>(begin));
  };
  ntt_store_together(images, shape, {0, size}, combine, false, ctx);
  return out;
}

void expect_equal(const detail::NttKernels& kernels, std::uint64_t p, std::size_t size_a, std::size_t size_b,
                  Random& random, const ExecutionContext& ctx) {
  const std::size_t size = size_a + size_b - 1;
  const auto shape = detail::NttShape::cyclic(size);
  const detail::NttTable table(p, kernels.arithmetic, shape.table_log_nodes(), ctx);
  const SignedWords a(random, size_a);
  const SignedWords b(random, size_b);
  const detail::NttFetch fetch_a(a);
  const detail::NttFetch fetch_b(b);
  const detail::NttTransform transform{kernels, table, shape};
  for (const bool square : {false, true}) {
    const std::size_t length = square ? 2 * size_a - 1 : size;
    if (length > size) continue;  // the transform is for a b
    detail::AlignedWords data_a(shape.data_words());
    detail::AlignedWords data_b(shape.data_words());
    Residues expected(length);
    const Residues residues_a = a.residues(table.modulus());
    const Residues residues_b = b.residues(table.modulus());
    ntt_convolve(
        transform,
        {.a = residues_a, .b = residues_b, .data = data_a.data(), .second = square ? data_a.data() : data_b.data()},
        expected.data(), {0, length}, ctx);
    const detail::NttOperands operands{
        {.fetch = &fetch_a, .size = size_a}, {.fetch = &fetch_b, .size = size_b}, square};
    for (const std::size_t at_once : {1U, 2U})
      for (const Residues& image : fetched_product(transform, length, operands, at_once, ctx))
        ASSERT_EQ(image, expected) << kernels.name << " modulo " << p << ", " << size_a << " and " << size_b
                                   << " words, " << (square ? "square" : "product");
  }
}

TEST(NttFetchIsa, FetchedWordsGiveTheProductsOfTheirResidues) {
  Random random(72);
  const ExecutionContext ctx = ExecutionContext().with_threads(1);
  for (const detail::NttKernels* kernels : all_kernels())
    for (const std::uint64_t p : primes_for(*kernels, 13))
      for (const std::size_t a : {1, 7, 8, 9, 40, 64, 65, 127, 500, 1023, 1024, 1025})
        for (const std::size_t b : {1, 8, 63, 130, 1030}) expect_equal(*kernels, p, a, b, random, ctx);
}

/// Columns are cut where tasks end.
TEST(NttFetchThreads, TasksTakeTheirOwnColumns) {
  Random random(73);
  for (const ExecutionContext& ctx : contexts()) {
    const detail::NttKernels& kernels = *all_kernels().back();
    const std::uint64_t p = primes_for(kernels, 17).front();
    for (const std::size_t a : {4000, 5000, 40001})
      for (const std::size_t b : {1, 4096, 30000}) expect_equal(kernels, p, a, b, random, ctx);
  }
}

}  // namespace
}  // namespace polyfork::test
