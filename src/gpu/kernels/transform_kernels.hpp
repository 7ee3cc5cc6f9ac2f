// The passes of transforms over a batch of arrays, one for each prime.
//
// Forward, a pass takes the nodes that the passes before have made, moves each to the root of the tree (element i of
// node b is multiplied by w^(rev(b) i), w of the order of the node they were made of) and transforms the columns of the
// node's matrix, tile by tile, in steps of radix 2 to 16 in registers. With one column the tile is the node: the last
// pass. Backward all of that happens in reverse. The last forward pass, the product and the first backward pass of a
// node happen in one block (transform_middle), so that a product of two-pass transforms takes eight sweeps over an
// array.
//
// Values in memory are at most 1 (times p) before a transform and after it, at most 4 between passes forward, as far as
// the field has values beyond its residues.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gpu/kernels/tile.hpp"
#include "gpu/kernels/transform_parameters.hpp"
#include "gpu/kernels/tree_dft.hpp"
#include "gpu/simt/simt.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// A block's view of its prime: the field, the tables and shared memory.
template <class Field>
struct PassBlock {
  using Value = typename Field::Value;

  Field field;
  const PrimeConstants<Field>* constants;
  const Value* step_roots;
  const Value* powers;
  unsigned log_length, log_low;
  Value* tile;
  BlockRoots<Field>* roots;

  POLYFORK_DEVICE PassBlock(const TransformTables<Field>& tables, unsigned tile_words) {
    const unsigned prime = simt::batch() % tables.primes;
    constants = tables.constants + prime;
    field = constants->field;
    step_roots = tables.words + tables.pitch * prime;
    powers = step_roots + 2 * step_table_words;
    log_length = tables.log_length;
    log_low = tables.log_low;
    tile = static_cast<Value*>(simt::shared());
    roots = reinterpret_cast<BlockRoots<Field>*>(tile + tile_words);
  }

  /// w^e, at most 1/2.
  POLYFORK_DEVICE Value power(unsigned e) const {
    const unsigned low = e & ((1U << log_low) - 1);
    return field.reduce(field.multiply(simt::load_constant(powers + (1U << log_low) + (e >> log_low)),
                                       simt::load_constant(powers + low)));
  }
  /// The exponent of w^-e.
  POLYFORK_DEVICE unsigned negated(unsigned e) const { return (0U - e) & ((1U << log_length) - 1); }

  /// Copies the roots of the tree; a barrier has to follow.
  POLYFORK_DEVICE void load_tree() const {
    const unsigned i = simt::thread();
    if (i < 8)
      roots->tree.roots[i] = constants->tree.roots[i];
    else if (i < 16)
      roots->tree.inverse_roots[i - 8] = constants->tree.inverse_roots[i - 8];
    else if (i == 16)
      roots->tree.one_half = constants->tree.one_half;
  }
};

/// Moves element k of each group from the root of the tree to its node's place, or back, by s_J^(+-k).
template <class Field, class Tile, unsigned step, bool inverse>
POLYFORK_DEVICE void multiply_step_roots(const PassBlock<Field>& b, typename Field::Value* x, unsigned group) {
  using Step = TileStep<Tile, step>;
  const typename Field::Value* const s =
      b.step_roots + (inverse ? step_table_words : 0) + Step::node(simt::thread(), group);
  x[0] = b.field.reduce(x[0]);
  POLYFORK_UNROLL
  for (unsigned k = 1; k < Step::radix; ++k)
    x[k] = b.field.multiply(x[k], simt::load_constant(s + (k * Step::groups << log_step_nodes)));
}

template <class Tile, unsigned step, class Value>
POLYFORK_DEVICE void write_tile(Value* tile, const Value (&x)[thread_values]) {
  using Step = TileStep<Tile, step>;
  const unsigned first = padded(Step::first(simt::thread()));
  POLYFORK_UNROLL
  for (unsigned i = 0; i < thread_values; ++i)
    tile[first + padded(Step::offset(i / Step::radix, i % Step::radix))] = x[i];
}
template <class Tile, unsigned step, class Value>
POLYFORK_DEVICE void read_tile(const Value* tile, Value (&x)[thread_values]) {
  using Step = TileStep<Tile, step>;
  const unsigned first = padded(Step::first(simt::thread()));
  POLYFORK_UNROLL
  for (unsigned i = 0; i < thread_values; ++i)
    x[i] = tile[first + padded(Step::offset(i / Step::radix, i % Step::radix))];
}
/// The place of word thread + k threads, for whole rows of threads from memory and back.
template <class Tile>
POLYFORK_DEVICE unsigned row_place(unsigned k) {
  return padded(simt::thread()) + padded(k * Tile::threads);
}
/// Words from the places of one step to those of the next. What a thread writes lies where it has read before, if the
/// tile has been used since the last barrier at all: it overwrites nothing that another thread still wants.
template <class Tile, unsigned from, unsigned to, class Value>
POLYFORK_DEVICE void exchange(Value* tile, Value (&x)[thread_values]) {
  write_tile<Tile, from>(tile, x);
  simt::barrier();
  read_tile<Tile, to>(tile, x);
}

