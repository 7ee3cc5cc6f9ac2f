// Products of transforms, block by block and word by word, for every arithmetic; included by ntt_passes.inc.hpp.

/// z_j, in whose ring x^8 = z_j the blocks of number j are multiplied: z_(2j) = r_j, z_(2j+1) = -r_j.
template <class A>
struct BlockModulus {
  typename A::Root z;
  bool negative;

  POLYFORK_ALWAYS_INLINE BlockModulus(const A& a, const NttTable& table, std::size_t j)
      : z(a.root(table.roots(), table.root_quotients(), j / 2)), negative(j % 2 != 0) {}
};

/// Stages b as [z b | b]: coefficient i of a meets the eight words from place 8 - i.
template <class A>
static POLYFORK_ALWAYS_INLINE void stage_second(const A& a, const BlockModulus<A>& modulus,
                                                const typename A::Root& factor, const std::uint64_t* b,
                                                typename A::StagedSecond& staged) {
  a.stage_second(staged, b, factor, modulus.z, modulus.negative);
}

/// Products modulo x^8 - z_j. A group's blocks are staged side by side, which keeps the multipliers busy.
template <class A, bool both>
static POLYFORK_ALWAYS_INLINE void multiply_blocks(const NttTable& table, std::size_t first, std::size_t count,
                                                   NttFactor scale, std::uint64_t* a_data, const std::uint64_t* b_data,
                                                   std::uint64_t* mirrored) {
  constexpr std::size_t group = 8;
  const A a(table);
  const typename A::Root factor = a.root(&scale.value, &scale.quotient, 0);
  typename A::StagedFirst staged_a[group];
  typename A::StagedSecond staged_b[group];
  for (std::size_t i = 0; i < count; i += group) {
    const std::size_t blocks = count - i < group ? count - i : group;
    for (std::size_t k = 0; k < blocks; ++k) {
      a.stage_first(staged_a[k], a_data + ntt_block * (i + k));
      stage_second(a, BlockModulus<A>(a, table, first + i + k), factor, b_data + ntt_block * (i + k), staged_b[k]);
    }
    for (std::size_t k = 0; k < blocks; ++k) a.multiply_staged(staged_a[k], staged_b[k], a_data + ntt_block * (i + k));
    if constexpr (both) {
      for (std::size_t k = 0; k < blocks; ++k) a.mirror_staged(staged_a[k]);
      for (std::size_t k = 0; k < blocks; ++k)
        a.multiply_staged(staged_a[k], staged_b[k], mirrored + ntt_block * (i + k));
    }
  }
}

template <class A>
static void ntt_multiply(const NttTable& table, std::size_t first, std::size_t count, NttFactor scale,
                         std::uint64_t* a_data, const std::uint64_t* b_data) {
  multiply_blocks<A, false>(table, first, count, scale, a_data, b_data, nullptr);
}

template <class A>
static void ntt_multiply_both(const NttTable& table, std::size_t first, std::size_t count, NttFactor scale,
                              std::uint64_t* a_data, const std::uint64_t* b_data, std::uint64_t* mirrored) {
  multiply_blocks<A, true>(table, first, count, scale, a_data, b_data, mirrored);
}

template <class A>
static POLYFORK_ALWAYS_INLINE void accumulate(const A& a, std::size_t words, std::uint64_t* sum,
                                              const std::uint64_t* x) {
  for (std::size_t i = 0; i < words; i += A::lanes) a.store(sum + i, a.add(a.load(sum + i), a.load(x + i)));
}

template <class A>
static void ntt_accumulate(const NttTable& table, std::size_t words, std::uint64_t* a_data,
                           const std::uint64_t* b_data) {
  accumulate(A(table), words, a_data, b_data);
}

/// Sums of products of staged blocks by an arithmetic that reduces each product.
template <class A>
struct SumsOf {
  struct Sum {
    alignas(64) std::uint64_t words[ntt_block];
  };
  static constexpr std::size_t most_terms = std::size_t{1} << 32;
  template <int count, int times>
  static POLYFORK_ALWAYS_INLINE void add(const A& a, const typename A::StagedFirst* x,
                                         const typename A::StagedSecond& y, Sum* sums) {
    for (int k = 0; k < count; ++k) {
      alignas(64) std::uint64_t product[ntt_block];
      a.multiply_staged(x[k], y, product);
      for (int i = 0; i < times; ++i) accumulate(a, ntt_block, sums[k].words, product);
    }
  }
  struct Bound {
    POLYFORK_ALWAYS_INLINE Bound(const A&, std::size_t) {}
  };
  static POLYFORK_ALWAYS_INLINE void settle(const A& a, const Sum& sum, const Bound&, std::uint64_t* out) {
    for (unsigned i = 0; i < ntt_block; i += A::lanes) a.store(out + i, a.load(sum.words + i));
  }
};
/// By one that has sums of its own.
template <class A>
requires requires { typename A::Sum; }
struct SumsOf<A> {
  using Sum = typename A::Sum;
  static constexpr std::size_t most_terms = A::most_terms;
  template <int count, int times>
  static POLYFORK_ALWAYS_INLINE void add(const A& a, const typename A::StagedFirst* x,
                                         const typename A::StagedSecond& y, Sum* sums) {
    a.template add_staged<count, times>(x, y, sums);
  }
  using Bound = typename A::SumBound;
  static POLYFORK_ALWAYS_INLINE void settle(const A& a, const Sum& sum, const Bound& bound, std::uint64_t* out) {
    a.settle_sum(sum, bound, out);
  }
};

