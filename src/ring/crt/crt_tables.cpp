// Cost: O(size digits) word operations for M / p modulo every p and as many for the digits of the cofactors, in
// parallel; memory in crt_tables.hpp.
#include "ring/crt/crt_tables.hpp"

#include <algorithm>
#include <bit>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>

#include "core/planned_memory.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

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

/// Minus a sum of products of words below 2^52, as sums of low and high halves.
struct PairSum {
  std::uint64_t low = 0, high = 0;

  void take_off(std::uint64_t a, std::uint64_t b) noexcept {
    const Wide product = Wide{a} * b;
    low -= static_cast<std::uint64_t>(product) & low52;
    high -= static_cast<std::uint64_t>(product >> 52);
  }
};

/// The pairs' sums of `columns` columns of the matrix.
void write_pairs(const CrtMatrix& matrix, std::size_t columns, std::uint64_t* low, std::uint64_t* high) {
  for (std::size_t c = 0; c < columns; ++c) {
    PairSum sum;
    const std::uint64_t* run = matrix.words + c;
    for (std::size_t left = matrix.rows; left != 0; run += matrix.jump) {
      const std::size_t rows = std::min(left, matrix.run);
      const std::uint64_t* word = run;
      for (std::size_t r = 0; r + 1 < rows; r += 2, word += 2 * matrix.step) sum.take_off(*word, word[matrix.step]);
      left -= rows;
    }
    low[c] = sum.low;
    high[c] = sum.high;
  }
}

}  // namespace

CrtTables::CrtTables(std::span<const WordModulus> moduli, const Integer& product, const CrtKernels& kernels,
                     const ExecutionContext& ctx)
    : kernels_(kernels), primes_(moduli.size()) {
  for (std::size_t j = 0; j < moduli.size(); ++j) primes_[j].p = moduli[j].value();
  choose_shapes(product);
  const std::size_t size = primes_.size();
  const std::size_t cofactor_rows = two_levels() ? groups_ + 1 : size + 1;
  const MemoryReservation reservation = reserve_for_plan(
      ctx, (size * (crt_block + group_digits_) + cofactor_rows * stride_ + 8 * digits_ + pair_words()) *
               sizeof(std::uint64_t));
  powers_.resize(crt_block * size);
  cofactors_.resize(cofactor_rows * stride_);
  constexpr std::size_t grain_digits = 1 << 13;  // some tens of microseconds of division by words
  parallel_for(ctx, size, grain_digits / digits_ + 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t j = begin; j < end; ++j) {
      ctx.poll();
      const Integer cofactor = exact_div(product, Integer(primes_[j].p));
      fill_prime(j, moduli[j], cofactor);
      fill_powers(j, moduli[j]);
      if (!two_levels()) write_digits(cofactor, digits_, cofactors_.data() + j * stride_);
      ctx.charge(3 * digits_ + crt_block);
    }
  });
  if (two_levels()) fill_group_cofactors(product, ctx);
  group_products_ = {};
  write_digits(-product, digits_, cofactors_.data() + (cofactor_rows - 1) * stride_ + first_column());
  if (kernels_.pairs) fill_pairs(ctx);
}

void CrtTables::choose_shapes(const Integer& product) {
  const std::size_t digit_bits = kernels_.digit_bits;
  digits_ = (product.bit_length() + 2 + digit_bits - 1) / digit_bits;
  if (primes_.size() <= crt_one_level) {
    // An odd number of cache lines: rows at a power of two from each other would share few places of the first cache.
    stride_ = (digits_ + 7) / 8 * 8;
    if (stride_ / 8 % 2 == 0) stride_ += 8;
    return;
  }
  groups_ = (primes_.size() + crt_group - 1) / crt_group;
  group_products_.assign(groups_, Integer(1));
  std::size_t bits = 0;
  for (std::size_t j = 0; j < primes_.size(); ++j) group_products_[j / crt_group] *= Integer(primes_[j].p);
  for (const Integer& m : group_products_) bits = std::max(bits, m.bit_length());
  // |z_g| < 2 crt_group m_g, and a sign.
  bits += static_cast<std::size_t>(std::bit_width(2 * crt_group)) + 1;
  group_digits_ = (bits + digit_bits - 1) / digit_bits;
  stride_ = group_digits_ - 1 + digits_;
}

