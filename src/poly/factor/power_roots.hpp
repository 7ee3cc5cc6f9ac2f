// The solutions of x^t = y in a prime field.
//
// The group of p - 1 elements is the product of its subgroups of prime power order q^s. In those of the primes q that
// divide t, the logarithm of y is found digit by digit (Pohlig, Hellman), each digit by baby and giant steps, and
// divided; in the rest taking a t-th power is a bijection, whose inverse is a power. All other solutions differ by the
// gcd(t, p - 1) roots of unity, so that each costs one product. Only the primes of t are needed, not those of p - 1.
// Cost: O(s^2 log(p) + s sqrt(q)) operations for each q, and one for each solution. Literature: Pohlig, Hellman, IEEE
// Trans. Inform. Theory 24 (1978); Adleman, Manders, Miller, FOCS 1977.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/poly/dense/detail/bounded_power.hpp>
#include <polyfork/ring/integer.hpp>
#include <polyfork/ring/ring.hpp>

#include "core/limits.hpp"
#include "poly/factor/field_power.hpp"
#include "ring/prime_factors.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// step = power t with a power of p: F(x^step) is F(x^t)^power where F has its coefficients in Z/pZ.
struct StepModP {
  std::uint64_t power = 1;
  std::uint64_t t = 1;
};
inline StepModP split_step(std::uint64_t step, const Integer& p) {
  StepModP s{1, step};
  if (p > Integer(step)) return s;
  const auto q = static_cast<std::uint64_t>(p.to_int64());
  for (; s.t % q == 0; s.t /= q) s.power *= q;
  return s;
}

template <Field R>
class PowerRoots {
 public:
  using E = typename R::element;

  /// Preconditions: t >= 1, not divided by p.
  PowerRoots(const R& field, std::uint64_t t, const ExecutionContext& ctx)
      : field_(field), ctx_(ctx), order_(sub(field.characteristic(), Integer(1))), t_(t), unity_(field.one()) {
    count_ = static_cast<std::uint64_t>(gcd(order_, Integer(t)).to_int64());
  }

  /// How many solutions there are where there is one.
  std::uint64_t count() const noexcept { return count_; }

  /// What a list of all solutions takes.
  std::size_t bytes() const {
    const std::size_t limbs = order_.view().limbs().size();
    const std::size_t element =
        sizeof(E) + (std::same_as<E, Integer> && limbs > 1 ? (limbs + 2) * sizeof(mp_limb_t) : 0);
    return saturating_mul(count_, element);
  }

  /// All solutions for a y that is not zero, in no particular order; none or count() of them.
  std::vector<E> of(const E& y) {
    if (!field_.is_one(power(y, exact_div(order_, Integer(count_))))) return {};
    require_list(bytes(), 1, ctx_);
    const MemoryReservation reservation(ctx_.memory(), bytes());
    if (!prepared_) prepare();
    E x = power(y, rest_exponent_);
    for (const Part& part : parts_) x = field_.mul(x, root_in(part, power(y, part.projection)));
    return within_memory(ctx_, [&] {
      std::vector<E> found;
      found.reserve(count_);
      for (std::uint64_t i = 0; i < count_; ++i) {
        if (i % 4096 == 0) ctx_.poll();
        found.push_back(x);
        x = field_.mul(x, unity_);
      }
      return found;
    });
  }

 private:
  /// The subgroup of order q^s.
  struct Part {
    std::uint64_t q;
    std::size_t s;
    std::size_t e;       ///< min(s, how often q divides t)
    Integer order;       ///< q^s
    Integer projection;  ///< the exponent that maps an element to its part
    Integer quotient;    ///< 1 / (t / q^e) modulo q^(s - e)
    E generator;
    E digit;  ///< of order q
    E unity;  ///< of order q^e
    std::uint64_t stride;
    std::vector<std::pair<E, std::uint64_t>> baby;  ///< digit^j for j < stride, sorted
  };

