// Many short products modulo a word by definition, the plain multiplication of the many-core papers with their
// parameter s for a batch: a thread makes s neighbouring coefficients of one product from s coefficients of b and a
// window of 2 s - 1 of a at a time, 3 s - 1 reads for s^2 products. (S. A. Haque, M. Moreno Maza: Plain polynomial
// arithmetic on GPU, J. Phys.: Conf. Ser. 385, 2012, where a product is one grid and bands are summed; here it is a few
// threads that sum in registers.)
//
// Sums are kept below p 2^32 for p < 2^31, in 64 bits, else below p 2^64, in 128 bits, by one conditional subtraction
// after each product, and reduced once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "gpu/kernels/short_parameters.hpp"
#include "gpu/kernels/word_kernels.hpp"
#include "gpu/simt/simt.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Sums modulo p < 2^31.
struct NarrowSums {
  using Word = std::uint32_t;
  using Sum = std::uint64_t;

  POLYFORK_DEVICE static void add(Sum& sum, Word a, Word b, std::uint64_t p) {
    sum = simt::multiply_add(a, b, sum);
    const std::uint64_t bound = p << 32;
    if (sum >= bound) sum -= bound;
  }
  POLYFORK_DEVICE static std::uint64_t reduce(Sum sum, const ShortProducts& p) {
    return multiply_word(sum, p.one, p.modulus);
  }
};
/// Sums modulo p < 2^63.
struct WideSums {
  using Word = std::uint64_t;
  using Sum = simt::Wide;

  POLYFORK_DEVICE static void add(Sum& sum, Word a, Word b, std::uint64_t p) {
    sum += Sum{a} * b;
    if (static_cast<std::uint64_t>(sum >> 64) >= p) sum -= Sum{p} << 64;
  }
  POLYFORK_DEVICE static std::uint64_t reduce(Sum sum, const ShortProducts& p) {
    const std::uint64_t low = multiply_word(static_cast<std::uint64_t>(sum), p.one, p.modulus);
    const std::uint64_t high = multiply_word(static_cast<std::uint64_t>(sum >> 64), p.two_to_64, p.modulus);
    return low + high >= p.modulus ? low + high - p.modulus : low + high;
  }
};

template <class Sums, unsigned s>
POLYFORK_KERNEL(short_threads, 4)
multiply_short(POLYFORK_PARAMETERS(ShortProducts) p) {
  using Word = typename Sums::Word;
  const std::size_t thread = grid_thread();
  const std::size_t number = thread >> p.log_group;
  if (number >= p.count) return;
  const ShortProduct product = p.products[number];
  const std::uint64_t* const a = p.words + product.a;
  const std::uint64_t* const b = p.words + product.b;
  const unsigned columns = product.length_a + product.length_b - 1;
  const unsigned lane = static_cast<unsigned>(thread) & ((1U << p.log_group) - 1);
  for (unsigned first = lane * s; first < columns; first += s << p.log_group) {
    // Coefficient first + j is the sum of b_i a_(first + j - i), first - length_a < i < first + s.
    typename Sums::Sum sums[s] = {};
    const unsigned begin = first >= product.length_a ? first - product.length_a + 1 : 0;
    const unsigned end = product.length_b < first + s ? product.length_b : first + s;
    for (unsigned i = begin; i < end; i += s) {
      Word window[2 * s - 1];
      POLYFORK_UNROLL
      for (unsigned k = 0; k < 2 * s - 1; ++k) {
        const unsigned place = first + k - i - (s - 1);  // negative ones wrap around
        window[k] = place < product.length_a ? static_cast<Word>(simt::load_constant(a + place)) : 0;
      }
      POLYFORK_UNROLL
      for (unsigned k = 0; k < s; ++k) {
        const Word factor = i + k < end ? static_cast<Word>(simt::load_constant(b + i + k)) : 0;
        POLYFORK_UNROLL
        for (unsigned j = 0; j < s; ++j) Sums::add(sums[j], factor, window[s - 1 + j - k], p.modulus);
      }
    }
    POLYFORK_UNROLL
    for (unsigned j = 0; j < s; ++j)
      if (first + j < columns) p.out[product.out + first + j] = Sums::reduce(sums[j], p);
  }
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
