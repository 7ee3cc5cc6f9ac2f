// Values of polynomials at the nonzero residues modulo a small prime, lifted to a power of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include <polyfork/core/context.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/ring/residue_vector.hpp>
#include <polyfork/ring/word_modulus.hpp>

#include "fft/word_convolution.hpp"
#include "poly/residues/word_algebra.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// One point modulo p^digits above every nonzero residue modulo p: the powers of a (p-1)-th root of unity w. Point
/// number i means the same residue for every number of digits. Charged to the account while it lives.
class ResiduePoints {
 public:
  /// Preconditions: p an odd prime, digits >= 1, p^digits < 2^62.
  ResiduePoints(std::uint64_t p, unsigned digits, const ExecutionContext& ctx);

  const WordModulus& modulus() const noexcept { return modulus_; }
  /// The number of points, p - 1.
  std::size_t size() const noexcept { return powers_.size(); }
  std::uint64_t operator[](std::size_t i) const noexcept { return powers_[i]; }

  /// values[i] = f(point number i), i < size(). Precondition: f canonical modulo p^digits.
  void evaluate(ConstWords f, Words values);
  /// values[k] = f(point numbers[k]).
  void evaluate_at(ConstWords f, std::span<const std::size_t> numbers, Words values);

 private:
  bool point_by_point(std::size_t length, std::size_t count) const noexcept;
  void one_by_one(ConstWords folded, ConstWords points, Words values) const;
  /// a: f modulo x^size() - 1; destroyed.
  void transform(Words a, Words values);
  void prepare_transform();
  void weigh(Words a) const;

  const ExecutionContext& ctx_;
  std::uint64_t p_;
  WordModulus modulus_;
  MemoryReservation reservation_;
  ResidueVector powers_;  // w^k, k < p - 1
  // Made when they are first needed:
  MemoryReservation weights_reservation_;
  ResidueVector weights_;               // w^-C(k,2)
  std::optional<PreparedWords> chirp_;  // w^C(k,2), k < 2 (p - 1) - 1
};

/// out[i] = sum of f[j] over j = i modulo out.size(): f modulo x^out.size() - 1.
void fold_words(const WordModulus& m, ConstWords f, Words out, const ExecutionContext& ctx);

/// f = f' in place: one coefficient fewer. Canonical residues.
void differentiate_words(const WordModulus& m, ResidueVector& f, const ExecutionContext& ctx);

/// The largest number of digits with p^digits < 2^62, or the smallest with p^digits >= 2^bits if there is one.
unsigned word_digits(std::uint64_t p, std::size_t bits) noexcept;
/// p^exponent; precondition: below 2^64.
std::uint64_t word_power(std::uint64_t p, unsigned exponent) noexcept;

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
