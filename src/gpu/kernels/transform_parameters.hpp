// What transform kernels are told, and where the tables of a set of primes lie. For the host as well.
//
// Each prime of a set has its constants and four tables of residues, `pitch` values apart from the next prime's:
//
//   step roots    s_J^k at [k][J], k < 16, J < 256, s_J = e(t_J / 8) with NttTable's t: they move node J of a step to
//                 the root of the tree; a step of radix 2^r takes every 2^(4 - r)-th row
//   inverses      s_J^-k likewise
//   low, high     w^i and w^(i 2^log_low), w = NttPlan::root() of the full length N: together all powers of w
#pragma once

#include <cstddef>
#include <cstdint>

#include "gpu/kernels/tile.hpp"
#include "gpu/kernels/tree_dft.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

inline constexpr unsigned log_step_nodes = 8;
inline constexpr unsigned step_table_words = thread_values << log_step_nodes;
/// Tables of shorter transforms are made of roots of this order, too.
inline constexpr unsigned log_least_order = log_step_nodes + 4;

template <class Field>
struct PrimeConstants {
  Field field;
  TreeRoots<Field> tree;
  typename Field::Value scale;        ///< 1 / N
  typename Field::Value squares[32];  ///< W^(2^i), W of order 2^max(log N, log_least_order)
};

/// The tables of a set of primes in device memory.
template <class Field>
struct TransformTables {
  const PrimeConstants<Field>* constants;
  const typename Field::Value* words;
  std::size_t pitch;
  unsigned log_length;  ///< of N
  unsigned log_low;
  unsigned primes;  ///< of the set; a batch may be a multiple of them
};

/// One pass over a batch of arrays. The array of number `batch` belongs to the prime number batch % primes.
template <class Field>
struct PassParameters {
  TransformTables<Field> tables;
  const typename Field::Value* in;
  typename Field::Value* out;
  std::size_t in_pitch;  ///< values from one array of the batch to the next
  std::size_t out_pitch;
  unsigned log_nodes;   ///< of the nodes that the passes before have made of the part they worked on
  unsigned log_width;   ///< of the columns of a node
  unsigned log_parent;  ///< of the words of the node that the pass before worked on
  unsigned keep;        ///< sixteenths of the rows that are kept, 9 to 16; of a pass that is not the first: 16
  unsigned in_words;    ///< of an array; what lies behind counts as zeros (first pass, forward)
  unsigned out_words;   ///< to be written (last pass, inverse)
  unsigned tiles;       ///< of an array, where blocks take several
};

enum class MiddleKind : unsigned {
  product,  ///< of `in` and `second`, coefficients both
  square,
  prepared  ///< `second` holds values already
};

/// The last pass forward of two batches of arrays, their product, and its first pass backward.
template <class Field>
struct MiddleParameters {
  TransformTables<Field> tables;
  const typename Field::Value* in;
  const typename Field::Value* second;
  typename Field::Value* out;
  std::size_t in_pitch;
  std::size_t second_pitch;
  std::size_t out_pitch;
  unsigned log_nodes;
  unsigned log_parent;
  unsigned in_words;      ///< of an array; what lies behind counts as zeros
  unsigned second_words;  ///< likewise
  unsigned out_words;     ///< to be written
  MiddleKind kind;
};

template <class Field>
struct PointwiseParameters {
  const PrimeConstants<Field>* constants;
  unsigned primes;
  typename Field::Value* data;
  const typename Field::Value* second;
  std::size_t pitch;
  std::size_t second_pitch;
  std::size_t words;
};

template <class Field>
struct TableParameters {
  TransformTables<Field> tables;
  typename Field::Value* words;  ///< tables.words, to be written
};

/// What a block keeps in shared memory behind its tile; a middle pass has a second tile behind that.
template <class Field>
struct BlockRoots {
  TreeRoots<Field> tree;
  typename Field::Value row[thread_values];  ///< w^(rev(b) i) of node b for the words i of the first step's thread 0
  typename Field::Value inverse_row[thread_values];
};

template <class Field, class Tile>
constexpr std::size_t pass_shared_bytes() noexcept {
  return Tile::padded_words * sizeof(typename Field::Value) + sizeof(BlockRoots<Field>);
}
template <class Field, class Tile>
constexpr std::size_t middle_shared_bytes() noexcept {
  return pass_shared_bytes<Field, Tile>() + Tile::words * sizeof(typename Field::Value);
}

/// Values of the tables of one prime.
constexpr std::size_t table_words(unsigned log_length, unsigned log_low) noexcept {
  return 2 * std::size_t{step_table_words} + (std::size_t{1} << log_low) + (std::size_t{1} << (log_length - log_low));
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
