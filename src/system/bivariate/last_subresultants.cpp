// Values of subresultants from remainder sequences, and their interpolation.
//
// For u of formal degree m, v of degree n with leading coefficient l and r = u mod v of formal degree n - 1, both
// subresultants, j = 0 and 1, are S_j(u, v) = +- l^(m - n + 1) S_j(v, r). The sequences are followed where degrees fall
// by one: the first subresultant is then the linear remainder times these factors, the resultant the constant one. At
// other points the leading coefficient of a divisor is zero: these are left out.
#include <algorithm>
#include <span>
#include <utility>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/core/workspace.hpp>
#include <polyfork/poly/residues/multipoint.hpp>

#include "poly/multivariate/lane_grid.hpp"
#include "system/bivariate/elimination.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t spare_points = 8;
constexpr std::size_t few_points = 2;

/// The values at the points where sequences are regular.
struct Values {
  std::vector<std::uint64_t> points, resultant, s1, s0;

  std::size_t size() const noexcept { return points.size(); }
  void add(std::uint64_t t, std::uint64_t r, std::uint64_t one, std::uint64_t zero) {
    points.push_back(t);
    resultant.push_back(r);
    s1.push_back(one);
    s0.push_back(zero);
  }
};

std::vector<std::uint64_t> residues_of(const EliminationOperand& a, std::uint64_t p) {
  std::vector<std::uint64_t> residues(a.coefficients.size());
  std::transform(a.coefficients.begin(), a.coefficients.end(), residues.begin(),
                 [p](const Integer& c) { return c.view().mod(p); });
  return residues;
}

/// Points begin where nothing in the equations can have made them special.
std::uint64_t first_point(std::uint64_t p) { return p / 3; }

/// At one point after the other.
class PointByPoint {
 public:
  PointByPoint(const Elimination& e, const WordModulus& m)
      : e_(e), m_(m), f_(residues_of(e.f, m.value())), g_(residues_of(e.g, m.value())) {}

  void collect(std::size_t count, Values& values, const ExecutionContext& ctx) {
    for (std::uint64_t i = 0; i < count; ++i) {
      ctx.poll();
      add_value(m_.reduce(first_point(m_.value()) + i), values);
    }
  }

 private:
  std::vector<std::uint64_t> at(const EliminationOperand& a, const std::vector<std::uint64_t>& residues,
                                std::uint64_t t) const {
    std::vector<std::uint64_t> row(a.rows);
    for (std::size_t i = 0; i < a.rows; ++i) {
      std::uint64_t value = 0;
      for (std::size_t k = a.length; k-- > 0;) value = m_.add(m_.mul(value, t), residues[i * a.length + k]);
      row[i] = value;
    }
    return row;
  }

  void add_value(std::uint64_t t, Values& values) const {
    std::vector<std::uint64_t> u = at(e_.f, f_, t);
    std::vector<std::uint64_t> v = at(e_.g, g_, t);
    std::uint64_t factor = 1;
    std::uint64_t linear_factor = 1;
    for (;;) {
      if (v.size() == 2) break;
      const std::uint64_t lead = v.back();
      if (lead == 0) return;
      const std::uint64_t inverse = m_.inverse(lead);
      const std::uint64_t power = m_.pow(lead, u.size() - v.size() + 1);
      factor = m_.mul(factor, power);
      linear_factor = m_.mul(linear_factor, power);
      while (u.size() >= v.size()) {
        const std::uint64_t q = m_.mul(u.back(), inverse);
        const std::size_t shift = u.size() - v.size();
        for (std::size_t i = 0; i < v.size(); ++i) u[shift + i] = m_.sub(u[shift + i], m_.mul(q, v[i]));
        u.pop_back();
      }
      u.swap(v);
    }
    // u modulo the linear v, times v_1^deg u: sum u_i (-v_0)^i v_1^(deg u - i).
    const std::uint64_t minus = m_.neg(v[0]);
    std::uint64_t value = 0;
    std::uint64_t power = 1;
    for (std::size_t i = u.size(); i-- > 0;) {
      value = m_.add(m_.mul(value, minus), m_.mul(u[i], power));
      power = m_.mul(power, v[1]);
    }
    values.add(t, m_.mul(factor, value), m_.mul(linear_factor, v[1]), m_.mul(linear_factor, v[0]));
  }

  const Elimination& e_;
  const WordModulus& m_;
  std::vector<std::uint64_t> f_, g_;
};

/// Eight points at a time.
class InLanes {
 public:
  InLanes(const Elimination& e, const WordModulus& m)
      : e_(e), m_(m), field_(m), f_(residues_of(e.f, m.value())), g_(residues_of(e.g, m.value())) {}

