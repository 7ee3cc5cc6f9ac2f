// Euclid's algorithm in Z/pZ[x].
//
// Nearly all quotients have degree one. Such a step multiplies by lc(v)^2 instead of inverting it (an inversion
// costs as much as a row of a thousand coefficients): with l = lc(v), u1 = lc(u) and t = l u[n-2] - u1 v[n-3],
//   r = l^2 u - (l u1 x + t) v,
// three products and one reduction per coefficient. Other steps divide as in division_word.cpp. Cost: about
// n m / 2 columns for coprime inputs; memory: one quotient.
// Preconditions: residues in [0, p), p prime below 2^63. The caller charges the quotient, as long as the longer
// operand. Literature: von zur Gathen, Gerhard, Modern Computer Algebra, chapter 3. Long operands go through
// half_gcd.cpp first.
#include "poly/residues/gcd_word.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include <polyfork/core/workspace.hpp>
#include <polyfork/poly/dense/detail/dense_ops.hpp>

#include "core/polled.hpp"
#include "core/short_reservation.hpp"
#include "poly/residues/division_word.hpp"
#include "poly/residues/half_gcd.hpp"
#include "poly/residues/short_euclid.hpp"
#include "ring/index_multiples.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

__extension__ using Wide = unsigned __int128;

/// -p^-1 modulo 2^64 for odd p; p itself is right in the lowest three binary digits.
std::uint64_t negative_inverse(std::uint64_t p) noexcept {
  std::uint64_t inverse = p;
  for (int i = 0; i < 5; ++i) inverse *= 2 - p * inverse;
  return 0 - inverse;
}

/// u = lc(v)^2 u mod v for u one longer than v, v.size() >= 2; returns the normalised length of u.
std::size_t linear_step(LinearRows& rows, std::span<std::uint64_t> u, std::span<const std::uint64_t> v,
                        const WordModulus& m, const ExecutionContext& ctx) {
  const std::size_t nv = v.size();
  const std::uint64_t lead = v[nv - 1];
  const std::uint64_t top = u[nv];
  rows.set(m.mul(lead, lead), m.neg(m.mul(lead, top)), m.sub(m.mul(top, v[nv - 2]), m.mul(lead, u[nv - 1])));
  polled_for(ctx, nv - 1, [&](std::size_t begin, std::size_t end) { rows.apply(u.data(), begin, end, v); });
  return word_length(u.first(nv - 1));
}

}  // namespace

WordTuning with_euclid_of(std::size_t modulus_bits, WordTuning tuning) {
  // Modulo primes below 16 many quotients are longer, and their rows run word by word.
  if (modulus_bits < 5 || modulus_bits > 50 || mod_vector_kernels().add_products_mod52 == nullptr) return tuning;
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max() / 5;
  tuning.half_gcd_length = 5 * std::min(tuning.half_gcd_length, most) / 3;
  tuning.gcd_length = 5 * std::min(tuning.gcd_length, most) / 2;
  return tuning;
}

LinearRows::LinearRows(const WordModulus& m)
    : m_(m),
      kernel_(m.value() % 2 == 1 && m.value() >> 50 == 0 ? mod_vector_kernels().add_products_mod52 : nullptr),
      p_(m.value()),
      negative_inverse_(negative_inverse(m.value())),
      scale_(m.value() == 2 ? 1 : m.pow(2, in_vectors() ? 52 : 64)) {}

void LinearRows::set(std::uint64_t c, std::uint64_t q1, std::uint64_t q0) noexcept {
  c_ = m_.mul(c, scale_);
  q1_ = m_.mul(q1, scale_);
  q0_ = m_.mul(q0, scale_);
}

/// wide: p >= 2^62, where the high word of a sum may exceed p.
template <bool wide>
inline std::uint64_t LinearRows::at(std::uint64_t u, std::uint64_t below, std::uint64_t v) const noexcept {
  const Wide sum = Wide{c_} * u + Wide{q1_} * below + Wide{q0_} * v;  // below 3 p^2 < 2^128
  std::uint64_t high = static_cast<std::uint64_t>(sum >> 64);         // below 3 p^2 / 2^64 < 1.5 p
  if constexpr (wide) high = high >= p_ ? high - p_ : high;
  // The low word of m p is minus the sum's, so sum + m p is (high + (m p >> 64) + carry) 2^64, with 0 < p - that word.
  const std::uint64_t m = 0 - static_cast<std::uint64_t>(sum) * negative_inverse_;
  const auto minus = static_cast<std::uint64_t>((Wide{m} * p_) >> 64);
  return high >= minus ? high - minus : high + p_ - minus;
}

void LinearRows::apply(std::uint64_t* u, std::size_t begin, std::size_t end,
                       std::span<const std::uint64_t> v) const noexcept {
  if (in_vectors()) {
    apply_vectors(u, begin, end, v);
  } else if (p_ == 2) {
    for (std::size_t i = end; i-- != begin;)
      u[i] = (c_ & u[i]) ^ (i < v.size() ? q0_ & v[i] : 0) ^ (i != 0 && i <= v.size() ? q1_ & v[i - 1] : 0);
  } else if (p_ >> 62 == 0) {
    apply_odd<false>(u, begin, end, v);
  } else {
    apply_odd<true>(u, begin, end, v);
  }
}

void LinearRows::apply_vectors(std::uint64_t* u, std::size_t begin, std::size_t end,
                               std::span<const std::uint64_t> v) const noexcept {
  if (begin == end) return;
  const ModRow row{c_, q1_, q0_, p_, negative_inverse_ & ((std::uint64_t{1} << 52) - 1)};
  const auto at_end = [&](std::size_t i) {  // one of v's words is missing
    const std::uint64_t words[2] = {i == 0 ? 0 : v[i - 1], i < v.size() ? v[i] : 0};
    kernel_(u + i, words + 1, 1, row);
  };
  if (begin == 0) at_end(begin++);
  const std::size_t inner = std::min(end, v.size());
  if (begin < inner) kernel_(u + begin, v.data() + begin, inner - begin, row);
  if (end > v.size() && end > begin) at_end(end - 1);
}

