// The Pascal triangle of the slides "Parallelization overheads" (2012), computed by its two parallel schemes: a small
// computation with long dependency chains whose work, span and burden are known in closed form.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <polyfork/core/context.hpp>

namespace polyfork::test {

/// binomial(i + j, i) mod 2^64 for i + j < n.
class PascalTriangle {
 public:
  /// All ones on the two edges, zero elsewhere: the input of the schemes. n >= 1.
  explicit PascalTriangle(std::size_t n);

  std::size_t size() const { return n_; }
  std::uint64_t& at(std::size_t i, std::size_t j) { return cells_[i * n_ + j]; }
  const std::vector<std::uint64_t>& cells() const { return cells_; }

 private:
  std::size_t n_;
  std::vector<std::uint64_t> cells_;
};

/// Both charge one operation per cell; block divides n, and n / block is a power of two for divide and conquer.
/// Bands of block x block tiles along the anti-diagonals, one parallel_for each.
/// Work n^2/2, span Theta(block n), Theta((n/block) log(n/block)) forks on the critical path.
PascalTriangle pascal_blocked(const ExecutionContext& ctx, std::size_t n, std::size_t block);
/// A triangle is a square and then two triangles at once; a square is its first quarter, the next two at once, and
/// the last. Work n^2/2, span Theta(n^log2(3)), Theta((n/block)^log2(3)) forks on the critical path.
PascalTriangle pascal_divide_and_conquer(const ExecutionContext& ctx, std::size_t n, std::size_t block);

}  // namespace polyfork::test
