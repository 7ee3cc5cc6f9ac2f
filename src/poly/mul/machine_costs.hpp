// What operations cost on a machine: the figures of the cost model, and the formulas that several plans share.
//
// Predictions are used to compare candidates and to explain, never for results. Figures are those of an AMD EPYC (Zen 3
// and 5) and an Intel Xeon (Sapphire Rapids) with GMP 6.2, by instruction set, measured with
// bench/bench_arithmetic.cpp; `polyfork tune` corrects the predictions of whole products by the percentages of
// MulTuning.
#pragma once

#include <cstddef>

#include <polyfork/core/bytes.hpp>

#include "core/limits.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Times are nanoseconds.
struct MachineCosts {
  // Rows of limbs.
  double limb_product = 0.48;            ///< one limb product in a long row of mpn_addmul_1: the unit of gmp_mul_units
  double product_call = 6;               ///< a short mpn_mul with its signed accumulation
  double accumulated_limb = 0.6 * 0.48;  ///< a limb of a product that is added to a row
  double row_start = 3;                  ///< of an addition of two rows
  double word_product = 0.7;             ///< one product of the word kernels
  double column_in_vectors = 0.085;      ///< the same in vectors (Z/pZ)
  // Packing into slots of an integer.
  double slot = 6;         ///< a coefficient, packed or unpacked
  double slot_limb = 0.6;  ///< a limb of it
  // Transforms.
  double butterfly;       ///< a butterfly modulo a prime below 2^50
  double word;            ///< what belongs to a word once: its share of a product of blocks, loads and stores
  double far_word = 0.2;  ///< a word more in transforms that leave the caches
  double image;           ///< sums of products at points: a word of the last levels of a transform
  double pair;            ///< ... and of a product of two transforms
  double transform_start = 60;
  // Conversions between limbs and residues.
  double conversion;         ///< the product of a limb with a word modulo a prime
  double limb_join;          ///< a coefficient from its residues modulo three primes to its limb
  double limb_fetch = 0.5;   ///< a word from its row to the tile of a first pass
  double row_join = 60;      ///< the ends of a row's runs of words, and their carries
  double word_sweep = 0.9;   ///< a one-limb coefficient and a prime, both ways
  double coefficient = 6;    ///< reconstruction's fixed part of a coefficient
  double prime_start = 250;  ///< calls and the last vectors of conversions, for a prime
  // A product as a whole.
  double call = 150;         ///< dispatch, allocation
  double fresh_byte = 0.3;   ///< a byte that the process does not keep: zeroed by the system, read from memory
  double most_streams = 14;  ///< threads that long transforms and many rows keep busy: they go through memory
};

/// The figures for the instruction set in use.
const MachineCosts& machine_costs() noexcept;

inline constexpr double nanosecond = 1e-9;  ///< in seconds

/// mpn_mul of na by nb limbs (any order) in limb products: schoolbook, then the Toom ranges, then Schonhage-Strassen.
/// Piecewise powers fitted to GMP 6.2; uneven operands count as blocks of the shorter.
double gmp_mul_units(std::size_t na, std::size_t nb) noexcept;

/// Nanoseconds of a product of coefficients of na and nb limbs that is added to a row.
double row_product_ns(std::size_t na, std::size_t nb) noexcept;

/// Seconds of a transform of `words` words modulo one prime with all that belongs to it.
double transform_seconds(double words) noexcept;
/// Seconds of converting `pairs` pairs of a limb and a prime, in either direction.
double conversion_seconds(double pairs) noexcept;
/// Seconds for the part of a workspace that is walked through memory rather than caches, and that comes from the system
/// at every product; many cores do not make that cheaper.
double fresh_memory_seconds(Bytes workspace) noexcept;

/// What is left of the serial time of `parts` equal parts on `threads` threads.
double share_of_threads(int threads, double parts) noexcept;
/// That share for tasks of `grain` items; all of it without a grain.
inline double share_of_tasks(int threads, std::size_t grain, double parts) noexcept {
  return grain == 0 ? 1.0 : share_of_threads(threads, parts);
}
/// A prediction as `polyfork tune` has corrected it.
double corrected(double seconds, std::int64_t percent) noexcept;

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
