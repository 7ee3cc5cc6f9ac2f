// Integers to residues and back by blocked products of matrices, for more primes than a thread holds.
//
// Digits of 32 bits times powers of 2^32 modulo the primes give residues, weights y_j times digits of the cofactors
// give integers (integer_kernels.hpp says why). A block has tiles of both factors in shared memory; a thread has a
// small rectangle of the product, so that each word it reads serves several products. The factor that belongs to a
// prime is below 2^50 and stands as two pieces of 25 bits (16 where primes are below 2^31), the lower half of a word
// and its upper half. A product of a digit and a piece is one instruction that adds to 64 bits, without a carry, and
// 128 of them and a piece fit:
//   (2^25 - 1) (128 (2^32 - 1) + 1) < 2^64.
// Then sums are folded: of residues, reduced to a number below p that goes on as two pieces; of integers, added to what
// the thread's 4 digits have, in 3 words: y_j < 2^50 for less than 2^13 primes and q < 2^13 times the digits are below
// (2^13 - 1) 2^50 2^128 + 2^13 2^128 < 2^191.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gpu/kernels/integer_kernels.hpp"
#include "gpu/kernels/integer_tiles.hpp"
#include "gpu/kernels/shift_parameters.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

inline constexpr unsigned digits_before_fold = 128;

POLYFORK_DEVICE std::uint32_t lower_half(std::uint64_t word) { return static_cast<std::uint32_t>(word); }
POLYFORK_DEVICE std::uint32_t upper_half(std::uint64_t word) { return static_cast<std::uint32_t>(word >> 32); }
POLYFORK_DEVICE void add_product(std::uint64_t& sum, std::uint32_t a, std::uint32_t b) {
  sum = simt::multiply_add(a, b, sum);
}
template <class Field>
POLYFORK_DEVICE simt::Wide of_piece_sums(std::uint64_t low, std::uint64_t high) {
  return (simt::Wide{high} << piece_bits<Field>)+low;
}

/// The rows' beginnings and lengths; the greatest length.
POLYFORK_DEVICE unsigned find_rows(const DeviceIntegerRows& in, std::size_t first_row, ResidueTile& tile) {
  const unsigned t = simt::thread();
  const std::size_t i = first_row + t;
  const bool exists = i < in.rows;
  const std::int32_t size = exists ? in.sizes[i] : 0;
  tile.row[t] = exists ? row_limbs(in, i) : nullptr;
  tile.used[t] = tile.most_used[t] = static_cast<unsigned>(size < 0 ? -size : size);
  for (unsigned half = ResidueTile::rows / 2; half != 0; half /= 2) {
    simt::barrier();
    if (t < half && tile.most_used[t] < tile.most_used[t + half]) tile.most_used[t] = tile.most_used[t + half];
  }
  simt::barrier();
  return tile.most_used[0];
}

/// Limbs begin ... of the rows, zeros where there are none, and the powers that belong to the digits.
template <class Field>
POLYFORK_DEVICE void load_tile(const IntegersToResidues<Field>& p, unsigned first, unsigned begin, unsigned most,
                               ResidueTile& tile) {
  using Tile = ResidueTile;
  const unsigned t = simt::thread();
  for (unsigned e = t; e < Tile::rows * Tile::limbs; e += Tile::threads) {
    const unsigned row = e / Tile::limbs;
    const unsigned l = e % Tile::limbs;
    tile.row_limbs[row * Tile::row_words + l] =
        begin + l < tile.used[row] ? simt::load_constant(tile.row[row] + begin + l) : 0;
  }
  for (unsigned e = t; e < 2 * Tile::limbs * Tile::primes; e += Tile::threads) {
    const unsigned digit = e / Tile::primes;
    const unsigned j = e % Tile::primes;
    const bool exists = first + j < p.count && begin + digit / 2 < most;
    tile.powers[e / 2].word[e % 2] =
        exists ? simt::load_constant(p.powers + std::size_t{p.row} * (2 * begin + digit) + first + j) : 0;
  }
}

