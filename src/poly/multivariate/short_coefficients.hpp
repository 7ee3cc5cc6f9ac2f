// Short polynomials as coefficients in a main variable, for algorithms without divisions.
//
// A polynomial is a list of keys and values. A key is the place of a monomial in a box of exponents that holds those of
// the result, so that keys add up where monomials are multiplied. A value is a residue modulo p, or an integer modulo
// 2^(64 L): whatever intermediate values are, the result is right where a bound shows that it fits, and nothing is
// asked about lengths. Lists live in an arena until the end, copies are free. Operations are paid for by a budget.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/ring/word_modulus.hpp>

#include "poly/multivariate/work_budget.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Integers modulo 2^(64 L), L words each, in two's complement.
template <std::size_t L>
struct WrappedIntegers {
  static constexpr std::size_t words = L;
  static constexpr double product_cost = L == 1 ? 1.5 : L == 2 ? 2.5 : L == 4 ? 5 : 15;  // nanoseconds

  static void add_product(std::uint64_t* sum, const std::uint64_t* a, const std::uint64_t* b) noexcept {
    __extension__ using wide = unsigned __int128;
    for (std::size_t i = 0; i < L; ++i) {
      std::uint64_t carry = 0;
      for (std::size_t j = 0; i + j < L; ++j) {
        const wide t = wide{a[i]} * b[j] + sum[i + j] + carry;
        sum[i + j] = static_cast<std::uint64_t>(t);
        carry = static_cast<std::uint64_t>(t >> 64);
      }
    }
  }
  static void add(std::uint64_t* sum, const std::uint64_t* a) noexcept {
    __extension__ using wide = unsigned __int128;
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < L; ++i) {
      const wide t = wide{a[i]} + sum[i] + carry;
      sum[i] = static_cast<std::uint64_t>(t);
      carry = static_cast<std::uint64_t>(t >> 64);
    }
  }
  static void negate(std::uint64_t* a) noexcept {
    std::uint64_t carry = 1;
    for (std::size_t i = 0; i < L; ++i) {
      a[i] = ~a[i] + carry;
      carry = carry != 0 && a[i] == 0 ? 1 : 0;
    }
  }
  static void set_word(std::uint64_t* a, std::uint64_t word) noexcept {
    a[0] = word;
    for (std::size_t i = 1; i < L; ++i) a[i] = 0;
  }
};

/// Residues modulo a word prime.
struct ShortResidues {
  static constexpr std::size_t words = 1;
  static constexpr double product_cost = 4;
  WordModulus modulus;

  void add_product(std::uint64_t* sum, const std::uint64_t* a, const std::uint64_t* b) const noexcept {
    *sum = modulus.add(*sum, modulus.mul(*a, *b));
  }
  void add(std::uint64_t* sum, const std::uint64_t* a) const noexcept { *sum = modulus.add(*sum, *a); }
  void negate(std::uint64_t* a) const noexcept { *a = modulus.neg(*a); }
  void set_word(std::uint64_t* a, std::uint64_t word) const noexcept { *a = modulus.reduce(word); }
};

/// Rows of a key and a value's words, by ascending keys; no value is zero.
struct ShortTerms {
  const std::uint64_t* rows = nullptr;
  std::size_t count = 0;
};

/// Memory for many short lists, charged block by block. Throws WorkSpent when it would be more than a megabyte.
class ShortArena {
 public:
  explicit ShortArena(const ExecutionContext& ctx) : ctx_(ctx) {
    next_ = first_.data();
    left_ = first_.size();
  }
  ShortArena(const ShortArena&) = delete;
  ShortArena& operator=(const ShortArena&) = delete;

  std::uint64_t* allocate(std::size_t words) {
    if (words > left_) grow(words);
    std::uint64_t* const p = next_;
    next_ += words;
    left_ -= words;
    return p;
  }
  /// Gives back the last words of the latest allocation.
  void shrink(std::size_t words) noexcept {
    next_ -= words;
    left_ += words;
  }

 private:
  void grow(std::size_t words) {
    constexpr std::size_t block = std::size_t{1} << 12, most = std::size_t{1} << 17;
    const std::size_t size = std::max(block, words);
    if (size > most - taken_) throw WorkSpent{};
    charges_.emplace_back(ctx_.memory(), size * sizeof(std::uint64_t));
    blocks_.push_back(std::make_unique_for_overwrite<std::uint64_t[]>(size));
    taken_ += size;
    next_ = blocks_.back().get();
    left_ = size;
  }

