// Constants and launches of the conversions between words and residues.
#include "gpu/integers/word_conversion.hpp"

#include <array>
#include <stdexcept>

#include <polyfork/ring/word_modulus.hpp>

#include "gpu/transforms/device_factors.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

unsigned blocks_for(std::size_t items) {
  return static_cast<unsigned>((items + conversion_threads - 1) / conversion_threads);
}

template <class Field>
WordPrime<Field> word_prime(std::uint64_t p);
template <>
WordPrime<F50> word_prime<F50>(std::uint64_t p) {
  const WordModulus m(p);
  return {device_field<F50>(p), device_root<F50>(m, m.pow(2, 48))};
}
template <>
WordPrime<F31> word_prime<F31>(std::uint64_t p) {
  return {device_field<F31>(p), static_cast<std::uint32_t>(WordModulus(p).pow(2, 96))};
}

/// Kernels that lift from so many primes and one.
template <class Field>
constexpr std::array lifts = {Kernel::words_of_residues_1, Kernel::words_of_residues_2, Kernel::words_of_residues_3,
                              Kernel::words_of_residues_4};
template <>
constexpr std::array lifts<F31> = {Kernel::words_of_residues_1_f31, Kernel::words_of_residues_2_f31,
                                   Kernel::words_of_residues_3_f31, Kernel::words_of_residues_4_f31,
                                   Kernel::words_of_residues_5_f31};

}  // namespace

template <class Field>
WordConversionOf<Field> WordConversionOf<Field>::direct(std::uint64_t modulus) {
  WordConversionOf c;
  c.direct_ = true;
  c.to_residues_.direct = true;
  c.to_residues_.prime[0] = word_prime<Field>(modulus);
  c.lift_.fields[0] = device_field<Field>(modulus);
  return c;
}

template <class Field>
WordConversionOf<Field> WordConversionOf<Field>::lifted(std::uint64_t modulus, std::span<const std::uint64_t> primes) {
  if (primes.empty() || primes.size() > most_lift_primes<Field>) throw std::logic_error("lifts take few primes");
  WordConversionOf c;
  c.primes_ = static_cast<unsigned>(primes.size());
  c.to_residues_.primes = c.primes_;
  c.lift_.modulus = modulus;
  const WordModulus m(modulus);
  std::uint64_t radix = m.reduce(1);
  for (std::size_t j = 0; j < primes.size(); ++j) {
    const WordModulus p(primes[j]);
    c.to_residues_.prime[j] = word_prime<Field>(primes[j]);
    c.lift_.fields[j] = device_field<Field>(primes[j]);
    for (std::size_t i = 0; i < j; ++i) c.lift_.inverses[j][i] = device_root<Field>(p, p.inverse(p.reduce(primes[i])));
    c.lift_.radices[j] = {radix, m.shoup(radix)};
    radix = m.mul(radix, m.reduce(primes[j]));
  }
  return c;
}

template <class Field>
void WordConversionOf<Field>::to_residues(DeviceBackend& backend, const std::uint64_t* words,
                                          const DeviceResult& out) const {
  if (out.words == 0) return;
  WordsToResidues<Field> p = to_residues_;
  p.words = words;
  p.count = out.words;
  p.out = out.data;
  p.pitch = out.pitch;
  launch(backend, work_queue, kernel_for<Field>(Kernel::residues_of_words), blocks_for(out.words), 1, p);
}

template <class Field>
void WordConversionOf<Field>::to_words(DeviceBackend& backend, const DeviceOperand& residues,
                                       std::uint64_t* words) const {
  if (residues.words == 0) return;
  if (direct_) {
    const ResiduesToWords<Field> p{residues.data, residues.words, words, lift_.fields[0]};
    launch(backend, work_queue, kernel_for<Field>(Kernel::words_of_residues), blocks_for(residues.words), 1, p);
    return;
  }
  LiftToWords<Field> p = lift_;
  p.residues = residues.data;
  p.pitch = residues.pitch;
  p.count = residues.words;
  p.words = words;
  launch(backend, work_queue, lifts<Field>[primes_ - 1], blocks_for(residues.words), 1, p);
}

template class WordConversionOf<F50>;
template class WordConversionOf<F31>;

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
