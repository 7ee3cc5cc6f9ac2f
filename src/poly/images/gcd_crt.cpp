// Garner's step: x mod M and r mod p give x + M t with t = (r - x) / M mod p.
//
// Cost of a step: one row reduction modulo p and one multiply-and-add of a row, 2 n limbs(M) limb operations; k primes
// cost O(k^2 n). The rows have room for further primes and are laid out anew when it is used up, twice as wide.
// Literature: Garner, IRE Trans. EC 1959; Knuth, TAOCP 2, 4.3.2. Unlike CrtBasis, the number of primes needs not be
// known before, and whether the integers still change is seen after each one.
#include "poly/images/gcd_crt.hpp"

#include <algorithm>
#include <utility>

#include <polyfork/core/parallel.hpp>
#include <polyfork/core/workspace.hpp>

#include "poly/rows/limb_rows.hpp"
#include "poly/rows/stripes.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// Rows of so many limbs that a task on them is worth its fork.
std::size_t rows_grain(std::size_t limbs) noexcept {
  return std::max<std::size_t>(16, (std::size_t{1} << 14) / (limbs + 1));
}

std::size_t bits_of(const mp_limb_t* p, std::size_t n) noexcept {
  while (n != 0 && p[n - 1] == 0) --n;
  return n == 0 ? 0 : mpn_sizeinbase(p, static_cast<mp_size_t>(n), 2);
}

}  // namespace

IncrementalCrt::IncrementalCrt(std::span<const std::uint64_t> residues, std::uint64_t p)
    : count_(residues.size()), own_(count_ + 2) {
  lay_out(own_.data(), 1);
  *modulus_ = p;
  *half_ = p >> 1;
  std::copy(residues.begin(), residues.end(), rows_);
}

IncrementalCrt::IncrementalCrt(std::span<const std::uint64_t> residues, std::uint64_t p, std::span<mp_limb_t> room)
    : count_(residues.size()) {
  lay_out(room.data(), room.size() / (count_ + 2));
  *modulus_ = p;
  *half_ = p >> 1;
  for (std::size_t i = 0; i < count_; ++i) *row(i) = residues[i];
}

void IncrementalCrt::lay_out(mp_limb_t* room, std::size_t stride) noexcept {
  stride_ = stride;
  modulus_ = room;
  half_ = room + stride;
  rows_ = half_ + stride;
}

void IncrementalCrt::widen(const ExecutionContext& ctx) {
  const IncrementalCrt before = std::move(*this);
  const std::size_t wider = std::max<std::size_t>(4, 2 * before.stride_);
  own_.assign((count_ + 2) * wider, 0);
  lay_out(own_.data(), wider);
  std::copy_n(before.modulus_, limbs_, modulus_);
  std::copy_n(before.half_, limbs_, half_);
  parallel_for(ctx, count_, rows_grain(wider), [&](std::size_t begin, std::size_t end) {
    ctx.poll();
    for (std::size_t i = begin; i < end; ++i) std::copy_n(before.row(i), limbs_, row(i));
  });
}

void IncrementalCrt::add(std::span<const std::uint64_t> residues, const WordModulus& modulus,
                         const ExecutionContext& ctx) {
  if (limbs_ + 1 > stride_) widen(ctx);
  const auto n = static_cast<mp_size_t>(limbs_);
  const std::uint64_t p = modulus.value();
  const std::uint64_t inverse = modulus.inverse(mpn_mod_1(modulus_, n, p));
  const std::uint64_t inverse_shoup = modulus.shoup(inverse);
  parallel_for(ctx, count_, rows_grain(limbs_), [&](std::size_t begin, std::size_t end) {
    ctx.poll();
    ctx.charge(2 * (end - begin) * limbs_);
    for (std::size_t i = begin; i < end; ++i) {
      mp_limb_t* x = row(i);
      const std::uint64_t difference = modulus.sub(residues[i], mpn_mod_1(x, n, p));
      const std::uint64_t t = modulus.mul_shoup(difference, inverse, inverse_shoup);
      x[limbs_] = mpn_addmul_1(x, modulus_, n, t);
    }
  });
  modulus_[limbs_] = mpn_mul_1(modulus_, modulus_, n, p);
  if (modulus_[limbs_] != 0) ++limbs_;
  mpn_rshift(half_, modulus_, static_cast<mp_size_t>(limbs_), 1);
}