template <bool wide>
void LinearRows::apply_odd(std::uint64_t* u, std::size_t begin, std::size_t end,
                           std::span<const std::uint64_t> v) const noexcept {
  const LinearRows rows = *this;  // in registers: the compiler must assume that stores to u change *this
  if (begin == end) return;
  const std::size_t inner = std::min(end, v.size());
  std::uint64_t below = begin == 0 ? 0 : v[begin - 1];
  for (std::size_t i = begin; i < inner; ++i) {
    const std::uint64_t here = v[i];
    u[i] = rows.at<wide>(u[i], below, here);
    below = here;
  }
  if (end > v.size()) u[end - 1] = rows.at<wide>(u[end - 1], below, 0);
}

std::span<std::uint64_t> word_gcd(std::span<std::uint64_t> u, std::span<std::uint64_t> v, const WordModulus& modulus,
                                  const ExecutionContext& ctx) {
  u = u.first(word_length(u));
  v = v.first(word_length(v));
  if (u.size() < v.size()) std::swap(u, v);
  std::size_t work = 0;
  LinearRows rows(modulus);
  while (v.size() > 1) {
    if (u.size() == v.size() + 1) {
      u = u.first(linear_step(rows, u, v, modulus, ctx));
    } else {
      Workspace::Frame frame;
      const auto quotient = frame.allocate<std::uint64_t>(u.size() - v.size() + 1);
      word_div_rem(u, v, quotient, modulus, ctx);
      u = u.first(word_length(u.first(v.size() - 1)));
    }
    std::swap(u, v);
    work += 2 * u.size();
    if (work >= (std::size_t{1} << 16)) {
      ctx.poll();
      ctx.charge(work);
      work = 0;
    }
  }
  ctx.charge(work);
  return v.empty() ? u : v;
}

void word_set_leading(std::span<std::uint64_t> a, std::uint64_t factor, const WordModulus& modulus) noexcept {
  const std::uint64_t lead = a[a.size() - 1];
  if (lead == factor) return;
  const std::uint64_t w = modulus.mul(factor, modulus.inverse(lead));
  const std::uint64_t w_shoup = modulus.shoup(w);
  for (std::uint64_t& c : a) c = modulus.mul_shoup(c, w, w_shoup);
}

ResidueVector DenseOps<PrimeField>::gcd(const PrimeField& ring, const V& a, const V& b, const ExecutionContext& ctx) {
  V g;
  gcd_into(ring, g, a, b, ctx);
  return g;
}

namespace {

/// On the stack, where that is faster.
bool gcd_short_into(const PrimeField& ring, ResidueVector& out, const ResidueVector& a, const ResidueVector& b,
                    const ExecutionContext& ctx) {
  if (!prefers_short_euclid(std::max(a.size(), b.size()), ring.modulus(), ctx)) return false;
  ctx.poll();
  ctx.charge(a.size() * b.size());
  std::uint64_t words[most_short_residues];
  const std::size_t size = short_gcd(words, a, b, ring.word_modulus());
  if (size == out.size()) {
    std::copy_n(words, size, out.data());
  } else {
    const MemoryReservation reservation = reserve_unless_short(ctx, size * sizeof(std::uint64_t));
    out.assign(words, words + size);
  }
  return true;
}

}  // namespace

void DenseOps<PrimeField>::gcd_into(const PrimeField& ring, V& out, const V& a, const V& b,
                                    const ExecutionContext& ctx) {
  constexpr std::size_t always_euclid = most_short_residues;  // whatever the modulus
  if (gcd_short_into(ring, out, a, b, ctx)) return;
  const MemoryReservation reservation = reserve_unless_short(ctx, 2 * (a.size() + b.size()) * sizeof(std::uint64_t));
  const WordModulus modulus = ring.word_modulus();
  if (std::max(a.size(), b.size()) <= always_euclid && ctx.tuning().empty()) {
    Workspace::Frame frame;
    const auto copied = [&](const V& v) {
      const std::span<std::uint64_t> words = frame.allocate<std::uint64_t>(v.size());
      std::copy(v.begin(), v.end(), words.begin());
      return words;
    };
    const std::span<std::uint64_t> u = copied(a);
    const std::span<std::uint64_t> g = word_gcd(u, copied(b), modulus, ctx);
    out.assign(g.begin(), g.end());
  } else {
    out = gcd_words(WordAlgebra(ring, ctx), a, b);
  }
  if (!out.empty()) word_set_leading(out, 1, modulus);
}

bool is_square_free_mod(const PrimeField& ring, const ResidueVector& a, const ExecutionContext& ctx) {
  if (a.size() <= 2) return true;
  if (!prefers_short_euclid(a.size(), ring.modulus(), ctx)) {
    const ResidueVector slope = DenseOps<PrimeField>::derivative(ring, a, ctx);
    return DenseOps<PrimeField>::gcd(ring, a, slope, ctx).size() == 1;
  }
  ctx.poll();
  ctx.charge(a.size() * a.size());
  const WordModulus modulus = ring.word_modulus();
  std::uint64_t slope[most_short_residues];
  multiples_by_index(modulus, a.data(), a.size(), slope, ctx);
  const std::size_t size = word_length({slope, a.size() - 1});
  if (size <= 1) return size == 1;  // a p-th power has the derivative 0
  std::uint64_t g[most_short_residues];
  return short_gcd(g, a, {slope, size}, modulus) == 1;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
