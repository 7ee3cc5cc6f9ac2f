// Progress of a factorization modulo p in stages that follow each other: what part of the degree is dealt with.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <string_view>

#include <polyfork/core/context.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Of one whole factorization: the parts that its steps work on add their degrees up. Steps of other factorizations
/// inside, of minimal polynomials and of images modulo primes, are given none and report nothing.
class FactorProgress {
 public:
  FactorProgress(std::size_t degree, const ExecutionContext& ctx) : degree_(degree), ctx_(ctx) {}
  FactorProgress(const FactorProgress&) = delete;
  FactorProgress& operator=(const FactorProgress&) = delete;

  void begin(std::string_view stage) {
    stage_ = stage;
    done_ = 0;
    report(0);
  }
  /// A fraction of a part of some degree, beside those that are done.
  void part(double fraction, std::size_t degree) const {
    report(static_cast<double>(done_.load(std::memory_order_relaxed)) +
           std::clamp(fraction, 0.0, 1.0) * static_cast<double>(degree));
  }
  /// May be called by several tasks.
  void done(std::size_t degree) {
    report(static_cast<double>(done_.fetch_add(degree, std::memory_order_relaxed) + degree));
  }

 private:
  void report(double degrees) const {
    ctx_.progress(stage_, degree_ == 0 ? 1 : degrees / static_cast<double>(degree_));
  }

  std::size_t degree_;
  const ExecutionContext& ctx_;
  std::string_view stage_;
  std::atomic<std::size_t> done_ = 0;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