/// A block for each 128 rows, a batch for each 16 primes. A warp has all rows, so that it reads powers as one.
template <class Field>
POLYFORK_KERNEL(ResidueTile::threads, 4)
integers_to_residues_by_tiles(POLYFORK_PARAMETERS(IntegersToResidues<Field>) p) {
  using Tile = ResidueTile;
  constexpr unsigned side = Tile::side;
  constexpr unsigned lanes = Tile::rows / side;
  ResidueTile& tile = *static_cast<ResidueTile*>(simt::shared());
  const std::size_t first_row = std::size_t{simt::block()} * Tile::rows;
  const unsigned first = simt::batch() * Tile::primes;
  const unsigned lane = simt::thread() % lanes;
  const unsigned quad = simt::thread() / lanes;
  const unsigned most = find_rows(p.in, first_row, tile);

  std::uint64_t low[side][side] = {};
  std::uint64_t high[side][side] = {};
  const auto reduced = [&](unsigned m, unsigned j) {
    const unsigned number = first + side * quad + j;
    return reduce_wide(p.primes[number < p.count ? number : 0], of_piece_sums<Field>(low[m][j], high[m][j]));
  };
  for (unsigned begin = 0; begin < most; begin += Tile::limbs) {
    if (begin != 0 && 2 * begin % digits_before_fold == 0) {
      POLYFORK_UNROLL
      for (unsigned j = 0; j < side; ++j) {
        const unsigned number = first + side * quad + j;
        const Field& field = p.primes[number < p.count ? number : 0].field;
        POLYFORK_UNROLL
        for (unsigned m = 0; m < side; ++m) {
          const std::uint64_t pieces = in_pieces<piece_bits<Field>>(field.to_word(reduced(m, j)));
          low[m][j] = lower_half(pieces);
          high[m][j] = upper_half(pieces);
        }
      }
    }
    simt::barrier();
    load_tile(p, first, begin, most, tile);
    simt::barrier();
    const unsigned count = most - begin < Tile::limbs ? most - begin : Tile::limbs;
    for (unsigned l = 0; l < count; ++l) {
      std::uint64_t limb[side];
      POLYFORK_UNROLL
      for (unsigned m = 0; m < side; ++m) limb[m] = tile.row_limbs[(lane + lanes * m) * Tile::row_words + l];
      POLYFORK_UNROLL
      for (unsigned half = 0; half < 2; ++half) {
        POLYFORK_UNROLL
        for (unsigned j = 0; j < side; j += 2) {
          const WordPair powers = tile.powers[((2 * l + half) * Tile::primes + side * quad + j) / 2];
          POLYFORK_UNROLL
          for (unsigned m = 0; m < side; ++m) {
            const std::uint32_t digit = half == 0 ? lower_half(limb[m]) : upper_half(limb[m]);
            add_product(low[m][j], digit, lower_half(powers.word[0]));
            add_product(high[m][j], digit, upper_half(powers.word[0]));
            add_product(low[m][j + 1], digit, lower_half(powers.word[1]));
            add_product(high[m][j + 1], digit, upper_half(powers.word[1]));
          }
        }
      }
    }
  }
  POLYFORK_UNROLL
  for (unsigned j = 0; j < side; ++j) {
    const unsigned number = first + side * quad + j;
    POLYFORK_UNROLL
    for (unsigned m = 0; m < side; ++m) {
      const std::size_t i = first_row + lane + lanes * m;
      if (number < p.count && i < p.in.rows) {
        const auto r = reduced(m, j);
        p.out[p.pitch * number + i] = p.in.sizes[i] < 0 ? p.primes[number].field.negate(r) : r;
      }
    }
  }
}

