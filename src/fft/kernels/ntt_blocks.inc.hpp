// The three levels inside blocks, for every arithmetic; included by ntt_passes.inc.hpp. A::lanes blocks at a time are
// transposed, so that x[i] holds coefficient i of each.

/// Factors first, first + 1, ... of level 0; 2 first, 2 first + 2, ... and the odd ones of level 1; likewise level 2.
template <class A>
struct BlockRoots {
  typename A::Root r[7];

  POLYFORK_ALWAYS_INLINE BlockRoots(const A& a, const std::uint64_t* values, const std::uint64_t* quotients,
                                    std::size_t first) {
    VecU64 v[7];
    VecU64 q[7];
    strided(values, first, v);
    strided(quotients, first, q);
    for (int i = 0; i < 7; ++i) r[i] = a.roots(v[i], q[i]);
  }

  /// The inverses, `first` a multiple of lanes, from the table's roots: t_j is an odd multiple of 1/2^(l+2) for
  /// 2^l <= j < 2^(l+1), and t_(3 2^l - 1 - j) = 1/2 - t_j (ntt_table.hpp, by induction), so that r_j^-1 is the
  /// negative of the root r_(3 2^l - 1 - j). Only the first lanes, which are not of one l, come from the table's
  /// inverses.
  static POLYFORK_ALWAYS_INLINE BlockRoots inverse(const A& a, const NttTable& table, std::size_t first) {
    if (first == 0) return {a, table.inverse_roots(), table.inverse_root_quotients(), 0};
    const std::size_t half = std::size_t{1} << (63 - __builtin_clzll(first));
    BlockRoots roots;
    VecU64 v[7];
    VecU64 q[7];
    strided(table.roots(), 3 * half - A::lanes - first, v);
    strided(table.root_quotients(), 3 * half - A::lanes - first, q);
    mirror<0>(a, v, q, roots.r);
    return roots;
  }

 private:
  POLYFORK_ALWAYS_INLINE BlockRoots() {}

  /// Lanes are mirrored, and so are the factors of each level: 0, 2 1, 6 5 4 3.
  template <int i>
  static POLYFORK_ALWAYS_INLINE void mirror(const A& a, const VecU64* v, const VecU64* q, typename A::Root* r) {
    if constexpr (i < 7) {
      constexpr int from = i == 0 ? 0 : i < 3 ? 3 - i : 9 - i;
      VecU64 value = reverse_lanes(v[from]);
      VecU64 quotient = reverse_lanes(q[from]);
      a.negate(value, quotient);
      r[i] = a.roots(value, quotient);
      mirror<i + 1>(a, v, q, r);
    }
  }

  static POLYFORK_ALWAYS_INLINE void strided(const std::uint64_t* w, std::size_t first, VecU64* out) {
    constexpr std::size_t lanes = A::lanes;
    out[0] = VecU64::load(w + first);
    deinterleave(VecU64::load(w + 2 * first), VecU64::load(w + 2 * first + lanes), out[1], out[2]);
    VecU64 e0, o0, e1, o1;
    deinterleave(VecU64::load(w + 4 * first), VecU64::load(w + 4 * first + lanes), e0, o0);
    deinterleave(VecU64::load(w + 4 * first + 2 * lanes), VecU64::load(w + 4 * first + 3 * lanes), e1, o1);
    deinterleave(e0, e1, out[3], out[5]);
    deinterleave(o0, o1, out[4], out[6]);
  }
};

/// From the coefficients x[i] of each block to its values at its eight points, in the range of the way forward.
template <class A>
static POLYFORK_ALWAYS_INLINE void to_points(const A& a, const BlockRoots<A>& roots, typename A::Vec* x) {
  begin_forward_column<A, 8>(a, x);
  forward_layer<A, 4, 0, false, 0>(a, x, roots.r[0]);
  forward_layer<A, 2, 0, false, 1>(a, x, roots.r[1]);
  forward_layer<A, 2, 0, true, 1>(a, x + 4, roots.r[2]);
  forward_layer<A, 1, 0, false, 2>(a, x, roots.r[3]);
  forward_layer<A, 1, 0, true, 2>(a, x + 2, roots.r[4]);
  forward_layer<A, 1, 0, false, 2>(a, x + 4, roots.r[5]);
  forward_layer<A, 1, 0, true, 2>(a, x + 6, roots.r[6]);
}

