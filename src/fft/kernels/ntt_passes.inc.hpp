// The passes of a transform, once for every arithmetic and instruction set.
//
// Included inside namespace kernels::<isa> and its region, after ntt_arithmetic.inc.hpp, which says what an arithmetic
// A offers, and the arithmetics. A pass of radix R keeps R vectors in registers, straight-line code by recursion over
// templates: the compiler sees every index as a constant. Cost: R/2 log2 R butterflies for R loads and R stores.

/// Layer number `layer` of a pass, of a node of 2 half elements. `differences`: the node is a right child, whose
/// elements are differences that the layer before left in the range of NttButterfly::differences.
template <class A, int half, int i, bool differences, int layer>
static POLYFORK_ALWAYS_INLINE void forward_layer(const A& a, typename A::Vec* x, const typename A::Root& r) {
  if constexpr (i < half) {
    // The next layer adds to the lower half of each part, and multiplies the upper half.
    constexpr NttButterfly kind = half == 1      ? NttButterfly::last
                                  : i < half / 2 ? NttButterfly::addends_next
                                                 : NttButterfly::factors_next;
    a.template forward<kind, differences, layer>(x[i], x[i + half], r);
    forward_layer<A, half, i + 1, differences, layer>(a, x, r);
  }
}

/// The node x[0..size) of index j, down to single elements.
template <class A, int size, bool differences = false, int layer = 0>
static POLYFORK_ALWAYS_INLINE void forward_tree(const A& a, typename A::Vec* x, const NttTable& table, std::size_t j) {
  if constexpr (size > 1) {
    forward_layer<A, size / 2, 0, differences, layer>(a, x, a.root(table.roots(), table.root_quotients(), j));
    forward_tree<A, size / 2, false, layer + 1>(a, x, table, 2 * j);
    forward_tree<A, size / 2, true, layer + 1>(a, x + size / 2, table, 2 * j + 1);
  }
}

/// `after_layers`: both halves have just been layers, whose upper halves are products.
template <class A, int half, int i, bool after_layers>
static POLYFORK_ALWAYS_INLINE void inverse_layer(const A& a, typename A::Vec* x, const typename A::Root& r) {
  if constexpr (i < half) {
    constexpr bool products = after_layers && half > 1 && i >= half / 2;
    a.template inverse<products>(x[i], x[i + half], r);
    inverse_layer<A, half, i + 1, after_layers>(a, x, r);
  }
}

template <class A, int size, int i>
static POLYFORK_ALWAYS_INLINE void inverse_middle(const A& a, typename A::Vec* x) {
  if constexpr (i < size) {
    x[i] = a.template middle_inverse<i>(x[i]);
    inverse_middle<A, size, i + 1>(a, x);
  }
}

template <class A, int size>
static POLYFORK_ALWAYS_INLINE void inverse_tree(const A& a, typename A::Vec* x, const NttTable& table, std::size_t j) {
  if constexpr (size > 1) {
    inverse_tree<A, size / 2>(a, x, table, 2 * j);
    inverse_tree<A, size / 2>(a, x + size / 2, table, 2 * j + 1);
    if constexpr (size == 8) inverse_middle<A, size, 0>(a, x);
    inverse_layer<A, size / 2, 0, true>(a, x, a.root(table.inverse_roots(), table.inverse_root_quotients(), j));
  }
}

template <class A, int size, int i = 0>
static POLYFORK_ALWAYS_INLINE void load_column(const A& a, typename A::Vec* x, const std::uint64_t* data,
                                               std::size_t stride) {
  if constexpr (i < size) {
    x[i] = a.load(data + i * stride);
    load_column<A, size, i + 1>(a, x, data, stride);
  }
}

template <class A, int size, int i = 0>
static POLYFORK_ALWAYS_INLINE void store_column(const A& a, const typename A::Vec* x, std::uint64_t* data,
                                                std::size_t stride) {
  if constexpr (i < size) {
    a.store(data + i * stride, x[i]);
    store_column<A, size, i + 1>(a, x, data, stride);
  }
}

