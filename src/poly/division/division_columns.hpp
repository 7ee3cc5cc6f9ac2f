// Division in Z[x] column by column, on rows in the thread's scratch memory.
//
// A coefficient of the quotient is one sum, a[k + m] - sum q[j] b[k + m - j], divided by lc(b); one of the remainder is
// a[i] - sum q[j] b[i - j]. Nothing is allocated on the heap, neither for a step nor for the call: a loop of short
// divisions into polynomials that it has costs their arithmetic alone.
// Literature: von zur Gathen, Gerhard, Modern Computer Algebra, section 2.4.
#pragma once

#include <cstddef>
#include <span>

#include <gmp.h>

#include <polyfork/core/context.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/core/workspace.hpp>
#include <polyfork/ring/integer_vector.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// One division. Frames that others open while it lives must be closed before the next call of a member.
class DivisionColumns {
 public:
  /// steps_divide: whether every step is known to divide, which makes quotients exact ones. Preconditions: b is not
  /// empty and its last coefficient not zero; both outlive this.
  DivisionColumns(const IntegerVector& a, const IntegerVector& b, const ExecutionContext& ctx,
                  bool steps_divide = false)
      : a_(a), b_(b), ctx_(ctx), longest_divisor_(b.max_limbs(ctx)), steps_divide_(steps_divide) {}

  /// The n leading coefficients of the quotient, from the leading one down. False where a step does not divide, or
  /// where a coefficient has more than max_bits bits. n a.size() products at most. Precondition: n <= a.size().
  bool find_quotient(std::size_t n, std::size_t max_bits);
  /// What the quotient leaves. Precondition: find_quotient(a.size() - b.size() + 1, ...) was true.
  void find_remainder();

  /// What find_remainder is predicted to take, by the lengths of the quotient's coefficients.
  double remainder_seconds() const noexcept;
  /// Limbs of a coefficient of quotient times divisor, at most.
  std::size_t longest_product() const noexcept { return longest_digit_ + longest_divisor_; }
  /// Limbs of a coefficient of the quotient, at most.
  std::size_t longest_digit() const noexcept { return longest_digit_; }
  std::size_t remainder_size() const noexcept { return remainder_.size(); }

  /// The results may be the operands: all coefficients have been found.
  void write_quotient(IntegerVector& quotient) const;
  /// Without zeros on top.
  void write_remainder(IntegerVector& remainder) const;

 private:
  void begin_sum(IntegerView start, std::size_t longest_digit);
  void subtract_product(IntegerView x, IntegerView y) noexcept;
  IntegerView finish_sum() noexcept;
  bool divide_by_lead(IntegerView& sum);
  IntegerView keep(IntegerView value);
  mp_limb_t* take(std::size_t limbs);

  const IntegerVector& a_;
  const IntegerVector& b_;
  const ExecutionContext& ctx_;
  std::size_t longest_divisor_;  // in limbs
  bool steps_divide_;
  MemoryReservation reservation_;
  std::size_t charged_ = 0;  // limbs
  std::size_t taken_ = 0;
  Workspace::Frame frame_;
  std::span<mp_limb_t> room_;         // what is left of the chunk at hand
  std::span<IntegerView> quotient_;   // descending
  std::span<IntegerView> remainder_;  // ascending
  std::size_t longest_digit_ = 0;     // of the quotient, in limbs
  std::span<mp_limb_t> sum_;          // in two's complement
  std::span<mp_limb_t> product_;
  std::span<mp_limb_t> divisor_;  // a copy of the leading coefficient, which exact quotients overwrite
  std::size_t width_ = 0;         // of the sum at hand
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
