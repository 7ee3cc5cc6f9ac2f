// A device's memory within a budget.
#include "gpu/device/device_pool.hpp"

#include <string>

namespace polyfork {
inline namespace v1 {
namespace detail {

void DevicePool::set_budget(std::size_t budget) noexcept {
  budget_ = budget;
  if (used_ > budget_ || kept_ > budget_ - used_) trim();
}

void* DevicePool::take(std::size_t bytes) {
  constexpr std::size_t unit = 256;
  bytes = (bytes + unit - 1) / unit * unit;
  const auto found = free_.lower_bound(bytes);
  if (found != free_.end() && found->first <= bytes + bytes / 4 && used_ <= budget_ &&
      found->first <= budget_ - used_) {
    const auto [size, block] = *found;
    free_.erase(found);
    kept_ -= size;
    used_ += size;
    return block;
  }
  if (bytes > budget_ || used_ > budget_ - bytes)
    throw DeviceFailure(FailureKind::out_of_memory, std::to_string(bytes) + " bytes beside " + std::to_string(used_) +
                                                        " exceed the device's budget of " + std::to_string(budget_));
  if (used_ + kept_ > budget_ - bytes) trim();  // what is kept gives way
  void* block = nullptr;
  try {
    block = backend_.allocate(bytes);
  } catch (const DeviceFailure& failure) {
    if (failure.kind() != FailureKind::out_of_memory || kept_ == 0) throw;
    trim();
    block = backend_.allocate(bytes);
  }
  try {
    sizes_.emplace(block, bytes);
  } catch (...) {
    backend_.release(block);
    throw;
  }
  used_ += bytes;
  return block;
}

void DevicePool::leave(void* block) noexcept {
  const std::size_t bytes = sizes_.at(block);
  used_ -= bytes;
  try {
    free_.emplace(bytes, block);
    kept_ += bytes;
  } catch (...) {  // no memory for the note: the block stays with the device until the process ends
    sizes_.erase(block);
  }
}

void DevicePool::trim() noexcept {
  for (const auto& [bytes, block] : free_) {
    backend_.release(block);
    sizes_.erase(block);
  }
  free_.clear();
  kept_ = 0;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
