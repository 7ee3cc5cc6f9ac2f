// The shape of sparse univariate polynomials, and what is decided by it.
#include <polyfork/poly/sparse/detail/sparse_shape.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include <polyfork/core/error.hpp>
#include <polyfork/core/memory.hpp>

#include "core/limits.hpp"

namespace polyfork {
inline namespace v1 {

namespace detail::sup {

std::uint64_t add_exponents(std::uint64_t a, std::uint64_t b) {
  if (a > max_exponent || b > max_exponent - a) throw DomainError("exponent overflow: 2^63 or more");
  return a + b;
}

std::uint64_t multiply_exponents(std::uint64_t a, std::uint64_t b) {
  if (b != 0 && a > max_exponent / b) throw DomainError("exponent overflow: 2^63 or more");
  return a * b;
}

SparseShape sparse_shape(std::span<const std::uint64_t> exponents) noexcept {
  SparseShape shape;
  shape.terms = exponents.size();
  if (exponents.empty()) return shape;
  shape.degree = exponents.front();
  shape.low = exponents.back();
  for (std::size_t i = exponents.size(); i-- != 0 && shape.step != 1;)
    shape.step = std::gcd(shape.step, exponents[i] - shape.low);
  return shape;
}

bool dense_within_reach(std::uint64_t length, std::size_t memory_available) noexcept {
  return length <= max_dense_length && length <= memory_available / 4 / dense_coefficient_bytes;
}

void require_dense(std::uint64_t length, const ExecutionContext& ctx) {
  const MemoryAccount& account = ctx.memory();
  if (!dense_within_reach(length, account.available()))
    throw MemoryLimit(saturating_mul(length, dense_coefficient_bytes), account.used(), account.limit());
}

void require_terms(std::uint64_t terms, std::size_t term_bytes, const ExecutionContext& ctx) {
  constexpr std::uint64_t most = std::uint64_t{1} << 34;
  const std::size_t bytes = saturating_mul(terms, term_bytes);
  if (terms > most || bytes > ctx.memory().available())
    throw MemoryLimit(bytes, ctx.memory().used(), ctx.memory().limit());
}

std::uint64_t least_quotient_terms(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b) noexcept {
  if (a.empty() || b.size() < 2 || a.front() < b.front()) return 0;
  const std::uint64_t second = a.size() > 1 ? std::max(a[1], b.front()) : b.front();
  return a.front() < second ? 1 : (a.front() - second) / (b.front() - b.back());
}

void require_bits(std::uint64_t length, std::uint64_t bits, const ExecutionContext& ctx) {
  constexpr std::size_t largest = std::size_t{1} << 44;  // bytes: beyond the memory of any machine
  const std::size_t bytes = saturating_mul(length, bits / 8 + 1);
  if (bytes > largest) throw MemoryLimit(bytes, ctx.memory().used(), ctx.memory().limit());
}

bool prefer_dense_product(std::size_t terms_a, std::uint64_t length_a, std::size_t terms_b, std::uint64_t length_b,
                          bool fast_products, std::size_t memory_available) noexcept {
  if (std::min(terms_a, terms_b) < 4) return false;
  if (length_a > max_dense_length || length_b > max_dense_length) return false;
  const std::uint64_t length = length_a + length_b;
  if (!dense_within_reach(length, memory_available)) return false;
  const double products = static_cast<double>(terms_a) * static_cast<double>(terms_b);
  if (fast_products) return products > 16.0 * static_cast<double>(length);
  // Karatsuba on blocks of the shorter length
  const double shorter = static_cast<double>(std::min(length_a, length_b));
  const double longer = static_cast<double>(std::max(length_a, length_b));
  return products * static_cast<double>(std::bit_width(std::min(terms_a, terms_b))) > std::pow(shorter, 0.585) * longer;
}

}  // namespace detail::sup

bool prefer_sparse(std::size_t terms, std::uint64_t length) noexcept { return length > 64 && terms <= length / 8; }

}  // namespace v1
}  // namespace polyfork
