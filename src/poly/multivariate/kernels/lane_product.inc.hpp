// Included inside a region after the residues (lane_values_*.inc.hpp): products of matrices and of single words.

/// x y / r.
static POLYFORK_ALWAYS_INLINE LaneValue lane_times(const LaneConstants& k, LaneValue x, LaneValue y) {
  LaneSum sum = lane_sum();
  lane_add(sum, x, y);
  return lane_reduced(k, sum);
}

template <int vectors, int i = 0>
static POLYFORK_ALWAYS_INLINE void lane_clear(LaneLongSum* sums) {
  if constexpr (i < vectors) {
    sums[i] = lane_long_sum();
    lane_clear<vectors, i + 1>(sums);
  }
}

/// The sums of one row or two on the same words.
template <int vectors, bool two, int i = 0>
static POLYFORK_ALWAYS_INLINE void lane_add_row(LaneLongSum* sums, LaneValue w, LaneValue w2,
                                                const std::uint64_t* from) {
  if constexpr (i < vectors) {
    const LaneValue x = lane_from_words(from + i * VecU64::lanes);
    lane_add(sums[i], w, x);
    if constexpr (two) lane_add(sums[vectors + i], w2, x);
    lane_add_row<vectors, two, i + 1>(sums, w, w2, from);
  }
}

template <int vectors, int i = 0>
static POLYFORK_ALWAYS_INLINE void lane_put_row(const LaneConstants& k, const LaneLongSum* sums, std::size_t terms,
                                                std::uint64_t* out) {
  if constexpr (i < vectors) {
    lane_to_words(lane_reduced_twice(k, sums[i], terms), out + i * VecU64::lanes);
    lane_put_row<vectors, i + 1>(k, sums, terms, out);
  }
}

/// `vectors` vectors of columns from j on of row i, and of the next where there are two.
template <int vectors, bool two>
static POLYFORK_ALWAYS_INLINE void lane_block(const LaneConstants& k, const LaneProduct& q, std::size_t i,
                                              std::size_t j) {
  LaneLongSum sums[two ? 2 * vectors : vectors];
  lane_clear<two ? 2 * vectors : vectors>(sums);
  const std::uint64_t* w = q.w + i * q.w_row;
  const std::uint64_t* from = q.rows + j;
  for (std::size_t e = 0; e < q.terms; ++e, w += q.w_step, from += q.row_stride)
    lane_add_row<vectors, two>(sums, lane_broadcast(w[0]), lane_broadcast(two ? w[q.w_row] : 0), from);
  lane_put_row<vectors>(k, sums, q.terms, q.out + i * q.out_stride + j);
  if constexpr (two) lane_put_row<vectors>(k, sums + vectors, q.terms, q.out + (i + 1) * q.out_stride + j);
}

template <int vectors>
static POLYFORK_ALWAYS_INLINE void lane_blocks(const LaneConstants& k, const LaneProduct& q, std::size_t j) {
  std::size_t i = 0;
  for (; i + 2 <= q.count; i += 2) lane_block<vectors, true>(k, q, i, j);
  if (i < q.count) lane_block<vectors, false>(k, q, i, j);
}

/// Fewer columns than lanes at the end.
static POLYFORK_ALWAYS_INLINE void lane_rest(const LaneConstants& k, const LaneProduct& q, std::size_t j) {
  const std::size_t n = q.columns - j;
  for (std::size_t i = 0; i < q.count; ++i) {
    LaneLongSum sum = lane_long_sum();
    for (std::size_t e = 0; e < q.terms; ++e)
      lane_add(sum, lane_broadcast(q.w[i * q.w_row + e * q.w_step]), lane_from_words(q.rows + e * q.row_stride + j, n));
    lane_to_words(lane_reduced_twice(k, sum, q.terms), q.out + i * q.out_stride + j, n);
  }
}

/// Blocks of at most `vectors` vectors from column j on, the widest first.
template <int vectors>
static POLYFORK_ALWAYS_INLINE void lane_columns(const LaneConstants& k, const LaneProduct& q, std::size_t j) {
  for (; q.columns - j >= vectors * VecU64::lanes; j += vectors * VecU64::lanes) lane_blocks<vectors>(k, q, j);
  if constexpr (vectors > 1)
    lane_columns<vectors / 2>(k, q, j);
  else if (j < q.columns)
    lane_rest(k, q, j);
}

static void lane_product(const LaneModulus& m, const LaneProduct& q) noexcept {
  lane_columns<lane_block_vectors>(lane_constants(m), q, 0);
}

static void lane_invert(const LaneModulus& m, std::uint64_t* words, std::size_t n, std::uint64_t* scratch) noexcept {
  constexpr std::size_t lanes = VecU64::lanes;
  const LaneConstants k = lane_constants(m);
  const LaneValue r2 = lane_broadcast(m.r2);
  // Products of the words of a lane, all times r; one power inverts the last of them.
  LaneValue product = lane_broadcast(m.r1);
  for (std::size_t i = 0; i < n; i += lanes) {
    lane_store(product, scratch + i);
    const LaneValue x = lane_times(k, lane_one_for_zero(lane_from_words(words + i)), r2);
    lane_to_words(x, words + i);
    product = lane_times(k, product, x);
  }
  LaneValue inverse = lane_broadcast(m.r1);
  for (int bit = 50; bit-- > 0;) {
    inverse = lane_times(k, inverse, inverse);
    if (((m.p - 2) >> bit & 1) != 0) inverse = lane_times(k, inverse, product);
  }
  for (std::size_t i = n; i != 0;) {
    i -= lanes;
    const LaneValue x = lane_from_words(words + i);
    lane_to_words(lane_times(k, inverse, lane_load(scratch + i)), words + i);
    inverse = lane_times(k, inverse, x);
  }
}

static void lane_multiply(const LaneModulus& m, std::uint64_t* x, const std::uint64_t* y, std::uint64_t factor,
                          std::size_t n) noexcept {
  const LaneConstants k = lane_constants(m);
  const LaneValue f = lane_broadcast(factor);
  for (std::size_t i = 0; i < n; i += VecU64::lanes)
    lane_to_words(lane_times(k, lane_times(k, lane_from_words(x + i), lane_from_words(y + i)), f), x + i);
}