void CrtTables::fill_prime(std::size_t j, const WordModulus& modulus, const Integer& cofactor) {
  primes_[j] = make_prime(modulus, modulus.inverse(cofactor.view().mod(modulus.value())));
}

void CrtTables::fill_powers(std::size_t j, const WordModulus& modulus) {
  const std::uint64_t base = modulus.pow(modulus.reduce(2), kernels_.digit_bits);
  std::uint64_t power = modulus.pow(modulus.reduce(2), kernels_.scale_bits);
  for (std::size_t k = 0; k < crt_block; ++k, power = modulus.mul(power, base))
    powers_[k * primes_.size() + j] = operand(power);
  primes_[j].step = operand(power);
}

void CrtTables::fill_group_cofactors(const Integer& product, const ExecutionContext& ctx) {
  group_cofactors_.resize(primes_.size() * group_digits_);
  for (std::size_t j = 0; j < primes_.size(); ++j)
    write_digits(exact_div(group_products_[j / crt_group], Integer(primes_[j].p)), group_digits_,
                 group_cofactors_.data() + j * group_digits_);
  parallel_for(ctx, groups_, 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t g = begin; g < end; ++g) {
      ctx.poll();
      write_digits(exact_div(product, group_products_[g]), digits_, cofactors_.data() + g * stride_ + first_column());
      ctx.charge(digits_ * group_digits_);
    }
  });
}

std::size_t CrtTables::pair_words() const noexcept {
  return kernels_.pairs ? (crt_block + 2) * primes_.size() + 2 * digits_ + 2 * groups_ * group_digits_ : 0;
}

void CrtTables::fill_pairs(const ExecutionContext& ctx) {
  const std::size_t size = primes_.size();
  power_pairs_.assign((crt_block + 2) * size, 0);
  for (std::size_t k = 0; k < crt_block; k += 2) {
    const std::uint64_t* power = powers_.data() + k * size;
    const std::uint64_t* before = power_pairs_.data() + k * size;
    std::uint64_t* to = power_pairs_.data() + (k + 2) * size;
    for (std::size_t j = 0; j < size; ++j) {
      PairSum sum{before[j], before[size + j]};
      sum.take_off(power[j], power[size + j]);
      to[j] = sum.low;
      to[size + j] = sum.high;
    }
  }
  cofactor_pairs_.resize(2 * digits_);
  const std::size_t rows = bare_cofactors().rows;
  constexpr std::size_t grain_products = 1 << 14;
  parallel_for(ctx, digits_, grain_products / rows + 1, [&](std::size_t begin, std::size_t end) {
    ctx.poll();
    CrtMatrix part = bare_cofactors();
    part.drop_columns(begin);
    write_pairs(part, end - begin, cofactor_pairs_.data() + begin, cofactor_pairs_.data() + digits_ + begin);
    ctx.charge((end - begin) * rows);
  });
  group_cofactor_pairs_.resize(2 * groups_ * group_digits_);
  for (std::size_t g = 0; g < groups_; ++g) {
    std::uint64_t* to = group_cofactor_pairs_.data() + g * 2 * group_digits_;
    write_pairs(group_cofactors(g), group_digits_, to, to + group_digits_);
  }
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
         (powers_.capacity() + cofactors_.capacity() + group_cofactors_.capacity() + power_pairs_.capacity() +
          cofactor_pairs_.capacity() + group_cofactor_pairs_.capacity()) *
             sizeof(std::uint64_t);
}

std::unique_ptr<const CrtTables> make_crt_tables(std::span<const WordModulus> moduli, const Integer& product, Isa isa,
                                                 const ExecutionContext& ctx) {
  const auto fits = [](const WordModulus& p) { return p.value() % 2 == 1 && p.value() < std::uint64_t{1} << 50; };
  const CrtKernels* kernels = crt_kernels(isa, moduli.size());
  if (kernels == nullptr || moduli.size() > crt_max_primes || !std::all_of(moduli.begin(), moduli.end(), fits))
    return nullptr;
  return std::make_unique<const CrtTables>(moduli, product, *kernels, ctx);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
