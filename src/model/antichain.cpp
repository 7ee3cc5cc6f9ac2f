// Dilworth's theorem with weights: blocks of different kernels are comparable where one kernel waits for the other,
// blocks of one kernel never. The heaviest antichain weighs as much as all blocks less the largest amount that can be
// matched, each block at most once as the earlier and once as the later of a pair: a maximum flow, found by shortest
// augmenting paths (Edmonds and Karp). A chain of equal kernels counts as one of them, since its kernels are
// comparable.
#include "model/antichain.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

namespace polyfork {
inline namespace v1 {
namespace model {

namespace {

/// waits[i][j]: kernel i waits for kernel j, perhaps through others.
std::vector<std::vector<bool>> transitive_closure(const Program& program) {
  const std::size_t size = program.size();
  std::vector waits(size, std::vector<bool>(size));
  for (std::size_t i = 0; i < size; ++i)
    for (const std::size_t j : program.predecessors(i)) {
      waits[i][j] = true;
      for (std::size_t k = 0; k < j; ++k)
        if (waits[j][k]) waits[i][k] = true;
    }
  return waits;
}

/// The network: the earlier sides of the kernels are vertices 0 to size - 1, the later sides follow. What is left of a
/// kernel's capacity stands at its two sides, and pairs have no limit but the flow that can be taken back.
class Matching {
 public:
  explicit Matching(const Program& program)
      : size_(program.size()), waits_(transitive_closure(program)), flow_(size_, std::vector<Rational>(size_)) {
    for (std::size_t i = 0; i < size_; ++i) earlier_.push_back(program.kernel(i).blocks);
    later_ = earlier_;
  }

  Rational largest() {
    Rational total = 0;
    while (const std::optional<Rational> amount = augment()) total += *amount;
    return total;
  }

 private:
  /// Sends as much as a shortest path takes; none where there is no path.
  std::optional<Rational> augment() {
    constexpr std::size_t unseen = ~std::size_t{0};
    const std::size_t start = 2 * size_;
    std::vector<std::size_t> from(2 * size_, unseen), queue;
    for (std::size_t i = 0; i < size_; ++i)
      if (!earlier_[i].is_zero()) from[i] = start, queue.push_back(i);
    std::optional<std::size_t> end;
    for (std::size_t next = 0; next < queue.size() && !end; ++next) {
      const std::size_t vertex = queue[next];
      for (std::size_t i = 0; i < size_ && !end; ++i) {
        const bool forward = vertex < size_;
        const std::size_t target = forward ? size_ + i : i;
        const bool open = forward ? waits_[i][vertex] : !flow_[i][vertex - size_].is_zero();
        if (!open || from[target] != unseen) continue;
        from[target] = vertex;
        queue.push_back(target);
        if (forward && !later_[i].is_zero()) end = target;
      }
    }
    if (!end) return std::nullopt;
    Rational amount = later_[*end - size_];
    std::size_t vertex = *end;
    for (; from[vertex] != start; vertex = from[vertex])
      if (vertex < size_) amount = std::min(amount, flow_[vertex][from[vertex] - size_]);
    amount = std::min(amount, earlier_[vertex]);
    earlier_[vertex] -= amount;
    later_[*end - size_] -= amount;
    for (vertex = *end; from[vertex] != start; vertex = from[vertex]) {
      if (vertex < size_)
        flow_[vertex][from[vertex] - size_] -= amount;
      else
        flow_[from[vertex]][vertex - size_] += amount;
    }
    return amount;
  }

  std::size_t size_;
  std::vector<std::vector<bool>> waits_;
  std::vector<std::vector<Rational>> flow_;  // [earlier][later]
  std::vector<Rational> earlier_, later_;    // unmatched blocks
};

}  // namespace

Rational heaviest_antichain(const Program& program) {
  Rational total = 0, widest = 0;
  for (std::size_t i = 0; i < program.size(); ++i) {
    total += program.kernel(i).blocks;
    widest = std::max(widest, program.kernel(i).blocks);
  }
  return program.is_chain() ? widest : total - Matching(program).largest();
}

}  // namespace model
}  // namespace v1
}  // namespace polyfork
