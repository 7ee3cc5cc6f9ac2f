// The first pass, from the source into working data. Included by ntt_passes.inc.hpp.

/// What words of a source are: residues or any words, without or with signs.
enum class NttSource { residues, words, signed_residues, signed_words };
constexpr bool has_signs(NttSource kind) {
  return kind == NttSource::signed_residues || kind == NttSource::signed_words;
}
constexpr bool has_words(NttSource kind) { return kind == NttSource::words || kind == NttSource::signed_words; }

/// Words [at, at + lanes) of the source.
template <class A, NttSource kind>
static POLYFORK_ALWAYS_INLINE typename A::Vec read_source(const A& a, const NttLoad& load, std::size_t at) {
  const typename A::Vec x = a.read(load.source + at, has_words(kind));
  if constexpr (has_signs(kind)) return a.with_signs(x, load.signs + at);
  return x;
}

/// Words [at, at + lanes) of a source that may end before; those past its end are zero.
template <class A, NttSource kind>
static POLYFORK_ALWAYS_INLINE typename A::Vec read_end(const A& a, const NttLoad& load, std::size_t at) {
  if (at + A::lanes <= load.source_size) return read_source<A, kind>(a, load, at);
  if (at >= load.source_size) return a.zero();
  std::uint64_t words[A::lanes] = {};
  std::int32_t signs[A::lanes] = {};
  for (std::size_t i = 0; at + i < load.source_size; ++i) {
    words[i] = load.source[at + i];
    if constexpr (has_signs(kind)) signs[i] = load.signs[at + i];
  }
  return read_source<A, kind>(a, {words, A::lanes, load.reduce, 0, signs}, 0);
}

template <class A, int size, NttSource kind, bool whole, int i = 0>
static POLYFORK_ALWAYS_INLINE void read_rows(const A& a, typename A::Vec* x, const NttLoad& load, std::size_t at,
                                             std::size_t stride) {
  if constexpr (i < size) {
    x[i] = whole ? read_source<A, kind>(a, load, at + i * stride) : read_end<A, kind>(a, load, at + i * stride);
    read_rows<A, size, kind, whole, i + 1>(a, x, load, at, stride);
  }
}

/// One vector of each of the first `size` rows.
template <class A, int size, NttSource kind>
static POLYFORK_ALWAYS_INLINE void read_column(const A& a, typename A::Vec* x, const NttLoad& load, std::size_t at,
                                               std::size_t stride) {
  if (at + (size - 1) * stride + A::lanes <= load.source_size)
    read_rows<A, size, kind, true>(a, x, load, at, stride);
  else
    read_rows<A, size, kind, false>(a, x, load, at, stride);
  x[0] = a.begin_load(x[0]);
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

/// The element x[0..radix), whose upper half may be zero, is split into its first `keep` sub-nodes. Only passes of full
/// width keep fewer than all.
template <class A, int radix, bool upper_is_zero>
static POLYFORK_ALWAYS_INLINE void split_loaded(const A& a, typename A::Vec* x, const NodeRoots& roots, std::size_t j,
                                                const NttColumns& columns, std::size_t c, unsigned keep) {
  constexpr int half = radix / 2;
  const bool keeps_all = radix < 1 << ntt_max_radix_log || keep == radix;
  if constexpr (!upper_is_zero) {
    if (keeps_all)
      forward_tree<A, radix>(a, x, roots, j);
    else
      forward_kept<A, radix>(a, x, roots, j, keep);
  } else {  // the first layer copies
    copy_half<A, half, 0>(x);
    forward_tree<A, half>(a, x, roots, 2 * j);
    if (keeps_all)
      forward_tree<A, half>(a, x + half, roots, 2 * j + 1);
    else if (keep > half)
      forward_kept<A, half>(a, x + half, roots, 2 * j + 1, keep - half);
  }
  if (keeps_all)
    store_column<A, radix>(a, x, columns.data + c, columns.stride);
  else
    store_kept<A, radix>(a, x, columns.data + c, columns.stride, keep);
}

template <class A, int radix_log, NttSource kind>
static void load_nodes(const NttTable& table, NttNode node, const NttLoad& its_load, NttColumns columns) {
  constexpr int radix = 1 << radix_log;
  const NttLoad load = its_load;  // what is written cannot change it
  const std::size_t row = load.tile_row != 0 ? load.tile_row : std::size_t{ntt_block} << (node.log_blocks - radix_log);
  const A a(table);
  const NodeRoots roots = NodeRoots::forward(table);
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
        read_column<A, radix / 2, kind>(a, x, load, at, row);
        split_loaded<A, radix, true>(a, x, roots, node.index, columns, c, load.keep);
        continue;
      }
    }
    read_column<A, radix, kind>(a, x, load, at, row);
    split_loaded<A, radix, false>(a, x, roots, node.index, columns, c, load.keep);
  }
}

template <class A, NttSource kind>
static void load_pass(const NttTable& table, NttNode node, const NttLoad& load, const NttColumns& columns) {
  switch (node.log_blocks) {
    case 0:
      return load_nodes<A, 0, kind>(table, node, load, columns);
    case 1:
      return load_nodes<A, 1, kind>(table, node, load, columns);
    case 2:
      return load_nodes<A, 2, kind>(table, node, load, columns);
    case 3:
      return load_nodes<A, 3, kind>(table, node, load, columns);
    default:
      return load_nodes<A, 4, kind>(table, node, load, columns);
  }
}

template <class A>
static void ntt_load(const NttTable& table, NttNode node, const NttLoad& load, const NttColumns& columns) {
  if (load.signs == nullptr) {
    if (load.reduce) return load_pass<A, NttSource::words>(table, node, load, columns);
    return load_pass<A, NttSource::residues>(table, node, load, columns);
  }
  if (load.reduce) return load_pass<A, NttSource::signed_words>(table, node, load, columns);
  load_pass<A, NttSource::signed_residues>(table, node, load, columns);
}
