// The proof of a partition: local models down its tree.
//
// A node of many rows is proved or halved; a short one goes to the words (verify_words.hpp) with all that is below it,
// and what these leave open comes back for a model of its own. A leaf that a model cannot prove is halved a few times
// more: if f has no root on either half, it has none on the whole; if f is strictly monotone in the same direction on
// both, then on the whole. The tree may be deep, so a list of what is to be done stands for the recursion; forks are
// made near its root only.
#include "rootiso/check/verify_tree.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <iterator>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

#include <polyfork/core/parallel.hpp>

#include "rootiso/check/verify_model.hpp"
#include "rootiso/check/verify_sign.hpp"
#include "rootiso/check/verify_words.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t first_guard = 56;
constexpr std::size_t coarse_guard = 56;  // what the words can hold
constexpr std::size_t more_guard = 4;     // factor of the guard bits from one attempt to the next
constexpr std::size_t most_guard = std::size_t{1} << 20;
constexpr std::size_t forked_rows = 96;
constexpr unsigned most_forks = 20;     // nested
constexpr unsigned extra_halvings = 8;  // of a leaf

/// A model and the cell that it is for.
struct CellModel {
  ProvedModel model;
  Integer c;
  std::int64_t k;
};

/// A node to be checked: a part of a base's cell.
struct Task {
  std::shared_ptr<const CellModel> base;
  unsigned level;
  std::uint64_t index;
  std::size_t position;
  bool whole;  // else only the targets below it
};

struct Outcome {
  std::vector<std::pair<std::size_t, ProvedMonotone>> monotone;  // with their positions
  std::vector<std::size_t> open;

  void append(Outcome&& more) {
    monotone.insert(monotone.end(), std::make_move_iterator(more.monotone.begin()),
                    std::make_move_iterator(more.monotone.end()));
    open.insert(open.end(), more.open.begin(), more.open.end());
  }
};

class Walk {
 public:
  /// Proves the nodes at the target positions, which ascend.
  Walk(const Partition& tree, const std::vector<std::size_t>& targets, std::size_t guard, const ExecutionContext& ctx)
      : tree_(tree), targets_(targets), guard_(guard), ctx_(ctx) {}

  Outcome run(Task first, unsigned forks) const {
    Outcome out;
    std::vector<Task> tasks;
    tasks.push_back(std::move(first));
    while (!tasks.empty()) {
      ctx_.poll();
      Task task = std::move(tasks.back());
      tasks.pop_back();
      if (!task.whole) {
        const auto next = std::lower_bound(targets_.begin(), targets_.end(), task.position);
        if (next == targets_.end() || *next >= tree_.ends[task.position]) continue;
        task.whole = *next == task.position;
      }
      task = with_model(std::move(task));
      if (!step(task, tasks, out)) continue;
      std::array<Task, 2> halves = children(task);
      if (task.base->model.rows() < forked_rows || forks == most_forks) {
        tasks.push_back(std::move(halves[1]));
        tasks.push_back(std::move(halves[0]));
        continue;
      }
      Outcome left;
      Outcome right;
      fork_join(
          ctx_, [&] { left = run(std::move(halves[0]), forks + 1); },
          [&] { right = run(std::move(halves[1]), forks + 1); });
      out.append(std::move(left));
      out.append(std::move(right));
    }
    return out;
  }

 private:
  /// The tasks of the node's halves. Where everything below is to be proved and rows are many, their models are made
  /// together, in two thirds of the time.
  std::array<Task, 2> children(const Task& task) const {
    const std::array<std::size_t, 2> positions{tree_.left(task.position), tree_.right(task.position)};
    std::optional<std::array<ProvedModel, 2>> models;
    if (task.whole && task.base->model.rows() >= forked_rows) models = both_parts(task.base->model, guard_, ctx_);
    if (!models)
      return {Task{task.base, 1, 0, positions[0], task.whole}, Task{task.base, 1, 1, positions[1], task.whole}};
    const auto half = [&](unsigned which) {
      return Task{std::make_shared<CellModel>(
                      CellModel{std::move((*models)[which]), (task.base->c << 1) + Integer(which), task.base->k + 1}),
                  0, 0, positions[which], true};
    };
    return {half(0), half(1)};
  }