  const ExecutionContext& ctx_;
  std::array<std::uint64_t, 768> first_;
  std::uint64_t* next_ = nullptr;
  std::size_t left_ = 0;
  std::size_t taken_ = 0;
  std::vector<MemoryReservation> charges_;
  std::vector<std::unique_ptr<std::uint64_t[]>> blocks_;
};

/// As main_list.hpp wants them, without quotients: these throw WorkSpent.
template <class Arithmetic>
class ShortCoefficients {
 public:
  using value = ShortTerms;
  using Pair = std::pair<const value*, const value*>;
  static constexpr std::uint64_t most_determinant_degree = 8;
  static constexpr std::size_t row = 1 + Arithmetic::words;

  /// box: one more than the largest key of the result.
  ShortCoefficients(Arithmetic arithmetic, std::uint64_t box, double budget, const ExecutionContext& ctx)
      : arithmetic_(arithmetic), box_(box), arena_(ctx), budget_(budget) {
    std::uint64_t* const rows = arena_.allocate(row);
    rows[0] = 0;
    arithmetic_.set_word(rows + 1, 1);
    one_ = {rows, 1};
  }

  const value& one() const { return one_; }
  value zero() const { return {}; }
  bool is_zero(const value& a) const { return a.count == 0; }
  bool is_one(const value& a) const { return a.count == 1 && std::equal(a.rows, a.rows + row, one_.rows); }
  std::size_t size(const value& a) const { return a.count; }
  value negated(const value& a) const {
    std::uint64_t* const rows = copied(a);
    for (std::size_t i = 0; i < a.count; ++i) arithmetic_.negate(rows + i * row + 1);
    return {rows, a.count};
  }
  value sum(const value& a, const value& b) const {
    const Pair pairs[] = {{&a, &one_}, {&b, &one_}};
    return dot(pairs);
  }
  value product(const value& a, const value& b) const {
    const Pair pairs[] = {{&a, &b}};
    return dot(pairs);
  }
  value power(value a, std::uint64_t k) const {
    value result = one_;
    for (; k != 0; k >>= 1) {
      if (k & 1) result = is_one(result) ? a : product(result, a);
      if (k > 1) a = product(a, a);
    }
    return result;
  }
  /// k a. Precondition: 0 < k, not zero in the ring.
  value multiple(const value& a, std::uint64_t k) const {
    std::uint64_t* const rows = arena_.allocate(a.count * row);
    std::array<std::uint64_t, Arithmetic::words> factor;
    arithmetic_.set_word(factor.data(), k);
    for (std::size_t i = 0; i < a.count; ++i) {
      rows[i * row] = a.rows[i * row];
      std::fill_n(rows + i * row + 1, Arithmetic::words, 0);
      arithmetic_.add_product(rows + i * row + 1, a.rows + i * row + 1, factor.data());
    }
    return {rows, a.count};
  }
  void expect_products(double products) const { budget_.expect(Arithmetic::product_cost * products); }
  /// Keys would not fit the box.
  [[noreturn]] void expect_quotient() const { throw WorkSpent{}; }
  [[noreturn]] value quotient(const value&, const value&) const { throw WorkSpent{}; }

  value dot(std::span<const Pair> pairs) const {
    std::size_t products = 0;
    for (const auto& [a, b] : pairs) products += a->count * b->count;
    if (products == 0) return {};
    if (pairs.size() == 1 && std::min(pairs[0].first->count, pairs[0].second->count) == 1)
      return pairs[0].first->count == 1 ? by_term(*pairs[0].second, *pairs[0].first)
                                        : by_term(*pairs[0].first, *pairs[0].second);
    const std::size_t cells = in_box(products);
    return cells != 0 ? dot_in_box(pairs, products, cells) : sorted_dot(pairs, products);
  }

  ShortArena& arena() const noexcept { return arena_; }
  const Arithmetic& arithmetic() const noexcept { return arithmetic_; }

 private:
  static constexpr double call = 30;  // nanoseconds

  struct Product {
    std::uint64_t key;
    const std::uint64_t* a;
    const std::uint64_t* b;
  };

  std::uint64_t* copied(const value& a) const {
    std::uint64_t* const rows = arena_.allocate(a.count * row);
    std::copy_n(a.rows, a.count * row, rows);
    return rows;
  }
  static bool is_nothing(const std::uint64_t* words) noexcept {
    return std::all_of(words, words + Arithmetic::words, [](std::uint64_t w) { return w == 0; });
  }

