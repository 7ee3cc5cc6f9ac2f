// GaussianRationalVector: numbers of Q(i) in bulk, flat: one common denominator over one vector of integers in which
// real parts have the even places and imaginary parts the odd ones.
//
// So the vector is canonical, compared, copied and cut short as a RationalVector is, and nothing is allocated per
// element. Products take the two halves apart first, which costs one pass.
#pragma once

#include <cstddef>
#include <span>
#include <utility>

#include <polyfork/core/context.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/ring/gaussian_rational.hpp>
#include <polyfork/ring/index_iterator.hpp>
#include <polyfork/ring/rational_vector.hpp>

namespace polyfork {
inline namespace v1 {

class POLYFORK_EXPORT GaussianRationalVector {
 public:
  GaussianRationalVector() = default;
  /// Real and imaginary parts by turns. Throws DomainError when their number is odd.
  explicit GaussianRationalVector(RationalVector parts);
  explicit GaussianRationalVector(std::span<const GaussianRational> values);

  std::size_t size() const noexcept { return parts_.size() / 2; }
  bool empty() const noexcept { return parts_.empty(); }
  GaussianRational operator[](std::size_t k) const { return {parts_[2 * k], parts_[2 * k + 1]}; }
  auto begin() const noexcept {
    return IndexIterator < GaussianRationalVector, &GaussianRationalVector::operator[]>(*this, 0);
  }
  auto end() const noexcept {
    return IndexIterator < GaussianRationalVector, &GaussianRationalVector::operator[]>(*this, size());
  }
  bool is_zero(std::size_t k) const noexcept { return parts_.is_zero(2 * k) && parts_.is_zero(2 * k + 1); }
  const RationalVector& parts() const& noexcept { return parts_; }
  RationalVector parts() && noexcept { return std::move(parts_); }
  /// Drops the elements from new_size on. Precondition: new_size <= size().
  void truncate(std::size_t new_size, const ExecutionContext& ctx = ExecutionContext::default_context()) {
    parts_.truncate(2 * new_size, ctx);
  }
  std::size_t bytes() const noexcept { return parts_.bytes(); }

  friend bool operator==(const GaussianRationalVector& a, const GaussianRationalVector& b) noexcept = default;

 private:
  RationalVector parts_;
};

}  // namespace v1
}  // namespace polyfork
