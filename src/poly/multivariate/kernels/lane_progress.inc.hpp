// Included inside a region after lane_product.inc.hpp: sums of terms along a geometric progression of points.

/// `vectors` vectors of terms, of which the last one may be shorter.
template <int vectors>
struct LaneTermVectors {
  LaneValue x[vectors];
  LaneValue ratio[vectors];
  LaneQuotient quotient[vectors];
};

/// From place i on; `last` terms are in the last vector.
template <int vectors, int v = 0>
static POLYFORK_ALWAYS_INLINE void lane_take_terms(const LaneTerms& t, std::size_t i, std::size_t last,
                                                   LaneTermVectors<vectors>& terms) {
  if constexpr (v + 1 == vectors) {
    terms.x[v] = lane_from_words(t.values + i, last);
    terms.ratio[v] = lane_from_words(t.ratios + i, last);
    terms.quotient[v] = lane_quotient(t.quotients + i, last);
  } else {
    terms.x[v] = lane_from_words(t.values + i);
    terms.ratio[v] = lane_from_words(t.ratios + i);
    terms.quotient[v] = lane_quotient(t.quotients + i);
    lane_take_terms<vectors, v + 1>(t, i + VecU64::lanes, last, terms);
  }
}

template <int vectors, int v = 0>
static POLYFORK_ALWAYS_INLINE void lane_put_terms(const LaneConstants& k, const LaneTermVectors<vectors>& terms,
                                                  std::size_t last, std::uint64_t* to) {
  const LaneValue x = lane_positive_term(k, terms.x[v]);
  if constexpr (v + 1 == vectors) {
    lane_to_words(x, to, last);
  } else {
    lane_to_words(x, to);
    lane_put_terms<vectors, v + 1>(k, terms, last, to + VecU64::lanes);
  }
}

/// The next terms; their sum is added to `sum`.
template <int vectors, int v = 0>
static POLYFORK_ALWAYS_INLINE void lane_step(const LaneConstants& k, LaneTermVectors<vectors>& terms, VecU64& sum) {
  if constexpr (v < vectors) {
    terms.x[v] = lane_next_term(k, terms.x[v], terms.ratio[v], terms.quotient[v]);
    sum = sum + lane_term(terms.x[v]);
    lane_step<vectors, v + 1>(k, terms, sum);
  }
}

/// All steps of `vectors` vectors of terms from i on, the last of which has `last` terms: what they need stays in
/// registers. first: nothing has been summed yet.
template <int vectors>
static POLYFORK_ALWAYS_INLINE void lane_steps(const LaneConstants& k, const LaneTerms& t, std::size_t i,
                                              std::size_t last, std::size_t steps, bool first, std::uint64_t* sums) {
  LaneTermVectors<vectors> terms;
  lane_take_terms(t, i, last, terms);
  for (std::size_t j = 0; j < steps; ++j) {
    VecU64 sum = first ? VecU64::broadcast(0) : VecU64::load(sums + j * VecU64::lanes);
    lane_step(k, terms, sum);
    sum.store(sums + j * VecU64::lanes);
  }
  lane_put_terms(k, terms, last, t.values + i);
}

/// The last 1, ..., vectors vectors.
template <int vectors>
static POLYFORK_ALWAYS_INLINE void lane_last_steps(const LaneConstants& k, const LaneTerms& t, std::size_t i,
                                                   std::size_t steps, std::uint64_t* sums) {
  if constexpr (vectors > 1) {
    if (t.n - i <= (vectors - 1) * VecU64::lanes) return lane_last_steps<vectors - 1>(k, t, i, steps, sums);
  }
  lane_steps<vectors>(k, t, i, t.n - i - (vectors - 1) * VecU64::lanes, steps, i == 0, sums);
}

/// `vectors` vectors from memory, and the sum of them.
template <int vectors, int v = 0>
static POLYFORK_ALWAYS_INLINE void lane_load_rows(const std::uint64_t* from, VecU64* rows) {
  if constexpr (v < vectors) {
    rows[v] = VecU64::load(from + v * VecU64::lanes);
    lane_load_rows<vectors, v + 1>(from, rows);
  }
}
template <int vectors>
static POLYFORK_ALWAYS_INLINE VecU64 lane_sum_of_rows(const VecU64* rows) {
  if constexpr (vectors == 1)
    return rows[0];
  else
    return lane_sum_of_rows<vectors / 2>(rows) + lane_sum_of_rows<vectors / 2>(rows + vectors / 2);
}

static void lane_progress(const LaneModulus& m, const LaneTerms& t, std::size_t steps, std::uint64_t* sums,
                          std::uint64_t* scratch) noexcept {
  constexpr std::size_t lanes = VecU64::lanes;
  constexpr int most = lane_term_vectors;
  const LaneConstants k = lane_constants(m);
  std::size_t i = 0;
  for (; t.n - i > most * lanes; i += most * lanes) lane_steps<most>(k, t, i, lanes, steps, i == 0, scratch);
  lane_last_steps<most>(k, t, i, steps, scratch);
  const LaneValue r2 = lane_broadcast(m.r2);
  for (std::size_t j = 0; j < steps; j += lanes) {
    VecU64 rows[lanes];
    lane_load_rows<lanes>(scratch + j * lanes, rows);
    transpose_square(rows);
    lane_to_words(lane_times(k, lane_of_terms(k, lane_sum_of_rows<lanes>(rows)), r2), sums + j);
  }
}
