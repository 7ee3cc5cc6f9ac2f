// The tables of a set of primes on a device, and the launches of conversions.
#include "gpu/integers/integer_basis.hpp"

#include <gmp.h>

#include <algorithm>
#include <array>
#include <functional>

#include <polyfork/ring/word_modulus.hpp>

#include "gpu/transforms/device_factors.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t alignment = 256;
/// From here on tiles of 32 limbs waste less than those of 16 limbs read twice.
constexpr std::size_t least_wide_limbs = 64;
constexpr std::size_t aligned(std::size_t bytes) { return (bytes + alignment - 1) / alignment * alignment; }

unsigned blocks_for(std::size_t items, std::size_t of_block = conversion_threads) {
  return static_cast<unsigned>((items + of_block - 1) / of_block);
}

template <class Field>
IntegerPrime<Field> integer_prime(std::uint64_t p, std::uint64_t weight);
template <>
IntegerPrime<F50> integer_prime<F50>(std::uint64_t p, std::uint64_t weight) {
  __extension__ using Wide = unsigned __int128;
  const WordModulus m(p);
  const auto power = [&](unsigned exponent) { return device_root<F50>(m, m.pow(2, exponent)); };
  return {device_field<F50>(p),
          power(32),
          power(48),
          power(96),
          device_root<F50>(m, weight),
          static_cast<std::uint64_t>((Wide{1} << 113) / p)};
}
template <>
IntegerPrime<F31> integer_prime<F31>(std::uint64_t p, std::uint64_t weight) {
  __extension__ using Wide = unsigned __int128;
  const WordModulus m(p);
  IntegerPrime<F31> prime{device_field<F31>(p),
                          device_root<F31>(m, m.pow(2, 32)),
                          {},
                          static_cast<std::uint32_t>(weight),
                          static_cast<std::uint64_t>((Wide{1} << 90) / p)};
  for (unsigned i = 0; i < 4; ++i) prime.powers[i] = static_cast<std::uint32_t>(m.pow(2, 32 * (i + 2)));
  return prime;
}

/// Kernels for few primes, in this order: one thread for each integer.
template <class Field>
constexpr std::array few_primes = {Kernel::integers_of_residues_1, Kernel::integers_of_residues_2,
                                   Kernel::integers_of_residues_3, Kernel::integers_of_residues_4};
template <>
constexpr std::array few_primes<F31> = {Kernel::integers_of_residues_1_f31, Kernel::integers_of_residues_2_f31,
                                        Kernel::integers_of_residues_3_f31, Kernel::integers_of_residues_4_f31,
                                        Kernel::integers_of_residues_5_f31, Kernel::integers_of_residues_6_f31};

}  // namespace

template <class Field>
IntegerBasisOf<Field>::IntegerBasisOf(std::span<const std::uint64_t> primes, std::size_t most_limbs)
    : most_limbs_(std::max<std::size_t>(most_limbs, 1)) {
  static_assert(sizeof(mp_limb_t) == sizeof(std::uint64_t));
  product_.assign(1, 1);
  for (const std::uint64_t p : primes) {
    const mp_limb_t high = mpn_mul_1(product_.data(), product_.data(), static_cast<mp_size_t>(product_.size()), p);
    if (high != 0) product_.push_back(high);
  }
  const auto n = static_cast<mp_size_t>(limbs());
  upper_half_.resize(limbs());
  mpn_rshift(upper_half_.data(), product_.data(), n, 1);
  mpn_add_1(upper_half_.data(), upper_half_.data(), n, 1);  // M is odd
  cofactors_.resize((primes.size() + 1) * cofactor_row());
  primes_.reserve(primes.size());
  for (std::size_t j = 0; j < primes.size(); ++j) {
    std::uint64_t* const cofactor = cofactors_.data() + j * cofactor_row();
    mpn_divrem_1(cofactor, 0, product_.data(), n, primes[j]);
    primes_.push_back(
        integer_prime<Field>(primes[j], WordModulus(primes[j]).inverse(mpn_mod_1(cofactor, n, primes[j]))));
  }
  std::uint64_t* const last = cofactors_.data() + primes.size() * cofactor_row();
  std::copy(product_.begin(), product_.end(), last);
  mpn_neg(last, last, static_cast<mp_size_t>(cofactor_row()));
}

template <class Field>
typename IntegerBasisOf<Field>::Layout IntegerBasisOf<Field>::layout() const noexcept {
  const auto words = [](std::size_t count) { return aligned(count * sizeof(std::uint64_t)); };
  Layout at{};
  at.powers = aligned(primes_.size() * sizeof(IntegerPrime<Field>));
  at.cofactors = at.powers + words(power_row() * 2 * most_limbs_);
  at.product = at.cofactors + words(cofactors_.size());
  at.upper_half = at.product + words(product_.size());
  at.end = at.upper_half + words(upper_half_.size());
  return at;
}

template <class Field>
std::size_t IntegerBasisOf<Field>::device_bytes() const noexcept {
  return layout().end;
}

