// Term-level arithmetic of SparseMultiPoly<R>.
//
// One template for all rings: sums are merges, products of rings without flat vectors run on the heap with one element
// as the accumulator. Products over Z, Q and Z/pZ are compiled in src/poly/multi_products, and the instantiations for
// these rings in src/poly/sparse_ops_*.cpp. Operands have equal variables; their layouts may differ, the result has the
// wider one, products the one that fits them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/error.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/poly/dense/detail/dense_generic.hpp>
#include <polyfork/poly/dense/detail/dense_ops.hpp>
#include <polyfork/poly/multi_products/detail/multi_heap.hpp>
#include <polyfork/poly/multi_products/detail/multi_merge_ranges.hpp>
#include <polyfork/poly/multi_products/detail/multi_ranges.hpp>
#include <polyfork/poly/multi_products/detail/multi_rationals.hpp>
#include <polyfork/poly/multi_products/detail/multi_terms.hpp>
#include <polyfork/poly/multi_products/variables.hpp>
#include <polyfork/ring/integers.hpp>
#include <polyfork/ring/prime_field.hpp>
#include <polyfork/ring/rationals.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

// The dispatched products (src/poly/multi_products/multi_mul_integers.cpp, ...). Neither operand is zero.
POLYFORK_EXPORT SparseTerms<Integers> mul_terms(const Integers& ring, const SparseTerms<Integers>& a,
                                                const SparseTerms<Integers>& b, const ExecutionContext& ctx);
POLYFORK_EXPORT SparseTerms<Rationals> mul_terms(const Rationals& ring, const SparseTerms<Rationals>& a,
                                                 const SparseTerms<Rationals>& b, const ExecutionContext& ctx);
POLYFORK_EXPORT SparseTerms<PrimeField> mul_terms(const PrimeField& ring, const SparseTerms<PrimeField>& a,
                                                  const SparseTerms<PrimeField>& b, const ExecutionContext& ctx);

// Into terms that exist; short products in their memory. `out` may be an operand.
POLYFORK_EXPORT void mul_terms_into(const Integers& ring, SparseTerms<Integers>& out, const SparseTerms<Integers>& a,
                                    const SparseTerms<Integers>& b, const ExecutionContext& ctx);
POLYFORK_EXPORT void mul_terms_into(const PrimeField& ring, SparseTerms<PrimeField>& out,
                                    const SparseTerms<PrimeField>& a, const SparseTerms<PrimeField>& b,
                                    const ExecutionContext& ctx);

/// Two factors of a product.
template <Ring R>
struct TermFactors {
  const SparseTerms<R>* f;
  const SparseTerms<R>* g;
};

// The sum of all products f g (src/poly/multi_products/multi_dot.cpp): those of few terms are added up at once, in
// cells or by one merge of all their rows, else halves are, in parallel. There are factors, none is zero.
POLYFORK_EXPORT SparseTerms<Integers> dot_terms(const Integers& ring, std::span<const TermFactors<Integers>> factors,
                                                const ExecutionContext& ctx);
POLYFORK_EXPORT SparseTerms<Rationals> dot_terms(const Rationals& ring, std::span<const TermFactors<Rationals>> factors,
                                                 const ExecutionContext& ctx);
POLYFORK_EXPORT SparseTerms<PrimeField> dot_terms(const PrimeField& ring,
                                                  std::span<const TermFactors<PrimeField>> factors,
                                                  const ExecutionContext& ctx);

/// Terms over Z whose parts stand in two places.
struct IntegerTerms {
  const PackedMonomials& monomials;
  const IntegerVector& coefficients;
  std::size_t size() const noexcept { return coefficients.size(); }
};

// a + b, or a - b (src/poly/multi_products/multi_merge.cpp), in parallel. Neither is zero.
POLYFORK_EXPORT SparseTerms<Integers> merge_integers(const IntegerTerms& a, const IntegerTerms& b, bool subtract,
                                                     const ExecutionContext& ctx);
