// Kronecker substitution for Z/pZ[x] through GMP's integer product.
//
// Residues are packed into slots of 2 log2 p + log2 min(n, m) bits (at most three limbs: residues and sums are not
// negative, so no borrows), multiplied once and reduced slot by slot. M(n slot) + O(n); packing and unpacking are
// parallel over blocks that begin at limb boundaries, the product is serial. For long operands until the transforms of
// src/fft take over.
#include <algorithm>
#include <memory>
#include <span>

#include <polyfork/core/parallel.hpp>

#include "poly/mul/mul_algorithms.hpp"
#include "poly/mul/mul_integer.hpp"
#include "poly/mul/mul_sizes.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// Words of at most 64 bits into slots of slot_bits (1..192) bits, the last one as far as there is room; begin is a
/// multiple of 64.
void pack_words(std::span<mp_limb_t> all, const ResidueVector& v, std::size_t slot_bits, std::size_t begin,
                std::size_t end) noexcept {
  mp_limb_t* const packed = all.data();
  const std::size_t first = begin * slot_bits / 64;
  std::fill(packed + first, packed + std::min(all.size(), limbs_for_bits(end * slot_bits)), mp_limb_t{0});
  for (std::size_t i = begin; i < end; ++i) {
    const std::size_t position = i * slot_bits;
    const auto shift = static_cast<unsigned>(position % 64);
    mp_limb_t* p = packed + position / 64;
    p[0] |= v[i] << shift;
    // only bits of the slot: a word crosses a limb only when its slot does
    if (shift != 0 && (v[i] >> (64 - shift)) != 0) p[1] |= v[i] >> (64 - shift);
  }
}

void unpack_words(ResidueVector& v, const mp_limb_t* packed, const WordModulus& p, std::size_t slot_bits,
                  std::size_t begin, std::size_t end) noexcept {
  __extension__ using wide = unsigned __int128;
  for (std::size_t i = begin; i < end; ++i) {
    const std::size_t position = i * slot_bits;
    const mp_limb_t* q = packed + position / 64;
    const auto shift = static_cast<unsigned>(position % 64);
    std::uint64_t word[3] = {0, 0, 0};
    for (std::size_t j = 0; 64 * j < slot_bits; ++j) {
      wide pair = q[j];
      if (shift + slot_bits > 64 * (j + 1)) pair |= wide{q[j + 1]} << 64;
      word[j] = static_cast<std::uint64_t>(pair >> shift);
      if (slot_bits - 64 * j < 64) word[j] &= (std::uint64_t{1} << (slot_bits - 64 * j)) - 1;
    }
    std::uint64_t r = p.reduce(word[2]);
    r = p.reduce(r, word[1]);
    v[i] = p.reduce(r, word[0]);
  }
}

void pack(std::span<mp_limb_t> packed, const ResidueVector& v, const MulPlan& plan, const ExecutionContext& ctx) {
  parallel_for(ctx, v.size(), plan.grain == 0 ? v.size() : plan.grain, [&](std::size_t begin, std::size_t end) {
    ctx.charge(2 * (end - begin));
    pack_words(packed, v, plan.slot_bits, begin, end);
  });
}

}  // namespace

ResidueVector mul_zp_kronecker(const MulPlan& plan, const WordModulus& p, const ResidueVector& a,
                               const ResidueVector& b, const ExecutionContext& ctx) {
  const MulShape& s = plan.shape;
  const KroneckerLimbs limbs(s, plan.slot_bits);
  const std::size_t second = s.square ? 0 : limbs.b;
  const auto storage = std::make_unique_for_overwrite<mp_limb_t[]>(limbs.a + second + limbs.product);
  const std::span packed_a(storage.get(), limbs.a);
  const std::span packed_b = s.square ? packed_a : std::span(storage.get() + limbs.a, limbs.b);
  const std::span product(storage.get() + limbs.a + second, limbs.product);
  pack(packed_a, a, plan, ctx);
  if (!s.square) pack(packed_b, b, plan, ctx);
  mul_integers(plan.children.front(), product.first(limbs.a + limbs.b), packed_a, packed_b, ctx);
  std::ranges::fill(product.subspan(limbs.a + limbs.b), mp_limb_t{0});
  const std::size_t n = product_length(s);
  ResidueVector result(n);
  parallel_for(ctx, n, plan.grain == 0 ? n : plan.grain, [&](std::size_t begin, std::size_t end) {
    ctx.poll();
    ctx.charge(6 * (end - begin));
    unpack_words(result, product.data(), p, plan.slot_bits, begin, end);
  });
  return result;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
