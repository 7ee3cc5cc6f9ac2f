// Accumulators of sparse products, and the pieces of the result that they are written to.
//
// A Sum adds up the products of coefficients that meet in one monomial:
//   WordSum     both operands one signed word: 192 bits in registers, exact for fewer than 2^63 products
//   LimbSum     integers of any size: a row of limbs that holds the bound of the sum, in two's complement
//   ResidueSum  modulo p: 128 bits whose high word is kept below p, one reduction at the end
// append_to writes it to a piece unless it is zero and says whether it did.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <gmp.h>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/multi_products/detail/multi_terms.hpp>
#include <polyfork/poly/multi_products/detail/packed_monomials.hpp>
#include <polyfork/poly/multi_products/detail/wide_word.hpp>
#include <polyfork/ring/integer_vector.hpp>
#include <polyfork/ring/prime_field.hpp>

#include "poly/rows/piece_arena.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// A range of the result: monomials and integers without padding.
struct IntegerPiece {
  PieceVector<std::uint64_t> words;
  PieceVector<std::int32_t> sizes;
  PieceVector<mp_limb_t> limbs;

  IntegerPiece() noexcept = default;
  /// A copy in the arena.
  IntegerPiece(const IntegerPiece& other, PieceArena& a)
      : words(other.words, PieceAllocator<std::uint64_t>(&a)),
        sizes(other.sizes, words.get_allocator()),
        limbs(other.limbs, words.get_allocator()) {}
  std::size_t bytes() const noexcept {
    return (words.capacity() + limbs.capacity()) * sizeof(std::uint64_t) + sizes.capacity() * sizeof(std::int32_t);
  }
  std::size_t size() const noexcept { return sizes.size(); }
  /// For so many terms of one word and one or two limbs.
  void reserve(std::size_t terms) {
    words.reserve(terms);
    sizes.reserve(terms);
    limbs.reserve(2 * terms);
  }
  void clear() noexcept {
    words.clear();
    sizes.clear();
    limbs.clear();
  }
};

/// A range of the result modulo p.
struct ResiduePiece {
  PieceVector<std::uint64_t> words;
  PieceVector<std::uint64_t> residues;

  ResiduePiece() noexcept = default;
  /// A copy in the arena.
  ResiduePiece(const ResiduePiece& other, PieceArena& a)
      : words(other.words, PieceAllocator<std::uint64_t>(&a)), residues(other.residues, words.get_allocator()) {}
  std::size_t bytes() const noexcept { return (words.capacity() + residues.capacity()) * sizeof(std::uint64_t); }
  std::size_t size() const noexcept { return residues.size(); }
  void reserve(std::size_t terms) {
    words.reserve(terms);
    residues.reserve(terms);
  }
  void clear() noexcept {
    words.clear();
    residues.clear();
  }
};

/// Appends an integer.
inline void append_integer(IntegerPiece& piece, const mp_limb_t* limbs, int signed_size) {
  piece.sizes.push_back(signed_size);
  const int size = signed_size < 0 ? -signed_size : signed_size;
  for (int i = 0; i < size; ++i) piece.limbs.push_back(limbs[i]);
}

/// The coefficients of both operands as signed words.
struct WordOperands {
  std::vector<std::int64_t> f;
  std::vector<std::int64_t> g;
};

class WordSum {
 public:
  using Operands = WordOperands;
  using Piece = IntegerPiece;
  explicit WordSum(const Operands& o) : o_(o) {}
  void clear() noexcept { sum_ = {}; }
  void add_product(std::size_t i, std::size_t j) noexcept { sum_.add_product(o_.f[i], o_.g[j]); }
  bool append_to(Piece& piece) const {
    if (sum_.is_zero()) return false;
    mp_limb_t limbs[3];
    const int size = sum_.to_limbs(limbs);
    append_integer(piece, limbs, size);
    return true;
  }

 private:
  const Operands& o_;
  WideWord sum_;
};

struct LimbOperands {
  const IntegerVector& f;
  const IntegerVector& g;
  std::size_t limbs;  ///< that hold every sum of the product, with a sign bit, and every single product
};

/// sum += a b in two's complement of sum.size() limbs, which hold the result; scratch as long.
void add_integer_product(std::span<mp_limb_t> sum, IntegerView a, IntegerView b, std::span<mp_limb_t> scratch) noexcept;
/// Two's complement to a magnitude in place; the signed size.
int to_signed_magnitude(std::span<mp_limb_t> sum) noexcept;

class LimbSum {
 public:
  using Operands = LimbOperands;
  using Piece = IntegerPiece;
  explicit LimbSum(const Operands& o) : o_(o), sum_(o.limbs), scratch_(o.limbs + 1) {}
  void clear() noexcept { std::fill(sum_.begin(), sum_.end(), 0); }
  void add_product(std::size_t i, std::size_t j) noexcept { add_integer_product(sum_, o_.f[i], o_.g[j], scratch_); }
  bool append_to(Piece& piece) {
    const int size = to_signed_magnitude(sum_);
    if (size != 0) append_integer(piece, sum_.data(), size);
    return size != 0;
  }

 private:
  const Operands& o_;
  std::vector<mp_limb_t> sum_;
  std::vector<mp_limb_t> scratch_;
};

/// A sum of products modulo p, below p 2^64.
struct WideResidue {
  std::uint64_t low = 0;
  std::uint64_t high = 0;

  /// Precondition: a, b < p < 2^63.
  void add_product(std::uint64_t a, std::uint64_t b, std::uint64_t p) noexcept {
    const wide sum = ((wide{high} << 64) | low) + wide{a} * b;  // below 2 p 2^64
    low = static_cast<std::uint64_t>(sum);
    high = static_cast<std::uint64_t>(sum >> 64);
    high -= high >= p ? p : 0;
  }

 private:
  __extension__ using wide = unsigned __int128;
};

struct ResidueOperands {
  const ResidueVector& f;
  const ResidueVector& g;
  WordModulus modulus;
};

class ResidueSum {
 public:
  using Operands = ResidueOperands;
  using Piece = ResiduePiece;
  explicit ResidueSum(const Operands& o) : o_(o) {}
  void clear() noexcept { sum_ = {}; }
  void add_product(std::size_t i, std::size_t j) noexcept { sum_.add_product(o_.f[i], o_.g[j], o_.modulus.value()); }
  bool append_to(Piece& piece) const {
    const std::uint64_t residue = o_.modulus.reduce(sum_.high, sum_.low);
    if (residue != 0) piece.residues.push_back(residue);
    return residue != 0;
  }

 private:
  const Operands& o_;
  WideResidue sum_;
};

/// Makes `out` a list of so many terms, all to be written, in the memory that it has if that is enough; where the
/// monomials go. After an exception it is as it was, or zero.
std::uint64_t* remake_terms(SparseTerms<Integers>& out, MonomialLayout layout, std::size_t terms, std::size_t stride);

/// The pieces one after another, the bytes charged first.
IntegerVector joined_integers(std::span<const IntegerPiece> pieces, const ExecutionContext& ctx);
ResidueVector joined_residues(std::span<const ResiduePiece> pieces, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
