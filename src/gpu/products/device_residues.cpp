// Words modulo a prime that stay on a device.
#include "gpu/products/device_residues.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <polyfork/ring/integer.hpp>
#include <polyfork/ring/word_modulus.hpp>

#include "gpu/integers/word_conversion.hpp"
#include "gpu/products/integer_shift.hpp"
#include "gpu/products/shift_tables.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

DeviceResidues unwritten_words(ResidentJob on, std::size_t length) { return {{on.device, on.job, length}, length}; }

}  // namespace

DeviceResidues upload_words(ResidentJob on, std::span<const std::uint64_t> v) {
  DeviceResidues out = unwritten_words(on, v.size());
  on.job.up(out.words.get(), v.data(), v.size_bytes());
  on.job.kernels_after_copies();
  on.job.finish();
  return out;
}

void download_words(ResidentJob on, const DeviceResidues& v, std::span<std::uint64_t> out) {
  on.job.down(out.data(), v.words.get(), out.size_bytes());
}

DeviceResidues add_words(ResidentJob on, const DeviceResidues& a, const DeviceResidues& b, bool subtract,
                         std::uint64_t modulus) {
  DeviceResidues out = unwritten_words(on, std::max(a.length, b.length));
  const SumOfWords p{a.words.get(), b.words.get(), a.length, b.length, subtract, modulus, out.words.get(), out.length};
  launch(on.job.backend(), work_queue, Kernel::sum_of_words,
         static_cast<unsigned>((out.length + conversion_threads - 1) / conversion_threads), 1, p);
  on.job.finish();
  return out;
}

DeviceResidues multiply_words(ResidentJob on, const DeviceProductPlan& plan, std::uint64_t modulus,
                              const DeviceResidues& a, const DeviceResidues& b) {
  const std::size_t length = a.length + b.length - 1;
  return with_field(plan.field, [&]<class Field>(Field) {
    const WordProductOf<Field> product(on.job, plan, modulus, length);
    const auto first = product.residues(a.words.get(), a.length);
    DeviceArray<typename Field::Value> second;
    if (&a != &b) second = product.residues(b.words.get(), b.length);
    DeviceResidues out = unwritten_words(on, length);
    product.multiply(first.get(), a.length, second.get(), b.length, out.words.get());
    on.job.finish();
    return out;
  });
}

PreparedResidues prepare_words(ResidentJob on, const DeviceProductPlan& plan, std::uint64_t modulus,
                               const DeviceResidues& b, std::size_t other_length) {
  return with_field(plan.field, [&]<class Field>(Field) {
    using Value = typename Field::Value;
    const WordProductOf<Field> product(on.job, plan, modulus, b.length + other_length - 1);
    PreparedResidues prepared{
        {on.device, on.job, product.prepared_words() * sizeof(Value)}, b.length, other_length, plan};
    product.prepare(b.words.get(), b.length, reinterpret_cast<Value*>(prepared.values.get()));
    on.job.finish();
    return prepared;
  });
}

DeviceResidues multiply_words(ResidentJob on, std::uint64_t modulus, const DeviceResidues& a,
                              const PreparedResidues& b) {
  const std::size_t length = a.length + b.length - 1;
  return with_field(b.plan.field, [&]<class Field>(Field) {
    const WordProductOf<Field> product(on.job, b.plan, modulus, b.length + b.other_length - 1);
    const auto first = product.residues(a.words.get(), a.length);
    DeviceResidues out = unwritten_words(on, length);
    const auto* const values = reinterpret_cast<const typename Field::Value*>(b.values.get());
    product.multiply_prepared(first.get(), a.length, values, length, out.words.get());
    on.job.finish();
    return out;
  });
}

bool shifts_words(std::uint64_t prime, std::size_t length) noexcept {
  return length <= prime && length <= std::size_t{1} << (TransformPlan::most_log - 1) &&
         DevicePrimes::supports(prime, TransformPlan::for_words(2 * length - 1).log_length());
}

DeviceResidues shift_words(ResidentJob on, std::uint64_t prime, const DeviceResidues& f, std::uint64_t c) {
  const WordConversion conversion = WordConversion::direct(prime);
  const Integer by(c);
  const ShiftConvolution convolution(on.job, "prime " + std::to_string(prime), std::span(&prime, 1), f.length,
                                     by.view(), 0);
  const DeviceArray<double> residues(on.job.pool(), convolution.pitch());
  const DeviceResult row{residues.get(), convolution.pitch(), f.length};
  conversion.to_residues(on.job.backend(), f.words.get(), row);
  convolution.apply(row, f.length);
  DeviceResidues out = unwritten_words(on, f.length);
  conversion.to_words(on.job.backend(), {row.data, row.pitch, row.words}, out.words.get());
  on.job.finish();
  return out;
}

std::uint64_t evaluate_words(ResidentJob on, std::uint64_t modulus, const DeviceResidues& f, std::uint64_t x) {
  constexpr std::size_t most_blocks = 128;
  constexpr std::size_t unit = evaluation_threads;
  const WordModulus m(modulus);
  const auto factor = [&](std::uint64_t w) { return WordFactor{w, m.shoup(w)}; };
  std::vector<WordFactor> powers;
  std::uint64_t power = m.reduce(1);
  for (std::size_t t = 0; t < unit; ++t, power = m.mul(power, x)) powers.push_back(factor(power));
  const std::size_t block = (f.length + most_blocks * unit - 1) / (most_blocks * unit) * unit;
  const std::size_t blocks = (f.length + block - 1) / block;
  const DeviceArray<WordFactor> powers_there(on.job.pool(), unit);
  on.job.backend().copy_up(work_queue, powers_there.get(), powers.data(), unit * sizeof(WordFactor));
  const DeviceArray<std::uint64_t> sums(on.job.pool(), blocks);
  const WordEvaluation p{f.words.get(), f.length, block, modulus, factor(power), powers_there.get(), sums.get()};
  launch(on.job.backend(), work_queue, Kernel::evaluate_words, static_cast<unsigned>(blocks), 1, p);
  on.job.copies_after_kernels();
  std::vector<std::uint64_t> values(blocks);
  on.job.down(values.data(), sums.get(), blocks * sizeof(std::uint64_t));
  on.job.finish();
  const std::uint64_t step = m.pow(x, block);
  std::uint64_t value = 0;
  for (std::size_t i = blocks; i-- != 0;) value = m.add(m.mul(value, step), values[i]);
  return value;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