/// Every residue becomes its weight y_j; the quotients of the rows.
template <class Field, class Tile>
POLYFORK_DEVICE void weigh_rows(const ResiduesToIntegers<Field>& p, std::size_t first_row, Tile& tile) {
  constexpr unsigned groups = Tile::threads / Tile::rows;
  constexpr unsigned together = 8;  // reads under way
  const unsigned row = simt::thread() % Tile::rows;
  std::uint64_t fraction = 0;
  if (first_row + row < p.count_of_rows) {
    auto* const residues = p.residues + first_row + row;
    for (unsigned at = simt::thread() / Tile::rows; at < p.count; at += together * groups) {
      typename Field::Value read[together];
      POLYFORK_UNROLL
      for (unsigned u = 0; u < together; ++u) {
        const unsigned j = at + u * groups;
        read[u] = j < p.count ? residues[p.pitch * j] : Field::zero();
      }
      POLYFORK_UNROLL
      for (unsigned u = 0; u < together; ++u) {
        const unsigned j = at + u * groups;
        if (j < p.count) store_weight(residues[p.pitch * j], weigh_residue(p.primes[j], read[u], fraction));
      }
    }
  }
  tile.fractions[simt::thread()] = fraction;
  simt::barrier();
  if (simt::thread() < Tile::rows) {
    for (unsigned g = 1; g < groups; ++g) fraction += tile.fractions[g * Tile::rows + row];
    tile.quotients[row] = in_pieces<piece_bits<Field>>(quotient_of(fraction));
  }
}

/// Weights of `primes` primes from `first` on, the quotient as the last one's successor, and limbs of the cofactors.
template <class Field, class Tile>
POLYFORK_DEVICE void load_tile(const ResiduesToIntegers<Field>& p, std::size_t first_row, unsigned first,
                               unsigned begin, Tile& tile) {
  for (unsigned e = simt::thread(); e < Tile::primes * Tile::rows; e += Tile::threads) {
    const unsigned j = first + e / Tile::rows;
    const unsigned row = e % Tile::rows;
    std::uint64_t weight = 0;
    if (j < p.count && first_row + row < p.count_of_rows)
      weight = weight_pieces(p.residues[p.pitch * j + first_row + row]);
    else if (j == p.count)
      weight = tile.quotients[row];
    tile.weights[e / 2].word[e % 2] = weight;
  }
  for (unsigned e = simt::thread(); e < Tile::primes * Tile::limbs; e += Tile::threads) {
    const unsigned j = first + e / Tile::limbs;
    tile.cofactors[e / 2].word[e % 2] =
        j <= p.count ? simt::load_constant(p.cofactors + std::size_t{p.cofactor_row} * j + begin + e % Tile::limbs) : 0;
  }
}

/// words += the sum of 2^(32 c) (low[c] + 2^piece_bits high[c]).
template <class Field>
POLYFORK_DEVICE void add_digit_sums(std::uint64_t (&words)[3], const std::uint64_t (&low)[4],
                                    const std::uint64_t (&high)[4]) {
  const simt::Wide a = of_piece_sums<Field>(low[0], high[0]) + (of_piece_sums<Field>(low[1], high[1]) << 32);
  const simt::Wide b = of_piece_sums<Field>(low[2], high[2]) + (of_piece_sums<Field>(low[3], high[3]) << 32);
  const simt::Wide lower = simt::Wide{words[0]} + static_cast<std::uint64_t>(a);
  const simt::Wide upper = b + words[1] + static_cast<std::uint64_t>(a >> 64) + static_cast<std::uint64_t>(lower >> 64);
  words[0] = static_cast<std::uint64_t>(lower);
  words[1] = static_cast<std::uint64_t>(upper);
  words[2] += static_cast<std::uint64_t>(upper >> 64);
}

