// Exact division in Z[x] through one division of integers (Kronecker substitution).
//
// a(2^k) / b(2^k) is one call of GMP's subquadratic division. When it leaves a remainder, b does not divide a. When
// it does not, the quotient is read as signed slots of k bits; if its coefficients are so small that those of q b
// stay below 2^(k-1), as those of a do, then q b = a, because both agree at 2^k: no multiplication is needed as a
// proof. Otherwise the slots were too short. Cost: M(n k) word operations; memory: three packed operands of n k
// bits and the quotient's slots, in the thread's scratch memory, and what GMP allocates (gmp_scratch.hpp).
// Preconditions: all coefficients of a and b below 2^(k-1) in absolute value, lc(b) != 0, a at least as long as b.
// Above the tuned size division_from_top.cpp takes over, which can be cancelled and runs in parallel.
#include <algorithm>
#include <span>

#include <polyfork/core/workspace.hpp>

#include "poly/division/division_integers.hpp"
#include "poly/mul/machine_costs.hpp"
#include "poly/mul/mul_sizes.hpp"
#include "poly/rows/gmp_scratch.hpp"
#include "poly/rows/kronecker_pack.hpp"
#include "poly/rows/stripes.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// |v(2^slot_bits)| without zero limbs on top, and its sign.
struct Evaluated {
  Evaluated(const IntegerVector& v, std::size_t slot_bits, Workspace::Frame& frame, const ExecutionContext& ctx)
      : limbs(frame.allocate<mp_limb_t>(kronecker_limbs(v.size(), slot_bits))),
        negative(kronecker_pack(limbs, v, slot_bits, 0, ctx)) {
    limbs = limbs.first(strip(limbs.data(), limbs.size()));
  }
  mp_size_t size() const noexcept { return static_cast<mp_size_t>(limbs.size()); }
  std::span<mp_limb_t> limbs;
  bool negative;
};

std::size_t bits_of(std::span<const mp_limb_t> p) noexcept {
  const std::size_t n = strip(p.data(), p.size());
  return n == 0 ? 0 : mpn_sizeinbase(p.data(), static_cast<mp_size_t>(n), 2);
}

/// Rows of so many limbs, in scratch memory.
WrittenRows scratch_rows(std::size_t count, std::size_t limbs, Workspace::Frame& frame) {
  return {frame.allocate<mp_limb_t>(count * limbs).data(), frame.allocate<std::int32_t>(count).data(), count, limbs};
}

/// The most bits of a row.
std::size_t longest_bits(const WrittenRows& rows) noexcept {
  std::size_t bits = 0;
  for (std::size_t i = 0; i < rows.count; ++i) {
    const IntegerView x(rows.row(i), rows.sizes[i]);
    bits = std::max(bits, x.bit_length());
  }
  return bits;
}

/// mpn_tdiv_qr in limb products: about two and a half products of the quotient's or divisor's length.
double gmp_div_units(std::size_t na, std::size_t nb) noexcept {
  const std::size_t nq = na - std::min(na, nb) + 1;
  const std::size_t block = std::min(nq, nb);
  const double blocks = std::max(1.0, static_cast<double>(nq) / static_cast<double>(std::max<std::size_t>(1, block)));
  return 2.5 * blocks * gmp_mul_units(block, block) + (nb > nq ? gmp_mul_units(nb - nq, nq) : 0);
}

}  // namespace

DivisionPlan plan_kronecker_attempt(const DivisionShape& s, std::size_t slot_bits, std::size_t enough, int threads) {
  DivisionPlan plan(DivisionAlgorithm::kronecker, s, threads);
  const bool suffice = slot_bits >= enough;
  plan.parameters = KroneckerDivision{slot_bits, suffice};
  const std::size_t nq = quotient_length(s);
  const std::size_t na = kronecker_limbs(s.length_a, slot_bits);
  const std::size_t nb = kronecker_limbs(s.length_b, slot_bits);
  const std::size_t packed_quotient = std::max(na - std::min(na, nb) + 1, kronecker_limbs(nq, slot_bits));
  const Count packed = Count(na) + Count(2) * nb + packed_quotient;
  const Count rows = Count(nq) * limbs_for_bits(slot_bits);
  plan.workspace = bytes_of<mp_limb_t>(packed + gmp_div_scratch_limbs(na) + rows);
  plan.result = bytes_of<mp_limb_t>(rows);
  const double slots = static_cast<double>(s.length_a) + static_cast<double>(s.length_b) + static_cast<double>(nq);
  const MachineCosts& c = machine_costs();
  plan.predicted_seconds = nanosecond * (slots * c.slot + 2 * c.slot_limb * static_cast<double>(na) +
                                         c.limb_product * gmp_div_units(na, nb));
  plan.reason = suffice ? "slots of Mignotte's bound: decides" : "short slots: decides when they suffice";
  return plan;
}

Divisibility exact_quotient_kronecker(const DivisionPlan& plan, const IntegerVector& a, const IntegerVector& b,
                                      IntegerVector& quotient, const ExecutionContext& ctx) {
  const MemoryReservation reservation(ctx.memory(), plan.workspace.value());
  return divide_packed(plan.as<KroneckerDivision>(), a, b, &quotient, ctx);
}

Divisibility divide_packed(const KroneckerDivision& slots, const IntegerVector& a, const IntegerVector& b,
                           IntegerVector* quotient, const ExecutionContext& ctx) {
  const auto [slot_bits, suffice] = slots;
  const Divisibility too_short = suffice ? Divisibility::does_not : Divisibility::undecided;
  const std::size_t nq = a.size() - b.size() + 1;
  ctx.poll();
  Workspace::Frame frame;
  const Evaluated dividend(a, slot_bits, frame, ctx);
  const Evaluated divisor(b, slot_bits, frame, ctx);
  const std::size_t na = dividend.limbs.size();
  const std::size_t nb = divisor.limbs.size();
  if (na < nb) return Divisibility::does_not;
  ctx.charge(std::min(na - nb + 1, nb) * 32);
  const auto q = frame.allocate<mp_limb_t>(std::max(na - nb + 1, kronecker_limbs(nq, slot_bits)));
  const auto r = frame.allocate<mp_limb_t>(nb);
  mpn_tdiv_qr(q.data(), r.data(), 0, dividend.limbs.data(), dividend.size(), divisor.limbs.data(), divisor.size());
  if (strip(r.data(), nb) != 0) return Divisibility::does_not;
  std::fill(q.begin() + static_cast<std::ptrdiff_t>(na - nb + 1), q.end(), mp_limb_t{0});
  if (bits_of(q) >= nq * slot_bits) return too_short;  // more than nq slots hold
  WrittenRows rows = scratch_rows(nq, limbs_for_bits(slot_bits), frame);
  kronecker_unpack(rows, q, dividend.negative != divisor.negative, slot_bits, 0, ctx);
  const std::size_t terms = ceil_log2(std::min(nq, b.size()) + 1);
  if (longest_bits(rows) + b.max_bits(ctx) + terms > slot_bits - 1) return too_short;
  if (quotient == nullptr) return Divisibility::divides;
  write_views(
      *quotient, nq, [&](std::size_t i) { return IntegerView(rows.row(i), rows.sizes[i]); }, ctx);
  return Divisibility::divides;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