/// Into terms that exist, in their memory; the parts of `out` may be operands.
POLYFORK_EXPORT void merge_integers_into(SparseTerms<Integers>& out, const IntegerTerms& a, const IntegerTerms& b,
                                         bool subtract, const ExecutionContext& ctx);
// Over Z/pZ (src/poly/multi_products/multi_merge_residues.cpp), likewise; `out` may be an operand.
POLYFORK_EXPORT void merge_residues_into(const PrimeField& field, SparseTerms<PrimeField>& out,
                                         const SparseTerms<PrimeField>& a, const SparseTerms<PrimeField>& b,
                                         bool subtract, const ExecutionContext& ctx);

// out = the derivative in variable v (src/poly/multi_products/multi_derivative.cpp), in the memory of `out` unless that
// is the operand.
POLYFORK_EXPORT void derivative_into(const Integers& ring, SparseTerms<Integers>& out, const SparseTerms<Integers>& a,
                                     const Variables& variables, std::size_t v, const ExecutionContext& ctx);
POLYFORK_EXPORT void derivative_into(const Rationals& ring, SparseTerms<Rationals>& out,
                                     const SparseTerms<Rationals>& a, const Variables& variables, std::size_t v,
                                     const ExecutionContext& ctx);
POLYFORK_EXPORT void derivative_into(const PrimeField& ring, SparseTerms<PrimeField>& out,
                                     const SparseTerms<PrimeField>& a, const Variables& variables, std::size_t v,
                                     const ExecutionContext& ctx);

template <class R>
inline constexpr bool has_flat_vector =
    std::is_same_v<R, Integers> || std::is_same_v<R, Rationals> || std::is_same_v<R, PrimeField>;

/// Rows and positions are 32-bit numbers.
inline void check_term_count(std::size_t terms) {
  if (terms >= (std::size_t{1} << 32) - 1) throw MemoryLimit(SIZE_MAX, 0, SIZE_MAX);
}

/// Adds up products in one element of the ring.
template <Ring R>
class ElementSum {
 public:
  using V = typename R::vector_type;
  ElementSum(const R& ring, const V& f, const V& g) : ring_(ring), f_(f), g_(g), value_(ring.zero()) {}
  void clear() { empty_ = true; }
  void add_product(std::size_t i, std::size_t j) {
    typename R::element product = ring_.mul(as_element<R>(f_[i]), as_element<R>(g_[j]));
    value_ = empty_ ? std::move(product) : ring_.add(value_, product);
    empty_ = false;
  }
  const typename R::element& value() const noexcept { return value_; }

 private:
  const R& ring_;
  const V& f_;
  const V& g_;
  typename R::element value_;
  bool empty_ = true;
};

/// The terms of all pieces, at least one, which are descending. Empties the pieces.
template <Ring R>
SparseTerms<R> joined_terms(std::vector<std::optional<SparseTerms<R>>>& pieces, const ExecutionContext& ctx) {
  if (pieces.size() == 1) return *std::move(pieces.front());
  std::size_t size = 0;
  for (const auto& piece : pieces) size += piece->size();
  TermsBuilder<R> terms(pieces.front()->monomials.layout());
  terms.reserve(size);
  for (auto& piece : pieces) {
    ctx.poll();
    for (std::size_t i = 0; i < piece->size(); ++i) {
      if constexpr (std::is_same_v<typename R::vector_type, std::vector<typename R::element>>)
        terms.push_back(piece->monomials[i], std::move(piece->coefficients[i]));
      else
        terms.push_back(piece->monomials[i], as_element<R>(piece->coefficients[i]));
    }
    piece.reset();
  }
  return terms.finish(ctx);
}

