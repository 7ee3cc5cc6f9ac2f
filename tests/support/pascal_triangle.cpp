#include "pascal_triangle.hpp"

#include <algorithm>

#include <polyfork/core/parallel.hpp>

namespace polyfork::test {

PascalTriangle::PascalTriangle(std::size_t n) : n_(n), cells_(n * n) {
  for (std::size_t i = 0; i < n; ++i) at(i, 0) = at(0, i) = 1;
}

namespace {

/// The part of the square of that corner and size that lies in the triangle, cell by cell.
void fill_tile(const ExecutionContext& ctx, PascalTriangle& triangle, std::size_t row, std::size_t column,
               std::size_t size) {
  std::uint64_t cells = 0;
  for (std::size_t i = row; i < row + size; ++i) {
    const std::size_t end = std::min(column + size, triangle.size() - i);
    if (end > column) cells += end - column;
    for (std::size_t j = column; j < end; ++j)
      if (i > 0 && j > 0) triangle.at(i, j) = triangle.at(i - 1, j) + triangle.at(i, j - 1);
  }
  ctx.charge(cells);
}

void fill_square(const ExecutionContext& ctx, PascalTriangle& t, std::size_t row, std::size_t column, std::size_t size,
                 std::size_t block) {
  if (size <= block) return fill_tile(ctx, t, row, column, size);
  const std::size_t half = size / 2;
  fill_square(ctx, t, row, column, half, block);
  fork_join(
      ctx, [&] { fill_square(ctx, t, row, column + half, half, block); },
      [&] { fill_square(ctx, t, row + half, column, half, block); });
  fill_square(ctx, t, row + half, column + half, half, block);
}

void fill_triangle(const ExecutionContext& ctx, PascalTriangle& t, std::size_t row, std::size_t column,
                   std::size_t size, std::size_t block) {
  if (size <= block) return fill_tile(ctx, t, row, column, size);
  const std::size_t half = size / 2;
  fill_square(ctx, t, row, column, half, block);
  fork_join(
      ctx, [&] { fill_triangle(ctx, t, row, column + half, half, block); },
      [&] { fill_triangle(ctx, t, row + half, column, half, block); });
}

}  // namespace

PascalTriangle pascal_blocked(const ExecutionContext& ctx, std::size_t n, std::size_t block) {
  PascalTriangle triangle(n);
  for (std::size_t band = 0; band < n / block; ++band)
    parallel_for(ctx, band + 1, 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t k = begin; k < end; ++k) fill_tile(ctx, triangle, k * block, (band - k) * block, block);
    });
  return triangle;
}

PascalTriangle pascal_divide_and_conquer(const ExecutionContext& ctx, std::size_t n, std::size_t block) {
  PascalTriangle triangle(n);
  fill_triangle(ctx, triangle, 0, 0, n, block);
  return triangle;
}

}  // namespace polyfork::test