  value by_term(const value& a, const value& term) const {
    budget_.spend(call + Arithmetic::product_cost * static_cast<double>(a.count));
    std::uint64_t* const rows = arena_.allocate(a.count * row);
    std::size_t count = 0;  // products of integers that are not zero may be zero modulo 2^(64 L)
    for (std::size_t i = 0; i < a.count; ++i) {
      std::uint64_t* const to = rows + count * row;
      to[0] = a.rows[i * row] + term.rows[0];
      std::fill_n(to + 1, Arithmetic::words, 0);
      arithmetic_.add_product(to + 1, a.rows + i * row + 1, term.rows + 1);
      if (!is_nothing(to + 1)) ++count;
    }
    arena_.shrink((a.count - count) * row);
    return {rows, count};
  }

  /// The places of the whole box where products are many enough to be added to cells; else 0.
  std::size_t in_box(std::size_t products) const {
    constexpr std::size_t least_products = 40, most_words = std::size_t{1} << 15, places_for_product = 16;
    return products >= least_products && box_ <= most_words / Arithmetic::words && box_ <= places_for_product * products
               ? static_cast<std::size_t>(box_)
               : 0;
  }

  value dot_in_box(std::span<const Pair> pairs, std::size_t products, std::size_t cells) const {
    constexpr std::size_t n = Arithmetic::words;
    budget_.spend(call + (1 + Arithmetic::product_cost) * static_cast<double>(products) +
                  static_cast<double>(cells) / 16);
    if (cells_.empty()) {
      cells_.assign(cells * n, 0);
      touched_.assign(cells / 64 + 1, 0);
    }
    for (const auto& [a, b] : pairs)
      for (std::size_t i = 0; i < a->count; ++i)
        for (std::size_t j = 0; j < b->count; ++j) {
          const auto key = static_cast<std::size_t>(a->rows[i * row] + b->rows[j * row]);
          touched_[key / 64] |= std::uint64_t{1} << key % 64;
          arithmetic_.add_product(cells_.data() + key * n, a->rows + i * row + 1, b->rows + j * row + 1);
        }
    std::size_t count = 0;
    for (const std::uint64_t word : touched_) count += static_cast<std::size_t>(std::popcount(word));
    std::uint64_t* const rows = arena_.allocate(count * row);
    std::uint64_t* to = rows;
    for (std::size_t w = 0; w < touched_.size(); ++w) {
      for (std::uint64_t word = std::exchange(touched_[w], 0); word != 0; word &= word - 1) {
        const std::size_t key = w * 64 + static_cast<std::size_t>(std::countr_zero(word));
        std::uint64_t* const cell = cells_.data() + key * n;
        if (is_nothing(cell)) continue;
        *to = key;
        std::copy_n(cell, n, to + 1);
        std::fill_n(cell, n, 0);
        to += row;
      }
    }
    const auto kept = static_cast<std::size_t>(to - rows) / row;
    arena_.shrink((count - kept) * row);
    return {rows, kept};
  }

  value sorted_dot(std::span<const Pair> pairs, std::size_t products) const {
    budget_.spend(call + (Arithmetic::product_cost + 4 * std::bit_width(products)) * static_cast<double>(products));
    products_.clear();
    for (const auto& [a, b] : pairs)
      for (std::size_t i = 0; i < a->count; ++i)
        for (std::size_t j = 0; j < b->count; ++j)
          products_.push_back({a->rows[i * row] + b->rows[j * row], a->rows + i * row + 1, b->rows + j * row + 1});
    sort_products();
    std::uint64_t* const rows = arena_.allocate(products * row);
    std::size_t count = 0;
    for (std::size_t i = 0; i < products_.size();) {
      std::uint64_t* const to = rows + count * row;
      to[0] = products_[i].key;
      std::fill_n(to + 1, Arithmetic::words, 0);
      for (; i < products_.size() && products_[i].key == to[0]; ++i)
        arithmetic_.add_product(to + 1, products_[i].a, products_[i].b);
      if (!is_nothing(to + 1)) ++count;
    }
    arena_.shrink((products - count) * row);
    return {rows, count};
  }

  void sort_products() const {
    constexpr std::size_t few = 24;
    if (products_.size() > few)
      return std::sort(products_.begin(), products_.end(),
                       [](const Product& x, const Product& y) { return x.key < y.key; });
    for (std::size_t i = 1; i < products_.size(); ++i) {
      const Product moved = products_[i];
      std::size_t j = i;
      for (; j > 0 && products_[j - 1].key > moved.key; --j) products_[j] = products_[j - 1];
      products_[j] = moved;
    }
  }

  Arithmetic arithmetic_;
  std::uint64_t box_;
  mutable ShortArena arena_;
  mutable WorkBudget budget_;
  value one_;
  mutable std::vector<Product> products_;
  mutable std::vector<std::uint64_t> cells_;    // zero between two sums
  mutable std::vector<std::uint64_t> touched_;  // cells, a bit each
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
