// Products of transforms, by blocks, points and words, for every arithmetic; included by ntt_passes.inc.hpp.

template <class A>
static POLYFORK_ALWAYS_INLINE void multiply_group(const A& a, const typename A::Stage* stage, std::size_t blocks,
                                                  std::uint64_t* out) {
  constexpr std::size_t together = A::staged_together;
  std::size_t k = 0;
  for (; k + together <= blocks; k += together) a.template multiply_staged<together>(stage + k, out + ntt_block * k);
  for (; k < blocks; ++k) a.template multiply_staged<1>(stage + k, out + ntt_block * k);
}

/// Products modulo x^8 - z_j. A group of blocks is staged as [z b | b], so that coefficient i of a meets the eight
/// words from place 8 - i; the group's blocks are staged side by side, which keeps the multipliers busy.
template <class A, bool both>
static POLYFORK_ALWAYS_INLINE void multiply_blocks(const NttTable& table, NttBlocks range, NttFactor scale,
                                                   std::uint64_t* a_data, const std::uint64_t* b_data,
                                                   std::uint64_t* mirrored) {
  constexpr std::size_t group = 8;
  const A a(table);
  const typename A::Root factor = a.root(&scale.value, &scale.quotient, 0);
  typename A::Stage stage[group];
  for (std::size_t i = 0; i < range.count; i += group) {
    const std::size_t blocks = range.count - i < group ? range.count - i : group;
    for (std::size_t k = 0; k < blocks; ++k) {
      // z_(2j) = r_j, z_(2j+1) = -r_j
      const std::size_t j = range.first + i + k;
      a.stage(stage[k], a_data + ntt_block * (i + k), b_data + ntt_block * (i + k), factor,
              a.root(table.roots(), table.root_quotients(), j / 2), j % 2 != 0);
    }
    multiply_group(a, stage, blocks, a_data + ntt_block * i);
    if constexpr (both) {
      for (std::size_t k = 0; k < blocks; ++k) a.mirror_staged(stage[k]);
      multiply_group(a, stage, blocks, mirrored + ntt_block * i);
    }
  }
}

template <class A>
static void ntt_multiply(const NttTable& table, NttBlocks blocks, NttFactor scale, std::uint64_t* a_data,
                         const std::uint64_t* b_data) {
  multiply_blocks<A, false>(table, blocks, scale, a_data, b_data, nullptr);
}

template <class A>
static void ntt_multiply_both(const NttTable& table, NttBlocks blocks, NttFactor scale, std::uint64_t* a_data,
                              const std::uint64_t* b_data, std::uint64_t* mirrored) {
  multiply_blocks<A, true>(table, blocks, scale, a_data, b_data, mirrored);
}

template <class A>
static void ntt_accumulate(const NttTable& table, std::size_t words, std::uint64_t* a_data,
                           const std::uint64_t* b_data) {
  const A a(table);
  for (std::size_t i = 0; i < words; i += A::lanes) a.store(a_data + i, a.add(a.load(a_data + i), a.load(b_data + i)));
}

/// ntt_convolve's values at points: vector number c of entry k holds those at point c of each of A::lanes blocks.
template <class A>
class PointArrays {
 public:
  POLYFORK_ALWAYS_INLINE PointArrays(const A& a, const NttSequences& s)
      : first_(s.scratch),
        second_(first_ + entry * s.count_a + entry * NttSequences::padding),
        sums_(second_ + entry * s.count_b + entry * NttSequences::padding) {
    for (std::size_t i = 1; i <= NttSequences::padding; ++i)
      for (std::size_t c = 0; c < ntt_block; ++c) {
        a.store(second_ - entry * i + A::lanes * c, a.zero());
        a.store(second_ + entry * (s.count_b + i - 1) + A::lanes * c, a.zero());
      }
  }
  POLYFORK_ALWAYS_INLINE std::uint64_t* first(std::size_t k) const { return first_ + entry * k; }
  /// -padding <= k < count_b + padding; zero outside.
  POLYFORK_ALWAYS_INLINE std::uint64_t* second(std::ptrdiff_t k) const {
    return second_ + static_cast<std::ptrdiff_t>(entry) * k;
  }
  POLYFORK_ALWAYS_INLINE std::uint64_t* sum(std::size_t k) const { return sums_ + entry * k; }

 private:
  static constexpr std::size_t entry = ntt_block * A::lanes;
  std::uint64_t* first_;
  std::uint64_t* second_;
  std::uint64_t* sums_;
};