  Task with_model(Task task) const {
    if (task.level == 0) return task;
    auto base = std::make_shared<CellModel>();
    base->model = part_of(task.base->model, task.level, task.index, guard_, ctx_);
    base->c = (task.base->c << task.level) + Integer(task.index);
    base->k = task.base->k + static_cast<std::int64_t>(task.level);
    return {std::move(base), 0, 0, task.position, task.whole};
  }

  /// Whether the node's children are to be looked at.
  bool step(const Task& task, std::vector<Task>& tasks, Outcome& out) const {
    const ProvedModel& model = task.base->model;
    const char letter = tree_.letters[task.position];
    if (!task.whole) {
      if (!noise_exceeds_value(model)) return true;
      const auto begin = std::lower_bound(targets_.begin(), targets_.end(), task.position);
      const auto end = std::lower_bound(begin, targets_.end(), tree_.ends[task.position]);
      out.open.insert(out.open.end(), begin, end);
      return false;
    }
    if (letter == 'X' && constant_outweighs(model)) return false;
    if (noise_exceeds_value(model)) {
      out.open.push_back(task.position);
      return false;
    }
    if (in_words(task, tasks, out)) return false;
    if (letter == 'S') return true;
    int lower = 0;
    int upper = 0;
    if (letter == 'X' ? excluded(model, extra_halvings) : monotone(model, extra_halvings, lower, upper) != 0) {
      if (letter == 'M') out.monotone.push_back({task.position, {task.base->c, task.base->k, lower, upper}});
    } else {
      out.open.push_back(task.position);
    }
    return false;
  }

  /// A model short enough for the words: this one, or (in `coarse`) what is left of it in the precision of words.
  const ProvedModel* short_model(const ProvedModel& model, ProvedModel& coarse) const {
    if (model.rows() <= most_word_rows) return &model;
    if (guard_ <= coarse_guard) return nullptr;
    coarse = coarsened(model, coarse_guard, ctx_);
    return coarse.rows() <= most_word_rows ? &coarse : nullptr;
  }

  /// Proves the node and its subtree in words, as far as they carry; false when they prove nothing about the node.
  bool in_words(const Task& task, std::vector<Task>& tasks, Outcome& out) const {
    ProvedModel coarse;
    const ProvedModel* const model = short_model(task.base->model, coarse);
    if (model == nullptr) return false;
    WordOutcome words = check_in_words(*model, tree_, task.position);
    if (words.open.size() == 1 && words.open.front().level == 0) return false;
    for (const WordMonotone& m : words.monotone)
      out.monotone.push_back({m.node.position,
                              {(task.base->c << m.node.level) + Integer(m.node.index),
                               task.base->k + static_cast<std::int64_t>(m.node.level), m.lower_sign, m.upper_sign}});
    for (const WordNode& node : words.open) tasks.push_back({task.base, node.level, node.index, node.position, true});
    return true;
  }

  bool excluded(const ProvedModel& model, unsigned halvings) const {
    ctx_.poll();
    if (constant_outweighs(model)) return true;
    ProvedModel coarse;
    const ProvedModel* const small = short_model(model, coarse);
    if (small != nullptr && excluded_in_words(*small)) return true;
    if (halvings == 0 || noise_exceeds_value(model)) return false;
    return excluded(part_of(model, 1, 0, guard_, ctx_), halvings - 1) &&
           excluded(part_of(model, 1, 1, guard_, ctx_), halvings - 1);
  }

  int monotone(const ProvedModel& model, unsigned halvings, int& lower, int& upper) const {
    ctx_.poll();
    ProvedModel coarse;
    if (const ProvedModel* const small = short_model(model, coarse)) {
      const int direction = monotone_in_words(*small, lower, upper);
      if (direction != 0) return direction;
    }
    if (halvings == 0 || noise_exceeds_value(model)) return 0;
    int between = 0;
    const int left = monotone(part_of(model, 1, 0, guard_, ctx_), halvings - 1, lower, between);
    if (left == 0) return 0;
    return left == monotone(part_of(model, 1, 1, guard_, ctx_), halvings - 1, between, upper) ? left : 0;
  }

  const Partition& tree_;
  const std::vector<std::size_t>& targets_;
  std::size_t guard_;
  const ExecutionContext& ctx_;
};

