// Distinct-degree factorization and irreducibility over Z/pZ.
//
// With b_i = x^(p^i) for i <= l (baby steps) and H_j = x^(p^(j l)) (giant steps) modulo f, the product of H_j - b_i
// over all i < l contains exactly the irreducible polynomials whose degrees divide some j l - i. With the lower ones
// gone, a gcd splits off the factors of degrees (j - 1) l + 1 to j l, later on those of several j at a time; gcds with
// the single differences take these apart. Baby and giant steps are compositions with b_1 and with H_1. For l near
// sqrt(n / 3): about sqrt(2 n) compositions and n / 2 products modulo f, of which random polynomials need a half. When
// factors that were found have lowered the degree by a fifth, all goes on modulo the rest.
//
// Irreducibility: a gcd with x^p - x and one round of the above, which find a factor of most reducible polynomials;
// then Rabin's test, x^(p^n) = x and gcd(x^(p^(n/q)) - x, f) = 1 for the primes q that divide n, by O(log n)
// compositions.
//
// Literature: Kaltofen, Shoup, Math. Comp. 67 (1998); von zur Gathen, Shoup, Comput. Complexity 2 (1992); Rabin, SIAM
// J. Comput. 9 (1980); Ben-Or, FOCS 1981.
#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <utility>

#include <polyfork/core/parallel.hpp>

#include "poly/factor/factor_zp_words.hpp"
#include "poly/factor/word_composition.hpp"
#include "poly/residues/division_word.hpp"
#include "poly/residues/gcd_word.hpp"
#include "poly/residues/half_gcd.hpp"
#include "ring/mod_vector.hpp"
#include "ring/prime_factors.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

ResidueVector normalised_words(ConstWords a) {
  a = a.first(word_length(a));
  return ResidueVector(a.begin(), a.end());
}

ResidueVector monic_gcd_words(const FactorAlgebra& w, ResidueVector a, ResidueVector b) {
  const MemoryReservation reservation(w.ctx.memory(), 2 * (a.size() + b.size()) * sizeof(std::uint64_t));
  ResidueVector g = gcd_words(w, std::move(a), std::move(b));
  if (!g.empty()) word_set_leading(g, 1, w.modulus);
  return g;
}

ResidueVector exact_quotient_words(const FactorAlgebra& w, ConstWords a, ConstWords b) {
  const MemoryReservation reservation(w.ctx.memory(), 2 * a.size() * sizeof(std::uint64_t));
  ResidueVector quotient(a.size() - b.size() + 1);
  ResidueVector rest(a.begin(), a.end());
  div_rem_words(w, rest, b, quotient);
  return quotient;
}

ResidueVector remainder_words(const FactorAlgebra& w, ConstWords a, ConstWords b) {
  if (a.size() < b.size()) return normalised_words(a);
  const MemoryReservation reservation(w.ctx.memory(), 2 * a.size() * sizeof(std::uint64_t));
  ResidueVector quotient(a.size() - b.size() + 1);
  ResidueVector rest(a.begin(), a.end());
  div_rem_words(w, rest, b, quotient);
  return normalised_words(Words(rest).first(b.size() - 1));
}

std::size_t baby_steps(std::size_t n) noexcept {
  return std::max<std::size_t>(1, static_cast<std::size_t>(std::sqrt(static_cast<double>(n) / 3)));
}

namespace {

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
    reservation_ = MemoryReservation(w.ctx.memory(), (2 * baby_count_ + 8) * n * sizeof(std::uint64_t));
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

  /// The least degree that a factor can still have.
  std::size_t lowest_degree() const noexcept { return rounds_ * baby_count_ + 1; }

