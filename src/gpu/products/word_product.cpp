// Products in Z/pZ[x] on a device: by transforms modulo p where p has them, else modulo one to four primes.
#include "gpu/products/word_product.hpp"

#include <algorithm>
#include <bit>
#include <string>

#include "core/limits.hpp"
#include "fft/word_convolution.hpp"
#include "gpu/integers/f31_primes.hpp"
#include "gpu/transforms/device_ntt.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// Primes whose product exceeds every coefficient of a product of words below the modulus; more than there are where
/// the field does not reach.
template <class Field>
std::size_t lift_primes(std::uint64_t modulus, std::size_t shorter, unsigned log_length) noexcept {
  const auto bits = static_cast<std::size_t>(2 * std::bit_width(modulus - 1) + std::bit_width(shorter));
  if (field_of<Field> == ResidueField::f31) {
    const std::size_t count = f31_prime_count(log_length, bits);
    return count == 0 ? SIZE_MAX : count;
  }
  constexpr std::size_t bits_of_prime = 49;  // each of transform_primes exceeds 2^49.99
  return bits / bits_of_prime + 1;
}

std::span<const std::uint64_t> lift_list(const F50&, unsigned) noexcept { return transform_primes; }
std::span<const std::uint64_t> lift_list(const F31&, unsigned log_length) noexcept { return f31_primes(log_length); }

template <class Field>
DeviceProductPlan plan_for(std::size_t length_a, std::size_t length_b, bool square, std::uint64_t modulus,
                           bool is_prime, const DeviceView& device, int threads) noexcept {
  DeviceProductPlan plan;
  plan.device_bytes = Bytes::never;
  plan.refusal = too_large_for_devices;
  const std::size_t length = saturating_add(length_a, length_b) - 1;
  if (!device.usable || modulus < 3 || modulus >> 63 != 0 || length > std::size_t{1} << TransformPlan::most_log)
    return plan;
  const TransformPlan transform = TransformPlan::for_words(length);
  const bool direct = is_prime && DevicePrimesOf<Field>::supports(modulus, transform.log_length());
  const std::size_t k = direct ? 1 : lift_primes<Field>(modulus, std::min(length_a, length_b), transform.log_length());
  if (k > most_lift_primes<Field>) return plan;
  plan.field = field_of<Field>;
  plan.direct = direct;
  plan.primes = static_cast<unsigned>(k);
  plan.words = transform.words();
  const std::size_t words_up = length_a + (square ? 0 : length_b);
  const Bytes bytes = bytes_of<typename Field::Value>(Count(square ? 1 : 2) * k * plan.words) +
                      bytes_of<std::uint64_t>(Count(words_up) + length) +
                      DevicePrimesOf<Field>::bytes(k, transform.log_length());
  plan.refusal = too_large_for_device_memory;
  if (device.free_bytes < bytes.value()) return plan;
  plan.device_bytes = bytes;
  const FieldRates& rates = rates_of<Field>(device.rates);
  plan.seconds.startup = job_seconds(device, threads, DeviceTuning::word_loops);
  plan.seconds.up = recycled_upload_seconds(device, length_a * sizeof(std::uint64_t), threads);
  if (!square) plan.seconds.up += recycled_upload_seconds(device, length_b * sizeof(std::uint64_t), threads);
  plan.seconds.kernels =
      device_transform_seconds(rates, static_cast<double>(k) * (square ? 2.5 : 3.6), static_cast<double>(plan.words)) +
      device_conversion_seconds(rates, 4.0 * static_cast<double>(k * (words_up + length)));
  plan.seconds.down = download_seconds(device, length * sizeof(std::uint64_t), threads);
  return plan;
}

}  // namespace

DeviceProductPlan plan_device_product_zp(std::size_t length_a, std::size_t length_b, bool square, std::uint64_t modulus,
                                         bool is_prime, const DeviceView& device, int threads) noexcept {
  const auto plan = plan_for<F50>(length_a, length_b, square, modulus, is_prime, device, threads);
  const auto other = plan_for<F31>(length_a, length_b, square, modulus, is_prime, device, threads);
  if (other.device_bytes.is_never()) return plan;
  return plan.device_bytes.is_never() || other.seconds.all() < plan.seconds.all() ? other : plan;
}

