// Quadratic interval refinement on local models. Newton's method in doubles guesses the part of the cell with the root;
// the signs of the part's own model at its ends prove it, and the next step goes on with that model, which has fewer
// rows.
#include "rootiso/refine/refine_model.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <utility>
#include <vector>

#include "core/limits.hpp"
#include "rootiso/local/bernstein_cells.hpp"
#include "rootiso/values/fixed_point.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t most_levels = 40;  // of a step: what a guess in doubles can be good for

/// The sign of f at t = -1, 0 or 1 if the noise does not hide it.
int end_sign(const LocalModel& m, int t) {
  const std::size_t limbs = m.q.limbs() + 2;
  std::vector<mp_limb_t> sum(limbs, 0);
  std::vector<mp_limb_t> row(limbs);
  const std::size_t last = t == 0 ? 1 : m.rows();
  for (std::size_t i = 0; i < last; ++i) {
    fixed_floor_shift(m.q.row(i), m.q.limbs(), 0, row.data(), limbs);
    if (t < 0 && i % 2 == 1)
      mpn_sub_n(sum.data(), sum.data(), row.data(), static_cast<mp_size_t>(limbs));
    else
      mpn_add_n(sum.data(), sum.data(), row.data(), static_cast<mp_size_t>(limbs));
  }
  if (fixed_bits(sum.data(), limbs) <= 63) {
    const std::int64_t value = fixed_word(sum.data(), limbs, 0);
    const std::uint64_t magnitude =
        value < 0 ? std::uint64_t{0} - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
    if (magnitude <= m.noise()) return 0;
  }
  return (sum[limbs - 1] >> 63) != 0 ? -1 : 1;
}

/// The rows as doubles of a common scale.
std::vector<double> as_doubles(const LocalModel& m) {
  std::size_t bits = 0;
  for (std::size_t i = 0; i < m.rows(); ++i) bits = std::max(bits, fixed_bits(m.q.row(i), m.q.limbs()));
  std::vector<double> q(m.rows());
  for (std::size_t i = 0; i < m.rows(); ++i) {
    // Small rows keep their leading bits: the next step's guess needs them.
    const std::size_t own = fixed_bits(m.q.row(i), m.q.limbs());
    const std::size_t drop = own > 62 ? own - 62 : 0;
    const double value = static_cast<double>(fixed_word(m.q.row(i), m.q.limbs(), drop));
    q[i] = std::ldexp(value, static_cast<int>(drop) - static_cast<int>(std::min<std::size_t>(bits, 1 << 20)));
  }
  return q;
}

/// A guess of the root in (-1, 1) by Newton's method, kept inside by bisection.
double guess_root(const std::vector<double>& q, int lower_sign) {
  double low = -1;
  double high = 1;
  double t = 0;
  for (int step = 0; step < 60; ++step) {
    double value = 0;
    double slope = 0;
    for (std::size_t i = q.size(); i-- > 0;) {
      slope = slope * t + value;
      value = value * t + q[i];
    }
    if ((value > 0) == (lower_sign > 0))
      low = t;
    else
      high = t;
    double next = t - value / slope;
    if (!(next > low && next < high)) next = (low + high) / 2;
    if (std::abs(next - t) <= 1e-15) return next;
    t = next;
  }
  return t;
}

/// The part of 2^levels in which t lies.
std::uint64_t part_of(double t, std::size_t levels) {
  const double parts = std::ldexp(1.0, static_cast<int>(levels));
  const double place = std::floor((t + 1) / 2 * parts);
  return static_cast<std::uint64_t>(std::clamp(place, 0.0, parts - 1));
}

class Refiner {
 public:
  Refiner(LocalModel model, DyadicCell cell, RefinedRoot root, std::int64_t level, const ModelPrecision& precision,
          const ExecutionContext& ctx)
      : model_(std::move(model)),
        cell_(std::move(cell)),
        root_(std::move(root)),
        level_(level),
        precision_(precision),
        ctx_(ctx) {}

  RefinedRoot run() {
    approach();
    std::size_t levels = 4;
    while (root_.cell.k < level_) {
      ctx_.poll();
      levels = std::min({levels, static_cast<std::size_t>(level_ - cell_.k), most_levels});
      if (model_.rows() > most_leaf_rows || levels <= 1) {
        if (!bisect()) break;
        levels = 4;
      } else if (jump(levels)) {
        levels *= 2;
      } else {
        levels /= 2;
      }
    }
    return std::move(root_);
  }

 private:
  /// Goes from the model of a cell around the root's cell to that of the root's cell itself.
  void approach() {
    while (cell_.k < root_.cell.k) {
      const auto missing = static_cast<std::size_t>(root_.cell.k - cell_.k);
      const std::size_t levels = model_.rows() > most_leaf_rows ? 1 : std::min(missing, most_levels);
      const DyadicCell next = root_.cell.ancestor(cell_.k + static_cast<std::int64_t>(levels));
      const Integer part = next.c - (cell_.c << levels);
      model_ = submodel(model_, levels, static_cast<std::uint64_t>(part.to_int64()), precision_, ctx_);
      cell_ = next;
    }
  }

  /// Goes on to the half with the root; false when the noise hides the sign in the middle.
  bool bisect() {
    const int middle = end_sign(model_, 0);
    if (middle == 0) return false;
    const std::uint64_t half = middle == root_.lower_sign ? 1 : 0;
    go_to(submodel(model_, 1, half, precision_, ctx_), 1, half);
    return true;
  }

  /// Tries the part that a guess points to, and its neighbour on the side of the root.
  bool jump(std::size_t levels) {
    std::uint64_t part = part_of(guess_root(as_doubles(model_), root_.lower_sign), levels);
    const std::uint64_t last = (std::uint64_t{1} << levels) - 1;
    for (int attempt = 0; attempt < 2; ++attempt) {
      LocalModel smaller = submodel(model_, levels, part, precision_, ctx_);
      const int lower = end_sign(smaller, -1);
      const int upper = end_sign(smaller, 1);
      if (lower == 0 || upper == 0) return false;
      if (lower == root_.lower_sign && upper == -lower) {
        go_to(std::move(smaller), levels, part);
        return true;
      }
      const bool to_the_right = lower == root_.lower_sign;
      if (to_the_right ? part == last : part == 0) return false;
      part += to_the_right ? 1 : std::uint64_t{0} - 1;
    }
    return false;
  }

  void go_to(LocalModel smaller, std::size_t levels, std::uint64_t part) {
    model_ = std::move(smaller);
    cell_ = {(cell_.c << levels) + Integer(part), cell_.k + static_cast<std::int64_t>(levels)};
    root_.cell = cell_;
  }

  LocalModel model_;
  DyadicCell cell_;
  RefinedRoot root_;
  std::int64_t level_;
  ModelPrecision precision_;
  const ExecutionContext& ctx_;
};

}  // namespace

RefinedRoot refine_on_model(LocalModel model, DyadicCell cell, RefinedRoot root, std::int64_t level,
                            const ModelPrecision& precision, const ExecutionContext& ctx) {
  return Refiner(std::move(model), std::move(cell), std::move(root), level, precision, ctx).run();
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
