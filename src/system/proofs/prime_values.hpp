// Values of polynomials, and of equations in their terms, at roots of unity modulo a prime.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/fft/ntt_plan.hpp>
#include <polyfork/ring/residue_vector.hpp>
#include <polyfork/ring/word_modulus.hpp>

#include "fft/ntt_kernels.hpp"
#include "fft/ntt_table.hpp"
#include "system/proofs/integer_equation.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Arithmetic with arrays of values at size() = N points, a power of two: the N roots of x^N + 1. No polynomial over Z
/// of a lower degree is zero at one of them modulo all primes, as polynomials with roots 1 and -1 would be at the roots
/// of x^N - 1. Values are multiplied by one and the same factor modulo the prime, which suits the kernels and which
/// products keep.
class PrimeValues {
 public:
  /// Aligned, so that transforms need no copies: what they charge does not depend on where an array lies.
  using Array = ResidueVector;
  static constexpr std::size_t most_constants = 16;  ///< whose arrays are kept

  /// For polynomials of at most `length` coefficients. Precondition: the prime is below 2^50 and 1 modulo 2^32.
  PrimeValues(std::uint64_t prime, std::size_t length, const ExecutionContext& ctx);
  /// The number of points for polynomials of at most `length` coefficients.
  static std::size_t points(std::size_t length);

  std::size_t size() const noexcept { return plan_.size(); }
  const WordModulus& modulus() const noexcept { return table_->modulus(); }

  /// The values of a polynomial with canonical coefficients.
  Array values(std::span<const std::uint64_t> coefficients, const ExecutionContext& ctx) const;
  /// The coefficients of the polynomial of degree below size() with these values, in their place.
  void interpolate(Array& values, const ExecutionContext& ctx) const;

  void multiply(Array& a, const Array& b) const;
  void add(Array& a, const Array& b) const;
  /// Valid until the next call.
  const Array& constant(std::uint64_t c);
  /// a^exponent, exponent > 0.
  Array power(const Array& a, std::uint64_t exponent) const;
  /// 1 / a. False where a value is zero.
  bool invert(Array& a) const;

 private:
  NttPlan plan_;
  const NttKernels& kernels_;
  std::shared_ptr<const NttTable> table_;
  std::uint64_t factor_;
  Array to_factor_;                                         // multiplies a canonical value by the factor
  Array ones_;                                              // takes it away
  std::vector<std::pair<std::uint64_t, Array>> constants_;  // that were asked for last
  std::size_t newest_ = 0;
};

/// What the coordinates are modulo the prime: x_v = numerators[v] / (denominators[v] slope).
struct ValuesAtRoots {
  PrimeValues::Array slope;
  std::vector<PrimeValues::Array> numerators;
  std::vector<std::uint64_t> denominators;
};

/// An equation and the sequence in which its terms are added up. plain: a variable that is no fraction, if there is
/// one: x_v = numerators[v], and denominators[v] is 1.
struct SortedEquation {
  SortedEquation(const IntegerEquation& equation, std::optional<std::size_t> plain);

  const IntegerEquation* of;
  std::vector<std::size_t> terms;
  std::vector<std::uint64_t> degrees;  ///< by term, of all variables that are fractions together
  std::vector<std::uint64_t> most;     ///< the degree in each variable
};

/// The values of F(x) slope^e d_1^m_1 ... d_n^m_n, where the equation F has degree e in the variables that are
/// fractions, and m_v in x_v.
PrimeValues::Array equation_values(const SortedEquation& equation, const ValuesAtRoots& at, PrimeValues& values);

/// Arrays that this holds at the same time, at most.
std::size_t arrays_of_equation(std::size_t variables) noexcept;

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
