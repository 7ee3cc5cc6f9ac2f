// Products of sparse polynomials by a heap of rows.
//
// The product f g is the sum of the rows f_i g, each of which is sorted as g is. A heap holds the next product of every
// row; equal monomials are chained to one node, so that a monomial of the result costs one extraction however many
// products meet in it, and the coefficients of a result's term are added up in one accumulator.
//
// Cost: #f #g products and at most #f #g log #f comparisons, memory O(#f) beside the result: f should be the shorter
// one. A row may be limited to a range of g, by which a result is cut into independent ranges of monomials. Sources:
// Johnson, SIGSAM Bulletin 8, 1974 (the heap); Monagan, Pearce, CASC 2007 and JSC 46, 2011 (packed monomials, chains).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/multi_products/detail/packed_monomials.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

inline constexpr std::size_t heap_poll_products = 1 << 12;

/// Monomials as keys of a heap: by value for one and two words, else a pointer to the row's buffer.
template <int W>
struct HeapKey {
  std::array<std::uint64_t, static_cast<std::size_t>(W)> word;
  static HeapKey product(const std::uint64_t* a, const std::uint64_t* b, std::uint64_t*, std::size_t) noexcept {
    HeapKey key;
    for (std::size_t i = 0; i < key.word.size(); ++i) key.word[i] = a[i] + b[i];
    return key;
  }
  static bool less(const HeapKey& a, const HeapKey& b, std::size_t) noexcept {
    return compare_words(a.data(), b.data(), static_cast<std::size_t>(W)) < 0;
  }
  static bool equal(const HeapKey& a, const HeapKey& b, std::size_t) noexcept {
    return compare_words(a.data(), b.data(), static_cast<std::size_t>(W)) == 0;  // std::array's == calls memcmp
  }
  const std::uint64_t* data() const noexcept { return word.data(); }
};

template <>
struct HeapKey<0> {
  const std::uint64_t* word = nullptr;
  static HeapKey product(const std::uint64_t* a, const std::uint64_t* b, std::uint64_t* buffer,
                         std::size_t words) noexcept {
    for (std::size_t i = 0; i < words; ++i) buffer[i] = a[i] + b[i];
    return {buffer};
  }
  static bool less(const HeapKey& a, const HeapKey& b, std::size_t words) noexcept {
    return compare_words(a.word, b.word, words) < 0;
  }
  static bool equal(const HeapKey& a, const HeapKey& b, std::size_t words) noexcept {
    return compare_words(a.word, b.word, words) == 0;
  }
  const std::uint64_t* data() const noexcept { return word; }
};

/// A max-heap of rows, W words to a monomial (0: any number).
template <int W>
class RowHeap {
 public:
  using Key = HeapKey<W>;
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  /// Rows 0 .. rows-1, each in the heap at most once.
  RowHeap(std::size_t rows, std::size_t words) : words_(words) {
    nodes_.reserve(rows + 1);
    nodes_.push_back({});  // children of node i are 2i and 2i+1
    next_.reserve(rows);
    for (std::size_t i = 0; i < rows; ++i) add_row();
  }

  /// One more, which is the last one.
  void add_row() {
    if constexpr (W == 0)
      if (next_.size() % chunk_rows == 0) buffers_.push_back(std::make_unique<std::uint64_t[]>(chunk_rows * words_));
    next_.push_back(none);
  }

  bool empty() const noexcept { return nodes_.size() == 1; }
  const std::uint64_t* top() const noexcept { return nodes_[1].key.data(); }

  /// Enters a row with the monomial a b.
  void insert(std::uint32_t row, const std::uint64_t* a, const std::uint64_t* b) {
    std::uint64_t* buffer = nullptr;
    if constexpr (W == 0) buffer = buffers_[row / chunk_rows].get() + row % chunk_rows * words_;
    const Key key = Key::product(a, b, buffer, words_);
    std::size_t hole = nodes_.size();
    for (std::size_t at = hole >> 1; at != 0; at >>= 1) {
      if (Key::less(nodes_[at].key, key, words_)) {
        hole = at;
        continue;
      }
      if (Key::equal(nodes_[at].key, key, words_)) {
        next_[row] = nodes_[at].row;
        nodes_[at].row = row;
        return;
      }
      break;
    }
    next_[row] = none;
    nodes_.push_back({key, row});
    for (std::size_t at = nodes_.size() - 1; at != hole; at >>= 1) nodes_[at] = nodes_[at >> 1];
    nodes_[hole] = {key, row};
  }

  /// Takes out the largest node: the first row of its chain; next_row leads on.
  std::uint32_t pop() noexcept {
    const std::uint32_t row = nodes_[1].row;
    const Node last = nodes_.back();
    nodes_.pop_back();
    const std::size_t end = nodes_.size();
    if (end == 1) return row;
    std::size_t hole = 1;
    for (std::size_t child = 2; child < end; child = 2 * hole) {
      if (child + 1 < end && Key::less(nodes_[child].key, nodes_[child + 1].key, words_)) ++child;
      nodes_[hole] = nodes_[child];
      hole = child;
    }
    while (hole > 1 && Key::less(nodes_[hole >> 1].key, last.key, words_)) {
      nodes_[hole] = nodes_[hole >> 1];
      hole >>= 1;
    }
    nodes_[hole] = last;
    return row;
  }
  std::uint32_t next_row(std::uint32_t row) const noexcept { return next_[row]; }
  bool top_is(const std::uint64_t* monomial) const noexcept {
    return compare_words(top(), monomial, W == 0 ? words_ : static_cast<std::size_t>(W)) == 0;
  }

 private:
  struct Node {
    Key key;
    std::uint32_t row = none;  // head of the chain
  };
  std::size_t words_;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> next_;
  static constexpr std::size_t chunk_rows = 256;
  std::vector<std::unique_ptr<std::uint64_t[]>> buffers_;  // where monomials lie does not change when rows are added
};

/// The products of row i that are wanted: f_i g_j for begin <= j < end.
struct RowRange {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

/// For every monomial of the rows' products, in descending order: sum.clear(); sum.add_product(i, j) for each product
/// that meets in it; emit(monomial). The two lists have one layout that holds their products; fewer than 2^32 terms
/// each.
template <int W, class Sum, class Emit>
void heap_products(const PackedMonomials& f, const PackedMonomials& g, std::span<const RowRange> rows, Sum& sum,
                   const Emit& emit, const ExecutionContext& ctx) {
  const std::size_t words = f.words();
  RowHeap<W> heap(f.size(), words);
  std::vector<std::uint32_t> at(f.size());
  for (std::size_t i = 0; i < f.size(); ++i) {
    at[i] = rows[i].begin;
    if (at[i] < rows[i].end) heap.insert(static_cast<std::uint32_t>(i), f[i], g[at[i]]);
  }
  std::vector<std::uint32_t> taken;
  std::vector<std::uint64_t> monomial(words);
  std::size_t products = 0;
  while (!heap.empty()) {
    std::copy_n(heap.top(), words, monomial.data());
    sum.clear();
    taken.clear();
    do {
      for (std::uint32_t row = heap.pop(); row != RowHeap<W>::none; row = heap.next_row(row)) {
        sum.add_product(row, at[row]);
        taken.push_back(row);
      }
    } while (!heap.empty() && heap.top_is(monomial.data()));
    emit(monomial.data());
    products += taken.size();
    if (products >= heap_poll_products) {
      ctx.poll();
      ctx.charge(products);
      products = 0;
    }
    for (const std::uint32_t row : taken)
      if (++at[row] < rows[row].end) heap.insert(row, f[row], g[at[row]]);
  }
  ctx.charge(products);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
