// The passes of a transform, once for every arithmetic and instruction set.
//
// Included inside namespace kernels::<isa> and its region, after ntt_arithmetic.inc.hpp, which says what an arithmetic
// A offers, and the arithmetics. A pass of radix R keeps R vectors in registers, straight-line code by recursion over
// templates: the compiler sees every index as a constant. Cost: R/2 log2 R butterflies for R loads and R stores.

// clang-format off
#include "fft/kernels/ntt_trees.inc.hpp"
#include "fft/kernels/ntt_pairs.inc.hpp"
// clang-format on

/// `count` neighbouring nodes from index j, each split into 2^radix_log over its columns.
template <class A, int radix_log, bool fetch = false>
static void forward_nodes(const NttTable& table, std::size_t j, std::size_t count, NttColumns columns) {
  constexpr int radix = 1 << radix_log;
  const A a(table);
  const NodeRoots roots = NodeRoots::forward(table);
  std::uint64_t* data = columns.data;
  for (std::size_t node = 0; node < count; ++node, data += radix * columns.stride) {
    for (std::size_t c = 0; c < columns.count; c += A::lanes) {
      typename A::Vec x[radix];
      if constexpr (fetch) fetch_column<radix>(data + c + columns.ahead, columns.stride);
      load_column<A, radix>(a, x, data + c, columns.stride);
      begin_forward_column<A, radix>(a, x);
      forward_tree<A, radix>(a, x, roots, j + node);
      store_column<A, radix>(a, x, data + c, columns.stride);
    }
  }
}

template <class A, int radix_log, bool fetch = false>
static void inverse_nodes(const NttTable& table, std::size_t j, std::size_t count, NttColumns columns) {
  constexpr int radix = 1 << radix_log;
  const A a(table);
  const NodeRoots inverses = NodeRoots::inverse(table);
  std::uint64_t* data = columns.data;
  for (std::size_t node = 0; node < count; ++node, data += radix * columns.stride) {
    for (std::size_t c = 0; c < columns.count; c += A::lanes) {
      typename A::Vec x[radix];
      if constexpr (fetch) fetch_column<radix>(data + c + columns.ahead, columns.stride);
      load_column<A, radix>(a, x, data + c, columns.stride);
      inverse_tree<A, radix>(a, x, inverses, j + node);
      store_column<A, radix>(a, x, data + c, columns.stride);
    }
  }
}

template <class A>
static void forward_pass(const NttTable& table, unsigned radix_log, std::size_t j, std::size_t count,
                         const NttColumns& columns) {
  switch (radix_log) {
    case 1:
      return forward_nodes<A, 1>(table, j, count, columns);
    case 2:
      return forward_nodes<typename WidenedToBlock<A>::Type, 2>(table, j, count, columns);
    case 3:
      return forward_nodes<A, 3>(table, j, count, columns);
    default:
      return forward_nodes<A, 4>(table, j, count, columns);
  }
}

template <class A>
static void inverse_pass(const NttTable& table, unsigned radix_log, std::size_t j, std::size_t count,
                         const NttColumns& columns) {
  switch (radix_log) {
    case 1:
      return inverse_nodes<A, 1>(table, j, count, columns);
    case 2:
      return inverse_nodes<typename WidenedToBlock<A>::Type, 2>(table, j, count, columns);
    case 3:
      return inverse_nodes<A, 3>(table, j, count, columns);
    default:
      return inverse_nodes<A, 4>(table, j, count, columns);
  }
}

template <class A>
static void ntt_forward_columns(const NttTable& table, NttNode node, unsigned radix_log, const NttColumns& columns) {
  if (columns.ahead != 0 && radix_log == ntt_max_radix_log)
    return forward_nodes<A, ntt_max_radix_log, true>(table, node.index, 1, columns);
  forward_pass<A>(table, radix_log, node.index, 1, columns);
}

template <class A>
static void ntt_inverse_columns(const NttTable& table, NttNode node, unsigned radix_log, const NttColumns& columns) {
  if (columns.ahead != 0 && radix_log == ntt_max_radix_log)
    return inverse_nodes<A, ntt_max_radix_log, true>(table, node.index, 1, columns);
  inverse_pass<A>(table, radix_log, node.index, 1, columns);
}

/// The radices of a small transform, large ones last: there the columns are short and straight-line code counts.
static inline unsigned base_radix_log(unsigned remaining, unsigned widest) {
  const unsigned passes = (remaining + widest - 1) / widest;
  return remaining / passes;
}

template <class A>
static void ntt_forward_base(const NttTable& table, NttNode node, std::uint64_t* data) {
  std::size_t count = 1;
  for (unsigned remaining = node.log_blocks; remaining != 0;) {
    const unsigned radix_log = base_radix_log(remaining, A::widest_radix_log);
    remaining -= radix_log;
    const std::size_t stride = std::size_t{ntt_block} << remaining;
    forward_pass<A>(table, radix_log, node.index * count, count, {data, stride, 0, stride});
    count <<= radix_log;
  }
}

template <class A>
static void ntt_inverse_base(const NttTable& table, NttNode node, std::uint64_t* data) {
  unsigned radices[64];
  unsigned passes = 0;
  for (unsigned remaining = node.log_blocks; remaining != 0; remaining -= radices[passes++])
    radices[passes] = base_radix_log(remaining, A::widest_radix_log);
  std::size_t count = std::size_t{1} << node.log_blocks;
  std::size_t stride = ntt_block;
  while (passes-- > 0) {
    count >>= radices[passes];
    inverse_pass<A>(table, radices[passes], node.index * count, count, {data, stride, 0, stride});
    stride <<= radices[passes];
  }
}

// clang-format off
#include "fft/kernels/ntt_load.inc.hpp"
#include "fft/kernels/ntt_store.inc.hpp"
#include "fft/kernels/ntt_blocks.inc.hpp"
#include "fft/kernels/ntt_products.inc.hpp"
// clang-format on

template <TransformArithmetic A>
static constexpr NttKernels make_ntt_kernels(std::string_view name, Isa isa, NttArithmetic arithmetic) {
  return {name,
          isa,
          arithmetic,
          ntt_load<A>,
          ntt_forward_columns<A>,
          ntt_forward_base<A>,
          ntt_multiply<A>,
          ntt_multiply_both<A>,
          ntt_convolve<A>,
          ntt_accumulate<A>,
          ntt_inverse_base<A>,
          ntt_inverse_columns<A>,
          ntt_store<A>,
          ntt_finish_forward<A>,
          ntt_begin_inverse<A>,
          ntt_multiply_words<A>};
}
