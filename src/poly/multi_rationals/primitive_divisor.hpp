// The numerators of a divisor without their content: what pseudo-division divides by.
#pragma once

#include <cstddef>

#include <polyfork/core/context.hpp>
#include <polyfork/core/workspace.hpp>
#include <polyfork/ring/integer_vector.hpp>

#include "poly/dense/rational_rows.hpp"
#include "poly/multi_rationals/scratch_numbers.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Numerators y, not empty, of at most `longest` limbs, which must outlive this, over their positive content. A content
/// of 1 costs no copy. The caller charges y.size() * longest limbs.
class PrimitiveDivisor {
 public:
  PrimitiveDivisor(const IntegerVector& y, std::size_t longest, Workspace::Frame& frame, const ExecutionContext& ctx)
      : whole_(y), content_(frame, longest + 1) {
    content_.set(y[shortest_row(y, y.size())].abs());
    share(content_, y, y.size());
    if (content_.is_one()) return;
    divided_ = y;
    divide_in_place(divided_, Integer(content_.view()), ctx);
  }
  IntegerView content() const noexcept { return content_.view(); }
  const IntegerVector& operator*() const noexcept { return content_.is_one() ? whole_ : divided_; }

 private:
  const IntegerVector& whole_;
  ScratchNumber content_;
  IntegerVector divided_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