  void collect(std::size_t wanted, Values& values, const ExecutionContext& ctx) {
    constexpr std::size_t lanes = LaneKernels::lanes;
    const std::size_t count = whole_lanes(wanted);
    Workspace::Frame frame;
    const auto f = frame.allocate<std::uint64_t>(e_.f.rows * count);
    const auto g = frame.allocate<std::uint64_t>(e_.g.rows * count);
    ctx.poll();
    const LaneAxis axis = field_.axis(first_point(m_.value()), count, std::max(e_.f.length, e_.g.length), true);
    field_.columns(axis, f_.data(), e_.f.rows, e_.f.length, 0, count, f.data());
    ctx.poll();
    field_.columns(axis, g_.data(), e_.g.rows, e_.g.length, 0, count, g.data());
    const auto resultants = frame.allocate<std::uint64_t>(count);
    const auto linear = frame.allocate<std::uint64_t>(2 * count);
    const auto divisors = frame.allocate<std::uint64_t>(2 * count);  // of resultants, then of linear remainders
    const auto right = frame.allocate<unsigned>(count / lanes);
    parallel_for(ctx, count / lanes, 16, [&](std::size_t begin, std::size_t end) {
      Workspace::Frame inner;
      const auto rows = inner.allocate<std::uint64_t>(lanes * (e_.f.rows + e_.g.rows));
      for (std::size_t i = begin; i < end; ++i)
        right[i] = field_.kernels.resultant(
            field_.lane, {f.data() + i * lanes, g.data() + i * lanes, nullptr, e_.f.rows, e_.g.rows, count},
            {resultants.data() + i * lanes, divisors.data() + i * lanes, linear.data() + 2 * i * lanes,
             divisors.data() + count + i * lanes},
            rows.data());
    });
    ctx.poll();
    const auto scratch = frame.allocate<std::uint64_t>(2 * count);
    field_.kernels.invert(field_.lane, divisors.data(), 2 * count, scratch.data());
    const std::size_t df = e_.f.rows - 1;
    const std::size_t dg = e_.g.rows - 1;
    field_.kernels.multiply(field_.lane, resultants.data(), divisors.data(), resultant_factor(m_, df, dg), count);
    const std::uint64_t factor = first_subresultant_factor(m_, df, dg);
    // The divisors of linear remainders belong to both coefficients.
    for (std::size_t i = 0; i < count; i += lanes) {
      const std::uint64_t* const inverses = divisors.data() + count + i;
      field_.kernels.multiply(field_.lane, linear.data() + 2 * i, inverses, factor, lanes);
      field_.kernels.multiply(field_.lane, linear.data() + 2 * i + lanes, inverses, factor, lanes);
    }
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t j = i % lanes;
      if ((right[i / lanes] >> j & 1) == 0) continue;
      const std::size_t block = 2 * (i - j);
      values.add(m_.reduce(first_point(m_.value()) + i), resultants[i], linear[block + lanes + j], linear[block + j]);
    }
  }

 private:
  const Elimination& e_;
  const WordModulus& m_;
  LaneField field_;
  std::vector<std::uint64_t> f_, g_;
};

}  // namespace

bool has_regular_point(const Elimination& e, const PrimeField& field, const ExecutionContext& ctx) {
  const MemoryReservation held(ctx.memory(), saturating_mul(e.words(few_points), sizeof(std::uint64_t)));
  Values values;
  PointByPoint(e, field.word_modulus()).collect(few_points, values, ctx);
  return values.size() > 0;
}

std::optional<LastSubresultants> last_subresultants(const Elimination& e, std::size_t points, const PrimeField& field,
                                                    const ExecutionContext& ctx) {
  const WordModulus& m = field.word_modulus();
  const std::size_t count = points + spare_points;
  if (whole_lanes(count) >= m.value() / 3) return std::nullopt;
  const MemoryReservation held(ctx.memory(), saturating_mul(e.words(whole_lanes(count)), sizeof(std::uint64_t)));
  Values values;
  const bool vectors = lanes_possible(m.value()) && e.f.rows + e.g.rows <= LaneKernels::most_terms &&
                       std::max(e.f.length, e.g.length) <= LaneKernels::most_terms;
  if (vectors)
    InLanes(e, m).collect(count, values, ctx);
  else
    PointByPoint(e, m).collect(count, values, ctx);
  if (values.size() < points) return std::nullopt;
  const EvaluationPoints tree(field, std::span(values.points).first(points), ctx);
  const auto through = [&](const std::vector<std::uint64_t>& list) {
    return interpolate(tree, std::span(list).first(points), ctx);
  };
  return LastSubresultants{through(values.resultant), through(values.s1), through(values.s0)};
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