struct Nothing {
  POLYFORK_DEVICE void operator()() const {}
};

/// The steps from `step` on; x holds the words of `step`, at the end those of the last. tile_read() is called when the
/// thread has read its words of the last step: the block needs the tile no longer when all threads have.
template <class Field, class Tile, unsigned step = 0, class TileRead = Nothing>
POLYFORK_DEVICE void forward_steps(const PassBlock<Field>& b, typename Field::Value (&x)[thread_values], unsigned keep,
                                   const TileRead& tile_read = {}) {
  using Step = TileStep<Tile, step>;
  POLYFORK_UNROLL
  for (unsigned g = 0; g < Step::groups; ++g) {
    if (step == 0) {
      tree_forward<Field, Step::radix_log>(b.field, b.roots->tree, x, g * Step::radix);
    } else if (Step::groups > 1 || Step::sixteenth(simt::thread(), g) < keep) {  // where it saves much
      multiply_step_roots<Field, Tile, step, false>(b, x + g * Step::radix, g);
      tree_forward<Field, Step::radix_log>(b.field, b.roots->tree, x, g * Step::radix);
    }
  }
  if constexpr (step + 1 < Tile::steps) {
    exchange<Tile, step, step + 1>(b.tile, x);
    if (step + 2 == Tile::steps) tile_read();
    forward_steps<Field, Tile, step + 1>(b, x, keep, tile_read);
  }
}

/// The inverse of the steps up to `step`; x holds the words of `step`, at the end those of the first. tile_read() is
/// called when the thread has read those of the first.
template <class Field, class Tile, unsigned step = Tile::steps - 1, class TileRead = Nothing>
POLYFORK_DEVICE void inverse_steps(const PassBlock<Field>& b, typename Field::Value (&x)[thread_values], unsigned keep,
                                   const TileRead& tile_read = {}) {
  using Step = TileStep<Tile, step>;
  if constexpr (step == 0) {
    tree_inverse_truncated(b.field, b.roots->tree, x, keep);
  } else {
    POLYFORK_UNROLL
    for (unsigned g = 0; g < Step::groups; ++g) {
      if (Step::sixteenth(simt::thread(), g) < keep) {
        tree_inverse<Field, Step::radix_log>(b.field, b.roots->tree, x, g * Step::radix);
        multiply_step_roots<Field, Tile, step, true>(b, x + g * Step::radix, g);
      }
    }
    exchange<Tile, step, step - 1>(b.tile, x);
    if (step == 1) tile_read();
    inverse_steps<Field, Tile, step - 1>(b, x, keep, tile_read);
  }
}

/// Where a tile lies: in the matrix of a node, from a column on.
template <class Tile>
struct TilePlace {
  unsigned node;
  unsigned column;
  unsigned log_width;

  POLYFORK_DEVICE TilePlace(unsigned log_width_of_node, unsigned tile) : log_width(log_width_of_node) {
    const unsigned log_tiles = log_width - Tile::log_columns;
    node = tile >> log_tiles;
    column = (tile & ((1U << log_tiles) - 1)) << Tile::log_columns;
  }
  /// The place of tile word i in its node.
  POLYFORK_DEVICE unsigned in_node(unsigned i) const {
    return ((i >> Tile::log_columns) << log_width) + column + (i & (Tile::columns - 1));
  }
  POLYFORK_DEVICE unsigned in_array(unsigned i) const { return (node << (Tile::log_rows + log_width)) + in_node(i); }
  /// From an element of a group of the first step to the next.
  POLYFORK_DEVICE unsigned first_stride() const { return 1U << (Tile::log_rows - 4) << log_width; }
};

