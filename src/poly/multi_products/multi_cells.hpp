// Cells of scattered products (multi_scatter.hpp): what is stored at a key.
//
//   PairCells      both operands one signed word, sums of 128 bits
//   WideCells      the same, sums of 192 bits
//   LimbCells      integers of any size: the cell names a row of limbs, given out when the key is first met
//   ResidueCells   modulo p
// factor(i) is what row i needs at hand; add(cell, factor, j) adds f_i g_j; append writes a sum unless it is zero.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <gmp.h>

#include "poly/multi_products/multi_sums.hpp"
#include "poly/rows/pair_word.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

template <class Word>
class WordCells {
 public:
  using Cell = Word;
  using Operands = WordOperands;
  using Piece = IntegerPiece;
  explicit WordCells(const Operands& o) noexcept : f_(o.f.data()), g_(o.g.data()) {}
  void reset() noexcept {}
  std::size_t bytes() const noexcept { return 0; }
  std::int64_t factor(std::size_t i) const noexcept { return f_[i]; }
  void add(Cell& cell, std::int64_t factor, std::size_t j) const noexcept { cell.add_product(factor, g_[j]); }
  bool append(const Cell& cell, Piece& piece) const {
    if (cell.is_zero()) return false;
    mp_limb_t limbs[3];
    append_integer(piece, limbs, cell.to_limbs(limbs));
    return true;
  }

 private:
  const std::int64_t* f_;
  const std::int64_t* g_;
};
using PairCells = WordCells<PairWord>;
using WideCells = WordCells<WideWord>;

class LimbCells {
 public:
  using Cell = std::uint32_t;  // rows from 1; 0: none yet
  using Operands = LimbOperands;
  using Piece = IntegerPiece;
  explicit LimbCells(const Operands& o) : o_(o), scratch_(o.limbs + 1) {}
  void reset() noexcept { rows_.clear(); }
  std::size_t bytes() const noexcept { return rows_.capacity() * sizeof(mp_limb_t); }
  IntegerView factor(std::size_t i) const noexcept { return o_.f[i]; }
  void add(Cell& cell, IntegerView factor, std::size_t j) {
    if (cell == 0) {
      rows_.resize(rows_.size() + o_.limbs, 0);
      cell = static_cast<Cell>(rows_.size() / o_.limbs);
    }
    add_integer_product(row(cell), factor, o_.g[j], scratch_);
  }
  bool append(Cell cell, Piece& piece) {
    if (cell == 0) return false;
    const std::span<mp_limb_t> sum = row(cell);
    const int size = to_signed_magnitude(sum);
    if (size != 0) append_integer(piece, sum.data(), size);
    return size != 0;
  }

 private:
  std::span<mp_limb_t> row(Cell cell) noexcept {
    return std::span<mp_limb_t>(rows_).subspan((cell - std::size_t{1}) * o_.limbs, o_.limbs);
  }
  const Operands& o_;
  std::vector<mp_limb_t> rows_;
  std::vector<mp_limb_t> scratch_;
};

class ResidueCells {
 public:
  using Cell = WideResidue;
  using Operands = ResidueOperands;
  using Piece = ResiduePiece;
  explicit ResidueCells(const Operands& o) noexcept : f_(o.f.data()), g_(o.g.data()), modulus_(o.modulus) {}
  void reset() noexcept {}
  std::size_t bytes() const noexcept { return 0; }
  std::uint64_t factor(std::size_t i) const noexcept { return f_[i]; }
  void add(Cell& cell, std::uint64_t factor, std::size_t j) const noexcept {
    cell.add_product(factor, g_[j], modulus_.value());
  }
  bool append(const Cell& cell, Piece& piece) const {
    const std::uint64_t residue = modulus_.reduce(cell.high, cell.low);
    if (residue != 0) piece.residues.push_back(residue);
    return residue != 0;
  }

 private:
  const std::uint64_t* f_;
  const std::uint64_t* g_;
  WordModulus modulus_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
