// RationalVector: the canonical common denominator.
#include <polyfork/ring/rational_vector.hpp>

#include <utility>

#include <polyfork/core/error.hpp>

namespace polyfork::inline v1 {

namespace {

/// Balanced, so that the operands of every lcm are of similar length.
Integer common_denominator(std::span<const Rational> values) {
  if (values.empty()) return 1;
  if (values.size() == 1) return values[0].denominator();
  const std::size_t half = values.size() / 2;
  Integer left = common_denominator(values.first(half));
  const Integer right = common_denominator(values.subspan(half));
  if (right.is_one() || left == right) return left;
  return lcm(left, right);
}

}  // namespace

RationalVector::RationalVector(IntegerVector numerators, Integer denominator)
    : numerators_(std::move(numerators)), denominator_(std::move(denominator)) {
  if (denominator_.is_zero()) throw DomainError("a vector of rational numbers with denominator zero");
  canonicalise();
}

RationalVector::RationalVector(std::span<const Rational> values) : denominator_(common_denominator(values)) {
  // Canonical as it is: a prime power that divides the lcm exactly divides some reduced denominator, and that
  // element's numerator and cofactor are free of the prime.
  IntegerVectorBuilder builder;
  builder.reserve(values.size(), 0);
  for (const Rational& value : values) {
    if (value.denominator() == denominator_)
      builder.push_back(value.numerator().view());
    else
      builder.push_back(mul(value.numerator(), exact_div(denominator_, value.denominator())).view());
  }
  numerators_ = builder.finish();
}

void RationalVector::canonicalise() {
  if (denominator_.sign() < 0) {
    denominator_.negate();
    numerators_.negate();
  }
  Integer common = denominator_;
  for (std::size_t i = 0; i < numerators_.size() && !common.is_one(); ++i) common = gcd(common, numerators_[i]);
  if (common.is_one()) return;

  denominator_ = exact_div(denominator_, common);
  mpz_t quotient;  // one scratch number for all elements
  mpz_init(quotient);
  for (std::size_t i = 0; i < numerators_.size(); ++i) {
    if (numerators_[i].is_zero()) continue;
    mpz_divexact(quotient, numerators_[i].mpz(), common.view().mpz());
    numerators_.assign(i, quotient);
  }
  mpz_clear(quotient);
  numerators_.compact();
}

Rational RationalVector::operator[](std::size_t i) const { return {Integer(numerators_[i]), denominator_}; }

void RationalVector::truncate(std::size_t new_size) {
  if (new_size == size()) return;
  numerators_.truncate(new_size);
  canonicalise();
}

}  // namespace polyfork::inline v1
