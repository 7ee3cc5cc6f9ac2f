// Factors over Z/pZ whose degrees are known to lie in a few intervals, taken apart into one part for each degree: by
// halves of the degrees, whose parts are independent; short ones degree by degree.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>

#include "poly/factor/factor_zp_words.hpp"
#include "ring/mod_vector.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Consecutive intervals of degrees, searched with one gcd.
struct IntervalBatch {
  std::size_t first = 0;  // interval
  std::vector<ResidueVector> giants, intervals;
  ResidueVector product;  // of the intervals
};

/// Whether products modulo f are worth tasks of their own.
inline bool products_are_tasks(const WordQuotient& modulo) noexcept {
  return modulo.algebra().threads > 1 && modulo.product_cost() >= 50000;
}

inline void subtract_words(const FactorAlgebra& w, ConstWords a, ConstWords b, Words out) {
  mod_vector_kernels().sub_mod(out.data(), a.data(), b.data(), out.size(), w.modulus.value());
}

/// The product of all, in pairs.
inline ResidueVector product_of(const FactorAlgebra& w, const WordQuotient& modulo,
                                std::vector<ResidueVector>& factors) {
  for (std::size_t left = factors.size(); left > 1; left = (left + 1) / 2) {
    const std::size_t half = (left + 1) / 2;
    const std::size_t grain = modulo.product_cost() < 50000 ? left : 1;
    parallel_for(w.ctx, left - half, grain, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) modulo.multiply(factors[i], factors[i + half], factors[i]);
    });
  }
  return std::move(factors[0]);
}

/// One search's way back from intervals to degrees. What it is given must outlive it.
class IntervalSplitter {
 public:
  /// baby: x^(p^i) for i up to baby_count, or up to 1, modulo `modulo`.
  IntervalSplitter(const FactorAlgebra& w, const WordQuotient& modulo, const std::vector<ResidueVector>& baby,
                   std::size_t baby_count, const IntervalBatch& batch) noexcept
      : w_(w), modulo_(modulo), baby_(baby), baby_count_(baby_count), batch_(batch) {}

  /// Factors whose degrees are in the intervals begin to end - 1 of the batch.
  void split_intervals(ResidueVector g, std::size_t begin, std::size_t end, std::vector<EqualDegreeWords>& out) const {
    if (g.size() == 1) return;
    if (end - begin == 1) return split_interval(std::move(g), begin, out);
    const std::size_t middle = g.size() > w_.forked_degree ? begin + (end - begin) / 2 : begin + 1;
    ResidueVector lower = common_factor(g, begin, middle, [&](std::size_t i) { return batch_.intervals[i]; });
    ResidueVector upper = exact_quotient_words(w_, g, lower);
    at_both(
        std::move(lower), std::move(upper), out,
        [&](ResidueVector&& part, auto& to) { split_intervals(std::move(part), begin, middle, to); },
        [&](ResidueVector&& part, auto& to) { split_intervals(std::move(part), middle, end, to); });
  }

  /// degree 0: irreducible.
  EqualDegreeWords part(ResidueVector product, std::size_t degree) const {
    EqualDegreeWords result;
    result.degree = degree == 0 ? product.size() - 1 : degree;
    result.product = std::move(product);
    if (result.count() == 1 || result.degree == 1) return result;
    ResidueVector residues(modulo_.degree());
    modulo_.to_residues(baby_[1], residues);
    result.frobenius = remainder_words(w_, residues, result.product);
    if (result.degree <= baby_count_) {
      ResidueVector sum = baby_[0];
      for (std::size_t i = 1; i < result.degree; ++i) add_words(w_, sum, baby_[i]);
      modulo_.to_residues(sum, residues);
      result.trace = remainder_words(w_, residues, result.product);
    }
    return result;
  }

