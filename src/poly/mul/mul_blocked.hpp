// What the plan of a blocked multimodular product and its execution share.
#pragma once

#include <cstddef>

#include <polyfork/poly/mul/multiplication.hpp>

#include "core/limits.hpp"
#include "fft/ntt_transform.hpp"
#include "poly/images/residue_rows.hpp"
#include "poly/mul/mul_multimodular.hpp"
#include "poly/mul/mul_sizes.hpp"
#include "poly/rows/limb_rows.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Coefficients cut into blocks of whole limbs.
struct BlockedShape {
  static constexpr std::size_t most_in_chunk = 128;  ///< coefficients converted together
  static constexpr std::size_t least_in_chunk = 32;  ///< as many as the conversions' kernels take at once

  std::size_t block_limbs;
  std::size_t blocks_a;
  std::size_t blocks_b;
  std::size_t sums;  // blocks of the product
  std::size_t bits;  // of a coefficient of such a sum

  BlockedShape(const MulShape& s, std::size_t limbs) noexcept
      : block_limbs(limbs),
        blocks_a(count(s.bits_a, limbs)),
        blocks_b(count(s.bits_b, limbs)),
        sums(blocks_a + blocks_b - 1),
        bits(saturating_add(saturating_mul(128, limbs), ceil_log2(saturating_mul(std::min(s.length_a, s.length_b),
                                                                                 std::min(blocks_a, blocks_b))))) {}

  /// An eighth of the primes' product is above the sums, as CrtBasis::from_residues_rounded wants it.
  std::size_t primes() const noexcept { return transform_primes_for(saturating_add(bits, 3)); }
  /// Limbs of a sum with the sums below it and a sign.
  std::size_t sum_limbs() const noexcept { return (bits + 65) / 64; }
  /// Limbs of a row of the result, with a sign.
  static std::size_t result_limbs(const MulShape& s) noexcept { return product_bits(s) / 64 + 1; }
  /// Whether the result is formed in scratch and stored past the caches: it would not stay in any, and to add to its
  /// rows there is to read them from memory first. From 16 MiB, in chunks of at most 256 KiB.
  static bool streamed(const MulShape& s) noexcept {
    const std::size_t limbs = result_limbs(s);
    return saturating_mul(product_length(s), limbs) >= std::size_t{2} << 20 && limbs <= std::size_t{1} << 10;
  }
  /// Coefficients converted together, of `length` of them: at most so many that each thread has a few chunks.
  static std::size_t chunk(std::size_t length, int threads) noexcept {
    const std::size_t share = length / (4 * static_cast<std::size_t>(threads)) / least_in_chunk * least_in_chunk;
    return std::clamp(share, least_in_chunk, most_in_chunk);
  }
  /// Coefficients of the result that are joined together: few where their rows are scratch.
  static std::size_t join_chunk(const MulShape& s, int threads) noexcept {
    return streamed(s) ? least_in_chunk : chunk(product_length(s), threads);
  }
  /// Limbs that a thread needs to join a chunk.
  std::size_t join_limbs(const MulShape& s, int threads) const noexcept {
    return saturating_mul(join_chunk(s, threads), sum_limbs() + (streamed(s) ? result_limbs(s) : 0));
  }
  NttShape transform(const MulShape& s, std::int64_t leaf_log) const noexcept {
    NttShape shape = NttShape::cyclic(product_length(s), {leaf_log});
    shape.gaps = false;  // images are handled as one row of blocks
    return shape;
  }
  /// The transforms of one prime.
  NttSequences sequences(const MulShape& s) const noexcept {
    return {nullptr, 0, blocks_a, blocks_b, s.square, nullptr, nullptr};
  }
  /// Words from one transform to the next of the same prime.
  std::size_t image_stride(const NttShape& shape) const noexcept { return row_stride(shape.data_words()); }
  /// Words of one prime's row of transforms: as many as there are sums, one fewer than blocks, for squares at least as
  /// many.
  std::size_t row_words(const NttShape& shape) const noexcept {
    return row_stride(saturating_mul(sums, image_stride(shape)));
  }
  /// Words for the last block's transforms modulo all primes, which become no sums.
  std::size_t last_words(const MulShape& s, const NttShape& shape) const noexcept {
    return s.square ? 0 : saturating_mul(primes(), image_stride(shape));
  }
  /// Whether these lie where the result will be, which has to be there then and is not written before.
  bool last_in_result(const MulShape& s, const NttShape& shape) const noexcept {
    return saturating_add(last_words(s, shape), ntt_block) <= saturating_mul(product_length(s), result_limbs(s));
  }

 private:
  static std::size_t count(std::size_t bits, std::size_t limbs) noexcept {
    return std::max<std::size_t>(1, (limbs_for_bits(bits) + limbs - 1) / limbs);
  }
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