/// By heaps with one element as the accumulator, one for each range of the result's monomials, in parallel: for rings
/// without flat vectors. f is not longer than g, neither empty.
template <Ring R>
SparseTerms<R> mul_heap_elements(const R& ring, const SparseTerms<R>& f, const SparseTerms<R>& g,
                                 const ExecutionContext& ctx) {
  const MonomialLayout layout = product_layout(f.monomials.maxima(), g.monomials.maxima());
  const InLayout fm(f.monomials, layout);
  const InLayout gm(g.monomials, layout);
  constexpr std::size_t range_products = 1 << 10;  // element operations take from tens of nanoseconds up
  constexpr std::size_t most_ranges = 64;
  const PackedMonomials bounds =
      range_bounds(*fm, *gm, std::clamp<std::size_t>(f.size() * g.size() / range_products, 1, most_ranges));
  std::vector<std::optional<SparseTerms<R>>> pieces(bounds.size() + 1);
  parallel_for(ctx, pieces.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t r = begin; r < end; ++r) {
      ElementSum<R> sum(ring, f.coefficients, g.coefficients);
      TermsBuilder<R> terms(layout);
      const auto emit = [&](const std::uint64_t* monomial) {
        if (!ring.is_zero(sum.value())) terms.push_back(monomial, sum.value());
      };
      heap_products<0>(*fm, *gm, rows_of_range(*fm, *gm, bounds, r), sum, emit, ctx);
      pieces[r] = terms.finish(ctx);
    }
  });
  return joined_terms<R>(pieces, ctx);
}

template <Ring R>
struct SparseOps {
  using T = SparseTerms<R>;
  using V = typename R::vector_type;
  using E = typename R::element;
  using Dense = DenseOps<R>;

  /// The terms in any order, monomials may repeat: sorted, repeated ones added up, zeros dropped.
  static T collect(const R& ring, const PackedMonomials& monomials, const std::vector<E>& coefficients,
                   const ExecutionContext& ctx) {
    const std::size_t words = monomials.words();
    std::vector<std::size_t> sorted(monomials.size());
    std::iota(sorted.begin(), sorted.end(), std::size_t{0});
    const auto before = [&](std::size_t i, std::size_t j) {
      return compare_words(monomials[i], monomials[j], words) > 0;
    };
    if (!std::is_sorted(sorted.begin(), sorted.end(), before)) std::stable_sort(sorted.begin(), sorted.end(), before);
    ctx.poll();
    TermsBuilder<R> terms(monomials.layout());
    terms.reserve(sorted.size());
    for (std::size_t i = 0; i < sorted.size();) {
      const std::uint64_t* const monomial = monomials[sorted[i]];
      E sum = coefficients[sorted[i]];
      for (++i; i < sorted.size() && compare_words(monomials[sorted[i]], monomial, words) == 0; ++i)
        sum = ring.add(sum, coefficients[sorted[i]]);
      if (!ring.is_zero(sum)) terms.push_back(monomial, std::move(sum));
    }
    return terms.finish(ctx);
  }

  static T add(const R& ring, const T& a, const T& b, const ExecutionContext& ctx) {
    return merge<false>(ring, a, b, ctx);
  }
  static T sub(const R& ring, const T& a, const T& b, const ExecutionContext& ctx) {
    return merge<true>(ring, a, b, ctx);
  }
  /// out = a + b, or a - b, in the memory of `out`, which may be an operand; after an exception it has some value.
  template <bool subtract>
  static void merge_into(const R& ring, T& out, const T& a, const T& b, const ExecutionContext& ctx) {
    if (b.size() == 0) {
      if (&out != &a) out = a;
      return;
    }
    if constexpr (has_flat_vector<R>)
      if (a.size() != 0) return merge_flat_into(ring, out, a, b, subtract, ctx);
    out = merge<subtract>(ring, a, b, ctx);
  }
  /// out = a b, likewise.
  static void mul_into(const R& ring, T& out, const T& a, const T& b, const ExecutionContext& ctx) {
    if constexpr (std::is_same_v<R, Integers> || std::is_same_v<R, PrimeField>)
      if (a.size() != 0 && b.size() != 0) return mul_terms_into(ring, out, a, b, ctx);
    if constexpr (std::is_same_v<R, Rationals>)
      if (a.size() != 0 && b.size() != 0) return mul_rationals_into(out, a, b, ctx);
    out = mul(ring, a, b, ctx);
  }
  static T neg(const R& ring, const T& a) { return {a.monomials, Dense::neg(ring, a.coefficients)}; }
  /// out = -a, likewise.
  static void neg_into(const R& ring, T& out, const T& a, const ExecutionContext& ctx) {
    if constexpr (std::is_same_v<R, Rationals>) return negate_rationals_into(out, a, ctx);
    write_parts(out, [&] {
      if (&out != &a) out.monomials = a.monomials;
      if constexpr (has_flat_vector<R>)
        Dense::neg_into(ring, out.coefficients, a.coefficients, ctx);
      else
        out.coefficients = Dense::neg(ring, a.coefficients);
    });
  }
  /// out = factor a, likewise.
  static void scale_into(const R& ring, T& out, const T& a, const E& factor, const ExecutionContext& ctx) {
    if constexpr (std::is_same_v<R, Rationals>) {
      if (a.size() != 0 && !factor.is_zero()) return scale_rationals_into(out, a, factor, ctx);
    } else if constexpr (has_flat_vector<R>) {
      if (a.size() != 0 && !ring.is_zero(factor))
        return write_parts(out, [&] {
          if (&out != &a) out.monomials = a.monomials;
          Dense::scale_into(ring, out.coefficients, a.coefficients, factor, ctx);
        });
    }
    out = scale(ring, a, factor, ctx);
  }

