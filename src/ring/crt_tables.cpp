// Cost: O(size limbs) for M / p modulo every p, as much for the digits of the cofactors; memory in crt_tables.hpp.
#include "ring/crt_tables.hpp"

#include <algorithm>
#include <bit>

namespace polyfork::inline v1::detail {

namespace {

__extension__ using Wide = unsigned __int128;
constexpr std::uint64_t low52 = (std::uint64_t{1} << 52) - 1;

double balanced(std::uint64_t w, std::uint64_t p) noexcept {
  return w > p / 2 ? -static_cast<double>(p - w) : static_cast<double>(w);
}

/// p^-1 modulo 2^52 for odd p. Newton: the number of right bits doubles; p p = 1 modulo 8.
std::uint64_t inverse52(std::uint64_t p) noexcept {
  std::uint64_t x = p;
  for (int bits = 3; bits < 52; bits *= 2) x *= 2 - p * x;
  return x & low52;
}

CrtPrime make_prime(const WordModulus& modulus, std::uint64_t weight) {
  const std::uint64_t p = modulus.value();
  CrtPrime prime{};
  prime.p = p;
  const auto shift = static_cast<unsigned>(50 - std::bit_width(p));
  prime.word = {inverse52(p), weight, static_cast<std::uint64_t>((Wide{weight} << 52) / p), shift,
                static_cast<std::uint64_t>((Wide{1} << 101) / (p << shift))};
  const double real = static_cast<double>(p);
  const double w = balanced(weight, p);
  const double digit = balanced(modulus.pow(modulus.reduce(2), 50), p);
  const double digit_squared = balanced(modulus.pow(modulus.reduce(2), 100), p);
  prime.real = {real, 1 / real, w, w / real, digit, digit / real, digit_squared, digit_squared / real};
  return prime;
}

}  // namespace

CrtTables::CrtTables(std::span<const WordModulus> moduli, const Integer& product, const CrtKernels& kernels)
    : kernels_(kernels) {
  const std::size_t bits = product.bit_length();
  digits_ = (bits + 2 + kernels.digit_bits - 1) / kernels.digit_bits;
  // A basis of few primes may meet long integers all the same.
  block_ = std::clamp<std::size_t>(digits_, 32, crt_block);
  fill_primes(moduli, product);
  fill_powers(moduli);
  if (moduli.size() <= crt_one_level)
    fill_cofactors(product);
  else
    fill_groups(product);
}

void CrtTables::fill_primes(std::span<const WordModulus> moduli, const Integer& product) {
  const auto limbs = product.view().limbs();
  const auto n = static_cast<mp_size_t>(limbs.size());
  std::vector<mp_limb_t> cofactor(limbs.size());
  primes_.reserve(moduli.size());
  for (const WordModulus& modulus : moduli) {
    mpn_divrem_1(cofactor.data(), 0, limbs.data(), n, modulus.value());
    primes_.push_back(make_prime(modulus, modulus.inverse(mpn_mod_1(cofactor.data(), n, modulus.value()))));
  }
}

void CrtTables::fill_powers(std::span<const WordModulus> moduli) {
  powers_.resize(block_ * moduli.size());
  for (std::size_t j = 0; j < moduli.size(); ++j) {
    const WordModulus& p = moduli[j];
    const std::uint64_t base = p.pow(p.reduce(2), kernels_.digit_bits);
    std::uint64_t power = p.pow(p.reduce(2), kernels_.scale_bits);
    for (std::size_t k = 0; k < block_; ++k, power = p.mul(power, base))
      powers_[k * moduli.size() + j] = operand(power);
    primes_[j].step = operand(power);
  }
}

void CrtTables::fill_cofactors(const Integer& product) {
  // An odd number of cache lines: rows at a power of two from each other would share few places of the first cache.
  stride_ = (digits_ + 7) / 8 * 8;
  if (stride_ / 8 % 2 == 0) stride_ += 8;
  cofactors_.resize((primes_.size() + 1) * stride_);
  for (std::size_t j = 0; j < primes_.size(); ++j)
    write_digits(exact_div(product, Integer(primes_[j].p)), digits_, cofactors_.data() + j * stride_);
  write_digits(-product, digits_, cofactors_.data() + primes_.size() * stride_);
}

void CrtTables::fill_groups(const Integer& product) {
  groups_ = (primes_.size() + crt_group - 1) / crt_group;
  std::vector<Integer> products(groups_, Integer(1));
  std::size_t bits = 0;
  for (std::size_t j = 0; j < primes_.size(); ++j) products[j / crt_group] *= Integer(primes_[j].p);
  for (const Integer& m : products) bits = std::max(bits, m.bit_length());
  // |z_g| < 2 crt_group m_g, and a sign.
  bits += static_cast<std::size_t>(std::bit_width(2 * crt_group)) + 1;
  group_digits_ = (bits + kernels_.digit_bits - 1) / kernels_.digit_bits;
  stride_ = group_digits_ - 1 + digits_;
  group_cofactors_.resize(primes_.size() * group_digits_);
  cofactors_.resize((groups_ + 1) * stride_);
  for (std::size_t j = 0; j < primes_.size(); ++j)
    write_digits(exact_div(products[j / crt_group], Integer(primes_[j].p)), group_digits_,
                 group_cofactors_.data() + j * group_digits_);
  // Before each row, zeros for the digits below the place of z_g's digit.
  for (std::size_t g = 0; g <= groups_; ++g)
    write_digits(g < groups_ ? exact_div(product, products[g]) : -product, digits_,
                 cofactors_.data() + g * stride_ + group_digits_ - 1);
}

void CrtTables::write_digits(const Integer& value, std::size_t count, std::uint64_t* to) const {
  const std::size_t bits = kernels_.digit_bits;
  const Integer x = value.sign() < 0 ? value + (Integer(1) << (bits * count)) : value;
  const auto limbs = x.view().limbs();
  const auto limb = [&](std::size_t i) { return i < limbs.size() ? limbs[i] : mp_limb_t{0}; };
  for (std::size_t k = 0; k < count; ++k) {
    const std::size_t at = k * bits / 64;
    const std::size_t shift = k * bits % 64;
    const mp_limb_t two = limb(at) >> shift | (shift == 0 ? 0 : limb(at + 1) << (64 - shift));
    to[k] = operand(two & ((std::uint64_t{1} << bits) - 1));
  }
}

std::uint64_t CrtTables::operand(std::uint64_t word) const noexcept {
  return kernels_.doubles ? std::bit_cast<std::uint64_t>(static_cast<double>(word)) : word;
}

std::size_t CrtTables::bytes() const noexcept {
  return sizeof *this + primes_.capacity() * sizeof(CrtPrime) +
         (powers_.capacity() + cofactors_.capacity() + group_cofactors_.capacity()) * sizeof(std::uint64_t);
}

std::unique_ptr<const CrtTables> make_crt_tables(std::span<const WordModulus> moduli, const Integer& product, Isa isa) {
  const auto fits = [](const WordModulus& p) { return p.value() % 2 == 1 && p.value() < std::uint64_t{1} << 50; };
  const CrtKernels* kernels = crt_kernels(isa);
  if (kernels == nullptr || moduli.size() > crt_max_primes || !std::all_of(moduli.begin(), moduli.end(), fits))
    return nullptr;
  return std::make_unique<const CrtTables>(moduli, product, *kernels);
}

}  // namespace polyfork::inline v1::detail
