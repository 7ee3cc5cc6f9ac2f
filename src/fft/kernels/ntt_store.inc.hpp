// The last pass, from working data to the words of the result. Included by ntt_passes.inc.hpp.

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
static POLYFORK_ALWAYS_INLINE void truncated_inverse(const A& a, typename A::Vec* x, const NodeRoots& roots,
                                                     const NodeRoots& inverses, std::size_t j) {
  constexpr int half = size / 2;
  if constexpr (known == size) {
    inverse_tree<A, size>(a, x, inverses, j);
  } else if constexpr (known >= half && known > 0) {
    inverse_tree<A, half>(a, x, inverses, 2 * j);
    if constexpr (zeros) {
      copy_half<A, half, known - half>(x);
    } else {
      right_coefficients<A, half, known - half>(a, x, roots.of(a, j));
    }
    truncated_inverse<A, half, known - half, false>(a, x + half, roots, inverses, 2 * j + 1);
    settle<A, size, 0>(a, x);
    inverse_layer<A, half, 0, false>(a, x, inverses.of(a, j));
  } else if constexpr (known > 0) {
    const typename A::Root r = roots.of(a, j);
    left_coefficients<A, half, known>(a, x, r);
    truncated_inverse<A, half, known, false>(a, x, roots, inverses, 2 * j);
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

template <class A, bool scaled>
static POLYFORK_ALWAYS_INLINE typename A::Vec scaled_result(const A& a, typename A::Vec x,
                                                            const typename A::Root& scale) {
  if constexpr (scaled) return a.times(x, scale);
  return x;
}

/// A column of which every word is wanted.
template <class A, int size, bool scaled, int i = 0>
static POLYFORK_ALWAYS_INLINE void write_whole_column(const A& a, const typename A::Vec* x,
                                                      const typename A::Root& scale, std::uint64_t* output,
                                                      std::size_t stride) {
  if constexpr (i < size) {
    a.canonical(scaled_result<A, scaled>(a, x[i], scale)).store(output + i * stride);
    write_whole_column<A, size, scaled, i + 1>(a, x, scale, output, stride);
  }
}

template <class A, int size, bool scaled, int i = 0>
static POLYFORK_ALWAYS_INLINE void write_rows(const A& a, const NttStore& store, const typename A::Vec* x,
                                              const typename A::Root& scale, std::size_t at, std::size_t stride) {
  if constexpr (i < size) {
    if (at + i * stride < store.end) {
      if (at + i * stride + A::lanes > store.begin)
        write_result(a, store, scaled_result<A, scaled>(a, x[i], scale), at + i * stride);
      write_rows<A, size, scaled, i + 1>(a, store, x, scale, at, stride);
    }
  }
}

template <class A, int size, bool scaled>
static POLYFORK_ALWAYS_INLINE void write_column(const A& a, const NttStore& store, const typename A::Vec* x,
                                                const typename A::Root& scale, std::size_t at, std::size_t stride) {
  const bool is_whole = at >= store.begin && at + (size - 1) * stride + A::lanes <= store.end;
  if (is_whole && !is_streamed<A>(store))
    write_whole_column<A, size, scaled>(a, x, scale, store.output + (at - store.begin), stride);
  else
    write_rows<A, size, scaled>(a, store, x, scale, at, stride);
}

template <class A, int radix_log, int keep>
static void store_nodes(const NttTable& table, NttNode node, const NttStore& its_store, NttColumns columns) {
  constexpr int radix = 1 << radix_log;
  const NttStore store = its_store;  // what is written cannot change it
  const std::size_t row =
      store.tile_row != 0 ? store.tile_row : std::size_t{ntt_block} << (node.log_blocks - radix_log);
  const A a(table);
  const NodeRoots roots = NodeRoots::forward(table);
  const NodeRoots inverses = NodeRoots::inverse(table);
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
    truncated_inverse<A, radix, keep, true>(a, x, roots, inverses, node.index);
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
