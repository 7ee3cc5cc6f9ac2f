// The multiplication dispatcher of Z[x]: algorithms by name, the plan, and its explanation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/core/plan.hpp>
#include <polyfork/ring/integer_vector.hpp>
#include <polyfork/ring/prime_field.hpp>
#include <polyfork/ring/residue_vector.hpp>

namespace polyfork {
inline namespace v1 {

/// How a product in Z[x] (or Z/pZ[x]) is computed.
enum class MulAlgorithm {
  classical,                 ///< schoolbook, rows of multiply-and-add
  karatsuba,                 ///< three half-sized products, down to classical
  plain_divide_and_conquer,  ///< four half-sized products, forked, down to classical (Z)
  toom_cook_4,               ///< four blocks of coefficients, seven products by another algorithm, forked (Z)
  toom_cook_8,               ///< eight blocks of coefficients, fifteen products (Z)
  kronecker,                 ///< evaluation at a power of two, one integer product, unpacking
  kronecker_two_point,       ///< evaluation at 2^s and -2^s, two integer products of half the length (Z)
  transform,                 ///< number-theoretic transforms modulo the modulus or one to four primes (Z/pZ)
  multimodular,              ///< residues modulo as many primes as the result needs, a transform product for each (Z)
  blocked,    ///< the same with the coefficients cut into blocks, whose products are formed on the transforms (Z)
  bivariate,  ///< limbs as coefficients in a second variable, transform products modulo three primes (Z)
  device,     ///< transforms on a device (Z and Z/pZ); by the processor where that does not do it
  integer,    ///< the product of two natural numbers by GMP or transforms: only as a part of another plan
  pieces      ///< pieces of the operands by another algorithm, where the result nearly fills the memory
};
POLYFORK_EXPORT std::string_view mul_algorithm_name(MulAlgorithm algorithm) noexcept;
/// The name of an algorithm for polynomials; throws DomainError for any other.
POLYFORK_EXPORT MulAlgorithm mul_algorithm_from_name(std::string_view name);

/// The shape of a product: lengths (numbers of coefficients) and the largest bit lengths.
struct MulShape {
  std::size_t length_a = 0;
  std::size_t length_b = 0;
  std::size_t bits_a = 0;
  std::size_t bits_b = 0;
  bool square = false;        ///< both operands are the same object
  std::uint64_t modulus = 0;  ///< Z/pZ: the prime p; 0: some prime of that many bits
  std::size_t wanted = 0;     ///< Z: low coefficients of the product that are wanted; 0: all
};

/// Thresholds of the dispatcher.
struct MulTuning {
  static constexpr std::string_view section = "poly.mul";
  // Lengths are those of equal operands; uneven ones count by their harmonic mean.
  std::int64_t one_limb_length = 72;      ///< classical for one-limb coefficients up to this length, 2.5 to 4.5
                                          ///< times as long below 2^31 in vectors of doubles
  std::int64_t classical_length = 12;     ///< classical up to this length ...
  std::int64_t classical_max_bits = 400;  ///< ... with coefficients up to this; above, up to karatsuba_base
  std::int64_t plain_max_bits = 320;      ///< plain divide and conquer in the place of classical up to this, no squares
  std::int64_t karatsuba_max_length = 20;         ///< Karatsuba up to this length ...
  std::int64_t karatsuba_min_bits = 224;          ///< ... if coefficients have at least this many bits ...
  std::int64_t karatsuba_max_total_bits = 10500;  ///< ... and all of an operand's together at most this many; twice as
                                                  ///< many with AVX2 where limbs have two chains of carries
  std::int64_t karatsuba_base = 4;                ///< recursion ends at this length
  /// Operands of at most 64 coefficients are multiplied by 52-bit digits (IFMA) up to so many products of digits.
  std::int64_t most_digit_products = 1000000;
  std::int64_t plain_base = 16;                           ///< plain divide and conquer ends at this length
  std::int64_t toom_cook_length = std::int64_t{1} << 40;  ///< Toom-Cook from this length on; built in: never chosen
  std::int64_t two_point_length = 16;                     ///< Kronecker at two points only from this length on ...
  std::int64_t two_point_max_limbs = 150;                 ///< ... and with at most that many limbs when packed
  std::int64_t integer_transform_limbs = 200;             ///< integers of that many limbs are multiplied by transforms
  std::int64_t transform_leaf_log = 9;                    ///< fft.leaf_log for the transforms of products
  std::int64_t multimodular_length = 24;                  ///< multimodular only from this length on
  std::int64_t blocked_min_bits = 1024;                   ///< blocked only for coefficients that long
  std::int64_t bivariate_limbs = 1024;                ///< bivariate only when the shorter operand has that many limbs
  std::int64_t parallel_min_limb_products = 1 << 16;  ///< below this many limb products nothing is forked
  // Correction factors of the predicted times of long products, in percent: `polyfork tune` sets them to the measured
  // over the predicted time of each algorithm, scaled so that their geometric mean is 100.
  std::int64_t kronecker_percent = 100;
  std::int64_t multimodular_percent = 100;
  std::int64_t blocked_percent = 100;
  std::int64_t bivariate_percent = 100;
  /// Z/pZ: classical up to this length; 7/3 to 5 times this length where products of short operands run in vectors
  /// (AVX-512-IFMA, moduli below 2^50)
  std::int64_t word_classical_length = 48;
  std::int64_t word_karatsuba_min_bits = 40;  ///< Z/pZ: Karatsuba for longer ones if p has that many bits
  std::int64_t word_karatsuba_base = 32;      ///< Z/pZ: recursion ends at this length
  /// Z/pZ: transforms when the shorter operand is longer than this; with AVX-512-IFMA than half of this
  std::int64_t word_transform_length = 96;
  template <class Visitor>
  void visit(Visitor&& v) {
    v("one_limb_length", one_limb_length);
    v("classical_length", classical_length);
    v("classical_max_bits", classical_max_bits);
    v("plain_max_bits", plain_max_bits);
    v("karatsuba_max_length", karatsuba_max_length);
    v("karatsuba_min_bits", karatsuba_min_bits);
    v("karatsuba_max_total_bits", karatsuba_max_total_bits);
    v("karatsuba_base", karatsuba_base);
    v("most_digit_products", most_digit_products);
    v("plain_base", plain_base);
    v("toom_cook_length", toom_cook_length);
    v("two_point_length", two_point_length);
    v("two_point_max_limbs", two_point_max_limbs);
    v("integer_transform_limbs", integer_transform_limbs);
    v("transform_leaf_log", transform_leaf_log);
    v("multimodular_length", multimodular_length);
    v("blocked_min_bits", blocked_min_bits);
    v("bivariate_limbs", bivariate_limbs);
    v("parallel_min_limb_products", parallel_min_limb_products);
    v("kronecker_percent", kronecker_percent);
    v("multimodular_percent", multimodular_percent);
    v("blocked_percent", blocked_percent);
    v("bivariate_percent", bivariate_percent);
    v("word_classical_length", word_classical_length);
    v("word_karatsuba_min_bits", word_karatsuba_min_bits);
    v("word_karatsuba_base", word_karatsuba_base);
    v("word_transform_length", word_transform_length);
  }
};

/// What the dispatchers of Z[x] and Z/pZ[x] would do; for Z/pZ[x] bits_a and bits_b of the shape are the bit length of
/// p - 1. Pure: the plan depends on the arguments and the processor alone. Where the scratch of all threads does not
/// fit under the budget's memory, the plan may be for fewer threads. Throws MemoryLimit when no plan fits, DomainError
/// for an empty operand.
POLYFORK_EXPORT PlanDescription explain_mul(const MulShape& shape, const PlanBudget& budget);
POLYFORK_EXPORT PlanDescription explain_mul_zp(const MulShape& shape, const PlanBudget& budget);
/// Every candidate's plan, the chosen one first.
POLYFORK_EXPORT std::vector<PlanDescription> explain_mul_candidates(const MulShape& shape, const PlanBudget& budget);
POLYFORK_EXPORT std::vector<PlanDescription> explain_mul_zp_candidates(const MulShape& shape, const PlanBudget& budget);

/// The product of two coefficient vectors (ascending, no trailing zeros needed) by the plan of the dispatcher, or by
/// one named algorithm. Throws DomainError where that algorithm cannot multiply operands of these sizes. The result has
/// length_a + length_b - 1 entries (none if an operand is empty), not normalised.
POLYFORK_EXPORT IntegerVector mul(const IntegerVector& a, const IntegerVector& b,
                                  const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT IntegerVector mul_with(MulAlgorithm algorithm, const IntegerVector& a, const IntegerVector& b,
                                       const ExecutionContext& ctx = ExecutionContext::default_context());

/// Products of residue vectors modulo the field's prime, canonical, not normalised.
POLYFORK_EXPORT ResidueVector mul(const PrimeField& field, const ResidueVector& a, const ResidueVector& b,
                                  const ExecutionContext& ctx = ExecutionContext::default_context());
/// Such a product into a vector whose memory is reused; `out` may be an operand. After an exception its contents are
/// unspecified, unless it is an operand.
POLYFORK_EXPORT void mul_into(ResidueVector& out, const PrimeField& field, const ResidueVector& a,
                              const ResidueVector& b,
                              const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT ResidueVector mul_with(MulAlgorithm algorithm, const PrimeField& field, const ResidueVector& a,
                                       const ResidueVector& b,
                                       const ExecutionContext& ctx = ExecutionContext::default_context());

}  // namespace v1
}  // namespace polyfork