template <class A, int size, int i = 0>
static POLYFORK_ALWAYS_INLINE void begin_forward_column(const A& a, typename A::Vec* x) {
  if constexpr (i < size) {
    x[i] = a.begin_forward(x[i]);
    begin_forward_column<A, size, i + 1>(a, x);
  }
}

template <class A, int size, int i = 0>
static POLYFORK_ALWAYS_INLINE void begin_inverse_column(const A& a, typename A::Vec* x) {
  if constexpr (i < size) {
    x[i] = a.begin_inverse(x[i]);
    begin_inverse_column<A, size, i + 1>(a, x);
  }
}

/// The first `keep` elements of a node; what becomes of the others is left open.
template <class A, int size, bool differences = false, int layer = 0>
static POLYFORK_ALWAYS_INLINE void forward_kept(const A& a, typename A::Vec* x, const NttTable& table, std::size_t j,
                                                unsigned keep) {
  if constexpr (size > 1) {
    constexpr int half = size / 2;
    forward_layer<A, half, 0, differences, layer>(a, x, a.root(table.roots(), table.root_quotients(), j));
    forward_kept<A, half, false, layer + 1>(a, x, table, 2 * j, keep);
    if (keep > half) forward_kept<A, half, true, layer + 1>(a, x + half, table, 2 * j + 1, keep - half);
  }
}

/// Fetches one line of each row into the second-level cache. What lies past an array does no harm.
template <int size, int i = 0>
static POLYFORK_ALWAYS_INLINE void fetch_column(const std::uint64_t* data, std::size_t stride) {
  if constexpr (i < size) {
    __builtin_prefetch(data + i * stride, 0, 2);
    fetch_column<size, i + 1>(data, stride);
  }
}

/// `count` neighbouring nodes from index j, each split into 2^radix_log over its columns.
template <class A, int radix_log, bool fetch = false>
static void forward_nodes(const NttTable& table, std::size_t j, std::size_t count, const NttColumns& columns) {
  constexpr int radix = 1 << radix_log;
  const A a(table);
  std::uint64_t* data = columns.data;
  for (std::size_t node = 0; node < count; ++node, data += radix * columns.stride) {
    for (std::size_t c = 0; c < columns.count; c += A::lanes) {
      typename A::Vec x[radix];
      if constexpr (fetch) fetch_column<radix>(data + c + columns.ahead, columns.stride);
      load_column<A, radix>(a, x, data + c, columns.stride);
      begin_forward_column<A, radix>(a, x);
      forward_tree<A, radix>(a, x, table, j + node);
      store_column<A, radix>(a, x, data + c, columns.stride);
    }
  }
}

