// The plan cache: plans by key, dropped by what they cost to make again and by last use.
#include <polyfork/core/plan_cache.hpp>

#include <functional>
#include <list>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>

namespace polyfork {
inline namespace v1 {

namespace {

struct Entry {
  const std::type_info* type;
  std::string name;
  CachedPlan made;
};

using EntryList = std::list<Entry>;

/// Plans of one worth.
struct PlanList {
  EntryList entries;  // most recently used first
  std::size_t bytes = 0;
};

}  // namespace

struct PlanCache::State {
  /// Types that have the same name are rare; what tells them apart need not be hashed.
  struct Hash {
    std::size_t operator()(const Key& key) const noexcept { return std::hash<std::string_view>()(key.name); }
  };
  struct Same {
    bool operator()(const Key& a, const Key& b) const noexcept { return a.name == b.name && *a.type == *b.type; }
  };

  State(std::shared_ptr<MemoryAccount> memory, std::size_t limit) : account(std::move(memory)), capacity(limit) {}

  PlanList& plans_of(PlanWorth worth) noexcept { return worth == PlanWorth::dear ? dear : cheap; }
  std::size_t bytes() const noexcept { return cheap.bytes + dear.bytes; }

  /// Moves the entry that is missed least to `evicted`, whose owner destroys it outside the lock.
  void evict_one(EntryList& evicted) {
    const bool take_dear = cheap.entries.empty() || dear.bytes > capacity / 2;
    PlanList& plans = take_dear ? dear : cheap;
    Entry& last = plans.entries.back();
    index.erase({last.type, last.name});
    plans.bytes -= last.made.bytes;
    if (account) account->release(last.made.bytes);
    evicted.splice(evicted.end(), plans.entries, std::prev(plans.entries.end()));
  }

  /// Makes room and charges; false when even the empty cache has none.
  bool charge(std::size_t wanted, EntryList& evicted) {
    if (wanted > capacity) return false;
    while (bytes() > capacity - wanted) evict_one(evicted);
    // A plan that can never fit the limit must not drive the others out.
    if (account && wanted > account->limit()) return false;
    while (account && !account->try_charge(wanted)) {
      if (index.size() == 1) return false;  // only the new one
      evict_one(evicted);
    }
    return true;
  }

  mutable std::mutex mutex;
  std::shared_ptr<MemoryAccount> account;
  std::size_t capacity;
  PlanList cheap;
  PlanList dear;
  std::unordered_map<Key, EntryList::iterator, Hash, Same> index;  // keys point into the entries
};

PlanCache::PlanCache(std::shared_ptr<MemoryAccount> account, std::size_t capacity_bytes)
    : state_(std::make_unique<State>(std::move(account), capacity_bytes)) {}

PlanCache::~PlanCache() { clear(); }

std::shared_ptr<const void> PlanCache::get_erased(const Key& key, FunctionRef<CachedPlan()> make) {
  const auto find = [&]() -> std::shared_ptr<const void> {
    const auto found = state_->index.find(key);
    if (found == state_->index.end()) return nullptr;
    EntryList& entries = state_->plans_of(found->second->made.worth).entries;
    entries.splice(entries.begin(), entries, found->second);
    return found->second->made.plan;
  };
  {
    const std::lock_guard lock(state_->mutex);
    if (auto plan = find()) return plan;
  }
  // Outside the lock: a factory may be slow, may fork, and may ask this cache for the plans it is built from.
  CachedPlan made = make();
  EntryList fresh;
  fresh.push_back({key.type, std::string(key.name), made});
  EntryList evicted;
  const std::lock_guard lock(state_->mutex);
  if (auto plan = find()) return plan;
  const auto slot = state_->index.emplace(Key{key.type, fresh.front().name}, fresh.begin()).first;
  // From here nothing throws, so index, list and account stay consistent.
  if (!state_->charge(made.bytes, evicted)) {
    state_->index.erase(slot);
    return made.plan;
  }
  PlanList& plans = state_->plans_of(made.worth);
  plans.entries.splice(plans.entries.begin(), fresh);
  plans.bytes += made.bytes;
  return made.plan;
}

std::size_t PlanCache::bytes() const {
  const std::lock_guard lock(state_->mutex);
  return state_->bytes();
}

std::size_t PlanCache::size() const {
  const std::lock_guard lock(state_->mutex);
  return state_->index.size();
}

void PlanCache::leave_room(std::size_t bytes) {
  EntryList evicted;
  const std::lock_guard lock(state_->mutex);
  if (state_->account == nullptr) return;
  while (!state_->index.empty() && state_->account->available() < bytes) state_->evict_one(evicted);
}

void PlanCache::clear() {
  EntryList evicted;
  const std::lock_guard lock(state_->mutex);
  while (!state_->index.empty()) state_->evict_one(evicted);
}

}  // namespace v1
}  // namespace polyfork
