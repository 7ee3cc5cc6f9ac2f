// The prime field Z/pZ with a modulus of any size: reduction, arithmetic, primality of the modulus.
#include <polyfork/ring/big_prime_field.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include <polyfork/core/error.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/ring/primes.hpp>

#include "ring/barrett_modulus.hpp"
#include "ring/limb_products.hpp"

namespace polyfork {
inline namespace v1 {

namespace detail {

namespace {

constexpr std::size_t division_limbs = 2;

std::size_t normalised(const mp_limb_t* x, std::size_t n) {
  while (n != 0 && x[n - 1] == 0) --n;
  return n;
}

mp_size_t gmp_size(std::size_t n) { return static_cast<mp_size_t>(n); }

/// Scratch on the stack for all moduli in common use.
class Limbs {
 public:
  explicit Limbs(std::size_t n) {
    if (n > inline_.size()) heap_.resize(n);
  }
  mp_limb_t* data() noexcept { return heap_.empty() ? inline_.data() : heap_.data(); }

 private:
  std::array<mp_limb_t, 160> inline_;
  std::vector<mp_limb_t> heap_;
};

Integer to_integer(const mp_limb_t* x, std::size_t n) {
  return Integer(IntegerView(x, static_cast<int>(normalised(x, n))));
}

}  // namespace

BarrettModulus::BarrettModulus(const Integer& p) : p_(p), limbs_(p.view().limbs().size()) {
  const Integer mu = floor_div_rem(Integer(1) << (2 * GMP_NUMB_BITS * limbs_), p).first;
  const auto words = mu.view().limbs();
  mu_.assign(words.begin(), words.end());
}

void BarrettModulus::reduce(std::span<const mp_limb_t> x, mp_limb_t* out, mp_limb_t* scratch) const {
  const std::size_t n = limbs_;
  const mp_limb_t* const p = p_.view().limbs().data();
  if (x.size() < n) {
    std::fill(std::copy(x.begin(), x.end(), out), out + n, mp_limb_t{0});
    return;
  }
  // Short moduli: the two products cost more than a division. Longer than a product: the reciprocal is too short.
  if (n <= division_limbs || x.size() > 2 * n) {
    Limbs quotient(x.size() - n + 1);
    mpn_tdiv_qr(quotient.data(), out, 0, x.data(), gmp_size(x.size()), p, gmp_size(n));
    return;
  }
  const std::size_t high = x.size() - (n - 1);  // limbs of floor(x / b^(n-1)), 1 to n + 1
  mp_limb_t* const product = scratch;           // up to 2 n + 3 limbs
  mp_limb_t* const rest = scratch + 2 * n + 4;  // n + 1 limbs
  mp_limb_t* const back = rest + n + 2;         // up to 2 n + 2 limbs
  mul_short_limbs(product, mu_.data(), mu_.size(), x.data() + (n - 1), high);
  const std::size_t length = mu_.size() + high;
  const std::size_t q = length > n + 1 ? normalised(product + n + 1, length - (n + 1)) : 0;
  for (std::size_t i = 0; i <= n; ++i) rest[i] = i < x.size() ? x[i] : 0;
  if (q != 0) {
    mul_short_limbs(back, product + n + 1, q, p, n);
    const std::size_t known = std::min(q + n, n + 1);
    mpn_sub(rest, rest, gmp_size(n + 1), back, gmp_size(known));  // modulo b^(n+1)
  }
  while (rest[n] != 0 || mpn_cmp(rest, p, gmp_size(n)) >= 0) rest[n] -= mpn_sub_n(rest, rest, p, gmp_size(n));
  std::copy(rest, rest + n, out);
}

Integer BarrettModulus::multiply(IntegerView a, IntegerView b) const {
  if (a.is_zero() || b.is_zero()) return {};
  const auto x = a.limbs();
  const auto y = b.limbs();
  const std::size_t length = x.size() + y.size();
  Limbs memory(length + limbs_ + scratch_limbs());
  mp_limb_t* const product = memory.data();
  mp_limb_t* const out = product + length;
  mul_short_limbs(product, x.data(), x.size(), y.data(), y.size());
  reduce({product, normalised(product, length)}, out, out + limbs_);
  return to_integer(out, limbs_);
}

}  // namespace detail

namespace {

/// A modulus in a message: its digits, or how many there are.
std::string name_of(const Integer& p) {
  return p.bit_length() <= 512 ? p.to_string() : "of " + std::to_string(p.bit_length()) + " bits";
}

}  // namespace

BigPrimeField::BigPrimeField(const Integer& p) {
  if (!is_prime(p)) throw DomainError("the modulus " + name_of(p) + " is not a prime");
  modulus_ = std::make_shared<const detail::BarrettModulus>(p);
}

BigPrimeField BigPrimeField::trusted(const Integer& p) {
  if (p < 2) throw DomainError("the modulus " + name_of(p) + " is not a prime");
  return BigPrimeField(std::make_shared<const detail::BarrettModulus>(p));
}

BigPrimeField BigPrimeField::unspecified() {
  static const BigPrimeField& field =
      *new BigPrimeField(trusted(Integer(2)));  // static objects may outlive this file's
  return field;
}

const Integer& BigPrimeField::modulus() const noexcept { return modulus_->value(); }

Integer BigPrimeField::from_integer(IntegerView n) const {
  Integer rest;
  rest.with_mpz([&](mpz_ptr z) { mpz_fdiv_r(z, n.mpz(), modulus().view().mpz()); });
  return rest;
}

Integer BigPrimeField::add(const Integer& a, const Integer& b) const {
  Integer sum = polyfork::add(a, b);
  if (sum >= modulus()) sum -= modulus();
  return sum;
}

Integer BigPrimeField::sub(const Integer& a, const Integer& b) const {
  Integer difference = polyfork::sub(a, b);
  if (difference.sign() < 0) difference += modulus();
  return difference;
}

Integer BigPrimeField::mul(const Integer& a, const Integer& b) const { return modulus_->multiply(a, b); }

void BigPrimeField::refuse(const Integer& a) const {
  throw DomainError(name_of(a) + " is no canonical residue modulo " + name_of(modulus()) +
                    "; from_integer makes one of any integer");
}

Integer BigPrimeField::inverse(const Integer& a) const {
  require_element(a);
  if (a.is_zero()) throw DomainError("the inverse of zero in a prime field");
  Integer result;
  bool exists = false;
  result.with_mpz([&](mpz_ptr z) { exists = mpz_invert(z, a.view().mpz(), modulus().view().mpz()) != 0; });
  if (!exists) throw DomainError("no inverse: the modulus " + name_of(modulus()) + " is not a prime");
  return result;
}

IntegerVector BigPrimeField::reduce(const IntegerVector& values, const ExecutionContext& ctx) const {
  const detail::BarrettModulus& p = *modulus_;
  const std::size_t bytes = values.size() * (p.limbs() * sizeof(mp_limb_t) + sizeof(std::int32_t));
  const MemoryReservation reservation(ctx.memory(), bytes);
  IntegerVector out(values.size(), p.limbs());
  const std::size_t grain = std::max<std::size_t>(16, 65536 / (p.limbs() * p.limbs() + 64));
  parallel_for(ctx, values.size(), grain, [&](std::size_t begin, std::size_t end) {
    ctx.poll();
    ctx.charge((end - begin) * p.limbs() * p.limbs());
    std::vector<mp_limb_t> scratch(p.scratch_limbs());
    for (std::size_t i = begin; i < end; ++i) {
      const IntegerView value = values[i];
      mp_limb_t* const row = out.row(i);
      p.reduce(value.limbs(), row, scratch.data());
      std::size_t size = detail::normalised(row, p.limbs());
      if (value.sign() < 0 && size != 0) {
        mpn_sub_n(row, p.value().view().limbs().data(), row, static_cast<mp_size_t>(p.limbs()));
        size = detail::normalised(row, p.limbs());
      }
      out.set_signed_size(i, static_cast<int>(size));
    }
  });
  return out;
}

}  // namespace v1
}  // namespace polyfork