template <class Field>
WordProductOf<Field>::WordProductOf(DeviceJob& job, const DeviceProductPlan& plan, std::uint64_t modulus,
                                    std::size_t length)
    : job_(job),
      primes_(plan.primes),
      length_(length),
      conversion_(plan.direct
                      ? WordConversionOf<Field>::direct(modulus)
                      : WordConversionOf<Field>::lifted(
                            modulus, lift_list(Field(), TransformPlan::for_words(length).log_length()).first(primes_))),
      transform_(TransformPlan::for_words(length)),
      tables_(plan.direct ? transform_tables<Field>(job, ("prime " + std::to_string(modulus)).c_str(),
                                                    std::span(&modulus, 1), transform_.log_length())
                          : transform_tables<Field>(job, "transform primes",
                                                    lift_list(Field(), transform_.log_length()).first(primes_),
                                                    transform_.log_length())) {}

template <class Field>
DeviceArray<typename Field::Value> WordProductOf<Field>::residues(const std::uint64_t* words, std::size_t count) const {
  const std::size_t pitch = transform_.words();
  DeviceArray<Value> to(job_.pool(), primes_ * pitch);
  conversion_.to_residues(job_.backend(), words, {to.get(), pitch, count});
  return to;
}

template <class Field>
void WordProductOf<Field>::multiply(Value* first, std::size_t length_a, Value* second, std::size_t length_b,
                                    std::uint64_t* words) const {
  const std::size_t pitch = transform_.words();
  const DeviceResultOf<Field> work{first, pitch, pitch};
  const DeviceResultOf<Field> product{first, pitch, length_};
  const auto batch = static_cast<unsigned>(primes_);
  if (second == nullptr)
    ntt().square({first, pitch, length_a}, work, product, batch);
  else
    ntt().multiply({first, pitch, length_a}, {second, pitch, length_b}, work, {second, pitch, pitch}, product, batch);
  conversion_.to_words(job_.backend(), {first, pitch, length_}, words);
}

template <class Field>
void WordProductOf<Field>::prepare(const std::uint64_t* words, std::size_t count, Value* values) const {
  const std::size_t pitch = transform_.words();
  conversion_.to_residues(job_.backend(), words, {values, pitch, count});
  ntt().forward({values, pitch, count}, {values, pitch, pitch}, static_cast<unsigned>(primes_));
}

template <class Field>
void WordProductOf<Field>::multiply_prepared(Value* first, std::size_t length_a, const Value* values,
                                             std::size_t length, std::uint64_t* words) const {
  const std::size_t pitch = transform_.words();
  ntt().multiply_prepared({first, pitch, length_a}, {values, pitch, pitch}, {first, pitch, pitch},
                          {first, pitch, length}, static_cast<unsigned>(primes_));
  conversion_.to_words(job_.backend(), {first, pitch, length}, words);
}

namespace {

template <class Field>
void multiply_in(DeviceJob& job, const DeviceProductPlan& plan, std::uint64_t modulus, std::span<const std::uint64_t> a,
                 std::span<const std::uint64_t> b, std::span<std::uint64_t> out) {
  const bool square = a.data() == b.data() && a.size() == b.size();
  const WordProductOf<Field> product(job, plan, modulus, out.size());
  struct Operand {
    DeviceArray<std::uint64_t> words;
    DeviceArray<typename Field::Value> residues;
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
  job.touch(out.data(), out.size_bytes());
  job.down(out.data(), words.get(), out.size_bytes());
  job.finish();
}

}  // namespace

void multiply_on_device_zp(DeviceJob& job, const DeviceProductPlan& plan, std::uint64_t modulus,
                           std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                           std::span<std::uint64_t> out) {
  with_field(plan.field, [&]<class Field>(Field) { multiply_in<Field>(job, plan, modulus, a, b, out); });
}

template class WordProductOf<F50>;
template class WordProductOf<F31>;

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