/// The tile's limbs from `begin` on before carries, as 3 words for each quad.
template <class Field, class Tile>
POLYFORK_DEVICE void sum_tile(const ResiduesToIntegers<Field>& p, std::size_t first_row, unsigned begin, Tile& tile) {
  constexpr unsigned pairs = Tile::rows / 2;
  constexpr unsigned quads = Tile::limbs / 2;
  const unsigned pair = simt::thread() % pairs;
  const unsigned quad = simt::thread() / pairs;
  std::uint64_t words[2][3] = {};
  for (unsigned first = 0; first <= p.count;) {
    std::uint64_t low[2][4] = {};
    std::uint64_t high[2][4] = {};
    const unsigned end = p.count + 1 - first < digits_before_fold ? p.count + 1 : first + digits_before_fold;
    for (; first < end; first += Tile::primes) {
      simt::barrier();
      load_tile(p, first_row, first, begin, tile);
      simt::barrier();
      const unsigned count = end - first < Tile::primes ? end - first : Tile::primes;
      for (unsigned k = 0; k < count; ++k) {
        const WordPair weights = tile.weights[pairs * k + pair];
        const WordPair digits = tile.cofactors[quads * k + quad];
        POLYFORK_UNROLL
        for (unsigned m = 0; m < 2; ++m) {
          POLYFORK_UNROLL
          for (unsigned c = 0; c < 4; ++c) {
            const std::uint64_t limb = digits.word[c / 2];
            const std::uint32_t digit = c % 2 == 0 ? lower_half(limb) : upper_half(limb);
            add_product(low[m][c], digit, lower_half(weights.word[m]));
            add_product(high[m][c], digit, upper_half(weights.word[m]));
          }
        }
      }
    }
    POLYFORK_UNROLL
    for (unsigned m = 0; m < 2; ++m) add_digit_sums<Field>(words[m], low[m], high[m]);
  }
  POLYFORK_UNROLL
  for (unsigned m = 0; m < 2; ++m) {
    POLYFORK_UNROLL
    for (unsigned w = 0; w < 3; ++w) tile.sums[(2 * pair + m) * Tile::row_words + 3 * quad + w] = words[m][w];
  }
}

/// Row number `row` of the tile, with carries and without what the quads have beyond their limbs.
template <class Field, class Tile>
POLYFORK_DEVICE void carry_through(const ResiduesToIntegers<Field>& p, unsigned begin, unsigned row, Tile& tile) {
  IntegerRowState state = tile.states[row];
  for (unsigned at = 0; at < Tile::limbs; at += 2) {
    std::uint64_t* const words = tile.sums + Tile::place(row, at);
    simt::Wide above = simt::Wide{words[0]} + state.carry;
    POLYFORK_UNROLL
    for (unsigned c = 0; c < 2; ++c) {
      const unsigned l = begin + at + c;
      const auto limb = static_cast<std::uint64_t>(above);
      above = (above >> 64) + words[c + 1];
      words[c] = limb;
      if (l < p.limbs) {
        const std::uint64_t half = simt::load_constant(p.upper_half + l);
        state.sum.append(limb, half, l);
        state.negated.append(~limb + (state.negated_carry ? 1 : 0), half, l);
        state.negated_carry = state.negated_carry && limb == 0;
      } else if (l == p.limbs) {
        state.negative = limb >> 63 != 0;
      }
    }
    state.carry = static_cast<std::uint64_t>(above);
  }
  tile.states[row] = state;
}

/// Calls body(number of a limb in the rows, its place in the tile, its row of the tile) for limbs that exist.
template <class Tile, class Field, class Body>
POLYFORK_DEVICE void for_limbs(const ResiduesToIntegers<Field>& p, std::size_t first_row, unsigned begin,
                               const Body& body) {
  POLYFORK_UNROLL
  for (unsigned e = simt::thread(); e < Tile::rows * Tile::limbs; e += Tile::threads) {
    const unsigned row = e / Tile::limbs;
    const unsigned l = e % Tile::limbs;
    if (first_row + row < p.count_of_rows && begin + l < p.limbs)
      body((first_row + row) * p.limbs + begin + l, Tile::place(row, l), row);
  }
}

