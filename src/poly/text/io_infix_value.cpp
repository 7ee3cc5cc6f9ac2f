// Arithmetic of the values of infix expressions. Limits on degrees and memory are checked before work.
#include "poly/text/io_infix_value.hpp"

#include <algorithm>
#include <utility>

#include <polyfork/core/memory.hpp>

#include "poly/rows/limb_rows.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {
namespace {

// Numbers of more bits than this are surely a mistake (2^36 bits are 8 GiB).
constexpr std::uint64_t max_bits = std::uint64_t{1} << 36;

/// Throws MemoryLimit when a polynomial of this length with coefficients of that many bits does not fit.
void check_memory(std::size_t length, std::size_t bits, const ExecutionContext& ctx) {
  const std::size_t per_row = bits / 8 + 12;
  const std::size_t bytes = length > SIZE_MAX / per_row ? SIZE_MAX / 2 : length * per_row;
  const MemoryReservation reservation(ctx.memory(), bytes);
}

std::size_t bits_of(const Rational& a) { return std::max(a.numerator().bit_length(), a.denominator().bit_length()); }

}  // namespace

InfixValue::InfixValue(PolyQ polynomial) {
  if (polynomial.is_constant())
    monomial_.coefficient = polynomial.coefficient(0);
  else
    polynomial_ = std::move(polynomial);
}

std::uint64_t InfixValue::degree() const noexcept {
  return is_monomial() ? monomial_.exponent : polynomial_->length() - 1;
}

void InfixValue::negate() {
  if (is_monomial())
    monomial_.coefficient = -monomial_.coefficient;
  else
    polynomial_ = PolyQ::make(DenseOps<Rationals>::neg({}, polynomial_->coefficients()), *polynomial_);
}

bool InfixValue::multiply(const InfixValue& factor, const ExecutionContext& ctx) {
  if (degree() + factor.degree() > max_io_degree) return false;
  if (is_monomial() && factor.is_monomial()) {
    *this = InfixValue(Rational(monomial_.coefficient *= factor.monomial_.coefficient),
                       monomial_.exponent + factor.monomial_.exponent);
  } else if (is_monomial()) {
    InfixValue swapped(factor);
    swapped.multiply(*this, ctx);
    *this = std::move(swapped);
  } else if (factor.is_monomial()) {
    const Term& m = factor.monomial_;
    check_memory(polynomial_->length() + m.exponent, 0, ctx);
    *this = InfixValue(shift_left(scale(*polynomial_, m.coefficient, ctx), m.exponent, ctx));
  } else {
    polynomial_ = mul(*polynomial_, *factor.polynomial_, ctx);
  }
  return true;
}

void InfixValue::divide(const InfixValue& divisor, const ExecutionContext& ctx) {
  if (is_monomial())
    monomial_.coefficient /= divisor.monomial_.coefficient;
  else
    polynomial_ = scale(*polynomial_, divisor.monomial_.coefficient.inverse(), ctx);
}

// Degrees and exponents are below 2^31, so that their products fit a word.
bool InfixValue::raise(std::uint64_t exponent, const ExecutionContext& ctx) {
  if (!is_monomial()) return raise_polynomial(exponent, ctx);
  const Rational& c = monomial_.coefficient;
  if (monomial_.exponent * exponent > max_io_degree) return false;
  const bool unit = c.is_zero() || (c.is_integer() && c.numerator().bit_length() == 1);
  if (!unit) {
    if (exponent != 0 && bits_of(c) > max_bits / exponent) return false;
    check_memory(1, bits_of(c) * exponent, ctx);
  }
  *this = InfixValue(pow(c, exponent), monomial_.exponent * exponent);
  return true;
}

/// The coefficients of f^k are bounded by the k-th power of the sum of the absolute values of those of f.
bool InfixValue::raise_polynomial(std::uint64_t exponent, const ExecutionContext& ctx) {
  const PolyQ& f = *polynomial_;
  if ((f.length() - 1) * exponent > max_io_degree) return false;
  const std::size_t bits = f.coefficients().numerators().max_bits(ctx) + ceil_log2(f.length());
  if (exponent != 0 && bits > max_bits / exponent) return false;
  constexpr double largest = 1099511627776.0;  // bits of all coefficients: 128 GiB
  if (static_cast<double>(f.length() - 1) * static_cast<double>(exponent) * static_cast<double>(bits * exponent) >
      largest)
    return false;
  check_memory((f.length() - 1) * exponent + 1, bits * exponent, ctx);
  PolyQ base = f;
  PolyQ result = PolyQ::constant(1);
  for (std::uint64_t k = exponent; k != 0; k >>= 1) {
    ctx.poll();
    if (k & 1) result = mul(result, base, ctx);
    if (k > 1) base = mul(base, base, ctx);
  }
  *this = InfixValue(std::move(result));
  return true;
}

void PolySum::accumulate(PolyQ summand, const ExecutionContext& ctx) {
  while (!partial_.empty() && partial_.back().length() <= 2 * summand.length()) {
    summand = add(partial_.back(), summand, ctx);
    partial_.pop_back();
  }
  partial_.push_back(std::move(summand));
}

PolyQ PolySum::finish(const ExecutionContext& ctx) {
  PolyQ result;
  for (; !partial_.empty(); partial_.pop_back()) result = add(partial_.back(), result, ctx);
  return result;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
