// The checker's leaves: a short model and the part of a partition below it, in machine words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "rootiso/check/verify_model.hpp"
#include "rootiso/check/verify_partition.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

inline constexpr std::size_t most_word_rows = 65;

/// A part 2^-level (index + (0, 1)) of the model's cell that is a node of the partition.
struct WordNode {
  unsigned level;
  std::uint64_t index;
  std::size_t position;
};

/// A leaf M that was proved, with the signs that are certain at its ends (0: not certain).
struct WordMonotone {
  WordNode node;
  int lower_sign;
  int upper_sign;
};

struct WordOutcome {
  std::vector<WordMonotone> monotone;  ///< ascending
  std::vector<WordNode> open;          ///< not proved in words
};

/// Checks the subtree of the partition at the position, whose cell is the model's. Precondition: model.rows() <=
/// most_word_rows.
WordOutcome check_in_words(const ProvedModel& model, const Partition& tree, std::size_t position);

/// Whether words prove that f has no root on the closed cell.
bool excluded_in_words(const ProvedModel& model);
/// The direction when f is proved to be strictly monotone on the closed cell, else 0; and the certain signs at the
/// ends.
int monotone_in_words(const ProvedModel& model, int& lower_sign, int& upper_sign);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
