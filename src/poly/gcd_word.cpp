// Euclid's algorithm in Z/pZ[x].
//
// Nearly all quotients have degree one. Such a step multiplies by lc(v)^2 instead of inverting it (an inversion
// costs as much as a row of a thousand coefficients): with l = lc(v), u1 = lc(u) and t = l u[n-2] - u1 v[n-3],
//   r = l^2 u - (l u1 x + t) v,
// three products and one reduction per coefficient. Other steps divide as in division_word.cpp. Cost: about
// n m / 2 columns for coprime inputs; memory: one quotient.
// Preconditions: residues in [0, p), p prime below 2^63. The caller charges the quotient, as long as the longer operand.
// Literature: von zur Gathen, Gerhard, Modern Computer Algebra, chapter 3. A half-gcd would win above some thousand
// coefficients, once products modulo p are fast.
#include "poly/gcd_word.hpp"

#include <algorithm>
#include <utility>

#include <polyfork/core/workspace.hpp>
#include <polyfork/poly/detail/dense_ops.hpp>

#include "poly/division_word.hpp"

namespace polyfork::inline v1 {
namespace detail {

namespace {

__extension__ using Wide = unsigned __int128;

/// u = lc(v)^2 u mod v for u one longer than v, v.size() >= 2; returns the normalised length of u.
std::size_t linear_step(std::span<std::uint64_t> u, std::span<const std::uint64_t> v, const WordModulus& m) noexcept {
  const std::size_t nv = v.size();
  const std::uint64_t p = m.value();
  const std::uint64_t lead = v[nv - 1];
  const std::uint64_t top = u[nv];
  const std::uint64_t square = m.mul(lead, lead);
  const std::uint64_t q1 = m.neg(m.mul(lead, top));
  const std::uint64_t q0 = m.sub(m.mul(top, v[nv - 2]), m.mul(lead, u[nv - 1]));
  u[0] = m.add(m.mul(square, u[0]), m.mul(q0, v[0]));
  for (std::size_t i = 1; i + 1 < nv; ++i) {
    const Wide sum = Wide{square} * u[i] + Wide{q1} * v[i - 1] + Wide{q0} * v[i];  // below 3 p^2 < 2^128
    std::uint64_t high = static_cast<std::uint64_t>(sum >> 64);                    // below 1.5 p
    high = high >= p ? high - p : high;
    u[i] = m.reduce(high, static_cast<std::uint64_t>(sum));
  }
  return word_length(u.first(nv - 1));
}

}  // namespace

std::span<std::uint64_t> word_gcd(std::span<std::uint64_t> u, std::span<std::uint64_t> v, const WordModulus& modulus,
                                  const ExecutionContext& ctx) {
  u = u.first(word_length(u));
  v = v.first(word_length(v));
  if (u.size() < v.size()) std::swap(u, v);
  std::size_t work = 0;
  while (v.size() > 1) {
    if (u.size() == v.size() + 1) {
      u = u.first(linear_step(u, v, modulus));
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
  const MemoryReservation reservation(ctx.memory(), 2 * (a.size() + b.size()) * sizeof(std::uint64_t));
  V u(a);
  V v(b);
  const auto g = word_gcd(u, v, ring.word_modulus(), ctx);
  if (g.empty()) return {};
  word_set_leading(g, 1, ring.word_modulus());
  return V(g.begin(), g.end());
}

}  // namespace detail
}  // namespace polyfork::inline v1
