// RationalVector: the canonical common denominator.
#include <polyfork/ring/rational_vector.hpp>

#include <algorithm>
#include <utility>

#include <polyfork/core/error.hpp>
#include <polyfork/core/memory.hpp>

#include "core/limits.hpp"
#include "ring/gmp_memory.hpp"

namespace polyfork {
inline namespace v1 {

namespace {

constexpr std::size_t poll_limbs = 1 << 13;  // taken through a gcd or a division between two polls

/// Balanced, so that the operands of every lcm are of similar length.
Integer common_denominator(const IntegerVector& values, std::size_t begin, std::size_t end) {
  if (end - begin == 1) return Integer(values[begin]);
  const std::size_t half = begin + (end - begin) / 2;
  Integer left = common_denominator(values, begin, half);
  const Integer right = common_denominator(values, half, end);
  if (right.is_one() || left == right) return left;
  return lcm(left, right);
}

}  // namespace

RationalVector::RationalVector(IntegerVector numerators, Integer denominator, const ExecutionContext& ctx)
    : numerators_(std::move(numerators)), denominator_(std::move(denominator)) {
  if (denominator_.is_zero()) throw DomainError("a vector of rational numbers with denominator zero");
  canonicalise(ctx);
}

RationalVector::RationalVector(std::span<const Rational> values) : RationalVector() {
  RationalVectorBuilder builder;
  builder.reserve(values.size());
  for (const Rational& value : values) builder.push_back(value);
  *this = builder.finish();
}

void RationalVector::canonicalise(const ExecutionContext& ctx) {
  if (denominator_.sign() < 0) {
    denominator_.negate();
    numerators_.negate();
  }
  if (denominator_.is_one()) return;
  const std::size_t limbs = std::max(denominator_.view().limbs().size(), numerators_.max_limbs(ctx));
  const MemoryReservation held(ctx.memory(), detail::saturating_add(numerators_.bytes(), detail::gmp_gcd_bytes(limbs)));
  const std::size_t part = 1 + poll_limbs / limbs;
  Integer common = denominator_;
  for (std::size_t i = 0; i < numerators_.size() && !common.is_one(); ++i) {
    if (i % part == 0) ctx.poll();
    common = gcd(common, numerators_[i]);
  }
  if (common.is_one()) return;

  denominator_ = exact_div(denominator_, common);
  Integer quotient;  // one scratch number for all elements
  quotient.with_mpz([&](mpz_ptr z) {
    for (std::size_t i = 0; i < numerators_.size(); ++i) {
      if (i % part == 0) ctx.poll();
      if (numerators_[i].is_zero()) continue;
      mpz_divexact(z, numerators_[i].mpz(), common.view().mpz());
      numerators_.assign(i, z);
    }
  });
  numerators_.compact(false, ctx);
}

Rational RationalVector::operator[](std::size_t i) const { return {Integer(numerators_[i]), denominator_}; }

void RationalVector::truncate(std::size_t new_size, const ExecutionContext& ctx) {
  if (new_size == size()) return;
  const MemoryReservation held(ctx.memory(), numerators_.bytes());
  *this = RationalVector(numerators_.slice(0, new_size, ctx), denominator_, ctx);
}

void RationalVectorBuilder::reserve(std::size_t elements) {
  numerators_.reserve(elements, elements);
  denominators_.reserve(elements, elements);
}

void RationalVectorBuilder::push_back(const Rational& value) {
  push_back(value.numerator().view(), value.denominator().view());
}

void RationalVectorBuilder::push_back(IntegerView value) { push_back(value, Integer(1).view()); }

void RationalVectorBuilder::push_back(IntegerView numerator, IntegerView denominator) {
  numerators_.push_back(numerator);
  try {
    denominators_.push_back(denominator);
  } catch (...) {
    numerators_.pop_back();
    throw;
  }
  whole_ = whole_ && denominator.is_one();
}

RationalVector RationalVectorBuilder::finish() {
  // Canonical as it is: a prime power that divides the lcm exactly divides some reduced denominator, and that
  // element's numerator and cofactor are free of the prime.
  RationalVector result;
  const IntegerVector denominators = denominators_.finish();
  result.numerators_ = numerators_.finish();
  if (std::exchange(whole_, true)) return result;
  result.denominator_ = common_denominator(denominators, 0, result.size());
  IntegerVectorBuilder scaled;
  scaled.reserve(result.size(), 0);
  for (std::size_t i = 0; i < result.size(); ++i) {
    const IntegerView numerator = result.numerators_[i];
    if (result.denominator_.view() == denominators[i])
      scaled.push_back(numerator);
    else
      scaled.push_back(mul(numerator, exact_div(result.denominator_.view(), denominators[i]).view()).view());
  }
  result.numerators_ = scaled.finish();
  return result;
}

}  // namespace v1
}  // namespace polyfork
