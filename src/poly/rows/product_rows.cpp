// Sums of products of sparse polynomials whose keys and coefficients are words, by rows.
#include "poly/rows/product_rows.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <utility>

#include "poly/rows/short_vector.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// Two rows on their way into one.
struct Merge {
  const RowTerm* x;
  const RowTerm* x_end;
  const RowTerm* y;
  const RowTerm* y_end;
  RowTerm* to;

  bool unfinished() const noexcept { return x != x_end && y != y_end; }
  void step() noexcept {
    __extension__ using wide = unsigned __int128;
    const bool take_x = x->key >= y->key;
    const bool take_y = y->key >= x->key;
    const std::uint64_t from_x = std::uint64_t{0} - static_cast<std::uint64_t>(take_x);
    const std::uint64_t from_y = std::uint64_t{0} - static_cast<std::uint64_t>(take_y);
    const wide sum =
        ((wide{x->high & from_x} << 64) | (x->low & from_x)) + ((wide{y->high & from_y} << 64) | (y->low & from_y));
    to->key = std::max(x->key, y->key);
    to->low = static_cast<std::uint64_t>(sum);
    to->high = static_cast<std::uint64_t>(sum >> 64);
    to += static_cast<std::ptrdiff_t>(sum != 0);
    x += static_cast<std::ptrdiff_t>(take_x);
    y += static_cast<std::ptrdiff_t>(take_y);
  }
  void finish() noexcept {
    while (unfinished()) step();
    to = std::copy(y, y_end, std::copy(x, x_end, to));
  }
};

}  // namespace

std::span<RowTerm> merge_rows(RowTerm* terms, RowTerm* other, std::span<RowStretch> rows) {
  while (rows.size() > 1) {
    // A sum is written to where its first row stands in the other array: there is room for both.
    const auto merge_of = [&](std::size_t i) {
      const RowStretch x = rows[i];
      const RowStretch y = i + 1 < rows.size() ? rows[i + 1] : RowStretch{};
      return Merge{terms + x.begin, terms + x.end, terms + y.begin, terms + y.end, other + x.begin};
    };
    std::size_t sums = 0;
    const auto enter = [&](std::size_t i, const Merge& m) {
      rows[sums++] = {rows[i].begin, static_cast<std::size_t>(m.to - other)};
    };
    std::size_t i = 0;
    for (; i + 3 < rows.size(); i += 4) {
      // Each step waits for the one before; two merges fill the time.
      Merge a = merge_of(i);
      Merge b = merge_of(i + 2);
      while (a.unfinished() && b.unfinished()) {
        a.step();
        b.step();
      }
      a.finish();
      b.finish();
      enter(i, a);
      enter(i + 2, b);
    }
    for (; i < rows.size(); i += 2) {
      Merge a = merge_of(i);
      a.finish();
      enter(i, a);
    }
    rows = rows.first(sums);
    std::swap(terms, other);
  }
  return rows.empty() ? std::span<RowTerm>{} : std::span<RowTerm>{terms + rows[0].begin, terms + rows[0].end};
}

std::size_t row_limbs(std::span<const RowTerm> terms) noexcept {
  std::uint64_t wide = 0;
  for (const RowTerm& t : terms) {
    const auto sign = static_cast<std::uint64_t>(static_cast<std::int64_t>(t.low) >> 63);
    wide |= (t.high ^ sign) | static_cast<std::uint64_t>(t.low == std::uint64_t{1} << 63);
  }
  return wide != 0 ? 2 : 1;
}

void write_rows(std::span<const RowTerm> terms, std::size_t limbs, std::uint64_t* keys, mp_limb_t* magnitudes,
                std::int32_t* sizes) noexcept {
  if (limbs == 1) {
    for (std::size_t i = 0; i < terms.size(); ++i) {
      keys[i] = terms[i].key;
      store_word(magnitudes + i, sizes + i, static_cast<std::int64_t>(terms[i].low));
    }
    return;
  }
  for (std::size_t i = 0; i < terms.size(); ++i, magnitudes += 2) {
    keys[i] = terms[i].key;
    sizes[i] = terms[i].value().to_limbs(magnitudes);
  }
}

namespace {

/// Two descending rows of pairs on their way into one.
struct PairMerge {
  const TermPair* x;
  const TermPair* x_end;
  const TermPair* y;
  const TermPair* y_end;
  TermPair* to;

