// Scratch for algorithms whose coefficients grow: GMP accumulators, and a stack of integers in one array.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <gmp.h>

#include <polyfork/core/memory.hpp>
#include <polyfork/ring/integer_view.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// An mpz_t that clears itself; made once per call, reused for every coefficient.
class ScratchInteger {
 public:
  ScratchInteger() noexcept { mpz_init(z_); }
  ~ScratchInteger() { mpz_clear(z_); }
  ScratchInteger(const ScratchInteger&) = delete;
  ScratchInteger& operator=(const ScratchInteger&) = delete;
  mpz_ptr get() noexcept { return z_; }
  mpz_srcptr get() const noexcept { return z_; }
  IntegerView view() const noexcept { return IntegerView(z_); }

 private:
  mpz_t z_;
};

/// Appends integers and reads any of them: amortised O(limbs), no allocation per element. What it holds is charged
/// to the account, in steps that double.
class LimbStack {
 public:
  explicit LimbStack(MemoryAccount& account) : account_(account) {}
  void reserve(std::size_t elements, std::size_t limbs) {
    sizes_.reserve(elements);
    offsets_.reserve(elements);
    charge(limbs);
    limbs_.reserve(limbs);
  }
  /// Throws MemoryLimit.
  void push(IntegerView value) {
    const auto from = value.limbs();
    if (limbs_.size() + from.size() > charged_) charge(std::max(2 * charged_, limbs_.size() + from.size()));
    offsets_.push_back(limbs_.size());
    sizes_.push_back(value.signed_size());
    limbs_.insert(limbs_.end(), from.begin(), from.end());
  }
  std::size_t size() const noexcept { return sizes_.size(); }
  /// Valid until the next push.
  IntegerView operator[](std::size_t i) const noexcept { return {limbs_.data() + offsets_[i], sizes_[i]}; }

 private:
  void charge(std::size_t limbs) {
    MemoryReservation more(account_, limbs * sizeof(mp_limb_t));
    charge_ = std::move(more);
    charged_ = limbs;
  }

  MemoryAccount& account_;
  MemoryReservation charge_;
  std::size_t charged_ = 0;
  std::vector<mp_limb_t> limbs_;
  std::vector<std::size_t> offsets_;
  std::vector<std::int32_t> sizes_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