/// The most guard bits that are tried. More than an exact model on the deepest cells has bits would prove nothing new;
/// the last number that is tried is at least a fourth of the limit.
std::size_t guard_limit(const IntegerVector& f, std::int64_t j, const Partition& tree, const ExecutionContext& ctx) {
  const std::size_t levels = tree.depth + static_cast<std::size_t>(j < 0 ? -j : j) + 3;
  const std::size_t exact = bound_add(f.max_bits(ctx), bound_mul(f.size(), levels));
  return std::min(most_guard, bound_add(bound_mul(more_guard, exact), 128));
}

/// The stated size of f, brought into the range that is possible: not above what the terms add up to, nor further below
/// than the precision of exact models.
std::int64_t plausible_size(std::int64_t stated, const IntegerVector& f, std::int64_t j, std::size_t exact) {
  std::int64_t top = std::numeric_limits<std::int64_t>::min();
  for (std::size_t i = 0; i < f.size(); ++i)
    if (!f[i].is_zero())
      top = std::max(top, static_cast<std::int64_t>(f[i].bit_length()) + (j + 1) * static_cast<std::int64_t>(i));
  const auto depth = static_cast<std::int64_t>(std::min(exact, std::size_t{1} << 61));
  return std::clamp(stated, top - depth, top + static_cast<std::int64_t>(std::bit_width(f.size())));
}

/// The proof of one partition.
class PartitionProof {
 public:
  PartitionProof(const PartitionClaim& claim, std::int64_t j, const ExecutionContext& ctx)
      : f_(claim.f),
        tree_(claim.tree),
        j_(j),
        ctx_(ctx),
        limit_(guard_limit(claim.f, j, claim.tree, ctx)),
        size_(claim.size ? plausible_size(*claim.size, claim.f, j, limit_) : size_in_annulus(claim.f, j, ctx)) {}

  std::int64_t size() const noexcept { return size_; }
  std::size_t limit() const noexcept { return limit_; }
  bool is_open() const noexcept { return !open_.empty(); }
  ProvedModel model(std::size_t guard) const { return proved_annulus_model(f_, j_, size_, guard, ctx_); }
  /// Proves what it can with the model.
  void walk(ProvedModel model, std::size_t guard) {
    auto base = std::make_shared<CellModel>(CellModel{std::move(model), Integer(1), -j_});
    Outcome out = Walk(tree_, open_, guard, ctx_).run({std::move(base), 0, 0, 0, false}, 0);
    found_.insert(found_.end(), std::make_move_iterator(out.monotone.begin()),
                  std::make_move_iterator(out.monotone.end()));
    open_ = std::move(out.open);
    std::sort(open_.begin(), open_.end());
  }
  std::vector<ProvedMonotone> leaves() {
    std::sort(found_.begin(), found_.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<ProvedMonotone> leaves;
    leaves.reserve(found_.size());
    for (auto& m : found_) leaves.push_back(std::move(m.second));
    return leaves;
  }

 private:
  const IntegerVector& f_;
  const Partition& tree_;
  std::int64_t j_;
  const ExecutionContext& ctx_;
  std::size_t limit_;
  std::int64_t size_;
  std::vector<std::size_t> open_{0};
  std::vector<std::pair<std::size_t, ProvedMonotone>> found_;
};

}  // namespace

std::optional<std::vector<std::vector<ProvedMonotone>>> prove_partitions(std::span<const PartitionClaim> claims,
                                                                         std::int64_t j, const ExecutionContext& ctx) {
  std::vector<PartitionProof> proofs;
  proofs.reserve(claims.size());
  for (const PartitionClaim& claim : claims) proofs.emplace_back(claim, j, ctx);
  std::vector<PartitionProof*> open;
  for (std::size_t guard = first_guard;; guard *= more_guard) {
    open.clear();
    for (PartitionProof& proof : proofs)
      if (proof.is_open()) open.push_back(&proof);
    if (open.empty()) break;
    for (const PartitionProof* proof : open)
      if (guard > proof->limit()) return std::nullopt;
    std::optional<std::array<ProvedModel, 2>> models;
    if (open.size() == 2)
      models = both_proved_annulus_models(claims[0].f, j, {open[0]->size(), open[1]->size()}, guard, ctx);
    parallel_for(ctx, open.size(), 1, [&](std::size_t i, std::size_t) {
      open[i]->walk(models ? std::move((*models)[i]) : open[i]->model(guard), guard);
    });
  }
  std::vector<std::vector<ProvedMonotone>> leaves;
  leaves.reserve(proofs.size());
  for (PartitionProof& proof : proofs) leaves.push_back(proof.leaves());
  return leaves;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
