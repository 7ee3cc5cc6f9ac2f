// Garner's step: x mod M and r mod p give x + M t with t = (r - x) / M mod p.
//
// Cost of a step: one row reduction modulo p and one multiply-and-add of a row, 2 n limbs(M) limb operations; k primes
// cost O(k^2 n). The rows have room for further primes and are laid out anew when it is used up, twice as wide.
// Literature: Garner, IRE Trans. EC 1959; Knuth, TAOCP 2, 4.3.2. Unlike CrtBasis, the number of primes needs not be
// known before, and whether the integers still change is seen after each one.
#include "poly/images/gcd_crt.hpp"

#include <algorithm>

#include <polyfork/core/parallel.hpp>
#include <polyfork/core/workspace.hpp>

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
    : count_(residues.size()), modulus_{p}, half_{p >> 1}, rows_(residues.begin(), residues.end()) {}

void IncrementalCrt::widen(const ExecutionContext& ctx) {
  const std::size_t wider = std::max<std::size_t>(4, 2 * stride_);
  std::vector<mp_limb_t> rows(count_ * wider, 0);
  parallel_for(ctx, count_, rows_grain(wider), [&](std::size_t begin, std::size_t end) {
    ctx.poll();
    for (std::size_t i = begin; i < end; ++i)
      std::copy_n(row(i), limbs_, rows.begin() + static_cast<std::ptrdiff_t>(i * wider));
  });
  rows_ = std::move(rows);
  stride_ = wider;
}

void IncrementalCrt::add(std::span<const std::uint64_t> residues, const WordModulus& modulus,
                         const ExecutionContext& ctx) {
  if (limbs_ + 1 > stride_) widen(ctx);
  const auto n = static_cast<mp_size_t>(limbs_);
  const std::uint64_t p = modulus.value();
  const std::uint64_t inverse = modulus.inverse(mpn_mod_1(modulus_.data(), n, p));
  const std::uint64_t inverse_shoup = modulus.shoup(inverse);
  parallel_for(ctx, count_, rows_grain(limbs_), [&](std::size_t begin, std::size_t end) {
    ctx.poll();
    ctx.charge(2 * (end - begin) * limbs_);
    for (std::size_t i = begin; i < end; ++i) {
      mp_limb_t* x = row(i);
      const std::uint64_t difference = modulus.sub(residues[i], mpn_mod_1(x, n, p));
      const std::uint64_t t = modulus.mul_shoup(difference, inverse, inverse_shoup);
      x[limbs_] = mpn_addmul_1(x, modulus_.data(), n, t);
    }
  });
  modulus_.push_back(0);
  modulus_[limbs_] = mpn_mul_1(modulus_.data(), modulus_.data(), n, p);
  if (modulus_[limbs_] != 0) ++limbs_;
  modulus_.resize(limbs_);
  half_.resize(limbs_);
  mpn_rshift(half_.data(), modulus_.data(), static_cast<mp_size_t>(limbs_), 1);
}

bool IncrementalCrt::symmetric(std::size_t i, mp_limb_t* out) const noexcept {
  const auto n = static_cast<mp_size_t>(limbs_);
  const bool negative = mpn_cmp(row(i), half_.data(), n) > 0;
  if (negative)
    mpn_sub_n(out, modulus_.data(), row(i), n);
  else
    std::copy_n(row(i), limbs_, out);
  return negative;
}

bool IncrementalCrt::settled(std::size_t slack_bits, const ExecutionContext& ctx) const {
  const std::size_t bits = modulus_bits();
  std::vector<mp_limb_t> magnitude(limbs_);
  const auto short_enough = [&](std::size_t i, mp_limb_t* scratch) {
    symmetric(i, scratch);
    return bits_of(scratch, limbs_) + slack_bits <= bits;
  };
  // What has not settled mostly shows in the first integers.
  const std::size_t first = std::min<std::size_t>(count_, 64);
  for (std::size_t i = 0; i < first; ++i)
    if (!short_enough(i, magnitude.data())) return false;
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

std::size_t IncrementalCrt::modulus_bits() const noexcept { return bits_of(modulus_.data(), limbs_); }

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
      std::size_t size = limbs_;
      while (size != 0 && out.row(i)[size - 1] == 0) --size;
      out.set_signed_size(i, negative ? -static_cast<int>(size) : static_cast<int>(size));
    }
  });
  out.compact(false, ctx);
  return out;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
