// Products in Z/pZ[x] on a device: by transforms modulo p where p has them, else modulo one to four primes.
#include "gpu/products/word_product.hpp"

#include <algorithm>
#include <bit>
#include <string>

#include "core/limits.hpp"
#include "fft/word_convolution.hpp"
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
  plan.seconds.up = recycled_upload_seconds(device, length_a * sizeof(std::uint64_t), threads);
  if (!square) plan.seconds.up += recycled_upload_seconds(device, length_b * sizeof(std::uint64_t), threads);
  plan.seconds.kernels =
      device_transform_seconds(device, static_cast<double>(k) * (square ? 2.5 : 3.6), static_cast<double>(plan.words)) +
      device_conversion_seconds(device, 4.0 * static_cast<double>(k * (words_up + length)));
  plan.seconds.down = download_seconds(device, length * sizeof(std::uint64_t), threads);
  return plan;
}

WordProduct::WordProduct(DeviceJob& job, const DeviceProductPlan& plan, std::uint64_t modulus, std::size_t length)
    : job_(job),
      primes_(plan.primes),
      length_(length),
      conversion_(plan.direct ? WordConversion::direct(modulus)
                              : WordConversion::lifted(modulus, std::span(transform_primes).first(primes_))),
      transform_(TransformPlan::for_words(length)),
      tables_(plan.direct ? transform_tables(job, ("prime " + std::to_string(modulus)).c_str(), std::span(&modulus, 1),
                                             transform_.log_length())
                          : transform_tables(job, "transform primes", std::span(transform_primes).first(primes_),
                                             transform_.log_length())) {}

DeviceArray<double> WordProduct::residues(const std::uint64_t* words, std::size_t count) const {
  const std::size_t pitch = transform_.words();
  DeviceArray<double> to(job_.pool(), primes_ * pitch);
  conversion_.to_residues(job_.backend(), words, {to.get(), pitch, count});
  return to;
}

void WordProduct::multiply(double* first, std::size_t length_a, double* second, std::size_t length_b,
                           std::uint64_t* words) const {
  const std::size_t pitch = transform_.words();
  const DeviceResult work{first, pitch, pitch};
  const DeviceResult product{first, pitch, length_};
  const auto batch = static_cast<unsigned>(primes_);
  if (second == nullptr)
    ntt().square({first, pitch, length_a}, work, product, batch);
  else
    ntt().multiply({first, pitch, length_a}, {second, pitch, length_b}, work, {second, pitch, pitch}, product, batch);
  conversion_.to_words(job_.backend(), {first, pitch, length_}, words);
}

void WordProduct::prepare(const std::uint64_t* words, std::size_t count, double* values) const {
  const std::size_t pitch = transform_.words();
  conversion_.to_residues(job_.backend(), words, {values, pitch, count});
  ntt().forward({values, pitch, count}, {values, pitch, pitch}, static_cast<unsigned>(primes_));
}

void WordProduct::multiply_prepared(double* first, std::size_t length_a, const double* values, std::size_t length,
                                    std::uint64_t* words) const {
  const std::size_t pitch = transform_.words();
  ntt().multiply_prepared({first, pitch, length_a}, {values, pitch, pitch}, {first, pitch, pitch},
                          {first, pitch, length}, static_cast<unsigned>(primes_));
  conversion_.to_words(job_.backend(), {first, pitch, length}, words);
}

void multiply_on_device_zp(DeviceJob& job, const DeviceProductPlan& plan, std::uint64_t modulus,
                           std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                           std::span<std::uint64_t> out) {
  const bool square = a.data() == b.data() && a.size() == b.size();
  const WordProduct product(job, plan, modulus, out.size());
  struct Operand {
    DeviceArray<std::uint64_t> words;
    DeviceArray<double> residues;
  };
  const auto upload = [&](std::span<const std::uint64_t> v) {
    Operand operand{{job.pool(), v.size()}, {}};
    job.up(operand.words.get(), v.data(), v.size_bytes());
    job.kernels_after_copies();
    operand.residues = product.residues(operand.words.get(), v.size());
    return operand;
  };
  const Operand first = upload(a);
  Operand second;
  if (!square) second = upload(b);
  const DeviceArray<std::uint64_t> words(job.pool(), out.size());
  product.multiply(first.residues.get(), a.size(), square ? nullptr : second.residues.get(), b.size(), words.get());
  job.copies_after_kernels();
  job.down(out.data(), words.get(), out.size_bytes());
  job.finish();
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
