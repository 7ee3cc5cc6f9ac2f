// The search for distinct degrees over Z/pZ: powers x^(p^i) modulo what is left of f, and intervals of degrees.
//
// Several intervals share a gcd. A gcd is no task for several threads, so that on many of them it runs beside the
// powers and products of the next intervals, and takes more intervals. What a gcd finds is taken apart by
// interval_splitter.hpp. Which intervals share a gcd changes no answer.
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
#include "poly/factor/interval_splitter.hpp"
#include "poly/factor/word_composition.hpp"

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
    subtract_words(w_, baby_[1], baby_[0], difference);
    return monic_gcd_words(w_, rest_, normalised_words(difference)).size() > 1;
  }

  /// Whether f has a factor of a degree up to baby_count(). Precondition: none has been searched for.
  bool has_factor_of_low_degree() {
    IntervalBatch lowest = search(0, 1);
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
    splitter().split_intervals(std::move(g), 0, batch_.giants.size(), out);
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
  EqualDegreeWords last() { return splitter().part(std::move(rest_), 0); }

  /// x^p and the quotient, for other searches.
  const WordQuotient& modulo() const noexcept { return *modulo_; }
  const ResidueVector& frobenius() const noexcept { return baby_[1]; }

 private:
  IntervalSplitter splitter() const noexcept { return {w_, *modulo_, baby_, baby_count_, batch_}; }

  bool forks() const noexcept { return products_are_tasks(*modulo_); }

  /// How many intervals a gcd is worth at least: on many threads gcds take longer than what they are computed from.
  std::size_t least_intervals() const noexcept {
    return forks() ? static_cast<std::size_t>(1 + (w_.threads - 1) / 4) : 1;
  }

  /// How many intervals from this one on to search with one gcd.
  std::size_t intervals_worth(std::size_t first) const noexcept {
    return forks() ? least_intervals() : std::max<std::size_t>(first / 4, 1);
  }

  /// The next intervals, at most so many. Precondition: a factor of these degrees is possible.
  IntervalBatch search(std::size_t first, std::size_t most) {
    const std::size_t n = modulo_->degree();
    const std::size_t left = (degree_left() / 2 - first * baby_count_ + baby_count_ - 1) / baby_count_;
    const std::size_t count = std::min(most, left);
    IntervalBatch batch;
    batch.first = first;
    for (std::size_t i = 0; i < count; ++i) batch.giants.push_back(next_giant());
    batch.intervals.assign(count, ResidueVector(n));
    parallel_for(w_.ctx, count, 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) interval(batch.giants[i], batch.intervals[i]);
    });
    const MemoryReservation reservation(w_.ctx.memory(), count * n * sizeof(std::uint64_t));
    std::vector<ResidueVector> factors = batch.intervals;
    batch.product = product_of(w_, *modulo_, factors);
    return batch;
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
        subtract_words(w_, giant, baby_[task], products[task]);
        for (std::size_t i = task + tasks; i < baby_count_; i += tasks) {
          w_.ctx.poll();
          subtract_words(w_, giant, baby_[i], difference.all());
          modulo_->multiply(products[task], difference.all(), products[task]);
        }
      }
    });
    product = product_of(w_, *modulo_, products);
  }

  const FactorAlgebra& w_;
  MemoryReservation reservation_;
  ResidueVector rest_;
  std::size_t baby_count_;
  std::size_t rounds_ = 0;  // intervals that have been searched
  std::unique_ptr<WordQuotient> modulo_;
  std::vector<ResidueVector> baby_;
  ResidueVector giant_;
  IntervalBatch batch_;                 // the last search
  std::optional<IntervalBatch> ahead_;  // the next one, as far as it has begun
  std::optional<CompositionMap> map_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
