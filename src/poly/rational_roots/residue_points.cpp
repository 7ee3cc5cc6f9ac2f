// Values of polynomials at the nonzero residues modulo a small prime, lifted to a power of it.
//
// Z/p^e contains the (p-1)-th roots of unity, one above each nonzero residue modulo p (Teichmueller's representatives).
// With i k = C(i+k, 2) - C(i, 2) - C(k, 2) the values f(w^k) of f modulo x^(p-1) - 1 are one middle product of the
// f_i w^-C(i,2) with the chirp w^C(k,2), which works in every ring that has w: no root of unity of a power-of-two order
// is needed, and the product goes through transforms modulo other primes. The chirp's transforms are kept. Short
// polynomials, and a few points, are done by Horner's rule.
//
// Cost: O(n + p log p) word operations for all values: two transforms of 3 p words for each transform prime (one for
// p^3 < 2^50, else up to 3). Memory: 6 words a point and the chirp's transforms. A subproduct tree, which takes
// arbitrary points, costs log p times as much.
// Literature: Bluestein, NEREM Record 10, 1968; Bostan, Schost: Polynomial evaluation and interpolation on special
// sets of points, J. Complexity 21, 2005.
#include "poly/rational_roots/residue_points.hpp"

#include <algorithm>

#include <polyfork/ring/primes.hpp>

#include "core/planning_threads.hpp"
#include "core/polled.hpp"
#include "ring/mod_vector.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t poll_products = std::size_t{1} << 15;  // a tenth of a millisecond
constexpr std::size_t horner_steps = 32;                     // cost as much as one point by a transform

/// out[k] = w^C(k, 2).
void fill_chirp(const WordModulus& m, std::uint64_t w, Words out, const ExecutionContext& ctx) {
  const std::uint64_t w_shoup = m.shoup(w);
  std::uint64_t power = 1;  // w^k
  std::uint64_t value = 1;
  polled_for(
      ctx, out.size(),
      [&](std::size_t begin, std::size_t end) {
        for (std::size_t k = begin; k < end; ++k) {
          out[k] = value;
          value = m.mul(value, power);
          power = m.mul_shoup(power, w, w_shoup);
        }
      },
      poll_products);
}

}  // namespace

ResiduePoints::ResiduePoints(std::uint64_t p, unsigned digits, const ExecutionContext& ctx)
    : ctx_(ctx),
      p_(p),
      modulus_(word_power(p, digits)),
      reservation_(ctx.memory(), static_cast<std::size_t>(p) * sizeof(std::uint64_t)),
      powers_(static_cast<std::size_t>(p - 1)) {
  const std::uint64_t w = modulus_.pow(root_of_unity(p, p - 1), modulus_.value() / p);
  const std::uint64_t w_shoup = modulus_.shoup(w);
  std::uint64_t power = 1;
  polled_for(ctx, powers_.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) {
      powers_[k] = power;
      power = modulus_.mul_shoup(power, w, w_shoup);
    }
  });
  ctx.charge(powers_.size());
}

bool ResiduePoints::point_by_point(std::size_t length, std::size_t count) const noexcept {
  return count * (std::min(length, size()) / horner_steps + 1) <= size();
}

void ResiduePoints::evaluate(ConstWords f, Words values) {
  ScratchWords scratch(ctx_, std::min(f.size(), size()));
  if (point_by_point(f.size(), size())) {
    fold_words(modulus_, f, scratch.all(), ctx_);
    return one_by_one(scratch.all(), powers_, values);
  }
  ScratchWords padded(ctx_, size());
  fold_words(modulus_, f, padded.all(), ctx_);
  transform(padded.all(), values);
}

void ResiduePoints::evaluate_at(ConstWords f, std::span<const std::size_t> numbers, Words values) {
  if (point_by_point(f.size(), numbers.size())) {
    ScratchWords scratch(ctx_, std::min(f.size(), size()) + numbers.size());
    const Words points = scratch.take(numbers.size());
    const Words folded = scratch.take(std::min(f.size(), size()));
    for (std::size_t k = 0; k < numbers.size(); ++k) points[k] = powers_[numbers[k]];
    fold_words(modulus_, f, folded, ctx_);
    return one_by_one(folded, points, values);
  }
  ScratchWords all(ctx_, size());
  evaluate(f, all.all());
  for (std::size_t k = 0; k < numbers.size(); ++k) values[k] = all.all()[numbers[k]];
}