/// The words of the first step; zeros in place of the rows from `keep` sixteenths on and of what lies behind `words`.
template <class Tile, class Value>
POLYFORK_DEVICE void load_first_step(const TilePlace<Tile>& place, const Value* in, unsigned words, unsigned keep,
                                     Value (&x)[thread_values]) {
  const unsigned begin = place.in_array(TileStep<Tile, 0>::first(simt::thread()));
  const unsigned left = words > begin ? words - begin : 0;
  const Value* const from = in + begin;
  POLYFORK_UNROLL
  for (unsigned k = 0; k < thread_values; ++k) {
    const unsigned at = k * place.first_stride();
    x[k] = k < keep && at < left ? from[at] : Value(0);
  }
}
/// Writes them, as far as they lie among those rows and before `words`.
template <class Tile, class Value>
POLYFORK_DEVICE void store_first_step(const TilePlace<Tile>& place, Value* out, unsigned words, unsigned keep,
                                      const Value (&x)[thread_values]) {
  const unsigned begin = place.in_array(TileStep<Tile, 0>::first(simt::thread()));
  const unsigned left = words > begin ? words - begin : 0;
  Value* const to = out + begin;
  POLYFORK_UNROLL
  for (unsigned k = 0; k < thread_values; ++k) {
    const unsigned at = k * place.first_stride();
    if (k < keep && at < left) to[at] = x[k];
  }
}

/// body(i, from the place of x[0] in the array to that of x[i]) for the words of the last step that are kept.
template <class Tile, class Body>
POLYFORK_DEVICE void for_kept_last(const TilePlace<Tile>& place, unsigned keep, const Body& body) {
  using Last = TileStep<Tile, Tile::steps - 1>;
  POLYFORK_UNROLL
  for (unsigned i = 0; i < thread_values; ++i) {
    const unsigned g = i / Last::radix;
    const unsigned k = i % Last::radix;
    const unsigned sixteenth = Tile::steps == 1 ? k : Last::sixteenth(simt::thread(), g);
    if (sixteenth < keep) body(i, Last::offset(g, k) >> Tile::log_columns << place.log_width);
  }
}

/// The exponent, for roots of order 2^log_parent as powers of w, that moves element 1 of a node to the root.
template <class Field>
POLYFORK_DEVICE unsigned node_exponent(const PassBlock<Field>& b, unsigned node, unsigned log_nodes,
                                       unsigned log_parent) {
  return simt::reverse_digits(node, log_nodes) << (b.log_length - log_parent);
}

/// The factors of rows: of the words of the first step that belong to thread 0. A barrier has to follow.
template <class Field, class Tile>
POLYFORK_DEVICE void make_row_powers(const PassBlock<Field>& b, const TilePlace<Tile>& place, unsigned exponent,
                                     bool inverse) {
  const unsigned k = simt::thread() & (thread_values - 1);
  const unsigned e = exponent * (((k << Tile::log_rows) >> 4) << place.log_width);
  if (simt::thread() < thread_values && !inverse) b.roots->row[k] = b.power(e);
  if (simt::thread() < thread_values && inverse) b.roots->inverse_row[k] = b.power(b.negated(e));
}

/// Multiplies the words of the first step by w^(+-exponent i): by what the thread's first word needs and by the rows'.
template <class Value, class Field>
POLYFORK_DEVICE void multiply_powers(const Field& f, Value first, const Value* row, Value (&x)[thread_values]) {
  x[0] = f.multiply(x[0], first);
  POLYFORK_UNROLL
  for (unsigned k = 1; k < thread_values; ++k) x[k] = f.multiply(f.multiply(x[k], first), row[k]);
}

/// Blocks on a multiprocessor that registers have to suffice for: 64 a thread, 80 where blocks are small or middle
/// passes, and 128 for the longest rows of F31, which want a few more than 80.
template <class Field, class Tile>
constexpr unsigned blocks_at_once() {
  constexpr unsigned threads = Tile::threads;
  if (Field::prime_bits < 32 && Tile::columns == 1 && threads == 256) return 2;
  return threads > 512 ? 1 : threads > 128 ? 1024 / threads : threads > 32 ? 768 / threads : 16;
}
constexpr unsigned middle_blocks_at_once(unsigned threads) { return threads > 32 ? 768 / threads : 16; }

