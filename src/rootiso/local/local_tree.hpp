// The subdivision tree of the local method below one annulus, at one precision.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/function_ref.hpp>

#include "rootiso/local/bernstein_cells.hpp"
#include "rootiso/local/local_model.hpp"
#include "rootiso/values/dyadic_cell.hpp"
#include "rootiso/values/tally.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// A cell on whose closure f is strictly monotone, with the signs at its ends that are certain (0: not certain).
struct MonotoneCell {
  DyadicCell cell;
  int lower_sign;
  int upper_sign;

  /// The order of disjoint cells on the line.
  friend bool operator<(const MonotoneCell& a, const MonotoneCell& b) { return a.cell.starts_before(b.cell); }
};

/// A cell on whose closure f is proved to have no root, or to be strictly monotone.
struct ProvedCell {
  DyadicCell cell;
  bool monotone;
};

/// The partitions of all annuli of a search, each ascending.
struct ProvedPartitions {
  std::vector<ProvedCell> of_x;
  std::vector<ProvedCell> of_inverse;  ///< cells of 1/x and of the coefficients in reverse
};

/// The number of roots of a half-line that Descartes' rule allows, and the number of those that are certain.
struct RootBudget {
  std::size_t allowed;
  std::atomic<std::size_t> found{0};

  /// Whether all roots are found, so that the rest of the half-line has none.
  bool is_spent() const noexcept { return found.load(std::memory_order_relaxed) >= allowed; }
};

struct TreeOptions {
  bool recorded = false;         ///< the outcome lists every cell of the partition
  RootBudget* budget = nullptr;  ///< the search ends when this is spent
  unsigned narrowing = 0;  ///< levels by which cells with a root are made smaller where that is cheap; not recorded
};

/// The precision with these guard bits. What truncation may cost stays five eighths of them below the size of f.
constexpr ModelPrecision precision_of(std::size_t guard) { return {guard, guard * 5 / 8}; }

class LocalTree {
 public:
  struct Outcome {
    std::vector<MonotoneCell> monotone;  ///< ascending; outside of them and of the undecided cells f has no root
    std::vector<DyadicCell> undecided;   ///< ascending: at this precision nothing can be told
    std::vector<ProvedCell> proved;      ///< when recorded: all other cells of the partition, in no order

    void append(Outcome&& right);
  };

  /// The references must outlive the tree.
  LocalTree(const ModelPrecision& precision, std::int64_t annulus, Tally& tally, const ExecutionContext& ctx,
            const TreeOptions& options = {})
      : precision_(precision), annulus_(annulus), tally_(tally), ctx_(ctx), options_(options) {}

  /// Visits the models of the listed parts, each inside the cell, in parallel; parts that the noise hides are left out.
  /// A model has at most most_leaf_rows rows, or is that of the part itself; it may be that of a cell around it.
  using Visitor = FunctionRef<void(const LocalModel& model, const DyadicCell& cell, std::size_t part)>;
  void visit(const LocalModel& model, const DyadicCell& cell, const std::vector<DyadicCell>& parts,
             Visitor visitor) const {
    visit(model, cell, parts.data(), 0, parts.size(), visitor);
  }

  /// Searches the parts of the cell that are listed, which are disjoint, ascending and inside it (or it alone). The
  /// model is that of the cell.
  Outcome search(const LocalModel& model, const DyadicCell& cell, const std::vector<DyadicCell>& parts) const {
    return search(model, cell, parts.data(), parts.data() + parts.size());
  }

 private:
  Outcome search(const LocalModel& whole, const DyadicCell& whole_cell, const DyadicCell* first,
                 const DyadicCell* last) const;
  void visit(const LocalModel& model, const DyadicCell& cell, const DyadicCell* parts, std::size_t first,
             std::size_t last, Visitor visitor) const;
  /// The model of a cell inside the model's, any number of levels down.
  LocalModel part(const LocalModel& model, const DyadicCell& cell, const DyadicCell& inner) const;
  Outcome expand(const LocalModel& model, const DyadicCell& cell) const;
  Outcome halves(const LocalModel& model, const DyadicCell& cell) const;
  Outcome leaf(const LocalModel& whole, const DyadicCell& whole_cell) const;
  Outcome settled(Outcome out, const DyadicCell& cell) const;
  std::size_t depth(const DyadicCell& cell) const { return static_cast<std::size_t>(cell.k + annulus_); }
  template <class Left, class Right>
  Outcome both(std::size_t rows, const Left& left, const Right& right) const;

  ModelPrecision precision_;
  std::int64_t annulus_;
  Tally& tally_;
  const ExecutionContext& ctx_;
  TreeOptions options_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
