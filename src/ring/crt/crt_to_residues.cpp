// Integers to residues, portable; the vector kernels' version is crt_to_residues_panels.cpp.
//
// An integer is cut into blocks of 64 limbs. The residue of a block is the dot product of its limbs with the powers
// of 2^64 modulo p, summed in three words and reduced once; blocks are joined by Horner's rule. So a limb costs one
// multiplication and an addition with carry, and the powers take 64 words per prime however long the integers are.
// A tile of one block of one stripe, 32 KiB, stays in the first two caches while all primes pass over it.
// Cost: size * limbs * n word products; memory 512 bytes per prime, and a stripe of rows in two's complement per task.
#include <polyfork/ring/crt_basis.hpp>

#include <algorithm>

#include <polyfork/core/error.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/core/workspace.hpp>
#include <polyfork/ring/residue_vector.hpp>

#include "core/limits.hpp"
#include "ring/crt/crt_grain.hpp"
#include "ring/crt/crt_tables.hpp"
#include "ring/integer_rows.hpp"

namespace polyfork {
inline namespace v1 {

namespace {

__extension__ using wide = unsigned __int128;
constexpr std::size_t block_limbs = detail::crt_portable_block;

/// sum of limbs[i] powers[i] mod p; powers < p < 2^63, n <= 64.
std::uint64_t dot(const mp_limb_t* limbs, const std::uint64_t* powers, std::size_t n, const WordModulus& p) noexcept {
  if (n == 1) return p.reduce(limbs[0]);  // the first power is 1
  wide sum = 0;
  std::uint64_t carry = 0;
  std::size_t i = 0;
  for (; i + 2 <= n; i += 2) {
    // Each product is below 2^127, so that two fit before the carry must be looked at.
    const wide pair = wide{limbs[i]} * powers[i] + wide{limbs[i + 1]} * powers[i + 1];
    carry += __builtin_add_overflow(sum, pair, &sum);
  }
  if (i < n) carry += __builtin_add_overflow(sum, wide{limbs[i]} * powers[i], &sum);
  const std::uint64_t top = carry == 0 ? 0 : p.reduce(carry);
  return p.reduce(p.reduce(top, static_cast<std::uint64_t>(sum >> 64)), static_cast<std::uint64_t>(sum));
}

/// 2^(64 i) mod p for i < count, and one more for Horner's rule.
void fill_powers(std::uint64_t* powers, std::size_t count, const WordModulus& p) noexcept {
  powers[0] = p.reduce(1);
  for (std::size_t i = 1; i <= count; ++i) powers[i] = p.reduce(powers[i - 1], 0);
}

}  // namespace

void CrtBasis::to_residues(const IntegerVector& values, std::span<const std::span<std::uint64_t>> residues,
                           const ExecutionContext& ctx) const {
  to_residues_of_part(values, residues, detail::saturating_mul(size(), values.size()), ctx);
}

void CrtBasis::to_residues_of_part(const IntegerVector& values, std::span<const std::span<std::uint64_t>> residues,
                                   std::size_t all_words, const ExecutionContext& ctx) const {
  convert(detail::IntegerSource(values), residues, all_words, ctx);
}

void detail::rows_to_residues(const CrtBasis& basis, const IntegerRows& rows,
                              std::span<const std::span<std::uint64_t>> residues, const ExecutionContext& ctx) {
  basis.convert(IntegerSource(rows), residues, saturating_mul(basis.size(), rows.count), ctx);
}

void CrtBasis::convert(const detail::IntegerSource& values, std::span<const std::span<std::uint64_t>> residues,
                       std::size_t all_words, const ExecutionContext& ctx) const {
  if (residues.size() != size()) throw DomainError("one array of residues per prime is needed");
  for (const auto& r : residues)
    if (r.size() != values.size()) throw DomainError("the arrays of residues must be as long as the vector");
  if (values.size() == 0) return;
  if (tables_ != nullptr) return detail::to_residues_panels(*tables_, values, residues, all_words, ctx);

  const std::size_t limbs = std::max<std::size_t>(1, values.most_limbs(ctx));
  const std::size_t powers_used = std::min(limbs, block_limbs);
  const std::size_t powers_stride = powers_used + 1;
  const MemoryReservation reservation(ctx.memory(), size() * powers_stride * sizeof(std::uint64_t));
  ResidueVector powers(size() * powers_stride);
  for (std::size_t j = 0; j < size(); ++j) fill_powers(powers.data() + j * powers_stride, powers_used, moduli_[j]);

  const auto convert_stripe = [&](std::size_t stripe) {
    const std::size_t begin = stripe * IntegerVector::stripe_rows;
    const std::size_t count = std::min(IntegerVector::stripe_rows, values.size() - begin);
    Workspace::Frame frame;
    const detail::IntegerRows rows = magnitudes_of(values.rows(begin, count), frame);
    const std::size_t blocks = (rows.width + block_limbs - 1) / block_limbs;
    for (const auto& r : residues) std::fill_n(r.data() + begin, count, 0);
    for (std::size_t block = blocks; block-- > 0;) {
      const std::size_t first = block * block_limbs;
      for (std::size_t j = 0; j < size(); ++j) {
        ctx.poll();
        const WordModulus p = moduli_[j];
        const std::uint64_t* table = powers.data() + j * powers_stride;
        std::uint64_t* out = residues[j].data() + begin;
        for (std::size_t i = 0; i < count; ++i) {
          const int signed_size = rows.sizes[i];
          const std::size_t n = static_cast<std::size_t>(signed_size < 0 ? -signed_size : signed_size);
          if (n <= first) continue;
          std::uint64_t r = dot(rows.row(i) + first, table, std::min(n - first, block_limbs), p);
          if (n > first + block_limbs) r = p.add(r, p.mul(out[i], table[block_limbs]));
          out[i] = block == 0 && rows.is_negative(i) ? p.neg(r) : r;
        }
      }
    }
    ctx.charge(count * size() * (1 + rows.width));
  };
  const std::size_t stripes = (values.size() + IntegerVector::stripe_rows - 1) / IntegerVector::stripe_rows;
  parallel_for(ctx, stripes, detail::stripe_grain(size() * (1 + limbs)), [&](std::size_t begin, std::size_t end) {
    for (std::size_t stripe = begin; stripe < end; ++stripe) convert_stripe(stripe);
  });
}

}  // namespace v1
}  // namespace polyfork
