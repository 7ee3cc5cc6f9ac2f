// From factors modulo p to factors over Z.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/memory.hpp>

#include "poly/factor_z/factor_z_columns.hpp"
#include "poly/factor_z/factor_z_primes.hpp"
#include "poly/factor_z/hensel_tree.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// So many local factors and groups of them are recombined by testing sets, more by small sets of them, as long as some
/// are found, and by a lattice.
inline constexpr std::size_t most_groups_for_subsets = 14;

/// Lifts and recombines. All steps work on what is left of f and on groups of local factors that are known to belong
/// together; whatever the precision is, what they find is proved: a factor divides, and is irreducible since all
/// smaller sets are excluded (few groups) or since no set can be split (a group alone). Precision only decides whether
/// anything is found, and is raised until it is.
class Recombination {
 public:
  /// Preconditions: f square-free, primitive, leading coefficient positive, f(0) not zero; at least two local factors.
  Recombination(const IntegerVector& f, const ModularFactors& local, const ExecutionContext& ctx);

  /// The irreducible factors of f, primitive, with positive leading coefficients, in no particular order.
  std::vector<IntegerVector> run();

 private:
  enum class Outcome { factor, none, undecided };
  struct Trial {
    Outcome outcome;
    IntegerVector factor, rest;
  };

  void lift_to_bits(double bits);
  void raise_precision();
  void lift_for(const std::vector<ColumnBound>& columns, double gain);
  std::size_t exponent_for(double bits) const;
  /// Whether a modulus suffices to find any factor, so that a failing division excludes it.
  bool is_complete(const ResidueRing& ring) const { return log2_of(ring.modulus()) >= complete_bits_; }
  bool search_subsets();
  void search_small_sets();
  void search_knapsack();
  void try_groups();
  void try_groups(const ResidueRing& ring);
  double first_bits_tried() const;
  bool first_groups_are_factors(std::size_t count, const ResidueRing& ring);
  void split_off_first(std::size_t count);
  void split_off(Trial trial, const std::vector<bool>& in_factor);
  void set_remaining(IntegerVector f);
  void finish();
  /// In a ring of residues modulo a power of p up to the tree's.
  Trial try_set(const std::vector<bool>& in_factor, const ResidueRing& ring) const;
  Residues product_of(const std::vector<bool>& wanted, bool complement, const ResidueRing& ring) const;
  std::optional<IntegerVector> candidate(const Residues& monic, const ResidueRing& ring) const;
  std::optional<Integer> common_denominator(const Residues& monic, const ResidueRing& ring) const;
  std::size_t degree_of(const std::vector<std::size_t>& group) const;
  /// A charge for the residues of so many columns.
  MemoryReservation hold_columns(std::size_t columns) const;
  void merge(const std::vector<std::vector<std::size_t>>& classes);

  const ExecutionContext& ctx_;
  DegreeSet degrees_;
  MemoryReservation held_;  // for what is left, what is found, and a product of leaves with what is made of it
  HenselTree tree_;
  IntegerVector f_;  // what is left, product of the groups
  LeafGroups groups_;
  double complete_bits_ = 0;
  bool small_sets_left_ = true;  // they have not been looked for in vain
  bool groups_final_ = false;    // the lattice has no more dimensions than there are groups
  std::size_t vain_rounds_ = 0;  // of the knapsack since groups were joined
  std::vector<IntegerVector> found_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