bool IncrementalCrt::symmetric(std::size_t i, mp_limb_t* out) const noexcept {
  const auto n = static_cast<mp_size_t>(limbs_);
  const bool negative = mpn_cmp(row(i), half_, n) > 0;
  if (negative)
    mpn_sub_n(out, modulus_, row(i), n);
  else
    std::copy_n(row(i), limbs_, out);
  return negative;
}

bool IncrementalCrt::settled(std::size_t slack_bits, const ExecutionContext& ctx) const {
  const std::size_t bits = modulus_bits();
  const auto short_enough = [&](std::size_t i, mp_limb_t* scratch) {
    symmetric(i, scratch);
    return bits_of(scratch, limbs_) + slack_bits <= bits;
  };
  // What has not settled mostly shows in the first integers.
  const std::size_t first = std::min<std::size_t>(count_, 64);
  {
    Workspace::Frame frame;
    mp_limb_t* const scratch = frame.allocate<mp_limb_t>(limbs_).data();
    for (std::size_t i = 0; i < first; ++i)
      if (!short_enough(i, scratch)) return false;
  }
  if (first == count_) return true;
  return parallel_reduce<bool>(
      ctx, count_ - first, rows_grain(limbs_), true,
      [&](std::size_t begin, std::size_t end) {
        ctx.poll();
        Workspace::Frame frame;
        mp_limb_t* const scratch = frame.allocate<mp_limb_t>(limbs_).data();
        for (std::size_t i = begin; i < end; ++i)
          if (!short_enough(first + i, scratch)) return false;
        return true;
      },
      [](bool left, bool right) { return left && right; });
}

std::size_t IncrementalCrt::modulus_bits() const noexcept { return bits_of(modulus_, limbs_); }

std::size_t IncrementalCrt::largest_bits(const ExecutionContext& ctx) const {
  return parallel_reduce<std::size_t>(
      ctx, count_, rows_grain(limbs_), 0,
      [&](std::size_t begin, std::size_t end) {
        ctx.poll();
        Workspace::Frame frame;
        mp_limb_t* const magnitude = frame.allocate<mp_limb_t>(limbs_).data();
        mp_limb_t* const any = frame.allocate<mp_limb_t>(limbs_).data();
        std::fill_n(any, limbs_, 0);
        for (std::size_t i = begin; i < end; ++i) {
          symmetric(i, magnitude);
          for (std::size_t j = 0; j < limbs_; ++j) any[j] |= magnitude[j];
        }
        return bits_of(any, limbs_);
      },
      [](std::size_t left, std::size_t right) { return std::max(left, right); });
}

IntegerVector IncrementalCrt::lift(const ExecutionContext& ctx) const {
  IntegerVector out(count_, limbs_);
  parallel_for(ctx, count_, rows_grain(limbs_), [&](std::size_t begin, std::size_t end) {
    ctx.poll();
    for (std::size_t i = begin; i < end; ++i) {
      const bool negative = symmetric(i, out.row(i));
      out.set_signed_size(i, signed_size(strip(out.row(i), limbs_), negative));
    }
  });
  out.compact(false, ctx);
  return out;
}

void IncrementalCrt::lift_into(IntegerVector& out, const ExecutionContext& ctx) const {
  if (count_ > IntegerVector::stripe_rows) {
    out = lift(ctx);
    return;
  }
  Workspace::Frame frame;
  const auto magnitudes = frame.allocate<mp_limb_t>(count_ * limbs_);
  const auto sizes = frame.allocate<std::int32_t>(count_);
  for (std::size_t i = 0; i < count_; ++i) {
    mp_limb_t* const magnitude = magnitudes.data() + i * limbs_;
    const bool negative = symmetric(i, magnitude);
    sizes[i] = signed_size(strip(magnitude, limbs_), negative);
  }
  write_views(
      out, count_, [&](std::size_t i) { return IntegerView(magnitudes.data() + i * limbs_, sizes[i]); }, ctx);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
