// Horner's rule on limbs.
#include "system/points/fixed_polynomial.hpp"

#include "ring/limb_products.hpp"

#include <algorithm>
#include <utility>

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// Sign and magnitude in storage that is reused.
struct SignedLimbs {
  std::vector<mp_limb_t> limbs;
  std::size_t size = 0;
  bool negative = false;

  void normalize() {
    while (size > 0 && limbs[size - 1] == 0) --size;
  }
};

/// a = a b, without the lower `cut` limbs, towards zero.
void multiply(SignedLimbs& a, const SignedLimbs& b, std::size_t cut, std::vector<mp_limb_t>& scratch) {
  if (a.size == 0) return;
  const std::size_t size = a.size + b.size;
  if (b.size == 0 || size <= cut) {
    a.size = 0;
    return;
  }
  if (scratch.size() < size) scratch.resize(size);
  mul_short_limbs(scratch.data(), a.limbs.data(), a.size, b.limbs.data(), b.size);
  a.size = size - cut;
  if (a.limbs.size() < a.size) a.limbs.resize(a.size);
  std::copy_n(scratch.begin() + static_cast<std::ptrdiff_t>(cut), a.size, a.limbs.begin());
  a.negative = a.negative != b.negative;
  a.normalize();
}

/// a = a + b, where b has `size` limbs.
void accumulate(SignedLimbs& a, const mp_limb_t* b, std::size_t size, bool negative) {
  if (size == 0) return;
  const std::size_t longer = std::max(a.size, size) + 1;
  if (a.limbs.size() < longer) a.limbs.resize(longer);
  std::fill(a.limbs.begin() + static_cast<std::ptrdiff_t>(a.size),
            a.limbs.begin() + static_cast<std::ptrdiff_t>(longer), 0);
  mp_limb_t* const to = a.limbs.data();
  const auto n = static_cast<mp_size_t>(longer);
  const auto m = static_cast<mp_size_t>(size);
  if (a.size == 0) {
    std::copy_n(b, size, to);
    a.negative = negative;
  } else if (a.negative == negative) {
    mpn_add(to, to, n, b, m);
  } else if (a.size > size || (a.size == size && mpn_cmp(to, b, m) >= 0)) {
    mpn_sub(to, to, n, b, m);
  } else {
    mpn_sub(to, b, m, to, static_cast<mp_size_t>(a.size));
    a.negative = negative;
  }
  a.size = longer;
  a.normalize();
}

SignedLimbs signed_limbs(const Integer& a) {
  const auto limbs = IntegerView(a).limbs();
  return {{limbs.begin(), limbs.end()}, limbs.size(), a.sign() < 0};
}

Integer integer_of(const SignedLimbs& a) {
  const auto size = static_cast<int>(a.size);
  return Integer(IntegerView(a.limbs.data(), a.negative ? -size : size));
}

}  // namespace

FixedPolynomial::FixedPolynomial(const PolyZ& f, std::size_t limbs, std::int64_t drop) : limbs_(limbs) {
  const std::int64_t lift = 64 * static_cast<std::int64_t>(limbs) - drop;
  storage_.reserve((bytes_for(f, limbs, drop) - f.length() * sizeof(Coefficient)) / sizeof(mp_limb_t));
  coefficients_.reserve(f.length());
  for (std::size_t i = 0; i < f.length(); ++i) {
    // Towards minus infinity: off by less than one unit.
    const Integer c = detail::shifted(Integer(f.coefficients()[i]), lift);
    const auto words = IntegerView(c).limbs();
    coefficients_.push_back({storage_.size(), words.size(), c.sign() < 0, UpperBound(IntegerView(c)) + UpperBound(1)});
    storage_.insert(storage_.end(), words.begin(), words.end());
    longest_ = std::max(longest_, words.size());
  }
}

std::size_t FixedPolynomial::bytes_for(const PolyZ& f, std::size_t limbs, std::int64_t drop) {
  const std::int64_t bits =
      static_cast<std::int64_t>(f.coefficients().max_bits()) + 64 * static_cast<std::int64_t>(limbs) - drop;
  const std::size_t limbs_of_one = static_cast<std::size_t>(std::max<std::int64_t>(bits, 0)) / 64 + 1;
  return f.length() * (limbs_of_one * sizeof(mp_limb_t) + sizeof(Coefficient));
}

DyadicInterval FixedPolynomial::values_on(const DyadicInterval& x) const {
  const std::int64_t scale = 64 * static_cast<std::int64_t>(limbs_);
  const Integer middle = v1::add(x.lower, x.upper) >> 1;
  const UpperBound radius =
      UpperBound(IntegerView(v1::sub(x.upper, middle))).shifted(-x.scale);  // not below the distance to the lower end
  const SignedLimbs at = signed_limbs(middle);
  const auto cut = static_cast<std::size_t>(x.scale / 64);
  const UpperBound size = UpperBound(IntegerView(middle)).shifted(-x.scale);
  const UpperBound reach = size + radius;
  const bool is_point = radius.is_zero();
  // Values and bounds of p, p' and p'' / 2. Three units are for the product's rounding and the coefficient's.
  const UpperBound roundings(3);
  SignedLimbs value;
  SignedLimbs slope;
  value.limbs.reserve(longest_ + at.size + 2);
  UpperBound value_error;
  UpperBound slope_error;
  UpperBound most_value;
  UpperBound most_slope;
  UpperBound most_curvature;
  std::vector<mp_limb_t> scratch;
  for (std::size_t i = coefficients_.size(); i-- > 0;) {
    const Coefficient& c = coefficients_[i];
    if (!is_point) {
      slope_error = slope_error * size + value_error + roundings;
      multiply(slope, at, cut, scratch);
      accumulate(slope, value.limbs.data(), value.size, value.negative);
      most_curvature = most_curvature * reach + most_slope;
      most_slope = most_slope * reach + most_value;
      most_value = most_value * reach + c.bound;
    }
    value_error = value_error * size + roundings;
    multiply(value, at, cut, scratch);
    accumulate(value, storage_.data() + c.begin, c.size, c.negative);
  }
  if (!is_point)
    value_error = value_error + radius * (UpperBound(slope.limbs.data(), slope.size) + slope_error) +
                  radius * radius * most_curvature;
  const Integer v = integer_of(value);
  const Integer e = value_error.ceil();
  return {v1::sub(v, e), v1::add(v, e), scale};
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
