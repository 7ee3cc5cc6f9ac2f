// Short products of sparse polynomials whose coefficients have several limbs: no plan, no pieces.
//
// The pairs of terms, keys and numbers, are merged row by row, as rows of words are (poly/rows/product_rows.cpp), 16
// bytes for a pair; then their products are made in the sequence of the result, each where it stays, and added up where
// monomials meet. Where they meet often, algorithms with cells for monomials move fewer pairs.
// Cost: n m log2(n) steps of a merge and n m products for n and m terms, n <= m.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <span>
#include <utility>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/workspace.hpp>

#include "core/limits.hpp"
#include "core/short_reservation.hpp"
#include "poly/multi_products/multi_mul_small.hpp"
#include "poly/multi_products/multi_small_box.hpp"
#include "poly/multi_products/multi_sums.hpp"
#include "poly/rows/limb_rows.hpp"
#include "poly/rows/product_rows.hpp"
#include "poly/rows/short_rows.hpp"
#include "poly/rows/stripes.hpp"
#include "ring/unwritten_integers.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t few_pairs = 2048;  // sorted wherever they meet
constexpr std::size_t most_pairs = std::size_t{1} << 14;
constexpr std::uint64_t places_per_pair = 4;  // of a box whose monomials seldom meet
constexpr std::size_t most_row_limbs_of_product = 512;
constexpr std::size_t polled_pairs = 256;

/// Limbs of a sum of so many products of so many bits.
std::size_t product_limbs(std::size_t bits, std::size_t summands) noexcept {
  return limbs_for_bits(bits + static_cast<std::size_t>(std::bit_width(summands - 1)));
}

/// The layout of products, one word; nothing where they need more.
std::optional<MonomialLayout> one_word_layout(const PackedMonomials& a, const PackedMonomials& b) {
  if (a.words() > 2 || b.words() > 2) return std::nullopt;
  const MonomialLayout layout = product_layout(a.maxima(), b.maxima());
  if (layout.words != 1) return std::nullopt;
  return layout;
}

/// Writes the sums of products of equal keys; the number of those that are not zero.
std::size_t write_sums(std::span<const TermPair> pairs, const IntegerVector& f, const IntegerVector& g,
                       std::uint64_t* keys, mp_limb_t* limbs, std::int32_t* sizes, std::size_t stride, mp_limb_t* sum,
                       mp_limb_t* product, const ExecutionContext& ctx) {
  std::size_t count = 0;
  for (std::size_t k = 0, polled = 0; k < pairs.size(); ++count) {
    if (k >= polled) {
      ctx.poll();
      polled = k + polled_pairs;
    }
    const TermPair first = pairs[k++];
    const IntegerView x = f[first.i];
    const IntegerView y = g[first.j];
    mp_limb_t* const row = limbs + count * stride;
    keys[count] = first.key;
    const bool alone = k == pairs.size() || pairs[k].key != first.key;
    if (alone && x.limbs().size() + y.limbs().size() <= stride) {
      sizes[count] = long_product(row, x, y);
      clear_from(row, static_cast<std::size_t>(std::abs(sizes[count])), stride);
      continue;
    }
    std::int32_t size = long_product(sum, x, y);
    for (; k < pairs.size() && pairs[k].key == first.key; ++k) {
      const IntegerView next(product, long_product(product, f[pairs[k].i], g[pairs[k].j]));
      size = add_rows(sum, IntegerView(sum, size), next);
    }
    const auto length = static_cast<std::size_t>(std::abs(size));
    std::copy_n(sum, length, row);
    clear_from(row, length, stride);
    sizes[count] = size;
    if (size == 0) --count;
  }
  return count;
}

}  // namespace

const char* limb_rows_obstacle(const MultiMulShape& s) {
  if (s.words != 1) return "exponents";
  const std::size_t products = saturating_mul(s.terms_a, s.terms_b);
  if (products > most_pairs) return "operands";
  const std::size_t shorter = std::min(s.terms_a, s.terms_b);
  if (product_limbs(s.bits_a + s.bits_b, shorter) > most_row_limbs_of_product) return "coefficients";
  return products > few_pairs && s.places != 0 && s.places <= places_per_pair * products ? "operands" : nullptr;
}

bool mul_limb_rows(SparseTerms<Integers>& out, const IntegerTerms& a, const IntegerTerms& b,
                   const ExecutionContext& ctx) {
  const bool swapped = a.size() > b.size();
  const IntegerTerms& f = swapped ? b : a;
  const IntegerTerms& g = swapped ? a : b;
  const std::size_t products = saturating_mul(f.size(), g.size());
  if (products > most_pairs) return false;
  const std::size_t bits_f = f.coefficients.max_bits(ctx);
  const std::size_t bits_g = g.coefficients.max_bits(ctx);
  if (std::max(bits_f, bits_g) <= most_small_bits) return false;  // algorithms for words are faster
  const std::size_t stride = product_limbs(bits_f + bits_g, f.size());
  if (stride > most_row_limbs_of_product) return false;
  const std::optional<MonomialLayout> layout = one_word_layout(f.monomials, g.monomials);
  if (!layout) return false;
  const MemoryReservation repacked = reserve_unless_short(ctx, (f.size() + g.size()) * sizeof(std::uint64_t));
  const InLayout keys_f(f.monomials, *layout);
  const InLayout keys_g(g.monomials, *layout);
  if (products > few_pairs) {
    const MonomialFactors factors[] = {{&*keys_f, &*keys_g}};
    if (SmallBox box; box.make(factors, places_per_pair * products)) return false;
  }
  ctx.charge(products * stride);
  const MemoryReservation held = reserve_unless_short(
      ctx, products * 2 * sizeof(TermPair) + vector_bytes(products, saturating_mul(products, stride)) +
               products * sizeof(std::uint64_t) + 2 * (stride + 2) * sizeof(mp_limb_t));
  Workspace::Frame frame;
  TermPair* const pairs = frame.allocate<TermPair>(products).data();
  TermPair* const other = frame.allocate<TermPair>(f.size() == 1 ? 0 : products).data();
  TermPair* pair = pairs;
  for (std::size_t i = 0; i < f.size(); ++i)
    for (std::size_t j = 0; j < g.size(); ++j)
      *pair++ = {(*keys_f).data()[i] + (*keys_g).data()[j], static_cast<std::uint32_t>(i),
                 static_cast<std::uint32_t>(j)};
  const std::span<const TermPair> sorted(sorted_pairs(pairs, other, products, g.size()), products);
  std::size_t terms = 1;
  for (std::size_t k = 1; k < products; ++k) terms += static_cast<std::size_t>(sorted[k].key != sorted[k - 1].key);
  mp_limb_t* const scratch = frame.allocate<mp_limb_t>(2 * (stride + 2)).data();
  std::uint64_t* const keys = remake_terms(out, *layout, terms, stride);
  const std::size_t count = write_sums(sorted, f.coefficients, g.coefficients, keys, out.coefficients.row(0),
                                       unwritten_sizes(out.coefficients), stride, scratch, scratch + stride + 2, ctx);
  if (count != terms) {
    out.monomials.truncate(count);
    shrink_rows(out.coefficients, count);
  }
  return true;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
