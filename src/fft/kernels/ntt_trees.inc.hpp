// The layers of a pass over the elements that it keeps in registers: straight-line code by recursion over templates, in
// which every index is a constant. Included by ntt_passes.inc.hpp.

/// The factors of nodes, in locals: pointers that are read through the table would be read again after every store.
struct NodeRoots {
  const std::uint64_t* values;
  const std::uint64_t* quotients;

  static POLYFORK_ALWAYS_INLINE NodeRoots forward(const NttTable& table) {
    return {table.roots(), table.root_quotients()};
  }
  static POLYFORK_ALWAYS_INLINE NodeRoots inverse(const NttTable& table) {
    return {table.inverse_roots(), table.inverse_root_quotients()};
  }
  template <class A>
  POLYFORK_ALWAYS_INLINE typename A::Root of(const A& a, std::size_t j) const {
    return a.root(values, quotients, j);
  }
};

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
static POLYFORK_ALWAYS_INLINE void forward_tree(const A& a, typename A::Vec* x, const NodeRoots& roots, std::size_t j) {
  if constexpr (size > 1) {
    forward_layer<A, size / 2, 0, differences, layer>(a, x, roots.of(a, j));
    forward_tree<A, size / 2, false, layer + 1>(a, x, roots, 2 * j);
    forward_tree<A, size / 2, true, layer + 1>(a, x + size / 2, roots, 2 * j + 1);
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

/// Range control of a node that has just been put together from its halves.
template <class A, int size, int i = 0>
static POLYFORK_ALWAYS_INLINE void end_inverse_node(const A& a, typename A::Vec* x) {
  if constexpr (i < size) {
    x[i] = a.template end_inverse<size, i>(x[i]);
    end_inverse_node<A, size, i + 1>(a, x);
  }
}

template <class A, int size>
static POLYFORK_ALWAYS_INLINE void inverse_tree(const A& a, typename A::Vec* x, const NodeRoots& inverses,
                                                std::size_t j) {
  if constexpr (size > 1) {
    inverse_tree<A, size / 2>(a, x, inverses, 2 * j);
    inverse_tree<A, size / 2>(a, x + size / 2, inverses, 2 * j + 1);
    inverse_layer<A, size / 2, 0, true>(a, x, inverses.of(a, j));
    end_inverse_node<A, size>(a, x);
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
    x[i] = a.template begin_forward<size, i>(x[i]);
    begin_forward_column<A, size, i + 1>(a, x);
  }
}

/// The first `keep` elements of a node; what becomes of the others is left open.
template <class A, int size, bool differences = false, int layer = 0>
static POLYFORK_ALWAYS_INLINE void forward_kept(const A& a, typename A::Vec* x, const NodeRoots& roots, std::size_t j,
                                                unsigned keep) {
  if constexpr (size > 1) {
    constexpr int half = size / 2;
    forward_layer<A, half, 0, differences, layer>(a, x, roots.of(a, j));
    forward_kept<A, half, false, layer + 1>(a, x, roots, 2 * j, keep);
    if (keep > half) forward_kept<A, half, true, layer + 1>(a, x + half, roots, 2 * j + 1, keep - half);
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
