// CrtBasis: a set of word primes with what is needed to go from integers to residues and back.
//
// Residues are prime-major: one array of n words per prime. Both directions run in parallel over coefficients.
// Up to 2000 odd primes below 2^50 are converted by vector kernels where the machine has them (3 to 14 times faster);
// other bases by portable code. The results are the same.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/ring/integer.hpp>
#include <polyfork/ring/integer_vector.hpp>
#include <polyfork/ring/word_modulus.hpp>

namespace polyfork {
inline namespace v1 {

class CrtBasis;

/// Elements from `begin` up to the next segment's beginning are reconstructed by a basis of their own.
struct CrtSegment {
  std::size_t begin = 0;
  const CrtBasis* basis = nullptr;
};

namespace detail {
class CrtTables;
/// from_residues for callers who have checked the shapes and charged the result, which is not compact.
IntegerVector from_residues_charged(std::span<const CrtSegment> segments,
                                    std::span<const std::span<const std::uint64_t>> residues,
                                    const ExecutionContext& ctx);
}  // namespace detail

class POLYFORK_EXPORT CrtBasis {
 public:
  /// Distinct primes below 2^63. Throws DomainError for an empty list, a repeated or a composite number. O(size^2) word
  /// operations, in parallel over primes; the tables are charged to the context while they are made.
  explicit CrtBasis(std::vector<std::uint64_t> primes,
                    const ExecutionContext& ctx = ExecutionContext::default_context());

  /// The basis of distinct numbers that are known to be primes.
  struct KnownPrimes {};
  CrtBasis(KnownPrimes, const std::vector<std::uint64_t>& primes,
           const ExecutionContext& ctx = ExecutionContext::default_context());

  std::size_t size() const noexcept { return moduli_.size(); }
  std::uint64_t prime(std::size_t j) const noexcept { return moduli_[j].value(); }
  const WordModulus& modulus(std::size_t j) const noexcept { return moduli_[j]; }
  /// The product M of the primes.
  const Integer& product() const noexcept { return product_; }

  /// residues[j][i] = values[i] mod prime(j), canonical. Each span has values.size() words, else DomainError.
  /// O(size limbs n) word operations; spans O(size limbs + log n).
  void to_residues(const IntegerVector& values, std::span<const std::span<std::uint64_t>> residues,
                   const ExecutionContext& ctx = ExecutionContext::default_context()) const;
  /// The residues of a part of what is converted before any of it is used, all_words residues in all: that decides
  /// whether they stay in
  /// the caches until then.
  void to_residues_of_part(const IntegerVector& values, std::span<const std::span<std::uint64_t>> residues,
                           std::size_t all_words, const ExecutionContext& ctx) const;
  /// The integers x_i in [-M/2, M/2) with x_i = residues[j][i] mod prime(j). Precondition: residues canonical.
  /// Throws DomainError unless there is one array per prime, all of one length. The result is compact.
  /// O(size^2 n) word operations by cofactor sums; span O(size^2 + log n).
  IntegerVector from_residues(std::span<const std::span<const std::uint64_t>> residues,
                              const ExecutionContext& ctx = ExecutionContext::default_context()) const;
  /// Elements [begin, end) of these integers, which are below M / 8 in size, divided by 2^drop and rounded: off by at
  /// most 1/2 + 2^-35, exact with drop 0. As rows of `limbs` limbs in two's complement, which hold them. O(n size (size
  /// - drop / 50)) word operations.
  void from_residues_rounded(std::span<const std::span<const std::uint64_t>> residues, std::size_t begin,
                             std::size_t end, std::size_t drop, std::uint64_t* out, std::size_t limbs,
                             const ExecutionContext& ctx = ExecutionContext::default_context()) const;
  /// Bytes on the heap: 8 size^2 and lower terms, with vector kernels and more than 256 primes 2600 size + size^2 / 2.
  std::size_t bytes() const noexcept;
  /// The instruction set of the kernels chosen at construction: "portable", "avx2", "avx512" or "ifma".
  std::string_view kernels() const noexcept;

 private:
  friend IntegerVector detail::from_residues_charged(std::span<const CrtSegment> segments,
                                                     std::span<const std::span<const std::uint64_t>> residues,
                                                     const ExecutionContext& ctx);
  /// Elements [begin, end) of out, whose rows have limbs_ limbs.
  void reconstruct(std::span<const std::span<const std::uint64_t>> residues, IntegerVector& out, std::size_t begin,
                   std::size_t end, const ExecutionContext& ctx) const;

  /// What the sum of cofactors needs to know of a prime p.
  struct Weight {
    std::uint64_t inverse;           // (M / p)^-1 mod p
    std::uint64_t inverse_quotient;  // its Shoup quotient
    std::uint64_t reciprocal;        // of p << shift, see crt_from_residues.cpp
    int shift;                       // p << shift lies in [2^62, 2^63)
  };
  class Reconstruction;  // crt_from_residues.cpp

  std::vector<WordModulus> moduli_;
  Integer product_;
  std::shared_ptr<const detail::CrtTables> tables_;  // of the vector kernels, or null; what follows is empty with them
  Integer half_;                                     // ceil(M / 2)
  std::vector<mp_limb_t> cofactors_;                 // M / p_j, size() rows of limbs_ limbs
  std::size_t limbs_ = 0;                            // of M
  std::vector<Weight> weights_;
};

/// CrtBasis::from_residues with fewer primes where the integers are known to be short: residues[j] is for the j-th
/// prime of every segment's basis that has so many. Throws DomainError unless segments begin at 0 and at ascending
/// multiples of IntegerVector::stripe_rows.
POLYFORK_EXPORT IntegerVector from_residues(std::span<const CrtSegment> segments,
                                            std::span<const std::span<const std::uint64_t>> residues,
                                            const ExecutionContext& ctx = ExecutionContext::default_context());

}  // namespace v1
}  // namespace polyfork
