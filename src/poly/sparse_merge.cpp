// Sums of sparse polynomials over Z with coefficients of one word: merged as numbers, written once.
//
// The general merge (detail/sparse_ops.hpp) appends integers of any size one after another; when all coefficients are
// below 2^62, sums are words, and the result's vector has one limb to a row.
#include <algorithm>
#include <cstdlib>

#include <polyfork/core/memory.hpp>
#include <polyfork/poly/detail/sparse_ops.hpp>

namespace polyfork::inline v1::detail {

namespace {

constexpr std::size_t word_bits = 62;

std::int64_t word_at(const IntegerVector& v, std::size_t i) noexcept {
  const int size = v.signed_size(i);
  if (size == 0) return 0;
  const auto magnitude = static_cast<std::int64_t>(*v.row(i));
  return size < 0 ? -magnitude : magnitude;
}

/// Monomials and values of the sum, in place of what is longer than needed.
template <int W>
std::size_t merge_rows(const PackedMonomials& a, const IntegerVector& ca, const PackedMonomials& b,
                       const IntegerVector& cb, bool subtract, MonomialWords& words, std::vector<std::int64_t>& values,
                       const ExecutionContext& ctx) {
  const std::size_t width = W == 0 ? a.words() : static_cast<std::size_t>(W);
  std::size_t i = 0;
  std::size_t j = 0;
  std::size_t n = 0;
  for (std::size_t step = 0; i < a.size() || j < b.size(); ++step) {
    if (step % poll_terms == 0) ctx.poll();
    const int order = j == b.size() ? 1 : i == a.size() ? -1 : compare_words(a[i], b[j], width);
    const std::uint64_t* const monomial = order >= 0 ? a[i] : b[j];
    std::int64_t value = 0;
    if (order >= 0) value = word_at(ca, i++);
    if (order <= 0) value += subtract ? -word_at(cb, j++) : word_at(cb, j++);
    std::copy_n(monomial, width, words.data() + n * width);
    values[n] = value;
    n += value != 0 ? 1 : 0;
  }
  return n;
}

}  // namespace

std::optional<SparseTerms<Integers>> merge_integer_words(const SparseTerms<Integers>& a, const SparseTerms<Integers>& b,
                                                         bool subtract, const ExecutionContext& ctx) {
  if (a.coefficients.max_bits(ctx) > word_bits || b.coefficients.max_bits(ctx) > word_bits) return std::nullopt;
  const MonomialLayout layout = wider(a.monomials.layout(), b.monomials.layout());
  const std::size_t most = a.size() + b.size();
  const MemoryReservation reservation(ctx.memory(), most * (layout.words + 3) * sizeof(std::uint64_t));
  const InLayout am(a.monomials, layout);
  const InLayout bm(b.monomials, layout);
  MonomialWords words(most * layout.words);
  std::vector<std::int64_t> values(most);
  ctx.charge(most);
  const auto merge = layout.words == 1 ? merge_rows<1> : merge_rows<0>;
  const std::size_t n = merge(*am, a.coefficients, *bm, b.coefficients, subtract, words, values, ctx);
  words.resize(n * layout.words);
  if (2 * n <= most) words.shrink_to_fit();
  IntegerVector sums(n, std::size_t{1});
  for (std::size_t k = 0; k < n; ++k) {
    *sums.row(k) = static_cast<mp_limb_t>(std::abs(values[k]));
    sums.set_signed_size(k, values[k] < 0 ? -1 : 1);
  }
  return SparseTerms<Integers>{PackedMonomials(layout, std::move(words)), std::move(sums)};
}

}  // namespace polyfork::inline v1::detail
