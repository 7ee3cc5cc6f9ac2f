// Passes of columns whose tile fills a multiprocessor: one block there, which works through several tiles.
//
// With one block nobody computes while it loads and nobody loads while it computes. So a block begins to copy its next
// tile to shared memory as soon as its threads have read the words of the last step, and the copies take place beside
// that step and the stores. A thread copies the words that it needs itself, to the places that it will write first:
// nothing but the end of its own copies has to be waited for.
#pragma once

#include "gpu/kernels/transform_kernels.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// body(k, word of the array) for the words of the first step that lie among the kept rows and before `words`.
template <class Tile, class Body>
POLYFORK_DEVICE void for_kept_first(const TilePlace<Tile>& place, unsigned words, unsigned keep, const Body& body) {
  const unsigned begin = place.in_array(TileStep<Tile, 0>::first(simt::thread()));
  const unsigned left = words > begin ? words - begin : 0;
  POLYFORK_UNROLL
  for (unsigned k = 0; k < thread_values; ++k) {
    const unsigned at = k * place.first_stride();
    if (k < keep && at < left) body(k, begin + at);
  }
}

/// transform_forward of the first pass, of tiles number block, block + blocks, ... below p.tiles.
template <class Field, class Tile>
POLYFORK_KERNEL(Tile::threads, (blocks_at_once<Field, Tile>()))
transform_forward_ahead(POLYFORK_PARAMETERS(PassParameters<Field>) p) {
  using Value = typename Field::Value;
  using First = TileStep<Tile, 0>;
  using Last = TileStep<Tile, Tile::steps - 1>;
  const PassBlock<Field> b(p.tables, Tile::padded_words);
  const Value* const in = p.in + p.in_pitch * simt::batch();
  Value* const out = p.out + p.out_pitch * simt::batch();
  Value* const mine = b.tile + padded(First::first(simt::thread()));
  const auto begin_copies = [&](unsigned tile) {
    for_kept_first(TilePlace<Tile>(p.log_width, tile), p.in_words, p.keep,
                   [&](unsigned k, unsigned word) { simt::copy_ahead(mine + padded(First::offset(0, k)), in + word); });
  };
  b.load_tree();
  begin_copies(simt::block());
  simt::barrier();
  for (unsigned tile = simt::block(); tile < p.tiles; tile += simt::blocks()) {
    const TilePlace<Tile> place(p.log_width, tile);
    Value x[thread_values];
    POLYFORK_UNROLL
    for (unsigned k = 0; k < thread_values; ++k) x[k] = Field::zero();
    simt::wait_for_copies();
    for_kept_first(place, p.in_words, p.keep, [&](unsigned k, unsigned) { x[k] = mine[padded(First::offset(0, k))]; });
    forward_steps<Field, Tile>(b, x, p.keep, [&] {
      if (tile + simt::blocks() >= p.tiles) return;
      simt::barrier();
      begin_copies(tile + simt::blocks());
    });
    Value* const to = out + place.in_array(Last::first(simt::thread()));
    for_kept_last(place, p.keep, [&](unsigned i, unsigned at) { to[at] = x[i]; });
  }
}

/// transform_inverse of the first pass, likewise.
template <class Field, class Tile>
POLYFORK_KERNEL(Tile::threads, (blocks_at_once<Field, Tile>()))
transform_inverse_ahead(POLYFORK_PARAMETERS(PassParameters<Field>) p) {
  using Value = typename Field::Value;
  using Last = TileStep<Tile, Tile::steps - 1>;
  const PassBlock<Field> b(p.tables, Tile::padded_words);
  const Value* const in = p.in + p.in_pitch * simt::batch();
  Value* const out = p.out + p.out_pitch * simt::batch();
  Value* const mine = b.tile + padded(Last::first(simt::thread()));
  const auto begin_copies = [&](unsigned tile) {
    const TilePlace<Tile> place(p.log_width, tile);
    const Value* const from = in + place.in_array(Last::first(simt::thread()));
    for_kept_last(place, p.keep, [&](unsigned i, unsigned at) {
      simt::copy_ahead(mine + padded(Last::offset(i / Last::radix, i % Last::radix)), from + at);
    });
  };
  b.load_tree();
  begin_copies(simt::block());
  simt::barrier();
  for (unsigned tile = simt::block(); tile < p.tiles; tile += simt::blocks()) {
    const TilePlace<Tile> place(p.log_width, tile);
    Value x[thread_values];
    POLYFORK_UNROLL
    for (unsigned k = 0; k < thread_values; ++k) x[k] = Field::zero();
    simt::wait_for_copies();
    for_kept_last(place, p.keep,
                  [&](unsigned i, unsigned) { x[i] = mine[padded(Last::offset(i / Last::radix, i % Last::radix))]; });
    inverse_steps<Field, Tile>(b, x, p.keep, [&] {
      if (tile + simt::blocks() >= p.tiles) return;
      simt::barrier();
      begin_copies(tile + simt::blocks());
    });
    POLYFORK_UNROLL
    for (unsigned k = 0; k < thread_values; ++k) x[k] = b.field.reduce(x[k]);
    store_first_step(place, out, p.out_words, p.keep, x);
  }
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