/// A block for each 32 rows, which forms 2 quads limbs of them at a time, from the lowest on. Carries, and what depends
/// on the sign, are the work of one thread for each row; the limbs are the block's to copy.
///
/// Where S is the sum in two's complement, x is S, or M - S, or for negative S: - (-S), or M + S; comparing S and -S
/// with M / 2 while they are formed decides which one, and all but the first take another pass.
template <class Field, unsigned quads>
POLYFORK_DEVICE void integers_of_tile(const ResiduesToIntegers<Field>& p) {
  using Tile = IntegerTile<quads>;
  Tile& tile = *static_cast<Tile*>(simt::shared());
  const std::size_t first_row = std::size_t{simt::block()} * Tile::rows;
  const unsigned row = simt::thread();
  weigh_rows(p, first_row, tile);

  if (row < Tile::rows) tile.states[row] = {};
  for (unsigned begin = 0; begin <= p.limbs; begin += Tile::limbs) {
    sum_tile(p, first_row, begin, tile);
    simt::barrier();
    if (row < Tile::rows) carry_through(p, begin, row, tile);
    simt::barrier();
    for_limbs<Tile>(p, first_row, begin,
                    [&](std::size_t i, unsigned place, unsigned) { p.rows[i] = tile.sums[place]; });
  }

  bool beyond_half = false;
  bool again = false;
  bool flipped = false;
  unsigned used = 0;
  if (row < Tile::rows) {
    const IntegerRowState& state = tile.states[row];
    beyond_half = state.negative ? state.negated.at_least : state.sum.at_least;
    again = state.negative || beyond_half;
    flipped = state.negative != beyond_half;
    if (!again) used = state.sum.used;
    tile.quotients[row] = again ? 1 : 0;
  }
  bool above = flipped;
  for (unsigned begin = 0; begin < p.limbs; begin += Tile::limbs) {
    simt::barrier();
    for_limbs<Tile>(p, first_row, begin, [&](std::size_t i, unsigned place, unsigned of) {
      if (tile.quotients[of] != 0) tile.sums[place] = p.rows[i];
    });
    simt::barrier();
    if (row < Tile::rows && again && first_row + row < p.count_of_rows) {
      const unsigned count = p.limbs - begin < Tile::limbs ? p.limbs - begin : Tile::limbs;
      for (unsigned l = 0; l < count; ++l) {
        std::uint64_t& word = tile.sums[Tile::place(row, l)];
        simt::Wide x = flipped ? ~word : word;
        if (beyond_half) x += simt::load_constant(p.product + begin + l);
        x += above ? 1 : 0;
        word = static_cast<std::uint64_t>(x);
        above = x >> 64 != 0;
        if (word != 0) used = begin + l + 1;
      }
    }
    simt::barrier();
    for_limbs<Tile>(p, first_row, begin, [&](std::size_t i, unsigned place, unsigned of) {
      if (tile.quotients[of] != 0) p.rows[i] = tile.sums[place];
    });
  }
  if (row < Tile::rows && first_row + row < p.count_of_rows)
    p.sizes[first_row + row] = flipped ? -static_cast<std::int32_t>(used) : static_cast<std::int32_t>(used);
}

template <class Field, unsigned quads>
POLYFORK_KERNEL(IntegerTile<quads>::threads, 640 / IntegerTile<quads>::threads)
residues_to_integers_by_tiles(POLYFORK_PARAMETERS(ResiduesToIntegers<Field>) p) {
  integers_of_tile<Field, quads>(p);
}

/// A batch for each segment, each with primes and rows of its own; blocks behind a segment's rows have nothing to do.
template <unsigned quads>
POLYFORK_KERNEL(IntegerTile<quads>::threads, 640 / IntegerTile<quads>::threads)
residues_to_integers_by_segments(POLYFORK_PARAMETERS(SegmentsToIntegers) p) {
  const ResiduesToIntegers<F50>& segment = p.segments[simt::batch()];
  if (std::size_t{simt::block()} * IntegerTile<quads>::rows >= segment.count_of_rows) return;
  integers_of_tile<F50, quads>(segment);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
