// Transforms of up to sixteen values in registers, along the tree of factors of x^n - 1 in the order of NttTable.
//
// Node j of a level, modulus x^(2 h) - r_j^2, splits into x^h - r_j and x^h + r_j: (a, b) becomes (a + r_j b, a -
// r_j b), and value i ends at the point w^rev(i). r_0 = 1, so that the first node of each level multiplies nothing; a
// transform rooted elsewhere in the tree of a longer one is preceded by a multiplication of element k by s^k, which
// moves its root here.
//
// Bounds, in units of p: forward takes values of at most 1 and gives at most 4, inverse likewise. Reductions stand
// where F50's sums would leave that range or its products would be taken of more than 4; a field whose sums are reduced
// has an empty reduce(). tests/gpu/kernels/tree_dft_bounds_test.cpp runs these very functions on bounds in place of
// values, which proves the figures.
//
// The truncated inverse (J. van der Hoeven, The truncated Fourier transform and applications, ISSAC 2004) finds the
// `known` lowest coefficients from as many values where the other coefficients are zero.
#pragma once

#include "gpu/simt/simt.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Values that a thread of a transform kernel holds.
inline constexpr unsigned thread_values = 16;

/// r_j and r_j^-1 for the nodes that sixteen values have, and 1/2.
template <class Field>
struct TreeRoots {
  typename Field::Root roots[8];
  typename Field::Root inverse_roots[8];
  typename Field::Root one_half;
};

/// 2^log values from x[begin] on, in place; coefficients to values.
template <class Field, unsigned log, unsigned level = 0>
POLYFORK_DEVICE void tree_forward(const Field& f, const TreeRoots<Field>& r, typename Field::Value (&x)[thread_values],
                                  unsigned begin = 0) {
  if constexpr (level < log) {
    constexpr unsigned half = 1U << (log - level - 1);
    POLYFORK_UNROLL
    for (unsigned j = 0; j < 1U << level; ++j) {
      POLYFORK_UNROLL
      for (unsigned i = 0; i < half; ++i) {
        auto& a = x[begin + 2 * half * j + i];
        auto& b = x[begin + 2 * half * j + i + half];
        if (level == 2 && j < 2) a = f.reduce(a);
        if (level == 2 && j == 0) b = f.reduce(b);
        const auto t = j == 0 ? b : f.multiply(b, r.roots[j]);
        b = f.subtract(a, t);
        a = f.add(a, t);
      }
    }
    tree_forward<Field, log, level + 1>(f, r, x, begin);
  }
}

/// One level of the inverse, of nodes [first, first + count) with 2 half values each.
template <class Field, unsigned half, unsigned first, unsigned count>
POLYFORK_DEVICE void tree_inverse_level(const Field& f, const TreeRoots<Field>& r,
                                        typename Field::Value (&x)[thread_values], unsigned begin) {
  POLYFORK_UNROLL
  for (unsigned j = 0; j < count; ++j) {
    POLYFORK_UNROLL
    for (unsigned i = 0; i < half; ++i) {
      auto& a = x[begin + 2 * half * j + i];
      auto& b = x[begin + 2 * half * j + i + half];
      const auto difference = f.subtract(a, b);
      a = f.add(a, b);
      b = first + j == 0 ? difference : f.multiply(difference, r.inverse_roots[first + j]);
    }
  }
}

/// Values to 2^log times the coefficients, of 2^log values from x[begin] on.
template <class Field, unsigned log, unsigned level = log>
POLYFORK_DEVICE void tree_inverse(const Field& f, const TreeRoots<Field>& r, typename Field::Value (&x)[thread_values],
                                  unsigned begin = 0) {
  if constexpr (level > 0) {
    constexpr unsigned half = 1U << (log - level);
    if constexpr (log > 2 && half == 4) {
      // Before sums of more than four: those that were sums twice, and those that were multiplied by nothing.
      POLYFORK_UNROLL
      for (unsigned i = 0; i < 1U << log; i += 4) x[begin + i] = f.reduce(x[begin + i]);
      POLYFORK_UNROLL
      for (unsigned i = 1; i < 4; ++i) x[begin + i] = f.reduce(x[begin + i]);
      if (log == 4) x[begin + 5] = f.reduce(x[begin + 5]);
    }
    tree_inverse_level<Field, half, 0, (1U << (level - 1))>(f, r, x, begin);
    tree_inverse<Field, log, level - 1>(f, r, x, begin);
  }
}

