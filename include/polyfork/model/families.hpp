// The algorithms that the papers analyse in the many-core model: each as formulas and as a program.
//
// [MMM] is the paper on the many-core machine model, [TH] chapter 4 and appendix B of the thesis. Coefficients are
// residues of one word. The formulas are the printed ones, those of the worksheets where the text misprints them, and
// the programs are lists of kernels that the texts and worksheets describe; where the two differ, and by how much, the
// comments at the formulas say and the tests prove.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <polyfork/core/export.hpp>
#include <polyfork/model/bounds.hpp>
#include <polyfork/model/machine.hpp>
#include <polyfork/model/program.hpp>

namespace polyfork {
inline namespace v1 {
namespace model {

/// What an algorithm's formulas depend on. Each family ignores what it does not name.
struct FamilyParameters {
  std::uint64_t n = 1;          ///< coefficients of the larger operand, or values to be transformed or sorted
  std::uint64_t m = 1;          ///< coefficients of the smaller operand
  std::uint64_t s = 1;          ///< the program parameter: steps, coefficients or bits in one kernel
  std::uint64_t threads = 128;  ///< l: threads of a block
  std::uint64_t base = 16;      ///< length of the transforms that one thread computes (Cooley-Tukey)
  std::uint64_t key_bits = 32;  ///< c: bits of a key (radix sort)
};

/// One row of the papers' formulas.
struct AlgorithmFamily {
  std::string_view name;    ///< such as "euclid-steps"
  std::string_view title;   ///< what it computes, for a reader
  std::string_view source;  ///< where the papers analyse it
  bool has_second_operand;  ///< the formulas have m
  bool has_parameter;       ///< the formulas have s
  bool chooses_threads;     ///< l is a multiple of s instead of a parameter

  /// Why the formulas do not hold for these parameters: they divide without rounding and take logarithms of powers of
  /// two. None where they hold; the functions below ask for that.
  std::optional<std::string> (*refusal)(const FamilyParameters& p);
  /// The formulas, with U clock cycles for the transfer of a word.
  Measures (*formulas)(const FamilyParameters& p, const Rational& transfer_cycles);
  /// The list of kernels.
  Program (*program)(const FamilyParameters& p);
  /// Kernels in that list, equal ones in a chain counted once.
  std::uint64_t (*program_size)(const FamilyParameters& p);
  /// Words that a block keeps in its private memory, at most Z on a machine that runs the program; 0 for transforms and
  /// products by them, for which the papers give no bound.
  Rational (*private_words)(const FamilyParameters& p);
};

/// All families, in the order of the papers.
POLYFORK_EXPORT std::span<const AlgorithmFamily> algorithm_families();
/// By name. Throws DomainError for an unknown one.
POLYFORK_EXPORT const AlgorithmFamily& algorithm_family(std::string_view name);

/// The time by the formulas: theorem 4.2.1 or, where the machine has no number of multiprocessors, corollary 4.2.2.
/// Throws DomainError where the family refuses the parameters.
POLYFORK_EXPORT Rational predicted_time(const AlgorithmFamily& family, const FamilyParameters& p,
                                        const ManyCoreMachine& machine);

/// The value of s among `candidates` with the least predicted time, of those that the family takes and whose blocks fit
/// in a private memory; the first of several. None where no candidate remains.
POLYFORK_EXPORT std::optional<std::uint64_t> best_parameter(const AlgorithmFamily& family, FamilyParameters p,
                                                            const ManyCoreMachine& machine,
                                                            std::span<const std::uint64_t> candidates);

}  // namespace model
}  // namespace v1
}  // namespace polyfork
