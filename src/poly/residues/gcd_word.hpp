// Greatest common divisors modulo a word prime, on coefficient arrays.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/residues/word_tuning.hpp>
#include <polyfork/ring/word_modulus.hpp>

#include "ring/mod_vector.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Rows of linear Euclidean steps: u = c u + (q1 x + q0) v, three products and one reduction by Montgomery's method for
/// each coefficient, of eight at a time for p < 2^50 where there are 52-bit multiply-adds.
class LinearRows {
 public:
  explicit LinearRows(const WordModulus& m);
  /// The multipliers of the rows to come.
  void set(std::uint64_t c, std::uint64_t q1, std::uint64_t q0) noexcept;
  /// On the words [begin, end) of u, end <= v.size() + 1; words that v does not have count as zero.
  void apply(std::uint64_t* u, std::size_t begin, std::size_t end, std::span<const std::uint64_t> v) const noexcept;

 private:
  template <bool wide>
  std::uint64_t at(std::uint64_t u, std::uint64_t below, std::uint64_t v) const noexcept;
  template <bool wide>
  void apply_odd(std::uint64_t* u, std::size_t begin, std::size_t end, std::span<const std::uint64_t> v) const noexcept;
  void apply_vectors(std::uint64_t* u, std::size_t begin, std::size_t end,
                     std::span<const std::uint64_t> v) const noexcept;
  bool in_vectors() const noexcept { return kernel_ != nullptr; }

  const WordModulus& m_;
  decltype(ModVectorKernels::add_products_mod52) kernel_;
  std::uint64_t p_, negative_inverse_;
  std::uint64_t scale_;                    // what reduction divides by, mod p; or 1 for p = 2
  std::uint64_t c_ = 0, q1_ = 0, q0_ = 0;  // times scale_
};

/// The cut-offs between Euclid's algorithm and half-gcds for moduli of so many bits: rows in vectors serve for longer.
WordTuning with_euclid_of(std::size_t modulus_bits, WordTuning tuning);

/// A gcd of u and v up to a unit, left in one of the two arrays: the returned span, normalised, empty when both are
/// zero. Both arrays are destroyed. Preconditions: canonical residues, p prime; trailing zeros are allowed.
std::span<std::uint64_t> word_gcd(std::span<std::uint64_t> u, std::span<std::uint64_t> v, const WordModulus& modulus,
                                  const ExecutionContext& ctx);

/// a * factor / lc(a) in place; precondition: a normalised and not empty.
void word_set_leading(std::span<std::uint64_t> a, std::uint64_t factor, const WordModulus& modulus) noexcept;

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