/// The inverse of node j's part of the tree, 2^log values: as tree_inverse, reduced after each level.
template <class Field, unsigned log, unsigned j>
POLYFORK_DEVICE void node_inverse(const Field& f, const TreeRoots<Field>& r, typename Field::Value (&x)[thread_values],
                                  unsigned begin) {
  if constexpr (log > 0) {
    constexpr unsigned half = 1U << (log - 1);
    node_inverse<Field, log - 1, 2 * j>(f, r, x, begin);
    node_inverse<Field, log - 1, 2 * j + 1>(f, r, x, begin + half);
    tree_inverse_level<Field, half, j, 1>(f, r, x, begin);
    if constexpr (log > 1) {
      POLYFORK_UNROLL
      for (unsigned i = 0; i < half; ++i) x[begin + i] = f.reduce(x[begin + i]);
    }
  }
}

/// x[begin .. begin + known) are values of node j's part of the tree at its first leaves, the other elements
/// coefficients, all coefficients times 2^log; afterwards every element is one. zeros: the given ones are zero.
template <class Field, unsigned log, unsigned known, unsigned j, bool zeros>
POLYFORK_DEVICE void truncated_inverse(const Field& f, const TreeRoots<Field>& r,
                                       typename Field::Value (&x)[thread_values], unsigned begin) {
  constexpr unsigned half = log == 0 ? 0 : 1U << (log - 1);
  if constexpr (known == 1U << log) {
    node_inverse<Field, log, j>(f, r, x, begin);
  } else if constexpr (known >= half && known > 0) {
    // All of the left half a + r u is known, and u from known - half on: there the right half is a + r u - 2 r u. The
    // given u are in the scale of the whole, twice that of the halves.
    node_inverse<Field, log - 1, 2 * j>(f, r, x, begin);
    POLYFORK_UNROLL
    for (unsigned i = known - half; i < half; ++i) {
      if (zeros)
        x[begin + half + i] = f.reduce(x[begin + i]);
      else if (j == 0)
        x[begin + half + i] = f.reduce(f.subtract(x[begin + i], f.reduce(x[begin + half + i])));
      else
        x[begin + half + i] = f.reduce(f.subtract(x[begin + i], f.multiply(x[begin + half + i], r.roots[j])));
    }
    truncated_inverse<Field, log - 1, known - half, 2 * j + 1, false>(f, r, x, begin + half);
    POLYFORK_UNROLL
    for (unsigned i = 0; i < 2 * half; ++i) x[begin + i] = f.reduce(x[begin + i]);
    tree_inverse_level<Field, half, j, 1>(f, r, x, begin);
  } else if constexpr (known > 0) {
    // Nothing of the right half is known. The coefficients from `known` on make those of the left half a + r u, which
    // so can be completed; a follows from it and u.
    const auto right = [&](unsigned i) {
      const auto u = f.reduce(x[begin + half + i]);
      return j == 0 ? u : f.multiply(u, r.roots[j]);
    };
    POLYFORK_UNROLL
    for (unsigned i = known; i < half; ++i)
      x[begin + i] = f.multiply(f.add(f.reduce(x[begin + i]), right(i)), r.one_half);
    truncated_inverse<Field, log - 1, known, 2 * j, false>(f, r, x, begin);
    POLYFORK_UNROLL
    for (unsigned i = 0; i < half; ++i) {
      const auto left = f.reduce(x[begin + i]);
      x[begin + i] = f.subtract(f.add(left, left), right(i));
    }
  }
}

/// Sixteen values of which the first `known`, 9 to 16, are given, to sixteen times the coefficients; those from `known`
/// on are zero.
template <class Field>
POLYFORK_DEVICE void tree_inverse_truncated(const Field& f, const TreeRoots<Field>& r,
                                            typename Field::Value (&x)[thread_values], unsigned known) {
  switch (known) {
    case 9:
      return truncated_inverse<Field, 4, 9, 0, true>(f, r, x, 0);
    case 10:
      return truncated_inverse<Field, 4, 10, 0, true>(f, r, x, 0);
    case 11:
      return truncated_inverse<Field, 4, 11, 0, true>(f, r, x, 0);
    case 12:
      return truncated_inverse<Field, 4, 12, 0, true>(f, r, x, 0);
    case 13:
      return truncated_inverse<Field, 4, 13, 0, true>(f, r, x, 0);
    case 14:
      return truncated_inverse<Field, 4, 14, 0, true>(f, r, x, 0);
    case 15:
      return truncated_inverse<Field, 4, 15, 0, true>(f, r, x, 0);
    default:
      return tree_inverse<Field, 4>(f, r, x);
  }
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
