// Sparse polynomials that are charged to the memory account as long as they live, for algorithms that keep many.
#pragma once

#include <cstddef>
#include <utility>

#include <polyfork/core/context.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/poly/multivariate/multi_division.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// A polynomial with its charge; a copy is charged anew. Throws MemoryLimit. Few bytes of an account without a limit
/// are not counted: that would take as long as a short product.
template <Ring R>
class ChargedMulti {
 public:
  ChargedMulti(SparseMultiPoly<R> poly, const ExecutionContext& ctx) : poly_(std::move(poly)), account_(&ctx.memory()) {
    charge();
  }
  ChargedMulti(const ChargedMulti& other) : poly_(other.poly_), account_(other.account_) { charge(); }
  ChargedMulti(ChargedMulti&&) noexcept = default;
  ChargedMulti& operator=(ChargedMulti&& other) noexcept = default;
  ChargedMulti& operator=(const ChargedMulti& other) {
    if (this != &other) *this = ChargedMulti(other);
    return *this;
  }
  ~ChargedMulti() = default;

  const SparseMultiPoly<R>& poly() const noexcept { return poly_; }
  SparseMultiPoly<R> take() && { return std::move(poly_); }

 private:
  void charge() {
    constexpr std::size_t few = std::size_t{1} << 14;
    const std::size_t bytes = bytes_of(poly_) + sizeof(poly_);
    if (bytes > few || account_->limit() != MemoryAccount::unlimited) charge_ = MemoryReservation(*account_, bytes);
  }

  SparseMultiPoly<R> poly_;
  MemoryAccount* account_;
  MemoryReservation charge_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
