// Powers of (1 + s) / 2 from the middle coefficient outwards, and their transforms modulo primes.
#include "poly/fixed/half_powers.hpp"

#include <algorithm>
#include <bit>
#include <string>

#include <gmp.h>

#include <polyfork/core/cpu.hpp>
#include <polyfork/core/workspace.hpp>

#include "fft/ntt_table.hpp"
#include "poly/images/residue_rows.hpp"
#include "poly/mul/mul_multimodular.hpp"
#include "poly/rows/limb_rows.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t poll_steps = 1024;

/// x = floor(x multiplier / divisor).
void scale(std::span<mp_limb_t> x, std::size_t multiplier, std::size_t divisor) {
  const auto n = static_cast<mp_size_t>(x.size());
  mpn_mul_1(x.data(), x.data(), n, multiplier);
  mpn_divrem_1(x.data(), 0, x.data(), n, divisor);
}

}  // namespace

IntegerVector half_power(std::size_t h, std::size_t fraction, const ExecutionContext& ctx) {
  // In units of 2^-(fraction + spare). The coefficient in the middle is the product of (2 k - 1) / (2 k), k up to h /
  // 2, and the others follow from it outwards. Each of the h steps rounds down by less than a unit and passes on what
  // was lost before by a factor below one: h 2^-spare < 2^-12 units of 2^-fraction in all. h < 2^50.
  const auto spare = std::max<unsigned>(32, static_cast<unsigned>(std::bit_width(h)) + 12);
  const std::size_t limbs =
      (fraction + spare) / 64 + 2;  // the value is at most one, products by words have a limb more
  std::vector<mp_limb_t> x(limbs, 0);
  x[(fraction + spare) / 64] = mp_limb_t{1} << ((fraction + spare) % 64);
  for (std::size_t k = 1; k <= h / 2; ++k) {
    if (k % poll_steps == 0) ctx.poll();
    scale(x, 2 * k - 1, 2 * k);
  }
  IntegerVector power(h + 1, fraction / 64 + 1);
  std::vector<mp_limb_t> rounded(limbs);
  for (std::size_t i = h / 2;; ++i) {
    if (i % poll_steps == 0) ctx.poll();
    mpn_add_1(rounded.data(), x.data(), static_cast<mp_size_t>(limbs), mp_limb_t{1} << (spare - 1));
    mpn_rshift(rounded.data(), rounded.data(), static_cast<mp_size_t>(limbs), spare);
    const std::size_t used = strip(rounded.data(), limbs);
    for (const std::size_t k : {i, h - i}) {
      std::copy_n(rounded.data(), used, power.row(k));
      power.set_signed_size(k, static_cast<int>(used));
    }
    if (i == h) return power;
    scale(x, h - i, i + 1);
  }
}

HalfPower::HalfPower(std::size_t h, std::size_t fraction, std::size_t primes, const ExecutionContext& ctx)
    : h_(h),
      shape_(NttShape::cyclic(2 * h)),
      basis_(transform_basis(primes, ctx)),
      transforms_(primes * shape_.data_words()) {
  const IntegerVector power = half_power(h, fraction, ctx);
  Workspace::Frame frame;
  const auto residues = frame.allocate<std::uint64_t>(primes * row_stride(h + 1));
  basis_->to_residues(power, residue_rows<std::uint64_t>(residues, row_stride(h + 1), 0, h + 1), ctx);
  for (std::size_t i = 0; i < primes; ++i) {
    const NttKernels& kernels = ntt_kernels(basis_->prime(i), active_isa());
    primes_.push_back({&kernels, NttTable::get(basis_->prime(i), kernels.arithmetic, shape_.table_log_nodes(), ctx)});
    ntt_forward({kernels, *primes_[i].table, shape_}, residues.subspan(i * row_stride(h + 1), h + 1), false,
                transforms_.data() + i * shape_.data_words(), ctx);
  }
}

std::shared_ptr<const HalfPower> HalfPower::get(std::size_t h, std::size_t fraction, std::size_t primes,
                                                const ExecutionContext& ctx) {
  const std::string key = std::to_string(h) + '/' + std::to_string(fraction) + '/' + std::to_string(primes) + '/' +
                          std::string(isa_name(active_isa()));
  return ctx.plan_cache().get<HalfPower>(
      key, [&] { return std::shared_ptr<const HalfPower>(new HalfPower(h, fraction, primes, ctx)); },
      [](const HalfPower& p) { return sizeof p + p.transforms_.size() * sizeof(std::uint64_t); }, PlanWorth::dear);
}

void HalfPower::multiply(std::size_t i, std::span<const std::uint64_t> in, std::uint64_t* out,
                         const ExecutionContext& ctx) const {
  Workspace::Frame frame;
  std::uint64_t* const data = frame.allocate<std::uint64_t>(shape_.data_words()).data();
  // h + (h + 1) - 1 coefficients: nothing wraps around.
  const std::uint64_t* const power = transforms_.data() + i * shape_.data_words();
  ntt_convolve({*primes_[i].kernels, *primes_[i].table, shape_}, {.a = in, .prepared = power, .data = data}, out,
               {0, 2 * h_}, ctx);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
