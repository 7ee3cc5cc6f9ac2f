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

}  // namespace

WordConversion WordConversion::direct(std::uint64_t modulus) {
  WordConversion c;
  c.direct_ = true;
  c.to_residues_.direct = true;
  c.lift_.fields[0] = device_field(modulus);
  return c;
}

WordConversion WordConversion::lifted(std::uint64_t modulus, std::span<const std::uint64_t> primes) {
  if (primes.empty() || primes.size() > most_lift_primes) throw std::logic_error("lifts take one to four primes");
  WordConversion c;
  c.primes_ = static_cast<unsigned>(primes.size());
  c.to_residues_.primes = c.primes_;
  c.lift_.modulus = modulus;
  const WordModulus m(modulus);
  std::uint64_t radix = m.reduce(1);
  for (std::size_t j = 0; j < primes.size(); ++j) {
    const WordModulus p(primes[j]);
    c.to_residues_.prime[j] = {device_field(primes[j]), device_root(p, p.pow(2, 48))};
    c.lift_.fields[j] = device_field(primes[j]);
    for (std::size_t i = 0; i < j; ++i) c.lift_.inverses[j][i] = device_root(p, p.inverse(p.reduce(primes[i])));
    c.lift_.radices[j] = {radix, m.shoup(radix)};
    radix = m.mul(radix, m.reduce(primes[j]));
  }
  return c;
}

void WordConversion::to_residues(DeviceBackend& backend, const std::uint64_t* words, const DeviceResult& out) const {
  if (out.words == 0) return;
  WordsToResidues p = to_residues_;
  p.words = words;
  p.count = out.words;
  p.out = out.data;
  p.pitch = out.pitch;
  launch(backend, work_queue, Kernel::residues_of_words, blocks_for(out.words), 1, p);
}

void WordConversion::to_words(DeviceBackend& backend, const DeviceOperand& residues, std::uint64_t* words) const {
  if (residues.words == 0) return;
  if (direct_) {
    const ResiduesToWords p{residues.data, residues.words, words, lift_.fields[0]};
    launch(backend, work_queue, Kernel::words_of_residues, blocks_for(residues.words), 1, p);
    return;
  }
  constexpr std::array kernels = {Kernel::words_of_residues_1, Kernel::words_of_residues_2, Kernel::words_of_residues_3,
                                  Kernel::words_of_residues_4};
  LiftToWords p = lift_;
  p.residues = residues.data;
  p.pitch = residues.pitch;
  p.count = residues.words;
  p.words = words;
  launch(backend, work_queue, kernels[primes_ - 1], blocks_for(residues.words), 1, p);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