/// The way back; the values are reduced, or in the range of the way back.
template <class A>
static POLYFORK_ALWAYS_INLINE void from_points(const A& a, const BlockRoots<A>& roots, typename A::Vec* x) {
  inverse_layer<A, 1, 0, true>(a, x, roots.r[3]);
  inverse_layer<A, 1, 0, true>(a, x + 2, roots.r[4]);
  inverse_layer<A, 1, 0, true>(a, x + 4, roots.r[5]);
  inverse_layer<A, 1, 0, true>(a, x + 6, roots.r[6]);
  for (int i = 0; i < 8; i += 2) end_inverse_node<A, 2>(a, x + i);
  inverse_layer<A, 2, 0, true>(a, x, roots.r[1]);
  inverse_layer<A, 2, 0, true>(a, x + 4, roots.r[2]);
  for (int i = 0; i < 8; i += 4) end_inverse_node<A, 4>(a, x + i);
  inverse_layer<A, 4, 0, true>(a, x, roots.r[0]);
  end_inverse_node<A, 8>(a, x);
}

template <class A>
static POLYFORK_ALWAYS_INLINE void finish_forward_group(const A& a, const NttTable& table, std::size_t first,
                                                        std::uint64_t* data) {
  const BlockRoots<A> roots(a, table.roots(), table.root_quotients(), first);
  typename A::Vec x[8];
  a.load_transposed(data, x);
  to_points(a, roots, x);
  VecU64 words[8];
  for (int i = 0; i < 8; ++i) words[i] = a.canonical(x[i]);
  A::store_words_transposed(data, words);
}

template <class A>
static POLYFORK_ALWAYS_INLINE void begin_inverse_group(const A& a, const NttTable& table, std::size_t first,
                                                       std::uint64_t* data) {
  const BlockRoots<A> roots(a, table.inverse_roots(), table.inverse_root_quotients(), first);
  typename A::Vec x[8];
  a.read_transposed(data, x);
  from_points(a, roots, x);
  a.store_transposed(data, x);
}

/// Fewer blocks than lanes, and tables of fewer roots than a group reads: block by block through a padded copy is not
/// possible, since the roots are missing; the plan's table then has at least 4 lanes entries.
template <class A>
static void ntt_finish_forward(const NttTable& table, NttBlocks blocks, std::uint64_t* data) {
  const A a(table);
  std::size_t i = 0;
  for (; i + A::lanes <= blocks.count; i += A::lanes)
    finish_forward_group(a, table, blocks.first + i, data + std::size_t{ntt_block} * i);
  if (i == blocks.count) return;
  alignas(64) std::uint64_t copy[A::lanes * ntt_block] = {};
  const std::size_t words = (blocks.count - i) * ntt_block;
  for (std::size_t k = 0; k < words; ++k) copy[k] = data[ntt_block * i + k];
  finish_forward_group(a, table, blocks.first + i, copy);
  for (std::size_t k = 0; k < words; ++k) data[ntt_block * i + k] = copy[k];
}

template <class A>
static void ntt_begin_inverse(const NttTable& table, NttBlocks blocks, std::uint64_t* data) {
  const A a(table);
  std::size_t i = 0;
  for (; i + A::lanes <= blocks.count; i += A::lanes)
    begin_inverse_group(a, table, blocks.first + i, data + std::size_t{ntt_block} * i);
  if (i == blocks.count) return;
  alignas(64) std::uint64_t copy[A::lanes * ntt_block] = {};
  const std::size_t words = (blocks.count - i) * ntt_block;
  for (std::size_t k = 0; k < words; ++k) copy[k] = data[ntt_block * i + k];
  begin_inverse_group(a, table, blocks.first + i, copy);
  for (std::size_t k = 0; k < words; ++k) data[ntt_block * i + k] = copy[k];
}
