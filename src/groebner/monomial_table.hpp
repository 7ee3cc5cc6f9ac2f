// Monomials in a hash table: each is stored once and named by its index.
//
// Sixteen bits hold the total degree and each exponent, four of them to a word, the degree first: products are sums of
// words and divisibility is one subtraction and one mask a word. For grevlex the last variable is next, and the words
// are compared with all bits but the degree's inverted; for lex it is the first one, and the degree is left out. The
// hash is linear in the words, so that a product's is a sum. A mask of 32 bits tells most pairs that do not divide one
// another apart. Where variables have weights the degree is the sum of the exponents times these.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <polyfork/poly/multi_products/variables.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

class MonomialTable {
 public:
  using Index = std::uint32_t;
  static constexpr std::uint32_t max_degree = (1U << 15) - 1;

  /// order: graded_reverse_lex or lex.
  explicit MonomialTable(std::size_t variables, MonomialOrder order = MonomialOrder::graded_reverse_lex);
  /// In the order of the degrees with these positive weights, one for each variable; of monomials with the same degree
  /// as grevlex. No weights: all of them are 1.
  MonomialTable(std::size_t variables, std::vector<std::uint32_t> weights);

  std::size_t variables() const noexcept { return variables_; }
  std::size_t size() const noexcept { return hashes_.size(); }
  Index one() const noexcept { return 0; }
  /// The monomial with these exponents, one for each variable. Throws DomainError for a degree above max_degree.
  Index insert(std::span<const std::uint64_t> exponents);
  Index variable(std::size_t v);
  /// a b. Throws DomainError for a degree above max_degree.
  Index product(Index a, Index b);
  /// a b if it is in the table, else `unknown`. May run beside others of its kind.
  Index known_product(Index a, Index b) const noexcept;
  static constexpr Index unknown = ~Index{0};
  /// b / a. Precondition: a divides b.
  Index quotient(Index b, Index a);
  /// A monomial that has no place in the table: as many words as the table's monomials have, and their mask.
  struct Loose {
    std::vector<std::uint64_t> words;
    std::uint32_t mask = 0;
  };
  /// The lcm, written to a monomial that may have been in use before. Throws DomainError as `insert`.
  void set_lcm(Loose& to, Index a, Index b) const;
  bool is_lcm(Index c, Index a, Index b) const noexcept;
  Index insert(const Loose& monomial);

  std::uint32_t degree(Index a) const noexcept { return static_cast<std::uint32_t>(words(a)[0] >> 48); }
  std::uint32_t degree(const Loose& a) const noexcept { return static_cast<std::uint32_t>(a.words[0] >> 48); }
  std::uint32_t exponent(Index a, std::size_t v) const noexcept {
    const std::size_t field = field_of(v);
    return static_cast<std::uint32_t>(words(a)[field / 4] >> (48 - 16 * (field % 4))) & 0xFFFF;
  }
  bool divides(Index a, Index b) const noexcept { return (masks_[a] & ~masks_[b]) == 0 && divides(words(a), words(b)); }
  bool divides(const Loose& a, const Loose& b) const noexcept {
    return (a.mask & ~b.mask) == 0 && divides(a.words.data(), b.words.data());
  }
  /// a < b in the table's order.
  bool less(Index a, Index b) const noexcept {
    const std::uint64_t* x = words(a);
    const std::uint64_t* y = words(b);
    if (lexicographic_) return less_lex(x, y);
    for (std::size_t i = 0; i < stride_; ++i)
      if (x[i] != y[i]) return (x[i] ^ inverted(i)) < (y[i] ^ inverted(i));
    return false;
  }
  std::size_t bytes() const noexcept {
    return (words_.capacity() + hashes_.capacity()) * 8 + (masks_.capacity() + slots_.capacity()) * 4;
  }

 private:
  static constexpr std::uint64_t high_bits = 0x8000800080008000U;
  static constexpr std::uint64_t even_fields = 0x0000FFFF0000FFFFU;
  static constexpr std::uint64_t without_degree = 0x0000FFFFFFFFFFFFU;
  static constexpr std::uint64_t inverted(std::size_t word) noexcept {
    return word == 0 ? 0x0000FFFFFFFFFFFFU : ~std::uint64_t{0};
  }
  bool divides(const std::uint64_t* x, const std::uint64_t* y) const noexcept {
    for (std::size_t i = 0; i < stride_; ++i)
      if ((((y[i] | high_bits) - x[i]) & high_bits) != high_bits) return false;
    return true;
  }
  /// The greater one of each of four exponents; the degree at its place among them is left out.
  static std::uint64_t greater_exponents(std::uint64_t x, std::uint64_t y, std::size_t word) noexcept {
    const std::uint64_t greater = ((((x | high_bits) - y) & high_bits) >> 15) * 0xFFFF;
    const std::uint64_t all = (x & greater) | (y & ~greater);
    return word == 0 ? all & without_degree : all;
  }
  std::uint64_t weighted_degree(const std::uint64_t* words) const noexcept;
  std::size_t field_of(std::size_t v) const noexcept { return lexicographic_ ? v + 1 : variables_ - v; }
  bool less_lex(const std::uint64_t* x, const std::uint64_t* y) const noexcept {
    if (((x[0] ^ y[0]) & without_degree) != 0) return (x[0] & without_degree) < (y[0] & without_degree);
    for (std::size_t i = 1; i < stride_; ++i)
      if (x[i] != y[i]) return x[i] < y[i];
    return false;
  }
  const std::uint64_t* words(Index a) const noexcept { return words_.data() + a * stride_; }
  std::uint32_t mask_of(const std::uint64_t* words) const noexcept;
  /// The index of what the last stride_ words hold, which become an entry or are dropped.
  Index intern(std::uint64_t hash);
  Index intern_pending();
  std::uint64_t hash_of(const std::uint64_t* words) const noexcept;
  void grow();

  std::size_t variables_;
  bool lexicographic_;
  std::size_t stride_;  // in words
  std::size_t mask_variables_;
  std::size_t mask_bits_;               // for each of these variables
  std::vector<std::uint32_t> weights_;  // empty: 1
  std::vector<std::uint64_t> factors_;
  std::vector<std::uint64_t> words_;
  std::vector<std::uint64_t> hashes_;
  std::vector<std::uint32_t> masks_;
  std::vector<Index> slots_;  // index + 1, 0 where free
  int shift_;                 // 64 - log2(slots)
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
