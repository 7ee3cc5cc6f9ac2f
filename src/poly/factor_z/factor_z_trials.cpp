// Whether groups of local factors are factors over Z: products modulo p^k, lifted to primitive polynomials that divide.
#include <algorithm>
#include <utility>

#include <polyfork/core/parallel.hpp>
#include <polyfork/poly/mul/multiplication.hpp>

#include "core/limits.hpp"
#include "poly/dense/integer_content.hpp"
#include "poly/factor_z/factor_z_bounds.hpp"
#include "poly/factor_z/factor_z_recombination.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t spare_bits = 10;  // by which coefficients of a factor are shorter than those of a wrong set

}  // namespace

/// What the coefficients of one of many factors are likely to need.
double Recombination::first_bits_tried() const {
  return 4 * static_cast<double>(f_.max_bits(ctx_)) / static_cast<double>(groups_.size()) + 64;
}

/// Groups that divide are irreducible factors: no set of local factors inside a group is a factor. The coefficients of
/// one of many factors are much shorter than those of f, so that lower precision is tried first.
void Recombination::try_groups() {
  const double bits = log2_of(tree_.ring().modulus());
  for (double tried = first_bits_tried(); 2 * tried < bits && groups_.size() > 1; tried *= 4)
    try_groups(power_ring(tree_.prime(), exponent_for(tried)));
  if (groups_.size() > 1) try_groups(tree_.ring());
}

/// Whether f is divisible by the product of what each of the first groups is the image of; then these are found. One
/// product tree and a division take less than a division for each.
bool Recombination::first_groups_are_factors(std::size_t count, const ResidueRing& ring) {
  const std::size_t rows = 4 * f_.size() * ring.limbs();  // all products, scaled, lifted and made primitive
  const MemoryReservation held(ctx_.memory(), saturating_mul(rows, sizeof(mp_limb_t)));
  std::vector<std::optional<IntegerVector>> factors(count);
  parallel_for(ctx_, factors.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      std::vector<bool> in_factor(groups_.size());
      in_factor[i] = true;
      factors[i] = candidate(product_of(in_factor, false, ring), ring);
    }
  });
  for (const auto& factor : factors)
    if (!factor) return false;
  const auto product = parallel_reduce<std::optional<IntegerVector>>(
      ctx_, factors.size(), 1, {}, [&](std::size_t i, std::size_t) { return factors[i]->copy(ctx_); },
      [&](std::optional<IntegerVector>&& a, std::optional<IntegerVector>&& b) {
        if (a && b && a->size() + b->size() - 1 <= f_.size()) return std::optional(mul(*a, *b, ctx_));
        return std::optional<IntegerVector>();
      });
  if (!product) return false;
  if (count == groups_.size()) {
    if (!(*product == f_)) return false;
    groups_.clear();
  } else {
    std::optional<IntegerVector> rest = DenseOps<Integers>::try_exact_div(Integers{}, f_, *product, ctx_);
    if (!rest) return false;
    groups_.erase(groups_.begin(), groups_.begin() + static_cast<std::ptrdiff_t>(count));
    set_remaining(std::move(*rest));
  }
  for (auto& factor : factors) found_.push_back(std::move(*factor));
  return true;
}

void Recombination::try_groups(const ResidueRing& ring) {
  if (first_groups_are_factors(groups_.size(), ring)) return;
  for (std::size_t i = 0; i < groups_.size() && groups_.size() > 1;) {
    ctx_.poll();
    std::vector<bool> in_factor(groups_.size());
    in_factor[i] = true;
    Trial trial = try_set(in_factor, ring);
    if (trial.outcome == Outcome::factor)
      split_off(std::move(trial), in_factor);
    else
      ++i;
  }
}