  /// Searches for factors of the next degrees: one interval first, then several with one gcd, since factors become
  /// rare. The product of those found, or 1; split() takes it apart.
  ResidueVector next_intervals() {
    const std::size_t n = modulo_->degree();
    const std::size_t left = (degree_left() / 2 - rounds_ * baby_count_ + baby_count_ - 1) / baby_count_;
    const std::size_t count = std::clamp<std::size_t>(rounds_ / 4, 1, left);
    giants_.clear();
    for (std::size_t i = 0; i < count; ++i) giants_.push_back(next_giant());
    intervals_.assign(count, ResidueVector(n));
    parallel_for(w_.ctx, count, 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) interval(giants_[i], intervals_[i]);
    });
    const MemoryReservation reservation(w_.ctx.memory(), count * n * sizeof(std::uint64_t));
    std::vector<ResidueVector> factors = intervals_;
    const ResidueVector product = product_of(factors);
    ResidueVector g = monic_gcd_words(w_, rest_, normalised_words(product));
    if (g.size() > 1) rest_ = exact_quotient_words(w_, rest_, g);
    first_round_ = rounds_;
    rounds_ += count;
    return g;
  }

  /// Takes the factors that next_intervals returned apart.
  void split(ResidueVector g, std::vector<EqualDegreeWords>& out) {
    for (std::size_t i = 0; i < giants_.size() && g.size() > 1; ++i) {
      if (i + 1 == giants_.size()) return split_interval(std::move(g), i, out);
      ResidueVector here = monic_gcd_words(w_, g, remainder_words(w_, intervals_[i], g));
      if (here.size() == 1) continue;
      g = exact_quotient_words(w_, g, here);
      split_interval(std::move(here), i, out);
    }
  }

  /// From now on modulo what is left, where that is smaller by a fifth.
  void shrink() {
    if (5 * degree_left() >= 4 * modulo_->degree() || degree_left() < 2 * lowest_degree()) return;
    auto smaller = std::make_unique<WordQuotient>(w_, rest_);
    const auto moved = [&](ResidueVector& a) {
      modulo_->to_residues(a, a);
      ResidueVector reduced(smaller->degree());
      smaller->reduce(a, reduced);
      a = std::move(reduced);
    };
    for (ResidueVector& b : baby_) moved(b);
    moved(giant_);
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
    const bool serial = w_.threads == 1 || modulo_->product_cost() < 50000;
    const std::size_t tasks = serial ? 1 : std::min<std::size_t>(static_cast<std::size_t>(w_.threads), baby_count_);
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
    product = product_of(products);
  }

  /// The product of all, in pairs.
  ResidueVector product_of(std::vector<ResidueVector>& factors) const {
    for (std::size_t left = factors.size(); left > 1; left = (left + 1) / 2) {
      const std::size_t half = (left + 1) / 2;
      const std::size_t grain = modulo_->product_cost() < 50000 ? left : 1;
      parallel_for(w_.ctx, left - half, grain, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) modulo_->multiply(factors[i], factors[i + half], factors[i]);
      });
    }
    return std::move(factors[0]);
  }

  /// Factors of degrees (j - 1) l + 1 to j l, giants_[index] = H_j.
  void split_interval(ResidueVector g, std::size_t index, std::vector<EqualDegreeWords>& out) const {
    const std::size_t lowest = (first_round_ + index) * baby_count_ + 1;
    for (std::size_t i = baby_count_; g.size() > 1; --i) {
      const std::size_t degree = lowest + baby_count_ - i;
      if (g.size() - 1 < 2 * degree) return out.push_back(part(std::move(g), 0));  // one factor of any of the degrees
      if (i == 1) return out.push_back(part(std::move(g), degree));
      ResidueVector difference(modulo_->degree());
      subtract(giants_[index], baby_[i - 1], difference);
      ResidueVector factors = monic_gcd_words(w_, g, remainder_words(w_, difference, g));
      if (factors.size() == 1) continue;
      if (factors.size() == g.size()) return out.push_back(part(std::move(factors), degree));
      g = exact_quotient_words(w_, g, factors);
      out.push_back(part(std::move(factors), degree));
    }
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
  std::size_t rounds_ = 0;       // intervals that have been searched
  std::size_t first_round_ = 0;  // before the last search
  std::unique_ptr<WordQuotient> modulo_;
  std::vector<ResidueVector> baby_;
  ResidueVector giant_;
  std::vector<ResidueVector> giants_, intervals_;  // of the last search
  std::optional<CompositionMap> map_;
};

/// x^(p^k) modulo f by binary powering with compositions, h = x^p.
ResidueVector iterated_frobenius(const WordQuotient& q, const ResidueVector& h, std::size_t k) {
  ResidueVector result = h;
  const CompositionMap once(q, h, 4);
  ResidueVector next(h.size());
  for (auto i = static_cast<std::size_t>(63 - __builtin_clzll(k)); i-- != 0;) {
    CompositionMap(q, result, 1).apply(result, next);
    std::swap(result, next);
    if ((k >> i & 1) == 0) continue;
    once.apply(result, next);
    std::swap(result, next);
  }
  return result;
}

}  // namespace

std::vector<EqualDegreeWords> distinct_degree_words(const FactorAlgebra& w, ConstWords f) {
  std::vector<EqualDegreeWords> parts;
  if (f.size() == 2) {
    parts.push_back({ResidueVector(f.begin(), f.end()), 1, {}, {}});
    return parts;
  }
  FrobeniusSteps steps(w, f);
  while (2 * steps.lowest_degree() <= steps.degree_left()) {
    w.ctx.progress("distinct degrees", 2.0 * double(steps.lowest_degree()) / double(steps.degree_left()));
    ResidueVector g = steps.next_intervals();
    if (g.size() == 1) continue;
    steps.split(std::move(g), parts);
    steps.shrink();
  }
  if (steps.degree_left() != 0) parts.push_back(steps.last());
  std::sort(parts.begin(), parts.end(), [](const auto& a, const auto& b) { return a.degree < b.degree; });
  return parts;
}

ResidueVector linear_part_words(const FactorAlgebra& w, ConstWords f) {
  if (f.size() == 2) return ResidueVector(f.begin(), f.end());
  const WordQuotient q(w, f);
  ResidueVector h(q.degree());
  q.power_of_linear(0, w.modulus.value(), h);
  h[1] = w.modulus.sub(h[1], q.one());
  return monic_gcd_words(w, ResidueVector(f.begin(), f.end()), normalised_words(h));
}

bool is_irreducible_words(const FactorAlgebra& w, ConstWords f) {
  const std::size_t n = f.size() - 1;
  if (n == 1) return true;
  FrobeniusSteps steps(w, f);
  if (steps.has_root() || steps.next_intervals().size() > 1) return false;
  const std::size_t l = steps.baby_count();
  if (2 * (l + 1) > n) return true;
  const WordQuotient& q = steps.modulo();
  ResidueVector x(n);
  x[1] = q.one();
  for (const std::uint64_t prime : prime_factors(n)) {
    if (n / prime <= l) continue;  // no factor of such a degree
    ResidueVector h = iterated_frobenius(q, steps.frobenius(), n / prime);
    sub_words(w, h, x);
    if (monic_gcd_words(w, ResidueVector(f.begin(), f.end()), normalised_words(h)).size() > 1) return false;
  }
  return iterated_frobenius(q, steps.frobenius(), n) == x;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
