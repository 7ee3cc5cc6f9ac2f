#include <polyfork/core/plan_cache.hpp>

#include <list>
#include <mutex>
#include <unordered_map>
#include <utility>

namespace polyfork::inline v1 {

namespace {

struct Entry {
  std::string key;
  std::shared_ptr<const void> plan;
  std::size_t bytes;
};

using EntryList = std::list<Entry>;

}  // namespace

struct PlanCache::State {
  State(std::shared_ptr<MemoryAccount> memory, std::size_t limit) : account(std::move(memory)), capacity(limit) {}

  /// Moves the least recently used entry to `evicted`, whose owner destroys it outside the lock.
  void evict_last(EntryList& evicted) {
    Entry& last = entries.back();
    index.erase(last.key);
    bytes -= last.bytes;
    if (account) account->release(last.bytes);
    evicted.splice(evicted.end(), entries, std::prev(entries.end()));
  }

  /// Makes room and charges; false when even the empty cache has none.
  bool charge(std::size_t wanted, EntryList& evicted) {
    if (wanted > capacity) return false;
    while (bytes > capacity - wanted) evict_last(evicted);
    // A plan that can never fit the cap must not drive the others out.
    if (account && wanted > account->limit()) return false;
    while (account && !account->try_charge(wanted)) {
      if (entries.empty()) return false;
      evict_last(evicted);
    }
    bytes += wanted;
    return true;
  }

  mutable std::mutex mutex;
  std::shared_ptr<MemoryAccount> account;
  std::size_t capacity;
  std::size_t bytes = 0;
  EntryList entries;                                                // most recently used first
  std::unordered_map<std::string_view, EntryList::iterator> index;  // keys point into the entries
};

PlanCache::PlanCache(std::shared_ptr<MemoryAccount> account, std::size_t capacity_bytes)
    : state_(std::make_unique<State>(std::move(account), capacity_bytes)) {}

PlanCache::~PlanCache() { clear(); }

std::shared_ptr<const void> PlanCache::get_erased(const std::string& key, const std::function<CachedPlan()>& make) {
  const auto find = [&]() -> std::shared_ptr<const void> {
    const auto found = state_->index.find(key);
    if (found == state_->index.end()) return nullptr;
    state_->entries.splice(state_->entries.begin(), state_->entries, found->second);
    return found->second->plan;
  };
  {
    const std::lock_guard lock(state_->mutex);
    if (auto plan = find()) return plan;
  }
  // Outside the lock: a factory may be slow, may fork, and may ask this cache for the plans it is built from.
  CachedPlan made = make();
  EntryList fresh;
  fresh.push_back({key, made.plan, made.bytes});
  EntryList evicted;
  const std::lock_guard lock(state_->mutex);
  if (auto plan = find()) return plan;
  const auto slot = state_->index.emplace(fresh.front().key, fresh.begin()).first;
  // From here nothing throws, so index, list and account stay consistent.
  if (!state_->charge(made.bytes, evicted)) {
    state_->index.erase(slot);
    return made.plan;
  }
  state_->entries.splice(state_->entries.begin(), fresh);
  return made.plan;
}

std::size_t PlanCache::bytes() const {
  const std::lock_guard lock(state_->mutex);
  return state_->bytes;
}

std::size_t PlanCache::size() const {
  const std::lock_guard lock(state_->mutex);
  return state_->entries.size();
}

void PlanCache::clear() {
  EntryList evicted;
  const std::lock_guard lock(state_->mutex);
  while (!state_->entries.empty()) state_->evict_last(evicted);
}

}  // namespace polyfork::inline v1