/// sums[k] += times x[k] y for k < count, four at a time: as many sums as keep the multipliers busy.
template <class A, int times>
static POLYFORK_ALWAYS_INLINE void add_products(const A& a, const typename A::StagedFirst* x, std::size_t count,
                                                const typename A::StagedSecond& y, typename SumsOf<A>::Sum* sums) {
  using Sums = SumsOf<A>;
  for (; count >= 4; count -= 4, x += 4, sums += 4) Sums::template add<4, times>(a, x, y, sums);
  if (count == 3) {
    Sums::template add<3, times>(a, x, y, sums);
  } else if (count == 2) {
    Sums::template add<2, times>(a, x, y, sums);
  } else if (count == 1) {
    Sums::template add<1, times>(a, x, y, sums);
  }
}

/// ntt_convolve's working data for one block of every image.
template <class A>
struct StagedSequences {
  using Sum = typename SumsOf<A>::Sum;
  typename A::StagedFirst* a;
  typename A::StagedSecond* b;
  Sum* sums;

  POLYFORK_ALWAYS_INLINE StagedSequences(const NttSequences& s, std::size_t i) {
    static_assert(sizeof(*a) == 8 * ntt_block && sizeof(*b) == 16 * ntt_block && sizeof(Sum) <= 16 * ntt_block);
    std::uint64_t* const scratch = s.scratch + i * s.staged_words();
    a = reinterpret_cast<typename A::StagedFirst*>(scratch);
    b = reinterpret_cast<typename A::StagedSecond*>(scratch + ntt_block * s.count_a);
    sums = reinterpret_cast<Sum*>(scratch + ntt_block * (s.count_a + 2 * s.count_b));
  }

  /// The products that number k takes part in; sums begin with that of index `begin`.
  POLYFORK_ALWAYS_INLINE void add(const A& arithmetic, const NttSequences& s, std::size_t k, std::size_t begin) const {
    if (s.square) {  // a_i a_k and a_k a_i at once
      add_products<A, 1>(arithmetic, a + k, 1, b[k], sums + (2 * k - begin));
      add_products<A, 2>(arithmetic, a + k + 1, s.count_a - k - 1, b[k], sums + (2 * k - begin) + 1);
    } else {
      add_products<A, 1>(arithmetic, a, s.count_a, b[k], sums + (k - begin));
    }
  }
};

/// Up to NttSequences::group blocks side by side: the products that one adds wait for each other, those of several do not.
template <class A>
static void ntt_convolve(const NttTable& table, std::size_t first, std::size_t count, NttFactor scale,
                         const NttSequences& sequences) {
  const NttSequences s = sequences;  // what is written cannot change these
  using Sums = SumsOf<A>;
  const A a(table);
  const typename A::Root factor = a.root(&scale.value, &scale.quotient, 0);
  // A factor b adds to each of its sums one product, in a square two.
  const std::size_t weight = s.square ? 2 : 1;
  const std::size_t at_once = Sums::most_terms / weight;
  for (std::size_t at = 0; at < count; at += NttSequences::group) {
    const std::size_t blocks = count - at < NttSequences::group ? count - at : NttSequences::group;
    for (std::size_t i = 0; i < blocks; ++i) {
      const StagedSequences<A> staged(s, i);
      const std::uint64_t* const block = s.images + ntt_block * (at + i);
      const std::uint64_t* const block_b = block + (s.square ? 0 : s.count_a * s.stride);
      for (std::size_t k = 0; k < s.count_a; ++k) a.stage_first(staged.a[k], block + k * s.stride);
      const BlockModulus<A> modulus(a, table, first + at + i);
      for (std::size_t k = 0; k < s.count_b; ++k) stage_second(a, modulus, factor, block_b + k * s.stride, staged.b[k]);
    }
    std::size_t filled = 0;
    for (std::size_t begin = 0; begin < s.count_b; begin += at_once) {
      const std::size_t terms = s.count_b - begin < at_once ? s.count_b - begin : at_once;
      const std::size_t used = s.count_a + terms - 1;
      const typename Sums::Bound bound(a, weight * terms);
      for (std::size_t i = 0; i < blocks; ++i) {
        const StagedSequences<A> staged(s, i);
        for (std::size_t t = 0; t < used; ++t) staged.sums[t] = {};
      }
      for (std::size_t k = begin; k < begin + terms; ++k)
        for (std::size_t i = 0; i < blocks; ++i) StagedSequences<A>(s, i).add(a, s, k, begin);
      for (std::size_t i = 0; i < blocks; ++i) {
        const StagedSequences<A> staged(s, i);
        for (std::size_t t = 0; t < used; ++t) {
          std::uint64_t* const out = s.images + ntt_block * (at + i) + (begin + t) * s.stride;
          alignas(64) std::uint64_t more[ntt_block];
          Sums::settle(a, staged.sums[t], bound, begin + t < filled ? more : out);
          if (begin + t < filled) accumulate(a, ntt_block, out, more);
        }
      }
      filled = begin + used;
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
