// The kernels' own transforms of registers, run on bounds in place of values: what a value is at most, in units of p.
#include <algorithm>

#include <gtest/gtest.h>

#include "gpu/kernels/tree_dft.hpp"

namespace polyfork::detail {
namespace {

/// F50's operations on bounds; a step outside of what its header allows is a failure.
struct BoundField {
  using Value = double;
  struct Root {};
  static constexpr double rounding = 1e-9;

  static double sum(double x, double y) {
    EXPECT_LE(x + y, 8) << "a sum that doubles do not hold";
    return x + y;
  }
  static double add(double x, double y) { return sum(x, y); }
  static double subtract(double x, double y) { return sum(x, y); }
  static double multiply(double x, const Root&) {
    EXPECT_LE(x, 4) << "a factor beyond the range of products";
    return 0.5 + x / 16 + rounding;
  }
  static double reduce(double) { return 0.5 + rounding; }
};

constexpr double most = 4;

template <class Transform>
double largest(const Transform& transform, unsigned given = thread_values) {
  double x[thread_values];
  std::fill(x, x + given, 1.0);
  std::fill(x + given, x + thread_values, 0.0);
  transform(x);
  return *std::max_element(x, x + thread_values);
}

TEST(TreeDftBounds, Forward) {
  const BoundField f;
  const TreeRoots<BoundField> r;
  EXPECT_LE(largest([&](auto& x) { tree_forward<BoundField, 1>(f, r, x); }), most);
  EXPECT_LE(largest([&](auto& x) { tree_forward<BoundField, 2>(f, r, x); }), most);
  EXPECT_LE(largest([&](auto& x) { tree_forward<BoundField, 3>(f, r, x); }), most);
  EXPECT_LE(largest([&](auto& x) { tree_forward<BoundField, 4>(f, r, x); }), most);
}

TEST(TreeDftBounds, Inverse) {
  const BoundField f;
  const TreeRoots<BoundField> r;
  EXPECT_LE(largest([&](auto& x) { tree_inverse<BoundField, 1>(f, r, x); }), most);
  EXPECT_LE(largest([&](auto& x) { tree_inverse<BoundField, 2>(f, r, x); }), most);
  EXPECT_LE(largest([&](auto& x) { tree_inverse<BoundField, 3>(f, r, x); }), most);
  EXPECT_LE(largest([&](auto& x) { tree_inverse<BoundField, 4>(f, r, x); }), most);
}

TEST(TreeDftBounds, TruncatedInverse) {
  const BoundField f;
  const TreeRoots<BoundField> r;
  for (unsigned known = 9; known <= 16; ++known)
    EXPECT_LE(largest([&](auto& x) { tree_inverse_truncated(f, r, x, known); }, known), most) << known;
}

}  // namespace
}  // namespace polyfork::detail
