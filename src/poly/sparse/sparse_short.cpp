// Short sums and sums of short products of sparse univariate polynomials over Z and Z/pZ whose coefficients are words:
// without builders, heaps and numbers of their own, into lists that keep their memory.
//
// Sums are merged, products made row by row and merged (poly/rows), in scratch memory of the thread, and copied: the
// result takes the memory that it needs, and may be an operand.
#include <algorithm>
#include <bit>
#include <optional>
#include <span>

#include <polyfork/core/workspace.hpp>
#include <polyfork/poly/sparse/detail/sparse_lists.hpp>

#include "core/limits.hpp"
#include "core/short_reservation.hpp"
#include "poly/rows/merge_limbs.hpp"
#include "poly/rows/product_rows.hpp"
#include "poly/rows/stripes.hpp"
#include "ring/unwritten_integers.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail::sup {

namespace {

using ListZ = SparseList<Integers>;
using ListZp = SparseList<PrimeField>;

constexpr std::size_t most_terms = std::size_t{1} << 15;     // of a sum: some 100 us
constexpr std::size_t most_products = std::size_t{1} << 14;  // of terms: some 500 us
constexpr std::size_t sum_bits = 126;

/// Nothing where rows have other lengths than one limb.
std::optional<LimbTerms> limb_terms(const ListZ& a) noexcept {
  for (std::size_t s = 0; s < a.coefficients.stripes(); ++s)
    if (a.coefficients.stride(s) != 1) return std::nullopt;
  const mp_limb_t* const limbs = a.size() == 0 ? nullptr : a.coefficients.row(0);
  return LimbTerms{a.exponents.data(), limbs, a.coefficients.signed_sizes().data(), a.size()};
}

/// Makes `out` a list of so many terms, all to be written, in the memory that it has if that is enough. After an
/// exception it is as it was, or zero.
void remake_list(ListZ& out, std::size_t terms, std::size_t limbs) {
  if (out.exponents.capacity() < terms) out.exponents = std::vector<std::uint64_t>(terms);
  try {
    remake_unwritten(out.coefficients, terms, limbs);
  } catch (...) {
    out = {};
    throw;
  }
  out.exponents.resize(terms);
}

MemoryReservation reserved(const ExecutionContext& ctx, std::size_t scratch, std::size_t terms, std::size_t limbs) {
  return reserve_unless_short(ctx, scratch + vector_bytes(terms, limbs * terms) + terms * sizeof(std::uint64_t));
}

/// How many products of terms; most_products + 1 for more.
template <Ring R>
std::size_t product_count(std::span<const ListFactors<R>> factors) noexcept {
  std::size_t products = 0;
  for (const ListFactors<R>& pair : factors) {
    products = saturating_add(products, saturating_mul(pair.a->size(), pair.b->size()));
    if (products > most_products) return most_products + 1;
  }
  return products;
}

/// Throws DomainError when a degree of a product is 2^63 or more.
template <Ring R>
void check_exponents(const ListFactors<R>& pair) {
  if (pair.a->size() != 0 && pair.b->size() != 0) add_exponents(pair.a->exponents.front(), pair.b->exponents.front());
}

/// The shorter factor first.
WordFactors word_factors(const std::vector<std::uint64_t>& keys_a, const std::int64_t* a,
                         const std::vector<std::uint64_t>& keys_b, const std::int64_t* b) noexcept {
  return keys_a.size() <= keys_b.size() ? WordFactors{keys_a.data(), a, keys_a.size(), keys_b.data(), b, keys_b.size()}
                                        : WordFactors{keys_b.data(), b, keys_b.size(), keys_a.data(), a, keys_a.size()};
}

constexpr std::size_t product_bytes = 2 * sizeof(RowTerm) + sizeof(RowStretch) + 2 * sizeof(std::int64_t);

}  // namespace

bool short_sum(const Integers&, ListZ& out, const ListZ& a, const ListZ& b, bool subtract,
               const ExecutionContext& ctx) {
  const std::size_t all = a.size() + b.size();
  if (all > most_terms) return false;
  const std::optional<LimbTerms> x = limb_terms(a);
  const std::optional<LimbTerms> y = limb_terms(b);
  if (!x || !y) return false;
  ctx.poll();
  ctx.charge(all);
  Workspace::Frame frame;
  const MemoryReservation reservation = reserved(ctx, all * (2 * sizeof(std::uint64_t) + sizeof(std::int32_t)), all, 1);
  const LimbRoom sum{frame.allocate<std::uint64_t>(all).data(), frame.allocate<mp_limb_t>(all).data(),
                     frame.allocate<std::int32_t>(all).data()};
  const auto size = subtract ? merge_limbs<1, true>(*x, *y, sum) : merge_limbs<1, false>(*x, *y, sum);
  if (!size) return false;
  remake_list(out, *size, 1);
  if (*size == 0) return true;
  std::copy_n(sum.keys, *size, out.exponents.data());
  std::copy_n(sum.limbs, *size, out.coefficients.row(0));
  std::copy_n(sum.sizes, *size, unwritten_sizes(out.coefficients));
  return true;
}

