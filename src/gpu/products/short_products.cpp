// Batches of short products: the copies, the grid, and what they are predicted to take.
#include "gpu/products/short_products.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

#include <polyfork/ring/word_modulus.hpp>

#include "gpu/kernels/kernels.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

// Measured by bench_gpu --batches on an H100 with 16 cores.
constexpr double narrow_rate = 0.8e12;  // multiplications of words a second
constexpr double wide_rate = 0.4e12;
constexpr double pair_seconds = 1.5e-6;             // of one core, to gather two operands and to hand out a result
constexpr double gathered_bytes_per_second = 26e9;  // by all cores together

Kernel kernel_of(bool narrow, unsigned s) {
  switch (s) {
    case 2:
      return narrow ? Kernel::short_products_2 : Kernel::short_products_wide_2;
    case 4:
      return narrow ? Kernel::short_products_4 : Kernel::short_products_wide_4;
    case 8:
      return narrow ? Kernel::short_products_8 : Kernel::short_products_wide_8;
    case 16:
      if (narrow) return Kernel::short_products_16;
      break;
    default:
      break;
  }
  throw std::logic_error("there is no such kernel of short products");
}

}  // namespace

Bytes short_batch_bytes(const ShortBatch& batch) noexcept {
  return bytes_of<std::uint64_t>(Count(batch.words_in) + batch.words_out) + bytes_of<ShortProduct>(batch.products);
}

DeviceSeconds short_batch_seconds(const ShortBatch& batch, const DeviceView& device, int threads) noexcept {
  DeviceSeconds seconds;
  // Operands are gathered and results are handed out by the processor, a copy each.
  const double cores = std::max(1, threads);
  const double bytes = static_cast<double>(batch.words_in + batch.words_out) * sizeof(std::uint64_t);
  const double handled = bytes / std::min(gathered_bytes_per_second, device.rates.staged_bytes_per_core * cores) +
                         pair_seconds * static_cast<double>(batch.products) / cores;
  seconds.startup = job_seconds(device, threads, DeviceTuning::word_loops);
  seconds.up = handled + upload_seconds(device, batch.words_in * sizeof(std::uint64_t), threads) +
               upload_seconds(device, batch.products * sizeof(ShortProduct), threads);
  seconds.kernels = batch.multiplications / (batch.narrow ? narrow_rate : wide_rate);
  seconds.down = download_seconds(device, batch.words_out * sizeof(std::uint64_t), threads);
  return seconds;
}

void launch_short_products(DeviceBackend& backend, std::uint64_t modulus, const std::uint64_t* words,
                           const ShortProduct* products, std::size_t count, std::size_t columns, std::uint64_t* out,
                           unsigned s) {
  const WordModulus m(modulus);
  const std::uint64_t two_to_64 = m.mul(m.reduce(std::uint64_t{1} << 32), m.reduce(std::uint64_t{1} << 32));
  ShortProducts p{};
  p.words = words;
  p.products = products;
  p.out = out;
  p.count = static_cast<unsigned>(count);
  p.log_group =
      static_cast<unsigned>(std::bit_width(std::clamp<std::size_t>((columns + s - 1) / s, 1, short_threads) - 1));
  p.modulus = modulus;
  p.one = {1, m.shoup(1)};
  p.two_to_64 = {two_to_64, m.shoup(two_to_64)};
  const std::size_t threads = count << p.log_group;
  launch(backend, work_queue, kernel_of(modulus >> 31 == 0, s),
         static_cast<unsigned>((threads + short_threads - 1) / short_threads), 1, p);
}

void multiply_short_on_device(DeviceJob& job, std::uint64_t modulus, std::span<const std::uint64_t> words,
                              std::span<const ShortProduct> products, std::span<std::uint64_t> out, unsigned s) {
  if (products.empty()) return;
  std::size_t columns = 0;
  for (const ShortProduct& product : products)
    columns = std::max<std::size_t>(columns, std::size_t{product.length_a} + product.length_b - 1);
  const DeviceArray<std::uint64_t> words_there(job.pool(), words.size());
  const DeviceArray<ShortProduct> products_there(job.pool(), products.size());
  const DeviceArray<std::uint64_t> out_there(job.pool(), out.size());
  job.up(words_there.get(), words.data(), words.size_bytes());
  job.up(products_there.get(), products.data(), products.size_bytes());
  job.kernels_after_copies();
  launch_short_products(job.backend(), modulus, words_there.get(), products_there.get(), products.size(), columns,
                        out_there.get(), s);
  job.copies_after_kernels();
  job.down(out.data(), out_there.get(), out.size_bytes());
  job.finish();
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
