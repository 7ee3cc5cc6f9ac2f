// Lattices of short integer vectors: reduction, and removal of what no short vector needs.
//
// This serves knapsacks: among the vectors of a lattice those of norm at most B are wanted, and all that is asked is a
// sublattice, as small as possible, that has them. If b_1, ..., b_d is a basis with Gram-Schmidt vectors b*_i and
// |b*_i| > B for all i > m, every vector of norm at most B lies in the span of b_1, ..., b_m: a vector with a nonzero
// coefficient at its last b_i is at least |b*_i| long. So the other basis vectors can go (Lenstra, Lenstra, Lovasz
// 1982; van Hoeij, J. Number Theory 95, 2002).
//
// Reduction is Nguyen and Stehle's L2 with doubles on the exact Gram matrix: floating point proposes row operations,
// which are carried out on integers. Where doubles are too short for the lattice, the processor's longest type goes on,
// and where that is too short, exact integers (lattice_exact.hpp), so that reduction always ends. The result is a basis
// whatever rounding does. What the removal rests on is proved separately (lattice_bounds.hpp).
//
// Entries are words: whoever feeds a knapsack chooses how many bits of a column it takes. Norms are exact in 128 bits.
// Literature: Nguyen, Stehle, An LLL algorithm with quadratic complexity, SIAM J. Comput. 39 (2009); de Weger, J.
// Number Theory 26 (1987).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <polyfork/core/context.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

__extension__ using LatticeNorm = __int128;

/// Linearly independent rows of equal length.
class Lattice {
 public:
  using Row = std::vector<std::int64_t>;
  /// Entries stay below this bound in absolute value.
  static constexpr std::int64_t entry_limit = std::int64_t{1} << 55;
  static constexpr std::size_t most_columns = 1024;

  Lattice() = default;
  explicit Lattice(std::vector<Row> rows) : rows_(std::move(rows)) {}

  std::size_t rank() const noexcept { return rows_.size(); }
  std::size_t columns() const noexcept { return rows_.empty() ? 0 : rows_.front().size(); }
  const std::vector<Row>& rows() const noexcept { return rows_; }

  /// Appends one column, values[i] in row i, and a row that is zero but for `modulus` in it.
  void add_column(const std::vector<std::int64_t>& values, std::int64_t modulus);
  /// A reduced basis, as far as doubles can tell; always ends. False where it has entries beyond the limit: then the
  /// rows are some other basis.
  bool reduce(const ExecutionContext& ctx);
  /// Drops rows at the end as long as their Gram-Schmidt norms are proved to be larger than the square root of
  /// `squared_norm`.
  void remove_long(LatticeNorm squared_norm, const ExecutionContext& ctx);

 private:
  /// Of the rows and of what a reduction or a Gram matrix takes beside them.
  std::size_t bytes() const noexcept;

  std::vector<Row> rows_;
};

/// Exact inner products of all pairs; the lower triangle, row by row.
class GramMatrix {
 public:
  explicit GramMatrix(const std::vector<Lattice::Row>& rows);
  /// Zeros, to be filled in.
  explicit GramMatrix(std::size_t size) : size_(size), values_(size * (size + 1) / 2) {}
  std::size_t size() const noexcept { return size_; }
  LatticeNorm operator()(std::size_t i, std::size_t j) const noexcept {
    return i >= j ? values_[i * (i + 1) / 2 + j] : values_[j * (j + 1) / 2 + i];
  }
  LatticeNorm& at(std::size_t i, std::size_t j) noexcept {
    return i >= j ? values_[i * (i + 1) / 2 + j] : values_[j * (j + 1) / 2 + i];
  }
  /// Row `from` becomes row `to` < from, those between move up by one.
  void rotate(std::size_t to, std::size_t from);

 private:
  std::size_t size_;
  std::vector<LatticeNorm> values_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