bool short_sum(const PrimeField& field, ListZp& out, const ListZp& a, const ListZp& b, bool subtract,
               const ExecutionContext& ctx) {
  const std::size_t all = a.size() + b.size();
  if (all > most_terms) return false;
  ctx.poll();
  ctx.charge(all);
  Workspace::Frame frame;
  const MemoryReservation reservation = reserve_unless_short(ctx, 4 * all * sizeof(std::uint64_t));
  const std::span<std::uint64_t> keys = frame.allocate<std::uint64_t>(all);
  const std::span<std::uint64_t> sums = frame.allocate<std::uint64_t>(all);
  std::size_t n = 0;
  std::size_t i = 0;
  std::size_t j = 0;
  const auto of_b = [&] { return subtract ? field.neg(b.coefficients[j]) : b.coefficients[j]; };
  while (i < a.size() && j < b.size()) {
    const std::uint64_t x = a.exponents[i];
    const std::uint64_t y = b.exponents[j];
    keys[n] = std::max(x, y);
    sums[n] = x > y ? a.coefficients[i] : x < y ? of_b() : field.add(a.coefficients[i], of_b());
    n += static_cast<std::size_t>(sums[n] != 0);
    i += static_cast<std::size_t>(x >= y);
    j += static_cast<std::size_t>(y >= x);
  }
  for (; i < a.size(); ++i, ++n) keys[n] = a.exponents[i], sums[n] = a.coefficients[i];
  for (; j < b.size(); ++j, ++n) keys[n] = b.exponents[j], sums[n] = of_b();
  out.exponents.assign(keys.begin(), keys.begin() + static_cast<std::ptrdiff_t>(n));
  out.coefficients.assign(sums.begin(), sums.begin() + static_cast<std::ptrdiff_t>(n));
  return true;
}

bool short_dot(const Integers&, ListZ& out, std::span<const ListFactors<Integers>> factors,
               const ExecutionContext& ctx) {
  const std::size_t products = product_count(factors);
  if (products > most_products) return false;
  for (const ListFactors<Integers>& pair : factors) {
    check_exponents(pair);
    const std::size_t bits_a = one_limb_bits(pair.a->coefficients);
    const std::size_t bits_b = one_limb_bits(pair.b->coefficients);
    if (std::max(bits_a, bits_b) > 63 ||
        bits_a + bits_b + static_cast<std::size_t>(std::bit_width(products)) > sum_bits)
      return false;
  }
  ctx.poll();
  ctx.charge(products);
  Workspace::Frame frame;
  const MemoryReservation reservation = reserved(ctx, products * product_bytes, products, 2);
  const std::span<WordFactors> words = frame.allocate<WordFactors>(factors.size());
  std::size_t count = 0;
  for (const auto& [a, b] : factors) {
    if (a->size() == 0 || b->size() == 0) continue;
    words[count++] = word_factors(a->exponents, scratch_words(a->coefficients, frame).data(), b->exponents,
                                  scratch_words(b->coefficients, frame).data());
  }
  const std::span<RowTerm> sum = sum_of_products(words.first(count), frame);
  const std::size_t limbs = row_limbs(sum);
  remake_list(out, sum.size(), limbs);
  if (!sum.empty())
    write_rows(sum, limbs, out.exponents.data(), out.coefficients.row(0), unwritten_sizes(out.coefficients));
  return true;
}

bool short_dot(const PrimeField& field, ListZp& out, std::span<const ListFactors<PrimeField>> factors,
               const ExecutionContext& ctx) {
  const std::size_t products = product_count(factors);
  const auto bits = static_cast<std::size_t>(std::bit_width(field.modulus() - 1));
  if (products > most_products || 2 * bits + static_cast<std::size_t>(std::bit_width(products)) > sum_bits)
    return false;
  for (const ListFactors<PrimeField>& pair : factors) check_exponents(pair);
  ctx.poll();
  ctx.charge(products);
  Workspace::Frame frame;
  const MemoryReservation reservation =
      reserve_unless_short(ctx, products * (product_bytes + 2 * sizeof(std::uint64_t)));
  const std::span<WordFactors> words = frame.allocate<WordFactors>(factors.size());
  const auto words_of = [](const ListZp& a) { return reinterpret_cast<const std::int64_t*>(a.coefficients.data()); };
  std::size_t count = 0;
  for (const auto& [a, b] : factors)
    if (a->size() != 0 && b->size() != 0)
      words[count++] = word_factors(a->exponents, words_of(*a), b->exponents, words_of(*b));
  const std::span<RowTerm> sum = sum_of_products(words.first(count), frame);
  const WordModulus modulus = field.word_modulus();
  std::size_t n = 0;
  for (const RowTerm& term : sum) {  // in place of the sums
    const std::uint64_t residue = modulus.reduce(modulus.reduce(term.high), term.low);
    sum[n].key = term.key;
    sum[n].low = residue;
    n += static_cast<std::size_t>(residue != 0);
  }
  out.exponents.resize(n);
  out.coefficients.resize(n);
  for (std::size_t i = 0; i < n; ++i) out.exponents[i] = sum[i].key, out.coefficients[i] = sum[i].low;
  return true;
}

}  // namespace detail::sup
}  // namespace v1
}  // namespace polyfork