  static T scale(const R& ring, const T& a, const E& factor, const ExecutionContext& ctx) {
    if (a.size() == 0 || ring.is_zero(factor)) return T{PackedMonomials(a.monomials.layout()), {}};
    if constexpr (std::is_same_v<R, Rationals>) {
      T product{PackedMonomials(a.monomials.layout()), {}};
      scale_rationals_into(product, a, factor, ctx);
      return product;
    } else if constexpr (has_flat_vector<R>) {
      return {a.monomials, Dense::scale(ring, a.coefficients, factor, ctx)};
    } else {
      return mapped(
          ring, a, [&](const E& e) { return ring.mul(e, factor); }, ctx);
    }
  }

  static T mul(const R& ring, const T& a, const T& b, const ExecutionContext& ctx) {
    if (a.size() == 0 || b.size() == 0) return T{PackedMonomials((a.size() == 0 ? a : b).monomials.layout()), {}};
    check_term_count(a.size());
    check_term_count(b.size());
    if constexpr (has_flat_vector<R>) {
      return mul_terms(ring, a, b, ctx);
    } else {
      return a.size() <= b.size() ? mul_heap_elements(ring, a, b, ctx) : mul_heap_elements(ring, b, a, ctx);
    }
  }

  /// Every coefficient divided; nothing when one division is not exact. Precondition: divisor != 0.
  static std::optional<T> try_divide_scalar(const R& ring, const T& a, const E& divisor, const ExecutionContext& ctx) {
    if (a.size() == 0) return a;
    std::optional<V> quotients = Dense::try_divide_scalar(ring, a.coefficients, divisor, ctx);
    if (!quotients) return std::nullopt;
    return T{a.monomials, std::move(*quotients)};
  }

  static E content(const R& ring, const T& a, const ExecutionContext& ctx) requires GcdDomain<R> {
    return Dense::content(ring, a.coefficients, ctx);
  }

  /// f(coefficient) for every term, zeros dropped.
  template <class F>
  static T mapped(const R& ring, const T& a, const F& f, const ExecutionContext& ctx) {
    TermsBuilder<R> terms(a.monomials.layout());
    terms.reserve(a.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (i % poll_terms == 0) ctx.poll();
      E value = f(E(a.coefficients[i]));
      if (!ring.is_zero(value)) terms.push_back(a.monomials[i], std::move(value));
    }
    return terms.finish(ctx);
  }

 private:
  template <bool subtract>
  static T merge(const R& ring, const T& a, const T& b, const ExecutionContext& ctx) {
    if (b.size() == 0) return a;
    if (a.size() == 0) return subtract ? neg(ring, b) : b;
    if constexpr (std::is_same_v<R, Integers>)
      return merge_integers({a.monomials, a.coefficients}, {b.monomials, b.coefficients}, subtract, ctx);
    if constexpr (has_flat_vector<R>) {
      T sum{PackedMonomials(a.monomials.layout()), {}};
      merge_flat_into(ring, sum, a, b, subtract, ctx);
      constexpr std::size_t few_terms = 256;
      if (2 * sum.size() <= a.size() + b.size() && a.size() + b.size() > few_terms) return T(sum);  // as long as it is
      return sum;
    } else {
      return merge_elements<subtract>(ring, a, b, ctx);
    }
  }

