// Products in Z/pZ[x] on a device: by transforms modulo p where p has them, else modulo one to four primes.
#include "gpu/products/word_product.hpp"

#include <algorithm>
#include <bit>
#include <string>

#include "core/limits.hpp"
#include "fft/word_convolution.hpp"
#include "gpu/integers/word_conversion.hpp"
#include "gpu/products/device_tables.hpp"
#include "gpu/transforms/device_ntt.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// Primes whose product exceeds every coefficient of a product of words below the modulus.
std::size_t lift_primes(std::uint64_t modulus, std::size_t shorter) noexcept {
  const auto bits = static_cast<std::size_t>(2 * std::bit_width(modulus - 1) + std::bit_width(shorter));
  constexpr std::size_t bits_of_prime = 49;  // each of transform_primes exceeds 2^49.99
  return bits / bits_of_prime + 1;
}

bool is_direct(std::uint64_t modulus, bool is_prime, unsigned log_length) noexcept {
  return is_prime && DevicePrimes::supports(modulus, log_length);
}

}  // namespace

DeviceProductPlan plan_device_product_zp(std::size_t length_a, std::size_t length_b, bool square, std::uint64_t modulus,
                                         bool is_prime, const DeviceView& device, int threads) noexcept {
  DeviceProductPlan plan;
  plan.device_bytes = Bytes::never;
  const std::size_t length = saturating_add(length_a, length_b) - 1;
  if (!device.usable || modulus < 3 || modulus >> 63 != 0 || length > std::size_t{1} << TransformPlan::most_log)
    return plan;
  const TransformPlan transform = TransformPlan::for_words(length);
  const bool direct = is_direct(modulus, is_prime, transform.log_length());
  const std::size_t k = direct ? 1 : lift_primes(modulus, std::min(length_a, length_b));
  if (k > most_lift_primes) return plan;
  plan.direct = direct;
  plan.primes = static_cast<unsigned>(k);
  plan.words = transform.words();
  const std::size_t words_up = length_a + (square ? 0 : length_b);
  const Bytes bytes = bytes_of<std::uint64_t>(Count(square ? 1 : 2) * k * plan.words + words_up + length) +
                      DevicePrimes::bytes(k, transform.log_length());
  if (device.free_bytes < bytes.value()) return plan;
  plan.device_bytes = bytes;
  plan.seconds.startup = job_seconds(device);
  plan.seconds.up = upload_seconds(device, words_up * sizeof(std::uint64_t), threads);
  plan.seconds.kernels =
      device_transform_seconds(device, static_cast<double>(k) * (square ? 2.5 : 3.6), static_cast<double>(plan.words)) +
      device_conversion_seconds(device, 4.0 * static_cast<double>(k * (words_up + length)));
  plan.seconds.down = fresh_download_seconds(device, length * sizeof(std::uint64_t), threads);
  return plan;
}

void multiply_on_device_zp(DeviceJob& job, const DeviceProductPlan& plan, std::uint64_t modulus,
                           std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                           std::span<std::uint64_t> out) {
  const bool square = a.data() == b.data() && a.size() == b.size();
  const TransformPlan transform = TransformPlan::for_words(out.size());
  const std::size_t pitch = transform.words();
  const std::size_t k = plan.primes;
  DeviceBackend& backend = job.backend();
  const bool direct = plan.direct;
  const std::span<const std::uint64_t> primes =
      direct ? std::span(&modulus, 1) : std::span<const std::uint64_t>(transform_primes).first(k);
  const WordConversion conversion = direct ? WordConversion::direct(modulus) : WordConversion::lifted(modulus, primes);
  const std::string list = direct ? "prime " + std::to_string(modulus) : "transform primes";
  const auto tables = transform_tables(job, list.c_str(), primes, transform.log_length());
  const DeviceNtt ntt(backend, tables->primes, transform);

  struct Operand {
    DeviceArray<std::uint64_t> words;
    DeviceArray<double> residues;
  };
  const auto upload = [&](std::span<const std::uint64_t> v) {
    Operand operand{{job.pool(), v.size()}, {job.pool(), k * pitch}};
    job.up(operand.words.get(), v.data(), v.size_bytes());
    job.kernels_after_copies();
    conversion.to_residues(backend, operand.words.get(), {operand.residues.get(), pitch, v.size()});
    return operand;
  };
  const Operand first = upload(a);
  const auto batch = static_cast<unsigned>(k);
  double* const x = first.residues.get();
  const DeviceResult product{x, pitch, out.size()};
  Operand second;
  if (square) {
    ntt.square({x, pitch, a.size()}, {x, pitch, pitch}, product, batch);
  } else {
    second = upload(b);
    double* const y = second.residues.get();
    ntt.multiply({x, pitch, a.size()}, {y, pitch, b.size()}, {x, pitch, pitch}, {y, pitch, pitch}, product, batch);
  }
  const DeviceArray<std::uint64_t> words(job.pool(), out.size());
  conversion.to_words(backend, {x, pitch, out.size()}, words.get());
  job.copies_after_kernels();
  job.down(out.data(), words.get(), out.size_bytes());
  job.finish();
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