/// Sums t .. t + 3 at point c: for each factor of the first sequence a row of four of the second, so that one of either
/// is loaded for four products.
template <class A>
static POLYFORK_ALWAYS_INLINE void four_sums(const A& a, const NttSequences& s, const PointArrays<A>& points,
                                             const typename A::DotBound& bound, std::size_t t, std::size_t c) {
  using Vec = typename A::Vec;
  const auto x = [&](std::size_t k) { return a.load(points.first(k) + A::lanes * c); };
  const auto y = [&](std::size_t k, std::size_t i) {
    return a.load(points.second(static_cast<std::ptrdiff_t>(k) - static_cast<std::ptrdiff_t>(i)) + A::lanes * c);
  };
  std::size_t i = t < s.count_b ? 0 : t + 1 - s.count_b;
  const std::size_t end = t + 4 < s.count_a ? t + 4 : s.count_a;
  for (bool more = false; i < end; more = true) {
    const std::size_t last = end - i < A::most_terms ? end : i + A::most_terms;
    typename A::Dot d0 = a.start_dot(), d1 = d0, d2 = d0, d3 = d0;
    Vec y3 = y(t + 3, i), y2 = y(t + 2, i), y1 = y(t + 1, i);
    for (; i < last; ++i) {
      const Vec factor = x(i);
      const Vec y0 = y(t, i);
      a.add_product(d0, factor, y0);
      a.add_product(d1, factor, y1);
      a.add_product(d2, factor, y2);
      a.add_product(d3, factor, y3);
      y3 = y2, y2 = y1, y1 = y0;
    }
    const auto end_sum = [&](std::size_t k, const typename A::Dot& dot) {
      if (t + k >= s.sums()) return;
      std::uint64_t* const to = points.sum(t + k) + A::lanes * c;
      const Vec part = a.end_dot(dot, bound);
      a.store(to, more ? a.add(a.load(to), part) : part);
    };
    end_sum(0, d0);
    end_sum(1, d1);
    end_sum(2, d2);
    end_sum(3, d3);
  }
}

/// As many blocks of all images at a time as there are lanes: to points, their products, and back.
template <class A>
static void ntt_convolve(const NttTable& table, NttBlocks blocks, NttFactor scale, const NttSequences& sequences) {
  const NttSequences s = sequences;  // what is written cannot change these
  const A a(table);
  const typename A::Root factor = a.root(&scale.value, &scale.quotient, 0);
  const std::size_t terms = s.count_a < s.count_b ? s.count_a : s.count_b;
  const typename A::DotBound bound(a, terms < A::most_terms ? terms : A::most_terms);
  const PointArrays<A> points(a, s);
  for (std::size_t at = 0; at < blocks.count; at += A::lanes) {
    const std::size_t words = ntt_block * (blocks.count - at < A::lanes ? blocks.count - at : A::lanes);
    std::uint64_t* const images = s.images + ntt_block * at;
    alignas(64) std::uint64_t rest[ntt_block * A::lanes] = {};  // of the last blocks, fewer than lanes
    const bool whole = words == ntt_block * A::lanes;
    typename A::Vec x[ntt_block];
    const auto values = [&](const BlockRoots<A>& roots, std::size_t k) {
      const std::uint64_t* const from = k == s.sums() ? s.last + ntt_block * at : images + k * s.stride;
      if (!whole)
        for (std::size_t i = 0; i < words; ++i) rest[i] = from[i];
      a.load_transposed(whole ? from : rest, x);
      to_points(a, roots, x);
    };
    {
      const BlockRoots<A> roots(a, table.roots(), table.root_quotients(), blocks.first + at);
      for (std::size_t k = 0; k < s.count_a + (s.square ? 0 : s.count_b); ++k) {
        values(roots, k);
        if (k < s.count_a)
          for (std::size_t c = 0; c < ntt_block; ++c) a.store(points.first(k) + A::lanes * c, a.point(x[c]));
        if (!s.square && k < s.count_a) continue;
        std::uint64_t* const to = points.second(static_cast<std::ptrdiff_t>(s.square ? k : k - s.count_a));
        for (std::size_t c = 0; c < ntt_block; ++c) a.store(to + A::lanes * c, a.point_times(x[c], factor));
      }
    }
    for (std::size_t c = 0; c < ntt_block; ++c)
      for (std::size_t t = 0; t < s.sums(); t += 4) four_sums(a, s, points, bound, t, c);
    const auto roots = BlockRoots<A>::inverse(a, table, blocks.first + at);
    for (std::size_t t = 0; t < s.sums(); ++t) {
      std::uint64_t* const to = images + t * s.stride;
      for (std::size_t c = 0; c < ntt_block; ++c) x[c] = a.load(points.sum(t) + A::lanes * c);
      from_points(a, roots, x);
      a.store_transposed(whole ? to : rest, x);
      if (!whole)
        for (std::size_t i = 0; i < words; ++i) to[i] = rest[i];
    }
  }
}

template <class A>
static void ntt_multiply_words(const NttTable& table, std::size_t count, const std::uint64_t* a_words,
                               const std::uint64_t* b_words, std::uint64_t* out) {
  const A a(table);
  std::size_t i = 0;
  for (; i + A::lanes <= count; i += A::lanes) a.multiply_words(a_words + i, b_words + i, out + i);
  if (i == count) return;
  std::uint64_t rest_a[A::lanes] = {};
  std::uint64_t rest_b[A::lanes] = {};
  std::uint64_t product[A::lanes];
  for (std::size_t k = 0; i + k < count; ++k) rest_a[k] = a_words[i + k], rest_b[k] = b_words[i + k];
  a.multiply_words(rest_a, rest_b, product);
  for (std::size_t k = 0; i + k < count; ++k) out[i + k] = product[k];
}
