// Plain products on a device: bands, then their sums.
#include "gpu/formulas/plain_product.hpp"

#include <algorithm>

#include <polyfork/core/error.hpp>

#include "gpu/formulas/blocks.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

Kernel bands_kernel(unsigned s) {
  switch (s) {
    case 2:
      return Kernel::multiply_bands_2;
    case 4:
      return Kernel::multiply_bands_4;
    case 8:
      return Kernel::multiply_bands_8;
    case 16:
      return Kernel::multiply_bands_16;
    default:
      throw DomainError("plain products on a device have bands of 2, 4, 8 or 16 coefficients");
  }
}

}  // namespace

PlainDeviceProduct::PlainDeviceProduct(DeviceJob& job, std::uint32_t p, std::size_t n, std::size_t m, unsigned s)
    : job_(job), field_(WordField::of(p)), n_(n), m_(m), s_(s), pitch_((n + m + 2 * s + 31) / 32 * 32) {
  constexpr std::size_t most_bands = 65535;  // blocks of a grid in its second direction
  if (bands() > most_bands) throw DomainError("a plain product on a device has at most 65535 bands");
  bands_ = DeviceArray<std::uint32_t>(job.pool(), bands() * pitch_);
}

const std::uint32_t* PlainDeviceProduct::multiply(const std::uint32_t* a, const std::uint32_t* b) const {
  DeviceBackend& backend = job_.backend();
  // Sums reach beyond a band's own columns.
  backend.clear(work_queue, bands_.get(), bands_.size() * sizeof(std::uint32_t));
  const std::size_t columns = n_ + s_ - 1;
  const PlainProducts p{field_,       a,     b, static_cast<std::uint32_t>(n_), static_cast<std::uint32_t>(m_),
                        bands_.get(), pitch_};
  launch(backend, work_queue, bands_kernel(s_), formula_blocks((columns + s_ - 1) / s_), static_cast<unsigned>(bands()),
         p);
  for (std::size_t d = 1; d < bands(); d *= 2) {
    // The last band's columns beyond the product are zero.
    const std::size_t columns_of_sum = std::min(n_ - 1 + d * s_, pitch_ - d * s_);
    const BandSums sums{field_, bands_.get(), pitch_, d, d * s_, bands(), columns_of_sum};
    const auto pairs = static_cast<unsigned>((bands() + d - 1) / d / 2);
    launch(backend, work_queue, Kernel::add_bands, formula_blocks(sums.columns), pairs, sums);
  }
  return bands_.get();
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