template <class A, int radix_log, bool fetch = false>
static void inverse_nodes(const NttTable& table, std::size_t j, std::size_t count, const NttColumns& columns) {
  constexpr int radix = 1 << radix_log;
  const A a(table);
  std::uint64_t* data = columns.data;
  for (std::size_t node = 0; node < count; ++node, data += radix * columns.stride) {
    for (std::size_t c = 0; c < columns.count; c += A::lanes) {
      typename A::Vec x[radix];
      if constexpr (fetch) fetch_column<radix>(data + c + columns.ahead, columns.stride);
      load_column<A, radix>(a, x, data + c, columns.stride);
      begin_inverse_column<A, radix>(a, x);
      inverse_tree<A, radix>(a, x, table, j + node);
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
      return forward_nodes<A, 2>(table, j, count, columns);
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
      return inverse_nodes<A, 2>(table, j, count, columns);
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

/// Words [at, at + lanes) of the source, zero past its end; with their signs, if they have any.
template <class A, bool with_signs>
static POLYFORK_ALWAYS_INLINE typename A::Vec read_source(const A& a, const NttLoad& load, std::size_t at) {
  if (at + A::lanes <= load.source_size) {
    const typename A::Vec x = a.read(load.source + at, load.reduce);
    if constexpr (with_signs) return a.with_signs(x, load.signs + at);
    return x;
  }
  if (at >= load.source_size) return a.zero();
  std::uint64_t words[A::lanes] = {};
  for (std::size_t i = 0; at + i < load.source_size; ++i) words[i] = load.source[at + i];
  const typename A::Vec x = a.read(words, load.reduce);
  if constexpr (with_signs) {
    std::int32_t signs[A::lanes] = {};
    for (std::size_t i = 0; at + i < load.source_size; ++i) signs[i] = load.signs[at + i];
    return a.with_signs(x, signs);
  }
  return x;
}

template <class A, int size, bool with_signs, int i = 0>
static POLYFORK_ALWAYS_INLINE void read_column(const A& a, typename A::Vec* x, const NttLoad& load, std::size_t at,
                                               std::size_t stride) {
  if constexpr (i < size) {
    x[i] = read_source<A, with_signs>(a, load, at + i * stride);
    read_column<A, size, with_signs, i + 1>(a, x, load, at, stride);
  }
}

template <class A, int size, int i = 0>
static POLYFORK_ALWAYS_INLINE void store_kept(const A& a, const typename A::Vec* x, std::uint64_t* data,
                                              std::size_t stride, unsigned keep) {
  if constexpr (i < size) {
    if (i < keep) {
      a.store(data + i * stride, x[i]);
      store_kept<A, size, i + 1>(a, x, data, stride, keep);
    }
  }
}

template <class A, int half, int i>
static POLYFORK_ALWAYS_INLINE void copy_half(typename A::Vec* x) {
  if constexpr (i < half) {
    x[i + half] = x[i];
    copy_half<A, half, i + 1>(x);
  }
}

template <class A, int radix_log, bool with_signs>
static void load_nodes(const NttTable& table, NttNode node, const NttLoad& load, const NttColumns& columns) {
  constexpr int radix = 1 << radix_log;
  const std::size_t row = load.tile_row != 0 ? load.tile_row : std::size_t{ntt_block} << (node.log_blocks - radix_log);
  const A a(table);
  for (std::size_t c = 0; c < columns.count; c += A::lanes) {
    typename A::Vec x[radix];
    const std::size_t at = columns.first + c;
    if constexpr (radix > 1) {
      if (columns.ahead != 0) {
        if (load.tile_row == 0)
          for (std::size_t from = at + columns.ahead; from < load.source_size; from += row)
            __builtin_prefetch(load.source + from, 0, 2);
        for (unsigned i = 0; i < load.keep; ++i)
          __builtin_prefetch(columns.data + c + columns.ahead + i * columns.stride, 0, 2);
      }
      if (at + radix / 2 * row >= load.source_size) {
        // The upper half is zero: the first layer copies.
        read_column<A, radix / 2, with_signs>(a, x, load, at, row);
        copy_half<A, radix / 2, 0>(x);
        forward_tree<A, radix / 2>(a, x, table, 2 * node.index);
        if (load.keep > radix / 2)
          forward_kept<A, radix / 2>(a, x + radix / 2, table, 2 * node.index + 1, load.keep - radix / 2);
        store_kept<A, radix>(a, x, columns.data + c, columns.stride, load.keep);
        continue;
      }
    }
    read_column<A, radix, with_signs>(a, x, load, at, row);
    forward_tree<A, radix>(a, x, table, node.index);
    store_kept<A, radix>(a, x, columns.data + c, columns.stride, load.keep);
  }
}

template <class A, bool with_signs>
static void load_pass(const NttTable& table, NttNode node, const NttLoad& load, const NttColumns& columns) {
  switch (node.log_blocks) {
    case 0:
      return load_nodes<A, 0, with_signs>(table, node, load, columns);
    case 1:
      return load_nodes<A, 1, with_signs>(table, node, load, columns);
    case 2:
      return load_nodes<A, 2, with_signs>(table, node, load, columns);
    case 3:
      return load_nodes<A, 3, with_signs>(table, node, load, columns);
    default:
      return load_nodes<A, 4, with_signs>(table, node, load, columns);
  }
}

template <class A>
static void ntt_load(const NttTable& table, NttNode node, const NttLoad& load, const NttColumns& columns) {
  if (load.signs != nullptr) return load_pass<A, true>(table, node, load, columns);
  load_pass<A, false>(table, node, load, columns);
}

// The truncated inverse (J. van der Hoeven, The truncated Fourier transform and applications, ISSAC 2004), in
// registers. x[0..known) are values at the first leaves, x[known..size) coefficients, all coefficients times `size`;
// afterwards every x[i] is a coefficient times `size`. At a half of the tree that is known in part, either the left
// half gets its missing coefficients from the right ones, or the right half from the left ones. `zeros`: the given
// coefficients are all zero.

template <class A, int half, int i>
static POLYFORK_ALWAYS_INLINE void right_coefficients(const A& a, typename A::Vec* x, const typename A::Root& r) {
  if constexpr (i < half) {  // b = a - 2 r u, in the scale of the halves a - r u
    x[i + half] = a.subtract(x[i], a.times(x[i + half], r));
    right_coefficients<A, half, i + 1>(a, x, r);
  }
}
template <class A, int half, int i>
static POLYFORK_ALWAYS_INLINE void left_coefficients(const A& a, typename A::Vec* x, const typename A::Root& r) {
  if constexpr (i < half) {
    x[i] = a.halve(a.add(x[i], a.times(x[i + half], r)));
    left_coefficients<A, half, i + 1>(a, x, r);
  }
}
template <class A, int half, int i>
static POLYFORK_ALWAYS_INLINE void remove_right(const A& a, typename A::Vec* x, const typename A::Root& r) {
  if constexpr (i < half) {
    x[i] = a.subtract(a.add(x[i], x[i]), a.times(x[i + half], r));
    remove_right<A, half, i + 1>(a, x, r);
  }
}

template <class A, int size, int i>
static POLYFORK_ALWAYS_INLINE void settle(const A& a, typename A::Vec* x) {
  if constexpr (i < size) {
    x[i] = a.settle(x[i]);
    settle<A, size, i + 1>(a, x);
  }
}

template <class A, int size, int known, bool zeros>
static POLYFORK_ALWAYS_INLINE void truncated_inverse(const A& a, typename A::Vec* x, const NttTable& table,
                                                     std::size_t j) {
  constexpr int half = size / 2;
  if constexpr (known == size) {
    inverse_tree<A, size>(a, x, table, j);
  } else if constexpr (known >= half && known > 0) {
    inverse_tree<A, half>(a, x, table, 2 * j);
    if constexpr (zeros) {
      copy_half<A, half, known - half>(x);
    } else {
      right_coefficients<A, half, known - half>(a, x, a.root(table.roots(), table.root_quotients(), j));
    }
    truncated_inverse<A, half, known - half, false>(a, x + half, table, 2 * j + 1);
    settle<A, size, 0>(a, x);
    inverse_layer<A, half, 0, false>(a, x, a.root(table.inverse_roots(), table.inverse_root_quotients(), j));
  } else if constexpr (known > 0) {
    const typename A::Root r = a.root(table.roots(), table.root_quotients(), j);
    left_coefficients<A, half, known>(a, x, r);
    truncated_inverse<A, half, known, false>(a, x, table, 2 * j);
    remove_right<A, half, 0>(a, x, r);
  }
}

/// Past the caches go whole lines only: halves of many lines in turn would be more than a core can combine.
template <class A>
static POLYFORK_ALWAYS_INLINE bool is_streamed(const NttStore& store) {
  return A::lanes * sizeof(std::uint64_t) == 64 && store.streamed;
}

/// Words [at, at + lanes) of the result, as far as the output has them.
template <class A>
static POLYFORK_ALWAYS_INLINE void write_result(const A& a, const NttStore& store, typename A::Vec x, std::size_t at) {
  if (at >= store.begin && at + A::lanes <= store.end) {
    const auto words = a.canonical(x);
    if (is_streamed<A>(store))
      words.stream(store.output + (at - store.begin));
    else
      words.store(store.output + (at - store.begin));
    return;
  }
  std::uint64_t words[A::lanes];
  a.canonical(x).store(words);
  for (std::size_t i = 0; i < A::lanes; ++i)
    if (at + i >= store.begin && at + i < store.end) store.output[at + i - store.begin] = words[i];
}

template <class A, int size, bool scaled, int i = 0>
static POLYFORK_ALWAYS_INLINE void write_column(const A& a, const NttStore& store, const typename A::Vec* x,
                                                const typename A::Root& scale, std::size_t at, std::size_t stride) {
  if constexpr (i < size) {
    if (at + i * stride < store.end) {
      if (at + i * stride + A::lanes > store.begin) {
        if constexpr (scaled) {
          write_result(a, store, a.times(x[i], scale), at + i * stride);
        } else {
          write_result(a, store, x[i], at + i * stride);
        }
      }
      write_column<A, size, scaled, i + 1>(a, store, x, scale, at, stride);
    }
  }
}

template <class A, int radix_log, int keep>
static void store_nodes(const NttTable& table, NttNode node, const NttStore& store, const NttColumns& columns) {
  constexpr int radix = 1 << radix_log;
  const std::size_t row =
      store.tile_row != 0 ? store.tile_row : std::size_t{ntt_block} << (node.log_blocks - radix_log);
  const A a(table);
  const typename A::Root scale =
      store.scale == nullptr ? typename A::Root{} : a.root(&store.scale->value, &store.scale->quotient, 0);
  for (std::size_t c = 0; c < columns.count; c += A::lanes) {
    typename A::Vec x[radix];
    if (columns.ahead != 0) {
      fetch_column<keep>(columns.data + c + columns.ahead, columns.stride);
      if (store.tile_row == 0 && !is_streamed<A>(store) && columns.first + c >= store.begin)
        fetch_column<keep>(store.output + (columns.first + c - store.begin) + columns.ahead, row);
    }
    load_column<A, keep>(a, x, columns.data + c, columns.stride);
    begin_inverse_column<A, keep>(a, x);
    truncated_inverse<A, radix, keep, true>(a, x, table, node.index);
    if (store.scale == nullptr) {
      write_column<A, keep, false>(a, store, x, scale, columns.first + c, row);
    } else {
      write_column<A, keep, true>(a, store, x, scale, columns.first + c, row);
    }
  }
}

template <class A>
static void ntt_store(const NttTable& table, NttNode node, const NttStore& store, const NttColumns& columns) {
  switch (node.log_blocks) {
    case 0:
      return store_nodes<A, 0, 1>(table, node, store, columns);
    case 1:
      return store_nodes<A, 1, 2>(table, node, store, columns);
    case 2:
      return store_nodes<A, 2, 4>(table, node, store, columns);
    case 3:
      return store_nodes<A, 3, 8>(table, node, store, columns);
    default:
      break;
  }
  switch (store.keep) {
    case 9:
      return store_nodes<A, 4, 9>(table, node, store, columns);
    case 10:
      return store_nodes<A, 4, 10>(table, node, store, columns);
    case 11:
      return store_nodes<A, 4, 11>(table, node, store, columns);
    case 12:
      return store_nodes<A, 4, 12>(table, node, store, columns);
    case 13:
      return store_nodes<A, 4, 13>(table, node, store, columns);
    case 14:
      return store_nodes<A, 4, 14>(table, node, store, columns);
    case 15:
      return store_nodes<A, 4, 15>(table, node, store, columns);
    default:
      return store_nodes<A, 4, 16>(table, node, store, columns);
  }
}

#include "fft/kernels/ntt_blocks.inc.hpp"
#include "fft/kernels/ntt_products.inc.hpp"

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
