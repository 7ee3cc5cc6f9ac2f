// Accumulators of sparse products: sums of products of words, of integers of any size, and modulo p.
#include "poly/multi_products/multi_sums.hpp"

#include <algorithm>
#include <atomic>
#include <cstdlib>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>

#include "poly/rows/stripes.hpp"
#include "ring/limb_products.hpp"
#include "ring/unwritten_integers.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

void add_integer_product(std::span<mp_limb_t> sum, IntegerView a, IntegerView b,
                         std::span<mp_limb_t> scratch) noexcept {
  const auto x = a.limbs();
  const auto y = b.limbs();
  if (x.empty() || y.empty()) return;
  mul_short_limbs(scratch.data(), x.data(), x.size(), y.data(), y.size());
  const auto n = static_cast<mp_size_t>(sum.size());
  // The top limb of the product may be zero and stand above the sum's limbs.
  const auto m = static_cast<mp_size_t>(std::min(x.size() + y.size(), sum.size()));
  if ((a.signed_size() < 0) != (b.signed_size() < 0))
    mpn_sub(sum.data(), sum.data(), n, scratch.data(), m);
  else
    mpn_add(sum.data(), sum.data(), n, scratch.data(), m);
}

int to_signed_magnitude(std::span<mp_limb_t> sum) noexcept {
  auto n = static_cast<mp_size_t>(sum.size());
  const bool negative = static_cast<std::int64_t>(sum[sum.size() - 1]) < 0;
  if (negative) mpn_neg(sum.data(), sum.data(), n);
  while (n != 0 && sum[static_cast<std::size_t>(n) - 1] == 0) --n;
  return static_cast<int>(negative ? -n : n);
}

namespace {

template <class Piece>
std::vector<std::size_t> offsets(std::span<const Piece> pieces) {
  std::vector<std::size_t> starts(pieces.size() + 1, 0);
  for (std::size_t i = 0; i < pieces.size(); ++i) starts[i + 1] = starts[i] + pieces[i].size();
  return starts;
}

/// The strides that a vector of all pieces needs; each stripe's is the largest, whoever finds it.
std::vector<std::uint32_t> joined_strides(std::span<const IntegerPiece> pieces, const std::vector<std::size_t>& starts,
                                          const ExecutionContext& ctx) {
  constexpr std::size_t rows = IntegerVector::stripe_rows;
  std::vector<std::uint32_t> strides((starts.back() + rows - 1) / rows, 0);
  parallel_for(ctx, pieces.size(), 4, [&](std::size_t begin, std::size_t end) {
    for (std::size_t p = begin; p < end; ++p) {
      for (std::size_t i = 0; i < pieces[p].size();) {
        const std::size_t stripe = (starts[p] + i) / rows;
        std::uint32_t widest = 0;
        for (; i < pieces[p].size() && (starts[p] + i) / rows == stripe; ++i)
          widest = std::max(widest, static_cast<std::uint32_t>(std::abs(pieces[p].sizes[i])));
        const std::atomic_ref<std::uint32_t> stride(strides[stripe]);
        std::uint32_t seen = stride.load(std::memory_order_relaxed);
        while (seen < widest && !stride.compare_exchange_weak(seen, widest, std::memory_order_relaxed)) {
        }
      }
    }
  });
  return strides;
}

}  // namespace

std::uint64_t* remake_terms(SparseTerms<Integers>& out, MonomialLayout layout, std::size_t terms, std::size_t stride) {
  remake_unwritten(out.coefficients, terms, stride);
  try {
    return out.monomials.remake(layout, terms);
  } catch (...) {
    out = {PackedMonomials(layout), {}};
    throw;
  }
}

IntegerVector joined_integers(std::span<const IntegerPiece> pieces, const ExecutionContext& ctx) {
  constexpr std::size_t rows = IntegerVector::stripe_rows;
  const std::vector<std::size_t> starts = offsets(pieces);
  const std::vector<std::uint32_t> strides = joined_strides(pieces, starts, ctx);
  std::size_t limbs = 0;
  for (const std::uint32_t stride : strides) limbs += stride * rows;
  const MemoryReservation reservation(ctx.memory(), vector_bytes(starts.back(), limbs));
  IntegerVector result = unwritten_integers(starts.back(), strides);
  parallel_for(ctx, pieces.size(), 4, [&](std::size_t begin, std::size_t end) {
    for (std::size_t p = begin; p < end; ++p) {
      const mp_limb_t* at = pieces[p].limbs.data();
      ctx.charge(pieces[p].size());
      for (std::size_t i = 0; i < pieces[p].size(); ++i) {
        const std::size_t k = starts[p] + i;
        const std::int32_t size = pieces[p].sizes[i];
        const std::size_t length = static_cast<std::size_t>(std::abs(size));
        mp_limb_t* const row = result.row(k);
        for (std::size_t l = 0; l < strides[k / rows]; ++l) row[l] = l < length ? at[l] : 0;
        result.set_signed_size(k, size);
        at += length;
      }
    }
  });
  return result;
}

ResidueVector joined_residues(std::span<const ResiduePiece> pieces, const ExecutionContext& ctx) {
  const std::vector<std::size_t> starts = offsets(pieces);
  const MemoryReservation reservation(ctx.memory(), starts.back() * sizeof(std::uint64_t));
  ResidueVector result(starts.back());
  parallel_for(ctx, pieces.size(), 4, [&](std::size_t begin, std::size_t end) {
    for (std::size_t p = begin; p < end; ++p)
      std::copy(pieces[p].residues.begin(), pieces[p].residues.end(),
                result.begin() + static_cast<std::ptrdiff_t>(starts[p]));
  });
  return result;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