/// The product of the leaves of the wanted groups, or of the others.
Residues Recombination::product_of(const std::vector<bool>& wanted, bool complement, const ResidueRing& ring) const {
  std::size_t coefficients = 0;
  for (std::size_t i = 0; i < groups_.size(); ++i)
    if (wanted[i] != complement) coefficients += degree_of(groups_[i]) + groups_[i].size();
  const MemoryReservation held(ctx_.memory(), 3 * coefficients * ring.limbs() * sizeof(mp_limb_t));
  std::vector<Residues> open;
  for (std::size_t i = 0; i < groups_.size(); ++i)
    if (wanted[i] != complement)
      for (const std::size_t leaf : groups_[i]) open.push_back(ring.reduced(tree_.factor(leaf), ctx_));
  const auto longer = [](const Residues& a, const Residues& b) { return a.length > b.length; };
  std::sort(open.begin(), open.end(), longer);
  while (open.size() > 1) {
    Residues a = std::move(open.back());
    open.pop_back();
    Residues product = ring.mul(a, open.back(), ctx_);
    open.pop_back();
    open.insert(std::upper_bound(open.begin(), open.end(), product, longer), std::move(product));
  }
  return std::move(open.front());
}

/// The least d such that d g has coefficients below 2^-spare_bits times the modulus, if d is found from the first
/// coefficients by rational reconstruction.
std::optional<Integer> Recombination::common_denominator(const Residues& monic, const ResidueRing& ring) const {
  const Integer& m = ring.modulus();
  Integer denominator = 1;
  const std::size_t bits = m.bit_length();
  for (std::size_t i = monic.length - 1; i-- != 0;) {
    Integer x = Integer(monic[i]) * denominator;
    x = floor_div_rem(x, m).second;
    const Integer negative = m - x;
    const std::size_t size = std::min(x.bit_length(), negative.bit_length());
    if (size + denominator.bit_length() + spare_bits < bits) continue;
    // x = a / b modulo m: the first remainder of Euclid's algorithm that is shorter than half of m.
    Integer r0 = m, r1 = x, t0 = 0, t1 = 1;
    while (2 * r1.bit_length() > bits) {
      auto [q, rest] = floor_div_rem(r0, r1);
      r0 = std::exchange(r1, std::move(rest));
      Integer t = t0 - q * t1;
      t0 = std::exchange(t1, std::move(t));
    }
    denominator *= abs(t1);
    if (2 * denominator.bit_length() > bits) return std::nullopt;
  }
  return denominator;
}

/// The primitive polynomial that a monic one modulo p^a can only be the image of; nothing where its coefficients look
/// like any residues.
std::optional<IntegerVector> Recombination::candidate(const Residues& monic, const ResidueRing& ring) const {
  const bool complete = is_complete(ring);
  const Integer lead(f_[f_.size() - 1]);
  Integer factor = lead;
  if (!complete && 4 * lead.bit_length() > ring.modulus().bit_length()) {
    std::optional<Integer> denominator = common_denominator(monic, ring);
    if (!denominator) return std::nullopt;
    factor = std::move(*denominator);
  }
  Residues scaled = monic;
  if (!factor.is_one()) ring.scale(scaled, floor_div_rem(factor, ring.modulus()).second, ctx_);
  IntegerVector g = ring.symmetric(scaled, ctx_);
  if (!complete && g.max_bits(ctx_) + spare_bits > ring.modulus().bit_length()) return std::nullopt;
  return primitive_positive(g, ctx_);
}

Recombination::Trial Recombination::try_set(const std::vector<bool>& in_factor, const ResidueRing& ring) const {
  std::size_t degree = 0;
  for (std::size_t i = 0; i < groups_.size(); ++i)
    if (in_factor[i]) degree += degree_of(groups_[i]);
  const bool complement = 2 * degree > f_.size() - 1;
  const std::size_t rows = 4 * f_.size() * ring.limbs();  // the product, scaled, lifted and made primitive
  const MemoryReservation held(ctx_.memory(), rows * sizeof(mp_limb_t));
  const Outcome failure = is_complete(ring) ? Outcome::none : Outcome::undecided;
  std::optional<IntegerVector> g = candidate(product_of(in_factor, complement, ring), ring);
  if (!g) return {failure, {}, {}};
  const auto divides = [&](std::size_t i, std::size_t j) { return mpz_divisible_p(f_[j].mpz(), (*g)[i].mpz()) != 0; };
  if (!divides(0, 0) || !divides(g->size() - 1, f_.size() - 1)) return {failure, {}, {}};
  std::optional<IntegerVector> quotient = DenseOps<Integers>::try_exact_div(Integers{}, f_, *g, ctx_);
  if (!quotient) return {failure, {}, {}};
  if (complement) std::swap(*g, *quotient);
  return {Outcome::factor, std::move(*g), std::move(*quotient)};
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