/// A pass forward. moved: the nodes are not at the root of the tree.
template <class Field, class Tile, bool moved>
POLYFORK_KERNEL(Tile::threads, (blocks_at_once<Field, Tile>()))
transform_forward(POLYFORK_PARAMETERS(PassParameters<Field>) p) {
  using Value = typename Field::Value;
  using First = TileStep<Tile, 0>;
  using Last = TileStep<Tile, Tile::steps - 1>;
  const PassBlock<Field> b(p.tables, Tile::padded_words);
  const TilePlace<Tile> place(p.log_width, simt::block());
  const Value* const in = p.in + p.in_pitch * simt::batch();
  const unsigned exponent = moved ? node_exponent(b, place.node, p.log_nodes, p.log_parent) : 0;
  if (moved) make_row_powers(b, place, exponent, false);

  Value x[thread_values];
  load_first_step(place, in, p.in_words, p.keep, x);
  b.load_tree();
  simt::barrier();
  if (moved) multiply_powers(b.field, b.power(exponent * place.in_node(First::first(simt::thread()))), b.roots->row, x);
  forward_steps<Field, Tile>(b, x, p.keep);

  Value* const out = p.out + p.out_pitch * simt::batch();
  if constexpr (Tile::columns == 1) {
    write_tile<Tile, Tile::steps - 1>(b.tile, x);
    simt::barrier();
    POLYFORK_UNROLL
    for (unsigned k = 0; k < thread_values; ++k) {
      const unsigned i = simt::thread() + k * Tile::threads;
      out[place.in_array(i)] = b.field.reduce(b.tile[row_place<Tile>(k)]);
    }
  } else {
    Value* const to = out + place.in_array(Last::first(simt::thread()));
    for_kept_last(place, p.keep, [&](unsigned i, unsigned at) { to[at] = x[i]; });
  }
}

/// A pass backward; that of rows, the first one, multiplies by 1 / N.
template <class Field, class Tile, bool moved>
POLYFORK_KERNEL(Tile::threads, (blocks_at_once<Field, Tile>()))
transform_inverse(POLYFORK_PARAMETERS(PassParameters<Field>) p) {
  using Value = typename Field::Value;
  using First = TileStep<Tile, 0>;
  using Last = TileStep<Tile, Tile::steps - 1>;
  const PassBlock<Field> b(p.tables, Tile::padded_words);
  const TilePlace<Tile> place(p.log_width, simt::block());
  const Value* const in = p.in + p.in_pitch * simt::batch();
  b.load_tree();
  const unsigned exponent = moved ? node_exponent(b, place.node, p.log_nodes, p.log_parent) : 0;
  if (moved) make_row_powers(b, place, exponent, true);

  Value x[thread_values];
  if constexpr (Tile::columns == 1) {
    POLYFORK_UNROLL
    for (unsigned k = 0; k < thread_values; ++k) {
      const unsigned i = simt::thread() + k * Tile::threads;
      b.tile[row_place<Tile>(k)] = in[place.in_array(i)];
    }
    simt::barrier();
    read_tile<Tile, Tile::steps - 1>(b.tile, x);
  } else {
    const Value* const from = in + place.in_array(Last::first(simt::thread()));
    POLYFORK_UNROLL
    for (unsigned i = 0; i < thread_values; ++i) x[i] = Field::zero();
    for_kept_last(place, p.keep, [&](unsigned i, unsigned at) { x[i] = from[at]; });
    simt::barrier();
  }
  inverse_steps<Field, Tile>(b, x, p.keep);

  if (moved) {
    Value first = b.power(b.negated(exponent * place.in_node(First::first(simt::thread()))));
    if (Tile::columns == 1) first = b.field.reduce(b.field.multiply(first, b.constants->scale));
    multiply_powers(b.field, first, b.roots->inverse_row, x);
  } else {
    POLYFORK_UNROLL
    for (unsigned k = 0; k < thread_values; ++k) x[k] = b.field.reduce(x[k]);
  }
  store_first_step(place, p.out + p.out_pitch * simt::batch(), p.out_words, p.keep, x);
}

/// The last pass forward of one node of an array, in registers at the places of the last step.
template <class Field, class Tile>
POLYFORK_DEVICE void forward_node(const PassBlock<Field>& b, const TilePlace<Tile>& place,
                                  const typename Field::Value* in, unsigned in_words, typename Field::Value first,
                                  typename Field::Value (&x)[thread_values]) {
  load_first_step(place, in, in_words, 16, x);
  multiply_powers(b.field, first, b.roots->row, x);
  forward_steps<Field, Tile>(b, x, 16);
}

