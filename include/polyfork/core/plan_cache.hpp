// A byte-bounded cache of immutable plans (twiddle tables, CRT bases, exponential series), shared by the contexts
// derived from one another. Thread-safe, its bytes charged to the memory account. Out goes first what is cheap to make
// again for its bytes, and of that the least recently used.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <typeinfo>
#include <utility>

#include <polyfork/core/export.hpp>
#include <polyfork/core/function_ref.hpp>
#include <polyfork/core/memory.hpp>

namespace polyfork {
inline namespace v1 {

/// What making a plan again takes for each of its bytes.
enum class PlanWorth {
  cheap,  ///< a few transforms of what it holds
  dear,   ///< much more; kept before all cheap ones, up to half of the capacity
};

/// What a factory hands to the cache: the plan and the bytes it holds.
struct CachedPlan {
  std::shared_ptr<const void> plan;
  std::size_t bytes = 0;
  PlanWorth worth = PlanWorth::cheap;
};

class POLYFORK_EXPORT PlanCache {
 public:
  /// account may be null; capacity_bytes bounds the sum of the plans' bytes.
  explicit PlanCache(std::shared_ptr<MemoryAccount> account, std::size_t capacity_bytes = std::size_t{256} << 20);
  ~PlanCache();
  PlanCache(const PlanCache&) = delete;
  PlanCache& operator=(const PlanCache&) = delete;

  /// The plan of type T under key, made by the factory when it is not there. Two threads that miss at once may
  /// both make it; one is kept. A plan that does not fit is returned without being kept.
  template <class T>
  std::shared_ptr<const T> get(std::string_view key, FunctionRef<std::shared_ptr<const T>()> make,
                               FunctionRef<std::size_t(const T&)> bytes_of, PlanWorth worth = PlanWorth::cheap) {
    return std::static_pointer_cast<const T>(get_erased({&typeid(T), key}, [&]() -> CachedPlan {
      auto made = make();
      const std::size_t bytes = bytes_of(*made);
      return {std::move(made), bytes, worth};
    }));
  }

  std::size_t bytes() const;
  std::size_t size() const;
  /// Drops what is missed least until the account has so many bytes left, or nothing is kept any more.
  void leave_room(std::size_t bytes);
  void clear();

 private:
  /// What a plan is found by: short products ask for theirs so often that nothing is allocated for it.
  struct Key {
    const std::type_info* type;
    std::string_view name;
  };
  std::shared_ptr<const void> get_erased(const Key& key, FunctionRef<CachedPlan()> make);

  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace v1
}  // namespace polyfork
