// The figures of the cost model by instruction set, and its shared formulas.
#include "poly/mul/machine_costs.hpp"

#include <algorithm>
#include <cmath>

#include <polyfork/core/cpu.hpp>

#include "core/chunk_store.hpp"
#include "core/cpu_ports.hpp"
#include "fft/ntt_kernels.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr MachineCosts scalar{
    .butterfly = 2.2, .word = 0.7, .image = 4.1, .pair = 1.16, .conversion = 0.6, .limb_join = 8, .word_sweep = 14};
constexpr MachineCosts avx2{.column_in_vectors = 0.2,
                            .butterfly = 0.29,
                            .word = 0.95,
                            .image = 1.0,
                            .pair = 0.068,
                            .conversion = 0.27,
                            .limb_join = 6,
                            .word_sweep = 2.6};
constexpr MachineCosts avx512{.column_in_vectors = 0.2,
                              .butterfly = 0.32,
                              .word = 0.7,
                              .image = 0.52,
                              .pair = 0.056,
                              .conversion = 0.17,
                              .limb_join = 8,
                              .word_sweep = 2.6};
constexpr MachineCosts ifma{
    .butterfly = 0.125, .word = 0.38, .image = 0.25, .pair = 0.027, .conversion = 0.048, .limb_join = 1.5};
/// Where additions have an execution port beside the multiplications.
constexpr MachineCosts ifma_with_adds{
    .butterfly = 0.125, .word = 0.38, .image = 0.25, .pair = 0.027, .conversion = 0.037, .limb_join = 1.5};

/// Products of two n-limb integers in limb products.
double balanced_units(double n) noexcept {
  if (n <= 24) return n * n + 4 * n;
  const double toom2 = 24 * 24 + 96.0;
  if (n <= 200) return toom2 * std::pow(n / 24, 1.6);
  const double toom3 = toom2 * std::pow(200.0 / 24, 1.6);
  if (n <= 4000) return toom3 * std::pow(n / 200, 1.42);
  return toom3 * std::pow(20.0, 1.42) * std::pow(n / 4000, 1.12);
}

}  // namespace

const MachineCosts& machine_costs() noexcept {
  switch (active_isa()) {
    case Isa::ifma:
      return adds_beside_multiplies() ? ifma_with_adds : ifma;
    case Isa::avx512:
      return avx512;
    case Isa::avx2:
      return avx2;
    case Isa::scalar:
      break;
  }
  return scalar;
}

double gmp_mul_units(std::size_t na, std::size_t nb) noexcept {
  const auto large = static_cast<double>(std::max(na, nb));
  const auto small = static_cast<double>(std::min(na, nb));
  if (small == 0) return 0;
  if (small <= 24) return large * small + 4 * large;
  return balanced_units(small) * (large / small);
}

double row_product_ns(std::size_t na, std::size_t nb) noexcept {
  const MachineCosts& c = machine_costs();
  return c.product_call + c.limb_product * gmp_mul_units(na, nb) + c.accumulated_limb * static_cast<double>(na + nb);
}

double transform_seconds(double words) noexcept {
  const MachineCosts& c = machine_costs();
  const double levels = std::max(1.0, std::log2(words / ntt_block));  // products are formed on blocks
  const double far = words > 1 << 20 ? c.far_word : 0;
  return nanosecond * (words / 2 * levels * c.butterfly + words * (c.word + far));
}

double conversion_seconds(double pairs) noexcept { return nanosecond * pairs * machine_costs().conversion; }

double fresh_memory_seconds(Bytes workspace) noexcept {
  const auto kept = static_cast<double>(ChunkStore::most_kept);
  return nanosecond * machine_costs().fresh_byte * std::max(0.0, static_cast<double>(workspace.value()) - kept);
}

double share_of_threads(int threads, double parts) noexcept {
  return 1.0 / std::min<double>(threads, std::max(1.0, parts));
}

double corrected(double seconds, std::int64_t percent) noexcept {
  return seconds * static_cast<double>(std::clamp<std::int64_t>(percent, 1, 10000)) / 100;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
