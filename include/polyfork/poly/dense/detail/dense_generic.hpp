// DenseOps<R> for any ring: coefficient lists as arrays of elements.
//
// Products: schoolbook, O(n m) ring operations, up to a short length; above it Karatsuba, O(n^1.585), its three
// branches forked above the grain; uneven operands are cut into blocks of the shorter length; rings whose products are
// those of a flat ring in disguise say so by VectorProduct. Division is the schoolbook, by try_divide of the leading
// coefficients. Gcd: monic Euclid over fields, the subresultant remainder sequence (Collins, JACM 1967; Brown, JACM
// 1971) over gcd domains. Elements are only touched through the ring, so that rings without cheap elements
// (polynomials, extensions) work; Z, Q and Z/pZ have flat versions of their own.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/error.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/poly/dense/detail/dense_ops.hpp>
#include <polyfork/poly/dense/detail/vector_gcd.hpp>
#include <polyfork/poly/dense/detail/vector_product.hpp>
#include <polyfork/ring/ring.hpp>

namespace polyfork {
inline namespace v1 {

/// Thresholds of products over rings without a flat vector type.
struct GenericMulTuning {
  static constexpr std::string_view section = "poly.mul_generic";
  std::int64_t karatsuba_length = 24;  ///< schoolbook when the shorter operand is at most this long
  std::int64_t parallel_length = 96;   ///< Karatsuba forks when its operands are at least this long
  template <class Visitor>
  void visit(Visitor&& v) {
    v("karatsuba_length", karatsuba_length);
    v("parallel_length", parallel_length);
  }
};

namespace detail {

/// Products of spans of elements of a ring; `out` has a.size() + b.size() - 1 entries and is overwritten.
template <Ring R>
class GenericProduct {
 public:
  using E = typename R::element;
  GenericProduct(const R& ring, const ExecutionContext& ctx) : ring_(ring), ctx_(ctx) {
    const auto tuning = ctx.tuning().section<GenericMulTuning>();
    base_ = static_cast<std::size_t>(std::max<std::int64_t>(1, tuning.karatsuba_length));
    grain_ = static_cast<std::size_t>(std::max<std::int64_t>(2, tuning.parallel_length));
  }

  /// Precondition: both not empty.
  void multiply(std::span<const E> a, std::span<const E> b, std::span<E> out) const {
    if (a.size() < b.size()) std::swap(a, b);
    if (b.size() <= base_) return classical(a, b, out);
    if (a.size() == b.size()) return karatsuba(a, b, out);
    std::fill(out.begin(), out.end(), ring_.zero());
    for (std::size_t i = 0; i < a.size(); i += b.size()) {
      const auto block = a.subspan(i, std::min(b.size(), a.size() - i));
      std::vector<E> part(block.size() + b.size() - 1, ring_.zero());
      multiply(block, b, part);
      accumulate(out.subspan(i), part);
    }
  }

 private:
  void classical(std::span<const E> a, std::span<const E> b, std::span<E> out) const {
    ctx_.poll();
    ctx_.charge(a.size() * b.size());
    for (std::size_t k = 0; k < out.size(); ++k) {
      const std::size_t first = k < b.size() ? 0 : k - b.size() + 1;
      const std::size_t last = std::min(k, a.size() - 1);
      E sum = ring_.mul(a[first], b[k - first]);
      for (std::size_t i = first + 1; i <= last; ++i) sum = ring_.add(sum, ring_.mul(a[i], b[k - i]));
      out[k] = std::move(sum);
    }
  }

  void karatsuba(std::span<const E> a, std::span<const E> b, std::span<E> out) const {
    const std::size_t n = a.size();
    const std::size_t h = (n + 1) / 2;
    std::vector<E> middle(2 * h - 1, ring_.zero());
    const auto low = [&] { multiply(a.first(h), b.first(h), out.first(2 * h - 1)); };
    const auto high = [&] { multiply(a.subspan(h), b.subspan(h), out.subspan(2 * h)); };
    const auto cross = [&] {
      const std::vector<E> sum_a = folded(a, h);
      const std::vector<E> sum_b = folded(b, h);
      multiply(sum_a, sum_b, middle);
    };
    if (n >= grain_) {
      fork_join(
          ctx_, [&] { fork_join(ctx_, low, high); }, cross);
    } else {
      low(), high(), cross();
    }
    out[2 * h - 1] = ring_.zero();
    for (std::size_t i = 0; i < 2 * h - 1; ++i) middle[i] = ring_.sub(middle[i], out[i]);
    for (std::size_t i = 2 * h; i < out.size(); ++i) middle[i - 2 * h] = ring_.sub(middle[i - 2 * h], out[i]);
    accumulate(out.subspan(h), middle);
  }

  std::vector<E> folded(std::span<const E> a, std::size_t h) const {
    std::vector<E> sum(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(h));
    for (std::size_t i = h; i < a.size(); ++i) sum[i - h] = ring_.add(sum[i - h], a[i]);
    return sum;
  }
  void accumulate(std::span<E> out, const std::vector<E>& part) const {
    for (std::size_t i = 0; i < part.size(); ++i) out[i] = ring_.add(out[i], part[i]);
  }

  const R& ring_;
  const ExecutionContext& ctx_;
  std::size_t base_;
  std::size_t grain_;
};

template <Ring R>
struct DenseOps {
  using V = typename R::vector_type;
  using E = typename R::element;
  using Elements = std::vector<E>;

  static void normalise(const R& ring, V& a, const ExecutionContext& = ExecutionContext::default_context()) {
    std::size_t n = a.size();
    while (n != 0 && ring.is_zero(at(a, n - 1))) --n;
    if (n == a.size()) return;
    if constexpr (std::is_same_v<V, Elements>) {
      a.erase(a.begin() + static_cast<std::ptrdiff_t>(n), a.end());
    } else if constexpr (requires { a.truncate(n); }) {
      a.truncate(n);
    } else {
      Elements e = unpack(a);
      e.erase(e.begin() + static_cast<std::ptrdiff_t>(n), e.end());
      a = make_vector<R>(std::move(e));
    }
  }

  static V add(const R& ring, const V& a, const V& b, const ExecutionContext& ctx) {
    ctx.charge(std::min(a.size(), b.size()));
    const bool longer = a.size() >= b.size();
    Elements sum = unpack(longer ? a : b);
    const V& shorter = longer ? b : a;
    for (std::size_t i = 0; i < shorter.size(); ++i) sum[i] = ring.add(sum[i], at(shorter, i));
    return pack(ring, std::move(sum));
  }

  static V sub(const R& ring, const V& a, const V& b, const ExecutionContext& ctx) {
    ctx.charge(std::min(a.size(), b.size()));
    Elements difference = unpack(a);
    for (std::size_t i = 0; i < b.size(); ++i) {
      if (i < difference.size())
        difference[i] = ring.sub(difference[i], at(b, i));
      else
        difference.push_back(ring.neg(at(b, i)));
    }
    return pack(ring, std::move(difference));
  }

  static V neg(const R& ring, V a) {
    return mapped(ring, a, [&](const E& e) { return ring.neg(e); });
  }

  static V scale(const R& ring, const V& a, const E& factor, const ExecutionContext& ctx) {
    ctx.charge(a.size());
    return mapped(ring, a, [&](const E& e) { return ring.mul(e, factor); });
  }

  static V mul(const R& ring, const V& a, const V& b, const ExecutionContext& ctx) {
    if (a.size() == 0 || b.size() == 0) return pack(ring, {});
    if constexpr (HasVectorProduct<R>) {
      if (std::optional<V> product = VectorProduct<R>::mul(ring, a, b, ctx)) {
        normalise(ring, *product, ctx);
        return std::move(*product);
      }
    }
    const MemoryReservation reservation(ctx.memory(), (a.size() + b.size()) * sizeof(E));
    Elements product(a.size() + b.size() - 1, ring.zero());
    const GenericProduct<R> multiplier(ring, ctx);
    if constexpr (std::is_same_v<V, Elements>) {
      multiplier.multiply(a, b, product);
    } else {
      const Elements ea = unpack(a);
      const Elements eb = unpack(b);
      multiplier.multiply(ea, eb, product);
    }
    return pack(ring, std::move(product));
  }

  static V shift_left(const R& ring, const V& a, std::size_t k, const ExecutionContext& ctx) {
    ctx.poll();
    if (a.size() == 0) return a;
    const MemoryReservation reservation(ctx.memory(), (a.size() + k) * sizeof(E));
    Elements e(k, ring.zero());
    e.reserve(k + a.size());
    for (std::size_t i = 0; i < a.size(); ++i) e.emplace_back(a[i]);
    return pack(ring, std::move(e));
  }

  static V shift_right(const R& ring, const V& a, std::size_t k, const ExecutionContext& ctx) {
    ctx.poll();
    Elements e;
    for (std::size_t i = k; i < a.size(); ++i) e.emplace_back(a[i]);
    return pack(ring, std::move(e));
  }

  static V derivative(const R& ring, const V& a, const ExecutionContext& ctx) {
    ctx.charge(a.size());
    Elements e;
    for (std::size_t i = 1; i < a.size(); ++i) {
      if (i % 256 == 0) ctx.poll();
      e.push_back(ring.mul(ring.from_integer(Integer(i)), at(a, i)));
    }
    return pack(ring, std::move(e));
  }

  static E evaluate(const R& ring, const V& a, const E& x, const ExecutionContext& ctx) {
    ctx.charge(a.size());
    E value = ring.zero();
    for (std::size_t i = a.size(); i-- != 0;) {
      if (i % 64 == 0) ctx.poll();
      value = ring.add(ring.mul(value, x), at(a, i));
    }
    return value;
  }

  static std::optional<V> try_divide_scalar(const R& ring, const V& a, const E& factor, const ExecutionContext& ctx) {
    Elements e;
    e.reserve(a.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
      ctx.poll();
      std::optional<E> q = ring.try_divide(at(a, i), factor);
      if (!q) return std::nullopt;
      e.push_back(std::move(*q));
    }
    return pack(ring, std::move(e));
  }

  static std::optional<std::pair<V, V>> try_div_rem(const R& ring, const V& a, const V& b,
                                                    const ExecutionContext& ctx) {
    Elements r = unpack(a);
    Elements q;
    const Elements& divisor = elements_of(b);
    const std::size_t nb = b.size();
    if (r.size() >= nb) q.assign(r.size() - nb + 1, ring.zero());
    for (std::size_t top = r.size(); top >= nb && top != 0; --top) {
      if (ring.is_zero(r[top - 1])) continue;
      ctx.poll();
      ctx.charge(nb);
      std::optional<E> step = ring.try_divide(r[top - 1], divisor[nb - 1]);
      if (!step) return std::nullopt;
      const std::size_t shift = top - nb;
      for (std::size_t i = 0; i + 1 < nb; ++i) r[shift + i] = ring.sub(r[shift + i], ring.mul(*step, divisor[i]));
      r[top - 1] = ring.zero();
      q[shift] = std::move(*step);
    }
    return std::pair<V, V>(pack(ring, std::move(q)), pack(ring, std::move(r)));
  }

  static std::optional<V> try_exact_div(const R& ring, const V& a, const V& b, const ExecutionContext& ctx) {
    auto qr = try_div_rem(ring, a, b, ctx);
    if (!qr || qr->second.size() != 0) return std::nullopt;
    return std::move(qr->first);
  }

  static E content(const R& ring, const V& a, const ExecutionContext& ctx) requires GcdDomain<R> {
    if constexpr (Field<R>) {
      return a.size() == 0 ? ring.zero() : ring.one();
    } else {
      E g = ring.zero();
      for (std::size_t i = a.size(); i-- != 0 && !ring.is_one(g);) {
        ctx.poll();
        g = ring.gcd(g, at(a, i));
      }
      return g;
    }
  }

  static V gcd(const R& ring, const V& a, const V& b, const ExecutionContext& ctx) requires GcdDomain<R> {
    if constexpr (HasVectorAlgebra<R>)
      if (a.size() != 0 && b.size() != 0)
        if (std::optional<V> g = VectorAlgebra<R>::gcd(ring, a, b, ctx)) return std::move(*g);
    return gcd_generic(ring, a, b, ctx);
  }
  /// Without what the ring brings along.
  static V gcd_generic(const R& ring, const V& a, const V& b, const ExecutionContext& ctx) requires GcdDomain<R> {
    if constexpr (Field<R>)
      return gcd_euclid(ring, a, b, ctx);
    else
      return gcd_subresultant(ring, a, b, ctx);
  }

 private:
  static Elements unpack(const V& a) {
    if constexpr (std::is_same_v<V, Elements>) {
      return a;
    } else {
      Elements e;
      e.reserve(a.size());
      for (std::size_t i = 0; i < a.size(); ++i) e.emplace_back(a[i]);
      return e;
    }
  }
  /// The list itself, or its elements where the vector is no list of them.
  static decltype(auto) elements_of(const V& a) {
    if constexpr (std::is_same_v<V, Elements>)
      return (a);
    else
      return unpack(a);
  }
  /// Vectors may give out views of their elements.
  static decltype(auto) at(const V& a, std::size_t i) {
    if constexpr (std::is_same_v<decltype(a[i]), const E&>)
      return a[i];
    else
      return E(a[i]);
  }
  static V pack(const R& ring, Elements e) {
    while (!e.empty() && ring.is_zero(e.back())) e.pop_back();
    return make_vector<R>(std::move(e));
  }
  template <class F>
  static V mapped(const R& ring, const V& a, const F& f) {
    Elements e;
    e.reserve(a.size());
    for (std::size_t i = 0; i < a.size(); ++i) e.push_back(f(at(a, i)));
    return pack(ring, std::move(e));
  }
  static V monic(const R& ring, const V& a, const ExecutionContext& ctx) requires Field<R> {
    return a.size() == 0 ? a : scale(ring, a, ring.inverse(at(a, a.size() - 1)), ctx);
  }

  static V gcd_euclid(const R& ring, V a, V b, const ExecutionContext& ctx) requires Field<R> {
    if constexpr (std::is_same_v<R, BigPrimeField>)
      if (const auto g = gcd_big_prime(ring, a, b, ctx)) return monic(ring, *g, ctx);
    if constexpr (std::is_same_v<R, GaussianRationals>)
      if (a.size() != 0 && b.size() != 0) return gcd_gaussian(a, b, ctx);
    while (b.size() != 0) {
      b = monic(ring, b, ctx);
      V r = std::move(try_div_rem(ring, a, b, ctx)->second);
      a = std::move(b);
      b = std::move(r);
    }
    return monic(ring, a, ctx);
  }

  /// a mod b after multiplying a by lc(b)^(deg a - deg b + 1). Precondition: a at least as long as b, b not empty.
  static V pseudo_remainder(const R& ring, const V& a, const V& b, const ExecutionContext& ctx) {
    const Elements& divisor = elements_of(b);
    const E lead = divisor.back();
    const std::size_t steps = a.size() - b.size() + 1;
    Elements r = unpack(a);
    for (std::size_t s = 0; s < steps; ++s) {
      ctx.poll();
      ctx.charge(2 * r.size());
      const E top = r.back();
      r.pop_back();
      for (E& e : r) e = ring.mul(e, lead);
      const std::size_t shift = r.size() + 1 - b.size();
      for (std::size_t i = 0; i + 1 < b.size(); ++i) r[shift + i] = ring.sub(r[shift + i], ring.mul(top, divisor[i]));
    }
    return pack(ring, std::move(r));
  }

  static V primitive(const R& ring, const V& a, const ExecutionContext& ctx) {
    if (a.size() == 0) return a;
    return *try_divide_scalar(ring, a, content(ring, a, ctx), ctx);
  }

  /// The last nonzero subresultant is similar to the gcd of the primitive parts.
  static V gcd_subresultant(const R& ring, const V& a, const V& b, const ExecutionContext& ctx) {
    if (a.size() == 0 || b.size() == 0) return unit_normal(ring, a.size() == 0 ? b : a, ctx);
    const E common = ring.gcd(content(ring, a, ctx), content(ring, b, ctx));
    V f = primitive(ring, a, ctx);
    V h = primitive(ring, b, ctx);
    if (f.size() < h.size()) std::swap(f, h);
    E g = ring.one();
    E s = ring.one();
    while (h.size() != 0) {
      if (h.size() == 1) {
        h = make_vector<R>(Elements{ring.one()});
        return scale(ring, h, common, ctx);
      }
      const std::uint64_t delta = f.size() - h.size();
      V r = pseudo_remainder(ring, f, h, ctx);
      const E divisor = ring.mul(g, pow(ring, s, delta));
      f = std::move(h);
      h = std::move(*try_divide_scalar(ring, r, divisor, ctx));
      g = at(f, f.size() - 1);
      // s = g^delta s^(1 - delta), an exact division
      if (delta != 0) s = *ring.try_divide(pow(ring, g, delta), pow(ring, s, delta - 1));
    }
    return unit_normal(ring, scale(ring, primitive(ring, f, ctx), common, ctx), ctx);
  }

  /// The associate whose leading coefficient is its own gcd with zero (positive over the integers).
  static V unit_normal(const R& ring, const V& a, const ExecutionContext& ctx) {
    if (a.size() == 0) return a;
    const E lead = at(a, a.size() - 1);
    const E unit = *ring.try_divide(lead, ring.gcd(lead, ring.zero()));
    return *try_divide_scalar(ring, a, unit, ctx);
  }
};

// Compiled in src/poly/dense/dense_generic.cpp.
extern template struct POLYFORK_EXPORT DenseOps<GaussianRationals>;
extern template struct POLYFORK_EXPORT DenseOps<BigPrimeField>;

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
