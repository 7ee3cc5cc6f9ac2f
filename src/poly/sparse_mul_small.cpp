// Short products of sparse polynomials over Z: all products in one array, sorted, equal ones added up.
//
// For at most 64 products, or a factor of one term, coefficients below 2^60, and monomials of one word with room for the
// product: what the general algorithms allocate and decide would take longer than the product itself.
#include "poly/sparse_mul_small.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

namespace polyfork::inline v1::detail {

namespace {

constexpr std::size_t most_products = 64;
constexpr unsigned most_bits = 60;

struct Product {
  std::uint64_t key;
  PairWord value;
};

/// One word of at most 60 bits.
bool all_short(const IntegerVector& v) noexcept {
  for (std::size_t i = 0; i < v.size(); ++i)
    if (std::abs(v.signed_size(i)) > 1 || (*v.row(i) >> most_bits) != 0) return false;
  return true;
}

std::int64_t word_at(const IntegerVector& v, std::size_t i) noexcept {
  const auto magnitude = static_cast<std::int64_t>(*v.row(i));
  return v.signed_size(i) < 0 ? -magnitude : magnitude;
}

/// At least every field's largest value.
std::uint64_t bound(const PackedMonomials& m) noexcept {
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < m.size(); ++i) bits |= m.data()[i];
  return bits;
}

/// Adds up neighbours with equal keys; what remains, without zeros.
std::size_t combined(std::span<Product> products) noexcept {
  std::size_t n = 0;
  for (std::size_t i = 0; i < products.size();) {
    Product sum = products[i];
    for (++i; i < products.size() && products[i].key == sum.key; ++i) sum.value.add(products[i].value);
    if (!sum.value.is_zero()) products[n++] = sum;
  }
  return n;
}

SparseTerms<Integers> written(const MonomialLayout& layout, std::span<const Product> products) {
  bool wide = false;
  for (const Product& p : products)
    wide = wide || p.value.high != static_cast<std::uint64_t>(static_cast<std::int64_t>(p.value.low) >> 63);
  MonomialWords words(products.size());
  IntegerVector values(products.size(), std::size_t{wide ? 2U : 1U});
  for (std::size_t i = 0; i < products.size(); ++i) {
    mp_limb_t limbs[2];
    const int size = products[i].value.to_limbs(limbs);
    words[i] = products[i].key;
    std::copy_n(limbs, wide ? 2 : 1, values.row(i));
    values.set_signed_size(i, size);
  }
  return {PackedMonomials(layout, std::move(words)), std::move(values)};
}

}  // namespace

std::optional<SparseTerms<Integers>> mul_small(const SparseTerms<Integers>& f, const SparseTerms<Integers>& g) {
  const MonomialLayout& layout = f.monomials.layout();
  if (layout.words != 1 || !(layout == g.monomials.layout())) return std::nullopt;
  const std::size_t n = f.size() * g.size();
  const bool row = f.size() == 1;
  if ((n > most_products && (!row || n > (std::size_t{1} << 12))) || !all_short(f.coefficients) ||
      !all_short(g.coefficients))
    return std::nullopt;
  const std::uint64_t bits_f = bound(f.monomials);
  const std::uint64_t bits_g = bound(g.monomials);
  if (layout.bits == 64 ? ((bits_f + bits_g) >> 63) != 0 : ((bits_f + bits_g) & layout.guards()) != 0)
    return std::nullopt;
  std::array<Product, most_products> local;
  std::vector<Product> allocated(n > most_products ? n : 0);
  const std::span<Product> products(n > most_products ? allocated.data() : local.data(), n);
  std::size_t at = 0;
  for (std::size_t i = 0; i < f.size(); ++i) {
    const std::int64_t factor = word_at(f.coefficients, i);
    for (std::size_t j = 0; j < g.size(); ++j) {
      Product& p = products[at++];
      p.key = f.monomials.data()[i] + g.monomials.data()[j];
      p.value = {};
      p.value.add_product(factor, word_at(g.coefficients, j));
    }
  }
  if (row) return written(layout, products);
  std::sort(products.begin(), products.end(), [](const Product& a, const Product& b) { return a.key > b.key; });
  return written(layout, products.first(combined(products)));
}

}  // namespace polyfork::inline v1::detail
