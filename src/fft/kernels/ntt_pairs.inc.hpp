// Vectors of half a block, taken two at a time. Included by ntt_passes.inc.hpp.

/// An arithmetic on two vectors at a time, for passes that leave registers free: factors are loaded for both, and what
/// one has to wait for the other fills.
template <class A>
struct InPairs {
  struct Vec {
    typename A::Vec first, second;
  };
  using Root = typename A::Root;
  static constexpr std::size_t lanes = 2 * A::lanes;
  A each;

  explicit POLYFORK_ALWAYS_INLINE InPairs(const NttTable& table) : each(table) {}
  POLYFORK_ALWAYS_INLINE Root root(const std::uint64_t* w, const std::uint64_t* q, std::size_t j) const {
    return each.root(w, q, j);
  }
  POLYFORK_ALWAYS_INLINE Vec load(const std::uint64_t* from) const {
    return {each.load(from), each.load(from + A::lanes)};
  }
  POLYFORK_ALWAYS_INLINE void store(std::uint64_t* to, Vec x) const {
    each.store(to, x.first);
    each.store(to + A::lanes, x.second);
  }
  template <int radix, int index>
  POLYFORK_ALWAYS_INLINE Vec begin_forward(Vec x) const {
    return {each.template begin_forward<radix, index>(x.first), each.template begin_forward<radix, index>(x.second)};
  }
  template <int size, int index>
  POLYFORK_ALWAYS_INLINE Vec end_inverse(Vec x) const {
    return {each.template end_inverse<size, index>(x.first), each.template end_inverse<size, index>(x.second)};
  }
  template <NttButterfly kind, bool differences, int layer>
  POLYFORK_ALWAYS_INLINE void forward(Vec& x, Vec& y, const Root& r) const {
    each.template forward<kind, differences, layer>(x.first, y.first, r);
    each.template forward<kind, differences, layer>(x.second, y.second, r);
  }
  template <bool products>
  POLYFORK_ALWAYS_INLINE void inverse(Vec& x, Vec& y, const Root& r) const {
    each.template inverse<products>(x.first, y.first, r);
    each.template inverse<products>(x.second, y.second, r);
  }
};

/// The arithmetic of passes of four elements: pairs where two vectors are a block, else A itself.
template <class A>
struct WidenedToBlock {
  using Type = A;
};
template <class A>
requires(2 * A::lanes == ntt_block) struct WidenedToBlock<A> {
  using Type = InPairs<A>;
};