  /// Neither is zero.
  static void merge_flat_into(const R& ring, T& out, const T& a, const T& b, bool subtract,
                              const ExecutionContext& ctx) {
    if constexpr (std::is_same_v<R, Integers>)
      merge_integers_into(out, {a.monomials, a.coefficients}, {b.monomials, b.coefficients}, subtract, ctx);
    else if constexpr (std::is_same_v<R, Rationals>)
      merge_rationals_into(out, a, b, subtract, ctx);
    else
      merge_residues_into(ring, out, a, b, subtract, ctx);
  }

  /// Runs write(), which makes both parts of `out`; what an exception leaves of them would be no list of terms.
  template <class F>
  static void write_parts(T& out, const F& write) {
    try {
      write();
    } catch (...) {
      out = T{PackedMonomials(out.monomials.layout()), {}};
      throw;
    }
  }

  /// Ranges of the result's monomials side by side.
  template <bool subtract>
  static T merge_elements(const R& ring, const T& a, const T& b, const ExecutionContext& ctx) {
    const MonomialLayout layout = wider(a.monomials.layout(), b.monomials.layout());
    const InLayout am(a.monomials, layout);
    const InLayout bm(b.monomials, layout);
    const MemoryReservation reservation(ctx.memory(), (a.size() + b.size()) * layout.words * sizeof(std::uint64_t));
    const std::vector<MergeRange> ranges = merge_ranges(*am, *bm, merge_range_count(a.size() + b.size()));
    std::vector<std::optional<T>> pieces(ranges.size());
    parallel_for(ctx, ranges.size(), 1, [&](std::size_t r, std::size_t) {
      pieces[r] = merge_range<subtract>(ring, {*am, a.coefficients}, {*bm, b.coefficients}, ranges[r], ctx);
    });
    return joined_terms<R>(pieces, ctx);
  }

  struct Terms {
    const PackedMonomials& monomials;
    const V& coefficients;
  };

  template <bool subtract>
  static T merge_range(const R& ring, const Terms& a, const Terms& b, const MergeRange& range,
                       const ExecutionContext& ctx) {
    TermsBuilder<R> terms(a.monomials.layout());
    terms.reserve(range.size());
    ctx.charge(range.size());
    std::size_t i = range.a_begin;
    std::size_t j = range.b_begin;
    const auto take_a = [&] {
      terms.push_back(a.monomials[i], a.coefficients[i]);
      ++i;
    };
    const auto take_b = [&] {
      if constexpr (subtract)
        terms.push_back(b.monomials[j], ring.neg(as_element<R>(b.coefficients[j])));
      else
        terms.push_back(b.monomials[j], b.coefficients[j]);
      ++j;
    };
    for (std::size_t step = 1; i < range.a_end && j < range.b_end; ++step) {
      if (step % poll_terms == 0) ctx.poll();
      const int order = compare_words(a.monomials[i], b.monomials[j], a.monomials.words());
      if (order > 0) {
        take_a();
      } else if (order < 0) {
        take_b();
      } else {
        E sum = subtract ? ring.sub(as_element<R>(a.coefficients[i]), as_element<R>(b.coefficients[j]))
                         : ring.add(as_element<R>(a.coefficients[i]), as_element<R>(b.coefficients[j]));
        if (!ring.is_zero(sum)) terms.push_back(a.monomials[i], std::move(sum));
        ++i;
        ++j;
      }
    }
    while (i < range.a_end) take_a();
    while (j < range.b_end) take_b();
    return terms.finish(ctx);
  }
};

extern template struct POLYFORK_EXPORT SparseOps<Integers>;
extern template struct POLYFORK_EXPORT SparseOps<Rationals>;
extern template struct POLYFORK_EXPORT SparseOps<PrimeField>;

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