 private:
  /// The gcd of g and the product of elements that element(i) gives, begin <= i < end.
  template <class ElementAt>
  ResidueVector common_factor(const ResidueVector& g, std::size_t begin, std::size_t end,
                              const ElementAt& element) const {
    const std::size_t n = modulo_.degree();
    const std::size_t count = end - begin;
    const MemoryReservation reservation(w_.ctx.memory(), count * (n + g.size()) * sizeof(std::uint64_t));
    std::vector<ResidueVector> factors(count);
    const WordQuotient modulo(w_, g);
    parallel_for(w_.ctx, count, products_are_tasks(modulo_) ? 1 : count, [&](std::size_t from, std::size_t to) {
      for (std::size_t i = from; i < to; ++i) {
        w_.ctx.poll();
        ResidueVector residues = element(begin + i);
        modulo_.to_residues(residues, residues);
        factors[i].resize(modulo.degree());
        modulo.reduce(residues, factors[i]);
      }
    });
    return monic_gcd_words(w_, g, normalised_words(product_of(w_, modulo, factors)));
  }

  /// Both parts of a split, in parallel where they are long: first the one of lower degrees.
  template <class Lower, class Upper>
  void at_both(ResidueVector lower, ResidueVector upper, std::vector<EqualDegreeWords>& out, const Lower& split_lower,
               const Upper& split_upper) const {
    std::vector<EqualDegreeWords> others;
    const auto first = [&] { split_lower(std::move(lower), out); };
    const auto second = [&] { split_upper(std::move(upper), others); };
    if (lower.size() > w_.forked_degree && upper.size() > w_.forked_degree) {
      fork_join(w_.ctx, first, second);
    } else {
      first();
      second();
    }
    std::move(others.begin(), others.end(), std::back_inserter(out));
  }

  /// Factors of degrees (j - 1) l + 1 to j l, giants[index] = H_j.
  void split_interval(ResidueVector g, std::size_t index, std::vector<EqualDegreeWords>& out) const {
    split_degrees(std::move(g), index, (batch_.first + index) * baby_count_ + 1, baby_count_, out);
  }

  /// Factors of `count` degrees from the lowest one on. Degrees d divide the exponents of lower differences only where
  /// these are d themselves or lie above other factors, so lower halves come off first.
  void split_degrees(ResidueVector g, std::size_t index, std::size_t lowest, std::size_t count,
                     std::vector<EqualDegreeWords>& out) const {
    const std::size_t top = (batch_.first + index + 1) * baby_count_;  // degree d belongs to giant - b_(top - d)
    for (; g.size() > 1; ++lowest, --count) {
      if (g.size() - 1 < 2 * lowest) return out.push_back(part(std::move(g), 0));  // one factor of any of the degrees
      if (count == 1) return out.push_back(part(std::move(g), lowest));
      if (g.size() > w_.forked_degree) return split_degrees_in_halves(std::move(g), index, lowest, count, out);
      ResidueVector difference(modulo_.degree());
      subtract_words(w_, batch_.giants[index], baby_[top - lowest], difference);
      ResidueVector factors = monic_gcd_words(w_, g, remainder_words(w_, difference, g));
      if (factors.size() == 1) continue;
      if (factors.size() == g.size()) return out.push_back(part(std::move(factors), lowest));
      g = exact_quotient_words(w_, g, factors);
      out.push_back(part(std::move(factors), lowest));
    }
  }
  void split_degrees_in_halves(ResidueVector g, std::size_t index, std::size_t lowest, std::size_t count,
                               std::vector<EqualDegreeWords>& out) const {
    const std::size_t top = (batch_.first + index + 1) * baby_count_;
    const std::size_t half = count / 2;
    ResidueVector lower = common_factor(g, lowest, lowest + half, [&](std::size_t degree) {
      ResidueVector difference(modulo_.degree());
      subtract_words(w_, batch_.giants[index], baby_[top - degree], difference);
      return difference;
    });
    ResidueVector upper = exact_quotient_words(w_, g, lower);
    at_both(
        std::move(lower), std::move(upper), out,
        [&](ResidueVector&& part, auto& to) { split_degrees(std::move(part), index, lowest, half, to); },
        [&](ResidueVector&& part, auto& to) {
          split_degrees(std::move(part), index, lowest + half, count - half, to);
        });
  }

  const FactorAlgebra& w_;
  const WordQuotient& modulo_;
  const std::vector<ResidueVector>& baby_;
  std::size_t baby_count_;
  const IntervalBatch& batch_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
