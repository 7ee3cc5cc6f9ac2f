// The leaves of the local method: one short model and its whole subtree in machine words.
//
// A model of at most 65 rows, rounded to words, is written in the Bernstein basis of its cell and bisected by de
// Casteljau's algorithm, which gives both halves at once. A cell is decided when
//
//   all coefficients have one sign and exceed the noise: no root (the values lie in their hull), or
//   all differences of neighbours do, against the noise of the slope: f is strictly monotone on the closed cell, so
//   that it has one root there when the signs at the ends differ, and none when they agree.
//
// A single sign variation proves nothing, since the rest of the series is only bounded.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <polyfork/core/function_ref.hpp>

#include "rootiso/local/leaf_kernels.hpp"
#include "rootiso/local/local_model.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

inline constexpr std::size_t most_leaf_rows = 65;
inline constexpr std::size_t leaf_word_bits = 54;  ///< bits of a coefficient: differences of sums of 65 stay below 2^62
inline constexpr unsigned deepest_leaf_level = 56;

/// A model rounded to words: |rounded - model| per coefficient is in `error`, too.
struct WordModel {
  std::size_t rows = 0;
  std::array<std::int64_t, most_leaf_rows> q;
  std::uint64_t error = 0;
  std::uint64_t tail = 0;
  std::uint64_t slope_tail = 0;
};

/// Precondition: model.rows() <= most_leaf_rows.
WordModel to_words(const LocalModel& model);

/// A dyadic part of a cell: 2^-level (index + (0, 1)) of it.
struct Subcell {
  unsigned level;
  std::uint64_t index;
};

/// A subcell on which f is monotone, with the signs that are certain at its ends (0: not certain).
struct MonotoneSubcell {
  Subcell cell;
  int lower_sign;
  int upper_sign;
};

struct LeafResult {
  std::vector<MonotoneSubcell> monotone;  ///< ascending; where certain signs agree there is no root
  std::vector<Subcell> undecided;         ///< ascending: the noise hides what is there
  std::vector<Subcell> excluded;          ///< ascending: no root
  std::size_t nodes = 0;
};

/// A cell in the Bernstein basis of a degree, with the bounds of its errors.
struct LeafStart {
  LeafCoefficients b;
  Subcell place;             ///< as the results count places
  std::size_t degree;        ///< a multiple of eight
  std::uint64_t error;       ///< of each coefficient
  std::uint64_t tail;        ///< of what the series leaves out
  std::uint64_t slope_tail;  ///< of its derivative by t on the cell of level 0
};

/// Decides every part of the model's cell, or finds it undecidable at this precision. Cells with a root are made
/// smaller by up to `narrowing` levels, while the signs at their middles are certain.
LeafResult decide_cells(const WordModel& model, unsigned narrowing = 0);
/// Decides every part of the start's cell and adds the outcome to the result.
void decide_cells(const LeafStart& start, unsigned narrowing, LeafResult& result);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