  /// What the first y that has solutions needs: tables may be long.
  void prepare() {
    Integer sylow(1);
    for (const std::uint64_t q : prime_factors(count_)) {
      parts_.push_back(part_of(q));
      sylow = mul(sylow, parts_.back().order);
      unity_ = field_.mul(unity_, parts_.back().unity);
    }
    const Integer rest = exact_div(order_, sylow);
    rest_exponent_ = rest.is_one() ? Integer(0) : mul(sylow, inverse(mul(sylow, Integer(t_)), rest));
    prepared_ = true;
  }

  static Integer inverse(const Integer& a, const Integer& modulus) {
    Integer result;
    result.with_mpz([&](mpz_ptr z) { mpz_invert(z, a.view().mpz(), modulus.view().mpz()); });
    return result;
  }

  E power(const E& base, const Integer& e) const { return field_power(field_, base, e); }

  Part part_of(std::uint64_t q) const {
    Part part{q, 0, 0, Integer(1), {}, {}, field_.one(), field_.one(), field_.one(), 1, {}};
    const Integer prime(q);
    for (Integer rest = order_; rest.view().mod(q) == 0; rest = exact_div(rest, prime)) {
      part.order = mul(part.order, prime);
      ++part.s;
    }
    std::uint64_t cofactor = t_;
    for (; part.e < part.s && cofactor % q == 0; cofactor /= q) ++part.e;
    const Integer others = exact_div(order_, part.order);
    part.projection = others.is_one() ? Integer(1) : mul(others, inverse(others, part.order));
    if (part.s != part.e) part.quotient = inverse(Integer(cofactor), pow(prime, part.s - part.e));
    for (std::uint64_t z = 2;; ++z) {
      ctx_.poll();
      part.generator = power(field_.from_integer(Integer(z)), others);
      part.digit = power(part.generator, exact_div(part.order, prime));
      if (!field_.is_one(part.digit) && !field_.is_zero(part.digit)) break;
    }
    part.unity = power(part.generator, pow(prime, part.s - part.e));
    while (part.stride < (q + part.stride - 1) / part.stride) ++part.stride;
    require_list(part.stride, sizeof(part.baby[0]), ctx_);
    part.baby.reserve(part.stride);
    E x = field_.one();
    for (std::uint64_t j = 0; j < part.stride; ++j, x = field_.mul(x, part.digit)) {
      if (j % 4096 == 0) ctx_.poll();
      part.baby.emplace_back(x, j);
    }
    std::sort(part.baby.begin(), part.baby.end());
    return part;
  }

  /// d with digit^d = y.
  std::uint64_t digit_of(const Part& part, E y) const {
    const E giant = power(part.digit, Integer(part.q - part.stride % part.q));
    for (std::uint64_t i = 0;; ++i, y = field_.mul(y, giant)) {
      if (i % 4096 == 0) ctx_.poll();
      const auto at = std::lower_bound(part.baby.begin(), part.baby.end(), y,
                                       [](const auto& entry, const E& value) { return entry.first < value; });
      if (at != part.baby.end() && at->first == y) return i * part.stride + at->second;
    }
  }

  /// The x in the subgroup with x^t = y, for a y in it that has one.
  E root_in(const Part& part, E y) const {
    if (part.s == part.e) return field_.one();
    const Integer prime(part.q);
    Integer logarithm(0);
    Integer weight(1);  // of the digit
    E shrinking = field_.inverse(part.generator);
    for (std::size_t i = 0; i < part.s; ++i) {
      const std::uint64_t d = digit_of(part, power(y, exact_div(part.order, mul(weight, prime))));
      y = field_.mul(y, power(shrinking, Integer(d)));
      shrinking = power(shrinking, prime);
      logarithm = add(logarithm, mul(weight, Integer(d)));
      weight = mul(weight, prime);
    }
    const Integer divided = exact_div(logarithm, pow(prime, part.e));
    return power(part.generator, mul(divided, part.quotient) % pow(prime, part.s - part.e));
  }

  R field_;
  const ExecutionContext& ctx_;
  Integer order_;  // of the group
  std::uint64_t t_;
  std::uint64_t count_ = 1;
  bool prepared_ = false;
  std::vector<Part> parts_;
  Integer rest_exponent_;
  E unity_;  // of order count_
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