void ResiduePoints::one_by_one(ConstWords folded, ConstWords points, Words values) const {
  std::fill(values.begin(), values.end(), std::uint64_t{0});
  const std::size_t part = poll_products / 4;  // four points are done together
  for (std::size_t k = 0; k < points.size(); k += 4) {
    const std::size_t count = std::min<std::size_t>(4, points.size() - k);
    for (std::size_t top = folded.size(); top != 0;) {
      ctx_.poll();
      const std::size_t bottom = top - std::min(top, part);
      horner_words(modulus_, folded.subspan(bottom, top - bottom), points.subspan(k, count), values.subspan(k, count));
      top = bottom;
    }
  }
  ctx_.charge(points.size() * folded.size());
}

void ResiduePoints::prepare_transform() {
  const std::size_t order = size();
  weights_reservation_ = MemoryReservation(ctx_.memory(), order * sizeof(std::uint64_t));
  weights_.resize(order);
  const std::uint64_t w = powers_[1];
  fill_chirp(modulus_, powers_[order - 1], weights_, ctx_);
  ScratchWords scratch(ctx_, 2 * order - 1);
  fill_chirp(modulus_, w, scratch.all(), ctx_);
  // Not known to be prime: a power of p may look like a modulus with transforms of its own.
  const WordConvolutionPlan plan = plan_word_convolution(
      {modulus_.value(), modulus_.value() == p_, order, 2 * order - 1, {order - 1, 2 * order - 1}},
      planning_threads(ctx_), active_isa());
  chirp_.emplace(plan, scratch.all(), ctx_);
  ctx_.charge(4 * order);
}

void ResiduePoints::weigh(Words a) const {
  polled_for(
      ctx_, a.size(),
      [&](std::size_t begin, std::size_t end) {
        for (std::size_t k = begin; k < end; ++k) a[k] = modulus_.mul(a[k], weights_[k]);
      },
      poll_products);
}

void ResiduePoints::transform(Words a, Words values) {
  if (!chirp_) prepare_transform();
  weigh(a);
  std::reverse(a.begin(), a.end());
  {
    const MemoryReservation reservation(ctx_.memory(), chirp_->plan().workspace_bytes());
    convolve_words(*chirp_, a, {size() - 1, 2 * size() - 1}, values, ctx_);
  }
  weigh(values);
  ctx_.charge(3 * size());
}

void fold_words(const WordModulus& m, ConstWords f, Words out, const ExecutionContext& ctx) {
  const std::size_t first = std::min(f.size(), out.size());
  std::copy_n(f.begin(), first, out.begin());
  std::fill(out.begin() + static_cast<std::ptrdiff_t>(first), out.end(), std::uint64_t{0});
  const auto add = mod_vector_kernels().add_mod;
  for (std::size_t i = first; i < f.size(); i += out.size()) {
    ctx.poll();
    add(out.data(), out.data(), f.data() + i, std::min(out.size(), f.size() - i), m.value());
  }
  ctx.charge(f.size());
}

void differentiate_words(const WordModulus& m, ResidueVector& f, const ExecutionContext& ctx) {
  if (f.empty()) return;
  polled_for(
      ctx, f.size() - 1,
      [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) f[i] = m.mul(f[i + 1], i + 1);
      },
      poll_products);
  f.pop_back();
}

unsigned word_digits(std::uint64_t p, std::size_t bits) noexcept {
  constexpr std::uint64_t limit = std::uint64_t{1} << 62;
  unsigned digits = 1;
  for (std::uint64_t m = p; m <= (limit - 1) / p && (bits >= 62 || m >> bits == 0); m *= p) ++digits;
  return digits;
}

std::uint64_t word_power(std::uint64_t p, unsigned exponent) noexcept {
  std::uint64_t m = 1;
  for (unsigned i = 0; i < exponent; ++i) m *= p;
  return m;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
