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

#include "poly/mul/machine_costs.hpp"
#include "poly/mul/mul_algorithms.hpp"
#include "poly/mul/mul_integer.hpp"
#include "poly/mul/mul_sizes.hpp"
#include "poly/residues/products/mul_zp_method.hpp"

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

void pack(std::span<mp_limb_t> packed, const ResidueVector& v, const PackingParameters& packing,
          const ExecutionContext& ctx) {
  parallel_for(ctx, v.size(), packing.grain == 0 ? v.size() : packing.grain, [&](std::size_t begin, std::size_t end) {
    ctx.charge(2 * (end - begin));
    pack_words(packed, v, packing.slot_bits, begin, end);
  });
}

MulPlan plan_packed(const MulShape& s, const MulBudget& budget) {
  MulPlan plan(MulAlgorithm::kronecker, s, budget.threads, PackingParameters());
  plan.result = zp_result_bytes(s);
  auto& p = plan.as<PackingParameters>();
  p.slot_bits = product_bits(s);
  const std::size_t packed =
      saturating_add(kronecker_limbs(s.length_a, p.slot_bits), kronecker_limbs(s.length_b, p.slot_bits));
  const double minimum = least_parallel_products(budget);
  if (plan.threads > 1 && static_cast<double>(packed) >= minimum / 4)
    p.grain = std::max<std::size_t>(64, static_cast<std::size_t>(minimum / 4) / 64 * 64);
  p.transform_limbs = at_least(budget.thresholds.integer_transform_limbs, 1);
  p.leaf_log = budget.thresholds.transform_leaf_log;
  set_packed_sizes(plan);
  plan.predicted_seconds = packed_seconds(plan);
  return plan;
}

void run_packed(const MulPlan& plan, const WordModulus& p, const ResidueVector& a, const ResidueVector& b,
                ResidueVector& out, const ExecutionContext& ctx) {
  const MulShape& s = plan.shape;
  const auto& packing = plan.as<PackingParameters>();
  const KroneckerLimbs limbs(s, packing.slot_bits);
  const std::size_t second = s.square ? 0 : limbs.b;
  const auto storage = std::make_unique_for_overwrite<mp_limb_t[]>(limbs.a + second + limbs.product);
  const std::span packed_a(storage.get(), limbs.a);
  const std::span packed_b = s.square ? packed_a : std::span(storage.get() + limbs.a, limbs.b);
  const std::span product(storage.get() + limbs.a + second, limbs.product);
  pack(packed_a, a, packing, ctx);
  if (!s.square) pack(packed_b, b, packing, ctx);
  mul_integers(plan.children.front(), product.first(limbs.a + limbs.b), packed_a, packed_b, ctx);
  std::ranges::fill(product.subspan(limbs.a + limbs.b), mp_limb_t{0});
  const std::size_t n = product_length(s);
  out.resize(n);
  parallel_for(ctx, n, packing.grain == 0 ? n : packing.grain, [&](std::size_t begin, std::size_t end) {
    ctx.poll();
    ctx.charge(6 * (end - begin));
    unpack_words(out, product.data(), p, packing.slot_bits, begin, end);
  });
}

}  // namespace

constinit const ZpMulMethod mul_zp_kronecker = {MulAlgorithm::kronecker, plan_packed, run_packed};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
