// The search for distinct degrees over Z/pZ: powers x^(p^i) modulo what is left of f, intervals of degrees, and the
// factors of one degree each.
//
// Several intervals share a gcd. A gcd is no task for several threads, so that on many of them it runs beside the
// powers and products of the next intervals, and takes more intervals. What a gcd finds is taken apart by halves of its
// degrees, whose parts are independent; short ones degree by degree. Which intervals share a gcd changes no answer.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>

#include "poly/factor/factor_zp_words.hpp"
#include "poly/factor/word_composition.hpp"
#include "ring/mod_vector.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The powers x^(p^i) modulo what is left of f, and the way from one to the next.
class FrobeniusSteps {
 public:
  /// Precondition: degree at least 2.
  FrobeniusSteps(const FactorAlgebra& w, ConstWords f) : w_(w), rest_(f.begin(), f.end()) {
    const std::size_t n = f.size() - 1;
    baby_count_ = baby_steps(n);
    modulo_ = std::make_unique<WordQuotient>(w, f);
    baby_.resize(2, ResidueVector(n));
    baby_[0][1] = modulo_->one();
    modulo_->power_of_linear(0, w.modulus.value(), baby_[1]);
    // Powers, and for two searches giant steps, intervals and a product.
    const std::size_t intervals = std::max(baby_count_ / 2, least_intervals());
    reservation_ = MemoryReservation(w.ctx.memory(), (baby_count_ + 4 * intervals + 8) * n * sizeof(std::uint64_t));
  }

  std::size_t baby_count() const noexcept { return baby_count_; }
  ConstWords rest() const noexcept { return rest_; }
  std::size_t degree_left() const noexcept { return rest_.size() - 1; }

  /// Whether f has a linear factor, as most polynomials have: one gcd, before all compositions.
  bool has_root() const {
    ResidueVector difference(modulo_->degree());
    subtract(baby_[1], baby_[0], difference);
    return monic_gcd_words(w_, rest_, normalised_words(difference)).size() > 1;
  }

  /// Whether f has a factor of a degree up to baby_count(). Precondition: none has been searched for.
  bool has_factor_of_low_degree() {
    Batch lowest = search(0, 1);
    return monic_gcd_words(w_, rest_, normalised_words(lowest.product)).size() > 1;
  }

  /// The least degree that a factor can still have.
  std::size_t lowest_degree() const noexcept { return rounds_ * baby_count_ + 1; }

  /// Searches for factors of the next degrees: one interval first, then several with one gcd, since factors become
  /// rare. The product of those found, or 1; split() takes it apart. The gcd, which is no task for several threads,
  /// runs beside the next search's powers.
  ResidueVector next_intervals() {
    batch_ = ahead_ ? std::move(*ahead_) : search(rounds_, intervals_worth(rounds_));
    ahead_.reset();
    rounds_ += batch_.giants.size();
    ResidueVector g;
    const auto find = [&] {
      g = monic_gcd_words(w_, rest_, normalised_words(batch_.product));
      batch_.product = {};
    };
    if (forks() && 2 * lowest_degree() <= degree_left())
      fork_join(w_.ctx, find, [&] { ahead_.emplace(search(rounds_, intervals_worth(rounds_))); });
    else
      find();
    if (g.size() > 1) rest_ = exact_quotient_words(w_, rest_, g);
    return g;
  }

  /// Takes the factors that next_intervals returned apart.
  void split(ResidueVector g, std::vector<EqualDegreeWords>& out) const {
    split_intervals(std::move(g), 0, batch_.giants.size(), out);
  }

