// The linear system whose solutions say which lifted factors belong together.
//
// Unknowns, one for each lifted factor, are elements of a prime field; the indicator vectors of true factors solve all
// equations. So there are at most as many irreducible factors as the solutions have dimensions, and when the solutions
// are spanned by the indicators of a partition, its classes are the candidates. Source:
// docs/reference/bibliography.md, [belabas09], [lecerf06].
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <polyfork/ring/word_modulus.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

class Relations {
 public:
  Relations(std::size_t unknowns, const WordModulus& prime) : prime_(prime), unknowns_(unknowns) {}

  std::size_t unknowns() const noexcept { return unknowns_; }
  /// Dimension of the space of solutions.
  std::size_t nullity() const noexcept { return unknowns_ - rows_.size(); }
  /// The coefficients of one equation, as many as there are unknowns. O(unknowns rank).
  void add(std::span<const std::uint64_t> equation);
  /// The classes whose indicators span the solutions, each ascending, by their first members; nothing when the
  /// solutions are not of this kind.
  std::optional<std::vector<std::vector<std::size_t>>> partition() const;

 private:
  struct Row {
    std::size_t pivot;
    std::vector<std::uint64_t> words;  // 1 at the pivot, 0 at the other rows' pivots
  };
  WordModulus prime_;
  std::size_t unknowns_;
  std::vector<Row> rows_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