  bool unfinished() const noexcept { return x != x_end && y != y_end; }
  void step() noexcept {
    const bool take_x = x->key >= y->key;
    *to++ = *(take_x ? x : y);
    x += static_cast<std::ptrdiff_t>(take_x);
    y += static_cast<std::ptrdiff_t>(!take_x);
  }
  void finish() noexcept {
    while (unfinished()) step();
    std::copy(y, y_end, std::copy(x, x_end, to));
  }
};

}  // namespace

TermPair* sorted_pairs(TermPair* pairs, TermPair* other, std::size_t count, std::size_t length) noexcept {
  for (; length < count; length *= 2) {
    const auto merge_from = [&](std::size_t begin) {
      const std::size_t middle = std::min(begin + length, count);
      return PairMerge{pairs + begin, pairs + middle, pairs + middle, pairs + std::min(begin + 2 * length, count),
                       other + begin};
    };
    std::size_t begin = 0;
    for (; begin + 3 * length < count; begin += 4 * length) {
      // Each step waits for the one before; two merges fill the time.
      PairMerge a = merge_from(begin);
      PairMerge b = merge_from(begin + 2 * length);
      while (a.unfinished() && b.unfinished()) {
        a.step();
        b.step();
      }
      a.finish();
      b.finish();
    }
    for (; begin < count; begin += 2 * length) merge_from(begin).finish();
    std::swap(pairs, other);
  }
  return pairs;
}

std::span<RowTerm> sum_of_pairs(const WordFactors& factors, TermPair* pairs, TermPair* other, RowTerm* terms) noexcept {
  TermPair* pair = pairs;
  for (std::uint32_t i = 0; i < factors.n; ++i)
    for (std::uint32_t j = 0; j < factors.m; ++j) *pair++ = {factors.keys_f[i] + factors.keys_g[j], i, j};
  const TermPair* const sorted = sorted_pairs(pairs, other, factors.products(), factors.m);
  const TermPair* const end = sorted + factors.products();
  RowTerm* to = terms;
  for (const TermPair* p = sorted; p != end;) {
    const std::uint64_t key = p->key;
    PairWord sum;
    do {
      sum.add_product(factors.f[p->i], factors.g[p->j]);
      ++p;
    } while (p != end && p->key == key);
    *to = {key, sum.low, sum.high};
    to += static_cast<std::ptrdiff_t>(!sum.is_zero());
  }
  return {terms, to};
}

std::span<RowTerm> sum_of_products(std::span<const WordFactors> factors, Workspace::Frame& frame) {
  std::size_t products = 0;
  std::size_t row_count = 0;
  for (const WordFactors& pair : factors) {
    products += pair.products();
    row_count += pair.n;
  }
  if (factors.size() == 1 && row_count != 1 && products >> 32 == 0) {
    const std::span<RowTerm> terms = frame.allocate<RowTerm>(products);
    TermPair* const pairs = frame.allocate<TermPair>(2 * products).data();
    return sum_of_pairs(factors[0], pairs, pairs + products, terms.data());
  }
  const std::span<RowTerm> terms = frame.allocate<RowTerm>(row_count == 1 ? products : 2 * products);
  const std::span<RowStretch> rows = frame.allocate<RowStretch>(row_count);
  RowTerm* term = terms.data();
  RowStretch* stretch = rows.data();
  for (const WordFactors& pair : factors)
    for (std::size_t i = 0; i < pair.n; ++i) {
      const std::uint64_t key = pair.keys_f[i];
      const std::int64_t factor = pair.f[i];
      const auto begin = static_cast<std::size_t>(term - terms.data());
      for (std::size_t j = 0; j < pair.m; ++j) (term++)->set(key + pair.keys_g[j], factor, pair.g[j]);
      *stretch++ = {begin, begin + pair.m};
    }
  return merge_rows(terms.data(), row_count == 1 ? nullptr : terms.data() + products, rows);
}

std::size_t one_limb_bits(const IntegerVector& v) noexcept {
  constexpr std::size_t several_limbs = 65;
  mp_limb_t joined = 0;
  for (std::size_t i = 0; i < v.size(); ++i) {
    const int size = v.signed_size(i);
    if (std::abs(size) > 1) return several_limbs;
    if (size != 0) joined |= *v.row(i);
  }
  return static_cast<std::size_t>(std::bit_width(joined));
}

std::span<std::int64_t> scratch_words(const IntegerVector& v, Workspace::Frame& frame) {
  const std::span<std::int64_t> words = frame.allocate<std::int64_t>(v.size());
  for (std::size_t i = 0; i < words.size(); ++i)
    words[i] = v.signed_size(i) == 0 ? 0 : signed_word(*v.row(i), v.signed_size(i));
  return words;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