template <class Field>
void IntegerBasisOf<Field>::upload(DeviceBackend& backend, void* memory) {
  memory_ = memory;
  const Layout at = layout();
  const auto copy = [&](std::size_t offset, const auto& values) {
    backend.copy_up(work_queue, table<char>(offset), values.data(), values.size() * sizeof(values[0]));
  };
  copy(0, primes_);
  copy(at.cofactors, cofactors_);
  copy(at.product, product_);
  copy(at.upper_half, upper_half_);
  const LimbPowerParameters<Field> p{table<IntegerPrime<Field>>(0), static_cast<unsigned>(size()),
                                     static_cast<unsigned>(power_row()), static_cast<unsigned>(2 * most_limbs_),
                                     table<std::uint64_t>(at.powers)};
  launch(backend, work_queue, kernel_for<Field>(Kernel::make_limb_powers), blocks_for(power_row()), 1, p);
}

template <class Field>
void IntegerBasisOf<Field>::to_residues(DeviceBackend& backend, const DeviceIntegerRows& in, std::size_t first,
                                        std::size_t count, const DeviceResult& out) const {
  if (in.rows == 0 || count == 0) return;
  const IntegersToResidues<Field> p{in,
                                    table<IntegerPrime<Field>>(0) + first,
                                    static_cast<unsigned>(count),
                                    static_cast<unsigned>(power_row()),
                                    table<std::uint64_t>(layout().powers) + first,
                                    out.data,
                                    out.pitch};
  if (count > reduced_together) {
    launch(backend, work_queue, kernel_for<Field>(Kernel::residues_of_integers), blocks_for(in.rows, ResidueTile::rows),
           blocks_for(count, ResidueTile::primes), p);
    return;
  }
  const bool few = count <= few_reduced_together;
  launch(backend, work_queue, kernel_for<Field>(few ? Kernel::residues_of_integers_4 : Kernel::residues_of_integers_8),
         blocks_for(in.rows), 1, p);
}

template <class Field>
ResiduesToIntegers<Field> IntegerBasisOf<Field>::segment(const DeviceResult& residues, std::uint64_t* rows,
                                                         std::int32_t* sizes) const noexcept {
  const Layout at = layout();
  ResiduesToIntegers<Field> p{};
  p.primes = table<IntegerPrime<Field>>(0);
  p.count = static_cast<unsigned>(size());
  p.limbs = static_cast<unsigned>(limbs());
  p.cofactors = table<std::uint64_t>(at.cofactors);
  p.cofactor_row = static_cast<unsigned>(cofactor_row());
  p.product = table<std::uint64_t>(at.product);
  p.upper_half = table<std::uint64_t>(at.upper_half);
  p.residues = residues.data;
  p.pitch = residues.pitch;
  p.count_of_rows = residues.words;
  p.rows = rows;
  p.sizes = sizes;
  return p;
}

template <class Field>
void IntegerBasisOf<Field>::from_residues(DeviceBackend& backend, const DeviceResult& residues, std::uint64_t* rows,
                                          std::int32_t* sizes) const {
  if (residues.words == 0) return;
  const ResiduesToIntegers<Field> p = segment(residues, rows, sizes);
  if (size() <= few_primes<Field>.size()) {
    launch(backend, work_queue, few_primes<Field>[size() - 1], blocks_for(residues.words), 1, p);
    return;
  }
  const bool wide = limbs() >= least_wide_limbs;
  launch(backend, work_queue,
         kernel_for<Field>(wide ? Kernel::integers_of_residues_wide : Kernel::integers_of_residues),
         blocks_for(residues.words, IntegerTile<8>::rows), 1, p);
}

void reconstruct(DeviceBackend& backend, std::span<const ResiduesToIntegers<F50>> segments) {
  std::vector<ResiduesToIntegers<F50>> sorted(segments.begin(), segments.end());
  std::erase_if(sorted, [](const ResiduesToIntegers<F50>& s) { return s.count_of_rows == 0; });
  std::ranges::stable_sort(sorted, std::ranges::greater(), &ResiduesToIntegers<F50>::count);
  for (std::size_t begin = 0; begin < sorted.size(); begin += most_segments) {
    const std::size_t count = std::min<std::size_t>(most_segments, sorted.size() - begin);
    SegmentsToIntegers p{};
    std::size_t rows = 0;
    for (std::size_t i = 0; i < count; ++i) {
      p.segments[i] = sorted[begin + i];
      rows = std::max(rows, p.segments[i].count_of_rows);
    }
    const bool wide = p.segments[0].limbs >= least_wide_limbs;
    launch(backend, work_queue, wide ? Kernel::integers_of_segments_wide : Kernel::integers_of_segments,
           blocks_for(rows, IntegerTile<8>::rows), static_cast<unsigned>(count), p);
  }
}

template class IntegerBasisOf<F50>;
template class IntegerBasisOf<F31>;

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