  /// From now on modulo what is left, where that is smaller by a fifth.
  void shrink() {
    if (5 * degree_left() >= 4 * modulo_->degree() || degree_left() < 2 * lowest_degree()) return;
    auto smaller = std::make_unique<WordQuotient>(w_, rest_);
    std::vector<ResidueVector*> elements{&giant_};
    for (ResidueVector& b : baby_) elements.push_back(&b);
    if (ahead_) {
      for (std::size_t i = 0; i < ahead_->giants.size(); ++i) {
        elements.push_back(&ahead_->giants[i]);
        elements.push_back(&ahead_->intervals[i]);
      }
      elements.push_back(&ahead_->product);
    }
    parallel_for(w_.ctx, elements.size(), forks() ? 1 : elements.size(), [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        ResidueVector& a = *elements[i];
        modulo_->to_residues(a, a);
        ResidueVector reduced(smaller->degree());
        smaller->reduce(a, reduced);
        a = std::move(reduced);
      }
    });
    if (map_) {
      CompositionMap map(*smaller, *map_);
      map_.emplace(std::move(map));
    }
    modulo_ = std::move(smaller);
  }

  /// What is left has but one factor.
  EqualDegreeWords last() { return part(std::move(rest_), 0); }

  /// x^p and the quotient, for other searches.
  const WordQuotient& modulo() const noexcept { return *modulo_; }
  const ResidueVector& frobenius() const noexcept { return baby_[1]; }

 private:
  /// Consecutive intervals of degrees, searched with one gcd.
  struct Batch {
    std::size_t first = 0;  // interval
    std::vector<ResidueVector> giants, intervals;
    ResidueVector product;  // of the intervals
  };

  /// Whether products are worth tasks of their own.
  bool forks() const noexcept { return w_.threads > 1 && modulo_->product_cost() >= 50000; }

  /// How many intervals a gcd is worth at least: on many threads gcds take longer than what they are computed from.
  std::size_t least_intervals() const noexcept {
    return forks() ? static_cast<std::size_t>(1 + (w_.threads - 1) / 4) : 1;
  }

  /// How many intervals from this one on to search with one gcd.
  std::size_t intervals_worth(std::size_t first) const noexcept {
    return forks() ? least_intervals() : std::max<std::size_t>(first / 4, 1);
  }

  /// The next intervals, at most so many. Precondition: a factor of these degrees is possible.
  Batch search(std::size_t first, std::size_t most) {
    const std::size_t n = modulo_->degree();
    const std::size_t left = (degree_left() / 2 - first * baby_count_ + baby_count_ - 1) / baby_count_;
    const std::size_t count = std::min(most, left);
    Batch batch;
    batch.first = first;
    for (std::size_t i = 0; i < count; ++i) batch.giants.push_back(next_giant());
    batch.intervals.assign(count, ResidueVector(n));
    parallel_for(w_.ctx, count, 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) interval(batch.giants[i], batch.intervals[i]);
    });
    const MemoryReservation reservation(w_.ctx.memory(), count * n * sizeof(std::uint64_t));
    std::vector<ResidueVector> factors = batch.intervals;
    batch.product = product_of(*modulo_, factors);
    return batch;
  }

  void subtract(ConstWords a, ConstWords b, Words out) const {
    mod_vector_kernels().sub_mod(out.data(), a.data(), b.data(), out.size(), w_.modulus.value());
  }

  /// x^(p^(l j)), j = 1, 2, ...
  const ResidueVector& next_giant() {
    const std::size_t n = modulo_->degree();
    if (giant_.empty()) {
      baby_.resize(baby_count_ + 1, ResidueVector(n));
      if (baby_count_ > 1) {
        const CompositionMap map(*modulo_, baby_[1], baby_count_ - 1);
        for (std::size_t i = 2; i <= baby_count_; ++i) map.apply(baby_[i - 1], baby_[i]);
      }
      return giant_ = baby_[baby_count_];
    }
    if (!map_) map_.emplace(*modulo_, baby_[baby_count_], std::max<std::size_t>(1, n / (3 * baby_count_)));
    ResidueVector next(n);
    map_->apply(giant_, next);
    return giant_ = std::move(next);
  }

  /// The product of all giant - b_i, by several tasks.
  void interval(const ResidueVector& giant, ResidueVector& product) const {
    const std::size_t n = modulo_->degree();
    const std::size_t tasks = forks() ? std::min<std::size_t>(static_cast<std::size_t>(w_.threads), baby_count_) : 1;
    const MemoryReservation reservation(w_.ctx.memory(), tasks * n * sizeof(std::uint64_t));
    std::vector<ResidueVector> products(tasks, ResidueVector(n));
    parallel_for(w_.ctx, tasks, 1, [&](std::size_t begin, std::size_t end) {
      ScratchWords difference(w_.ctx, n);
      for (std::size_t task = begin; task < end; ++task) {
        subtract(giant, baby_[task], products[task]);
        for (std::size_t i = task + tasks; i < baby_count_; i += tasks) {
          w_.ctx.poll();
          subtract(giant, baby_[i], difference.all());
          modulo_->multiply(products[task], difference.all(), products[task]);
        }
      }
    });
    product = product_of(*modulo_, products);
  }

  /// The product of all, in pairs.
  ResidueVector product_of(const WordQuotient& modulo, std::vector<ResidueVector>& factors) const {
    for (std::size_t left = factors.size(); left > 1; left = (left + 1) / 2) {
      const std::size_t half = (left + 1) / 2;
      const std::size_t grain = modulo.product_cost() < 50000 ? left : 1;
      parallel_for(w_.ctx, left - half, grain, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) modulo.multiply(factors[i], factors[i + half], factors[i]);
      });
    }
    return std::move(factors[0]);
  }

  /// The gcd of g and the product of elements that element(i) gives, begin <= i < end.
  template <class ElementAt>
  ResidueVector common_factor(const ResidueVector& g, std::size_t begin, std::size_t end,
                              const ElementAt& element) const {
    const std::size_t n = modulo_->degree();
    const std::size_t count = end - begin;
    const MemoryReservation reservation(w_.ctx.memory(), count * (n + g.size()) * sizeof(std::uint64_t));
    std::vector<ResidueVector> factors(count);
    const WordQuotient modulo(w_, g);
    parallel_for(w_.ctx, count, forks() ? 1 : count, [&](std::size_t from, std::size_t to) {
      for (std::size_t i = from; i < to; ++i) {
        w_.ctx.poll();
        ResidueVector residues = element(begin + i);
        modulo_->to_residues(residues, residues);
        factors[i].resize(modulo.degree());
        modulo.reduce(residues, factors[i]);
      }
    });
    return monic_gcd_words(w_, g, normalised_words(product_of(modulo, factors)));
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
      ResidueVector difference(modulo_->degree());
      subtract(batch_.giants[index], baby_[top - lowest], difference);
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
      ResidueVector difference(modulo_->degree());
      subtract(batch_.giants[index], baby_[top - degree], difference);
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

  /// degree 0: irreducible.
  EqualDegreeWords part(ResidueVector product, std::size_t degree) const {
    EqualDegreeWords result;
    result.degree = degree == 0 ? product.size() - 1 : degree;
    result.product = std::move(product);
    if (result.count() == 1 || result.degree == 1) return result;
    ResidueVector residues(modulo_->degree());
    modulo_->to_residues(baby_[1], residues);
    result.frobenius = remainder_words(w_, residues, result.product);
    if (result.degree <= baby_count_) {
      ResidueVector sum = baby_[0];
      for (std::size_t i = 1; i < result.degree; ++i) add_words(w_, sum, baby_[i]);
      modulo_->to_residues(sum, residues);
      result.trace = remainder_words(w_, residues, result.product);
    }
    return result;
  }

  const FactorAlgebra& w_;
  MemoryReservation reservation_;
  ResidueVector rest_;
  std::size_t baby_count_;
  std::size_t rounds_ = 0;  // intervals that have been searched
  std::unique_ptr<WordQuotient> modulo_;
  std::vector<ResidueVector> baby_;
  ResidueVector giant_;
  Batch batch_;                 // the last search
  std::optional<Batch> ahead_;  // the next one, as far as it has begun
  std::optional<CompositionMap> map_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
