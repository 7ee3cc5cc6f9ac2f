// Z/mZ for words m below 2^63 on a device: canonical words to residues of transforms and back.
#pragma once

#include <cstdint>
#include <span>

#include "gpu/device/backend.hpp"
#include "gpu/kernels/kernels.hpp"
#include "gpu/transforms/device_ntt.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

template <class Field>
class WordConversionOf {
 public:
  using DeviceOperand = DeviceOperandOf<Field>;
  using DeviceResult = DeviceResultOf<Field>;

  /// Through transforms modulo `modulus` itself, a prime of the field's.
  static WordConversionOf direct(std::uint64_t modulus);
  /// Through one to four primes between 2^49 and 2^50, or one to five below 2^31, whose product exceeds every number to
  /// be lifted.
  static WordConversionOf lifted(std::uint64_t modulus, std::span<const std::uint64_t> primes);

  unsigned primes() const noexcept { return primes_; }
  /// Words below 2^64, below the modulus where it is direct, to residues: an array for each prime.
  void to_residues(DeviceBackend& backend, const std::uint64_t* words, const DeviceResult& out) const;
  /// The numbers in [0, product of the primes) with these residues, modulo the modulus.
  void to_words(DeviceBackend& backend, const DeviceOperand& residues, std::uint64_t* words) const;

 private:
  WordConversionOf() = default;

  unsigned primes_ = 1;
  bool direct_ = false;
  WordsToResidues<Field> to_residues_{};
  LiftToWords<Field> lift_{};
};

using WordConversion = WordConversionOf<F50>;

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
