// A few tables for each thread. The list is a pointer that a guard frees at the thread's end and that stays null from
// then on: destructors of other thread_local objects may still compute.
#include "fft/recent_tables.hpp"

#include <cstddef>
#include <utility>

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

struct RecentTable {
  const PlanCache* cache = nullptr;
  NttTableKey key{};
  std::shared_ptr<const NttTable> table;
  unsigned asked = 0;
};

struct RecentTables {
  std::array<RecentTable, 8> tables;
  std::size_t next = 0;

  RecentTable* find(const PlanCache& cache, const NttTableKey& key) noexcept {
    for (RecentTable& entry : tables)
      if (entry.key == key && entry.cache == &cache) return &entry;
    return nullptr;
  }
};

constinit thread_local RecentTables* recent = nullptr;
constinit thread_local bool thread_ends = false;

struct RecentGuard {
  RecentGuard() noexcept = default;
  RecentGuard(const RecentGuard&) = delete;
  RecentGuard& operator=(const RecentGuard&) = delete;
  ~RecentGuard() {
    thread_ends = true;
    delete std::exchange(recent, nullptr);
  }
};

}  // namespace

std::shared_ptr<const NttTable> recent_table(const PlanCache& cache, const NttTableKey& key) noexcept {
  constexpr unsigned asked_before_the_cache = 64;
  if (recent == nullptr) return nullptr;
  RecentTable* const found = recent->find(cache, key);
  if (found == nullptr || ++found->asked % asked_before_the_cache == 0) return nullptr;
  return found->table;
}

void remember_table(const PlanCache& cache, const NttTableKey& key, const std::shared_ptr<const NttTable>& table) {
  constexpr std::size_t most_bytes = std::size_t{64} << 10;
  if (thread_ends || table->bytes() > most_bytes) return;
  if (recent == nullptr) {
    static thread_local const RecentGuard guard;
    recent = new RecentTables;
  }
  if (recent->find(cache, key) != nullptr) return;
  // An owner of the thread's own: threads would take turns at counting the users of a common one.
  const auto owner = std::make_shared<std::shared_ptr<const NttTable>>(table);
  recent->tables[recent->next++ % recent->tables.size()] = {&cache, key, {owner, table.get()}, 0};
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
