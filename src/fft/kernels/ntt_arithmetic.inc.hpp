// What the passes of a transform ask of an arithmetic: residues of one prime in vectors of words.
//
// Included inside namespace kernels::<isa> and its region, before the arithmetics, each of which checks itself against
// this concept. Vectors hold words or doubles; "forward range" and "backward range" are what an arithmetic keeps
// between the passes of the way there and back (ntt_kernels.hpp). Members are inlined into straight-line code, so the
// ones whose places in a pass are known take them as template arguments.

/// The members of an arithmetic A. Arguments: a = A(table), vectors x and y, words of memory, r a factor.
template <class A>
concept TransformArithmetic = requires(const A a, const NttTable& table, typename A::Vec x, typename A::Vec y,
                                       typename A::Vec* vectors, typename A::Root r, typename A::Stage* stage,
                                       typename A::Dot& dot, const typename A::DotBound& bound, VecU64 words,
                                       VecU64* word_vectors, const std::uint64_t* from, std::uint64_t* to,
                                       const std::int32_t* signs, std::size_t n) {
  // The constants of a prime, in registers.
  A(table);
  // Words of a vector.
  requires std::same_as<decltype(A::lanes), const std::size_t>;
  // The largest radix of passes over nodes that fit the first cache: 2^widest_radix_log.
  requires std::same_as<decltype(A::widest_radix_log), const unsigned>;

  // Working data, aligned.
  { a.load(from) } -> std::same_as<typename A::Vec>;
  a.store(to, x);
  { a.zero() } -> std::same_as<typename A::Vec>;
  // Source words to the forward range; the flag is NttLoad::reduce.
  { a.read(from, true) } -> std::same_as<typename A::Vec>;
  // What was read and reduced, negative where the signs are.
  { a.with_signs(x, signs) } -> std::same_as<typename A::Vec>;
  // From the range of either direction to words in [0, p).
  { a.canonical(x) } -> std::same_as<VecU64>;

  // Factor number n of a table's values and quotients in all lanes, and factors that differ from lane to lane.
  { a.root(from, from, n) } -> std::same_as<typename A::Root>;
  { a.roots(words, words) } -> std::same_as<typename A::Root>;
  // The value and the quotient of factors that are not 0 become those of their negatives.
  a.negate(words, words);

  // Range control: of the first of the elements that a pass has read from the source; of element number i of a pass
  // of a radix as it begins; of element number i of a node of so many elements that an inverse pass has put together.
  { a.begin_load(x) } -> std::same_as<typename A::Vec>;
  { a.template begin_forward<8, 0>(x) } -> std::same_as<typename A::Vec>;
  { a.template end_inverse<8, 0>(x) } -> std::same_as<typename A::Vec>;
  // (x, y) = (x + r y, x - r y): what becomes of the results (NttButterfly), whether x and y are differences that
  // the layer before left in the range of NttButterfly::addends_next, and the number of the layer in its pass.
  a.template forward<NttButterfly::addends_next, false, 0>(x, y, r);
  a.template forward<NttButterfly::factors_next, true, 1>(x, y, r);
  a.template forward<NttButterfly::last, true, 3>(x, y, r);
  // (x, y) = (x + y, (x - y) r); the flag says that x and y are products.
  a.template inverse<false>(x, y, r);
  a.template inverse<true>(x, y, r);

  // In the backward range, for truncated inverses; settle brings what these leave to where `inverse` takes it.
  { a.times(x, r) } -> std::same_as<typename A::Vec>;
  { a.halve(x) } -> std::same_as<typename A::Vec>;
  { a.add(x, y) } -> std::same_as<typename A::Vec>;
  { a.subtract(x, y) } -> std::same_as<typename A::Vec>;
  { a.settle(x) } -> std::same_as<typename A::Vec>;

  // Eight vectors and 8 lanes words, which are the blocks of `lanes` polynomials: vector i holds coefficient i of
  // each. Working data to vectors and back, canonical words to the backward range, and canonical words to memory.
  a.load_transposed(from, vectors);
  a.store_transposed(to, vectors);
  a.read_transposed(from, vectors);
  A::store_words_transposed(to, word_vectors);

  // One product of blocks modulo x^8 - z, in two steps of which several can be under way. stage: a as it is and
  // [z b | b] with b times the first factor; z is the second factor, or its negative where the flag says so.
  // mirror_staged: the odd words of a change their signs. multiply_staged: one product or staged_together of them, in
  // the backward range.
  a.stage(*stage, from, from, r, r, true);
  a.mirror_staged(*stage);
  requires std::same_as<decltype(A::staged_together), const std::size_t>;
  a.template multiply_staged<1>(std::as_const(stage), to);
  a.template multiply_staged<A::staged_together>(std::as_const(stage), to);

  // Values at points, from the forward range to what add_product takes, as they are and times a factor.
  { a.point(x) } -> std::same_as<typename A::Vec>;
  { a.point_times(x, r) } -> std::same_as<typename A::Vec>;
  // The sum of at most most_terms products of these. DotBound holds what ends a sum of at most n products: in the
  // backward range, for doubles reduced.
  requires std::same_as<decltype(A::most_terms), const std::size_t>;
  requires std::constructible_from<typename A::DotBound, const A&, std::size_t>;
  { a.start_dot() } -> std::same_as<typename A::Dot>;
  a.add_product(dot, x, y);
  { a.end_dot(std::as_const(dot), bound) } -> std::same_as<typename A::Vec>;

  // `lanes` products of canonical words at any addresses, as NttKernels::multiply_words gives them.
  a.multiply_words(from, from, to);
};

/// The range control of an arithmetic whose butterflies keep the ranges by themselves: nothing.
struct RangesInButterflies {
  template <class Vec>
  static POLYFORK_ALWAYS_INLINE Vec begin_load(Vec x) {
    return x;
  }
  template <int radix, int index, class Vec>
  static POLYFORK_ALWAYS_INLINE Vec begin_forward(Vec x) {
    return x;
  }
  template <int size, int index, class Vec>
  static POLYFORK_ALWAYS_INLINE Vec end_inverse(Vec x) {
    return x;
  }
  template <class Vec>
  static POLYFORK_ALWAYS_INLINE Vec settle(Vec x) {
    return x;
  }
};