/// The last pass forward, the product with a second array and the first pass backward, node by node.
template <class Field, class Tile>
POLYFORK_KERNEL(Tile::threads, middle_blocks_at_once(Tile::threads))
transform_middle(POLYFORK_PARAMETERS(MiddleParameters<Field>) p) {
  using Value = typename Field::Value;
  const PassBlock<Field> b(p.tables, Tile::padded_words);
  const TilePlace<Tile> place(0, simt::block());
  const Value* const second = p.second + p.second_pitch * simt::batch();
  // Each thread keeps here what it has of the second array's values: nobody else reads it.
  Value* const held = reinterpret_cast<Value*>(b.roots + 1) + simt::thread();
  b.load_tree();
  const unsigned exponent = node_exponent(b, place.node, p.log_nodes, p.log_parent);
  make_row_powers(b, place, exponent, false);
  make_row_powers(b, place, exponent, true);
  const unsigned e = exponent * simt::thread();
  const Value first = b.power(e);
  simt::barrier();

  Value x[thread_values];
  if (p.kind == MiddleKind::product) {
    forward_node(b, place, second, p.second_words, first, x);
    POLYFORK_UNROLL
    for (unsigned k = 0; k < thread_values; ++k) held[k * Tile::threads] = b.field.reduce(x[k]);
  } else if (p.kind == MiddleKind::prepared) {
    POLYFORK_UNROLL
    for (unsigned k = 0; k < thread_values; ++k) {
      const unsigned i = simt::thread() + k * Tile::threads;
      b.tile[row_place<Tile>(k)] = second[place.in_array(i)];
    }
    simt::barrier();
    read_tile<Tile, Tile::steps - 1>(b.tile, x);
    POLYFORK_UNROLL
    for (unsigned k = 0; k < thread_values; ++k) held[k * Tile::threads] = b.field.reduce(x[k]);
  }
  simt::barrier();  // the tile begins anew
  forward_node(b, place, p.in + p.in_pitch * simt::batch(), p.in_words, first, x);
  POLYFORK_UNROLL
  for (unsigned k = 0; k < thread_values; ++k) {
    const Value y = p.kind == MiddleKind::square ? b.field.reduce(x[k]) : held[k * Tile::threads];
    x[k] = b.field.multiply(x[k], y);
  }
  inverse_steps<Field, Tile>(b, x, 16);
  const Value back = b.field.reduce(b.field.multiply(b.power(b.negated(e)), b.constants->scale));
  multiply_powers(b.field, back, b.roots->inverse_row, x);
  store_first_step(place, p.out + p.out_pitch * simt::batch(), p.out_words, 16, x);
}

/// data := data second, value by value.
template <class Field>
POLYFORK_KERNEL(256, 8)
multiply_pointwise(POLYFORK_PARAMETERS(PointwiseParameters<Field>) p) {
  const Field f = p.constants[simt::batch() % p.primes].field;
  const std::size_t i = std::size_t{simt::block()} * simt::threads() + simt::thread();
  if (i >= p.words) return;
  auto* const to = p.data + p.pitch * simt::batch() + i;
  *to = f.multiply(*to, f.reduce(p.second[p.second_pitch * simt::batch() + i]));
}

/// All tables of a set of primes, each entry a product of W^(2^i).
template <class Field>
POLYFORK_KERNEL(256, 4)
make_tables(POLYFORK_PARAMETERS(TableParameters<Field>) p) {
  const TransformTables<Field>& t = p.tables;
  const unsigned i = simt::block() * simt::threads() + simt::thread();
  if (i >= t.pitch) return;
  const unsigned log_order = t.log_length > log_least_order ? t.log_length : log_least_order;
  unsigned e;
  if (i < 2 * step_table_words) {
    const unsigned node = i & ((1U << log_step_nodes) - 1);
    const unsigned k = (i >> log_step_nodes) & (thread_values - 1);
    e = simt::reverse_digits(node, log_step_nodes) * k << (log_order - log_least_order);
    if (i >= step_table_words) e = (0U - e) & ((1U << log_order) - 1);
  } else {
    const unsigned j = i - 2 * step_table_words;
    e = j < 1U << t.log_low ? j : (j - (1U << t.log_low)) << t.log_low;
    e = (e << (log_order - t.log_length)) & ((1U << log_order) - 1);
  }
  const PrimeConstants<Field>& c = t.constants[simt::batch()];
  typename Field::Value power = c.field.one();
  for (unsigned bit = 0; e >> bit != 0; ++bit)
    if ((e >> bit & 1) != 0) power = c.field.multiply(power, c.squares[bit]);
  p.words[t.pitch * simt::batch() + i] = c.field.reduce(power);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
