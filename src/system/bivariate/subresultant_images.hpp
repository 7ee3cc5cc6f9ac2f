// The last two subresultants of two polynomials modulo several primes, in one call.
//
// What goes in and what comes out are arrays of words without pointers between them, prime after prime, so that a back
// end with a memory of its own can take them as they are: with each prime, residues of the coefficients are evaluated
// at consecutive points, Euclid's algorithm gives values of the subresultants there, and they are interpolated.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>

#include "system/bivariate/elimination.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// One operand's shape in a batch: `rows` rows of `length` words modulo every prime.
struct BatchOperand {
  std::size_t rows = 0;    ///< degree in s + 1
  std::size_t length = 0;  ///< largest degree in t + 1

  std::size_t words() const noexcept { return rows * length; }
};

/// An elimination modulo primes.
struct SubresultantBatch {
  BatchOperand f, g;       ///< f of the higher degree in s
  std::size_t length = 0;  ///< coefficients of R, s_1 and s_0 each, more than their degrees
  std::size_t points = 0;  ///< values modulo each prime, some more than `length`: a few points are not regular
  std::vector<std::uint64_t> primes;
  std::vector<std::uint64_t> first_points;  ///< for each prime; the others are the residues that follow it
  std::vector<std::uint64_t> rows;          ///< for each prime those of f, then those of g
  MemoryReservation held;                   ///< for the rows

  /// The rows modulo the prime of this number: f's, behind which g's stand.
  std::span<const std::uint64_t> rows_of(std::size_t prime) const noexcept {
    const std::size_t words = f.words() + g.words();
    return std::span(rows).subspan(prime * words, words);
  }
};

/// Up to signs that the degrees in s determine. Where g has degree 1 in s, s_1 s + s_0 is g.
struct LastSubresultants {
  PolyZp resultant;
  PolyZp s1, s0;
};

struct SubresultantImages {
  std::size_t length = 0;                   ///< coefficients of each polynomial, the constant one first
  std::vector<std::uint64_t> coefficients;  ///< for each prime those of R, of s_1 and of s_0
  std::vector<std::uint8_t> found;          ///< for each prime whether it has an image; otherwise its words are 0
  MemoryReservation held;                   ///< for the coefficients

  /// The polynomials modulo the prime of this number, which is the field's. Empty where it has none.
  std::optional<LastSubresultants> image(std::size_t prime, const PrimeField& field) const;
};

/// The equations modulo the primes, for `length` coefficients. Charged to the context's account. O(n) divisions by a
/// word for each prime and n coefficients.
SubresultantBatch subresultant_batch(const Elimination& e, std::size_t length, std::span<const std::uint64_t> primes,
                                     const ExecutionContext& ctx);

/// From values at `length` points modulo each prime. A prime has no image where Euclid's algorithm skips degrees at too
/// many points, as it does at all points for some polynomials, and where it is too small. In vectors of eight points
/// where the processor has them, primes in parallel; the result does not depend on it, nor an image on the other
/// primes. With m = deg f, n = deg g in s, O(m n) operations at a point. Throws MemoryLimit and Cancelled.
SubresultantImages subresultant_images(const SubresultantBatch& batch, const ExecutionContext& ctx);

/// A batch of one prime.
std::optional<LastSubresultants> last_subresultants(const Elimination& e, std::size_t length, const PrimeField& field,
                                                    const ExecutionContext& ctx);

/// Whether Euclid's algorithm skips no degree at one of a few points. Otherwise it does so at nearly all of them.
bool has_regular_point(const Elimination& e, const PrimeField& field, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
