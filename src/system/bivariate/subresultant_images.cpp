// Values of subresultants from remainder sequences, and their interpolation.
//
// For u of formal degree m, v of degree n with leading coefficient l and r = u mod v of formal degree n - 1, both
// subresultants, j = 0 and 1, are S_j(u, v) = +- l^(m - n + 1) S_j(v, r). The sequences are followed where degrees fall
// by one: the first subresultant is then the linear remainder times these factors, the resultant the constant one. At
// other points the leading coefficient of a divisor is zero: these are left out.
#include "system/bivariate/subresultant_images.hpp"

#include <algorithm>
#include <utility>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/core/workspace.hpp>
#include <polyfork/poly/residues/multipoint.hpp>

#include "core/limits.hpp"
#include "poly/multivariate/lane_grid.hpp"

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

/// Points begin where nothing in the equations can have made them special.
std::uint64_t first_point(std::uint64_t p) { return p / 3; }

/// What a batch holds for one of its primes.
struct PrimeRows {
  PrimeRows(const SubresultantBatch& batch, std::size_t i, const WordModulus& modulus)
      : f(batch.f), g(batch.g), first(batch.first_points[i]), m(modulus) {
    const auto rows = batch.rows_of(i);
    f_rows = rows.data();
    g_rows = rows.data() + f.words();
  }

  BatchOperand f, g;
  const std::uint64_t* f_rows;
  const std::uint64_t* g_rows;
  std::uint64_t first;
  const WordModulus& m;

  std::uint64_t point(std::uint64_t i) const { return m.reduce(first + i); }
  /// Words of the arrays with values.
  std::size_t words(std::size_t points) const noexcept {
    return saturating_mul(f.rows + g.rows + std::max(f.length, g.length) + 8, points);
  }
};

/// At one point after the other.
class PointByPoint {
 public:
  explicit PointByPoint(const PrimeRows& rows) : rows_(rows), m_(rows.m) {}

  void collect(std::size_t count, Values& values, const ExecutionContext& ctx) {
    for (std::uint64_t i = 0; i < count; ++i) {
      ctx.poll();
      add_value(rows_.point(i), values);
    }
  }

 private:
  std::vector<std::uint64_t> at(const BatchOperand& a, const std::uint64_t* residues, std::uint64_t t) const {
    std::vector<std::uint64_t> row(a.rows);
    for (std::size_t i = 0; i < a.rows; ++i) {
      std::uint64_t value = 0;
      for (std::size_t k = a.length; k-- > 0;) value = m_.add(m_.mul(value, t), residues[i * a.length + k]);
      row[i] = value;
    }
    return row;
  }

  void add_value(std::uint64_t t, Values& values) const {
    std::vector<std::uint64_t> u = at(rows_.f, rows_.f_rows, t);
    std::vector<std::uint64_t> v = at(rows_.g, rows_.g_rows, t);
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

  const PrimeRows& rows_;
  const WordModulus& m_;
};

/// Eight points at a time.
class InLanes {
 public:
  explicit InLanes(const PrimeRows& rows) : rows_(rows), m_(rows.m), field_(rows.m) {}

  void collect(std::size_t wanted, Values& values, const ExecutionContext& ctx) {
    constexpr std::size_t lanes = LaneKernels::lanes;
    const std::size_t count = whole_lanes(wanted);
    const BatchOperand& a = rows_.f;
    const BatchOperand& b = rows_.g;
    Workspace::Frame frame;
    const auto f = frame.allocate<std::uint64_t>(a.rows * count);
    const auto g = frame.allocate<std::uint64_t>(b.rows * count);
    ctx.poll();
    const LaneAxis axis = field_.axis(rows_.first, count, std::max(a.length, b.length), true);
    field_.columns(axis, rows_.f_rows, a.rows, a.length, 0, count, f.data());
    ctx.poll();
    field_.columns(axis, rows_.g_rows, b.rows, b.length, 0, count, g.data());
    const auto resultants = frame.allocate<std::uint64_t>(count);
    const auto linear = frame.allocate<std::uint64_t>(2 * count);
    const auto divisors = frame.allocate<std::uint64_t>(2 * count);  // of resultants, then of linear remainders
    const auto right = frame.allocate<unsigned>(count / lanes);
    parallel_for(ctx, count / lanes, 16, [&](std::size_t begin, std::size_t end) {
      Workspace::Frame inner;
      const auto rows = inner.allocate<std::uint64_t>(lanes * (a.rows + b.rows));
      for (std::size_t i = begin; i < end; ++i)
        right[i] = field_.kernels.resultant(
            field_.lane, {f.data() + i * lanes, g.data() + i * lanes, nullptr, a.rows, b.rows, count},
            {resultants.data() + i * lanes, divisors.data() + i * lanes, linear.data() + 2 * i * lanes,
             divisors.data() + count + i * lanes},
            rows.data());
    });
    ctx.poll();
    const auto scratch = frame.allocate<std::uint64_t>(2 * count);
    field_.kernels.invert(field_.lane, divisors.data(), 2 * count, scratch.data());
    const std::size_t df = a.rows - 1;
    const std::size_t dg = b.rows - 1;
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
      values.add(rows_.point(i), resultants[i], linear[block + lanes + j], linear[block + j]);
    }
  }

 private:
  const PrimeRows& rows_;
  const WordModulus& m_;
  LaneField field_;
};

/// The coefficients of the three polynomials modulo the prime; false where there are too few values.
bool interpolate_image(const SubresultantBatch& batch, std::size_t i, std::uint64_t* out, const ExecutionContext& ctx) {
  const PrimeField field = PrimeField::trusted(batch.primes[i]);
  const WordModulus& m = field.word_modulus();
  if (whole_lanes(batch.points) >= m.value() / 3) return false;
  const PrimeRows rows(batch, i, m);
  const MemoryReservation held(ctx.memory(),
                               saturating_mul(rows.words(whole_lanes(batch.points)), sizeof(std::uint64_t)));
  Values values;
  const bool vectors = lanes_possible(m.value()) && rows.f.rows + rows.g.rows <= LaneKernels::most_terms &&
                       std::max(rows.f.length, rows.g.length) <= LaneKernels::most_terms;
  if (vectors)
    InLanes(rows).collect(batch.points, values, ctx);
  else
    PointByPoint(rows).collect(batch.points, values, ctx);
  if (values.size() < batch.length) return false;
  const EvaluationPoints tree(field, std::span(values.points).first(batch.length), ctx);
  for (const auto* list : {&values.resultant, &values.s1, &values.s0}) {
    const PolyZp f = interpolate(tree, std::span(*list).first(batch.length), ctx);
    for (std::size_t k = 0; k < f.length(); ++k) out[k] = f.coefficient(k);
    out += batch.length;
  }
  return true;
}

PolyZp polynomial_of(const PrimeField& field, std::span<const std::uint64_t> coefficients) {
  return PolyZp::from_elements(field, std::vector<std::uint64_t>(coefficients.begin(), coefficients.end()));
}

}  // namespace

std::optional<LastSubresultants> SubresultantImages::image(std::size_t prime, const PrimeField& field) const {
  if (found[prime] == 0) return std::nullopt;
  const auto row = [&](std::size_t k) {
    return polynomial_of(field, std::span(coefficients).subspan((3 * prime + k) * length, length));
  };
  return LastSubresultants{row(0), row(1), row(2)};
}

SubresultantBatch subresultant_batch(const Elimination& e, std::size_t length, std::span<const std::uint64_t> primes,
                                     const ExecutionContext& ctx) {
  SubresultantBatch batch;
  batch.f = {e.f.rows, e.f.length};
  batch.g = {e.g.rows, e.g.length};
  batch.length = length;
  batch.points = length + spare_points;
  batch.primes.assign(primes.begin(), primes.end());
  batch.first_points.resize(primes.size());
  const std::size_t words = batch.f.words() + batch.g.words();
  batch.held =
      MemoryReservation(ctx.memory(), saturating_mul(saturating_mul(primes.size(), words), sizeof(std::uint64_t)));
  batch.rows.resize(primes.size() * words);
  parallel_for(ctx, primes.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const std::uint64_t p = primes[i];
      batch.first_points[i] = first_point(p);
      const auto residue = [p](const Integer& c) { return c.view().mod(p); };
      std::uint64_t* const out =
          std::transform(e.f.coefficients.begin(), e.f.coefficients.end(), batch.rows.data() + i * words, residue);
      std::transform(e.g.coefficients.begin(), e.g.coefficients.end(), out, residue);
    }
  });
  return batch;
}

SubresultantImages subresultant_images(const SubresultantBatch& batch, const ExecutionContext& ctx) {
  const std::size_t count = batch.primes.size();
  SubresultantImages images;
  images.length = batch.length;
  const std::size_t words = saturating_mul(3 * count, batch.length);
  images.held = MemoryReservation(ctx.memory(), saturating_mul(words, sizeof(std::uint64_t)));
  images.coefficients.resize(words);
  images.found.resize(count);
  // Enough primes for all threads: none is shared by several.
  const ExecutionContext of_each =
      ctx.with_threads(count < static_cast<std::size_t>(ctx.threads()) ? ctx.threads() : 1);
  parallel_for(ctx, count, 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      std::uint64_t* const out = images.coefficients.data() + 3 * i * batch.length;
      images.found[i] = interpolate_image(batch, i, out, of_each) ? 1 : 0;
    }
  });
  return images;
}

std::optional<LastSubresultants> last_subresultants(const Elimination& e, std::size_t length, const PrimeField& field,
                                                    const ExecutionContext& ctx) {
  const std::uint64_t p = field.word_modulus().value();
  return subresultant_images(subresultant_batch(e, length, std::span(&p, 1), ctx), ctx).image(0, field);
}

bool has_regular_point(const Elimination& e, const PrimeField& field, const ExecutionContext& ctx) {
  const WordModulus& m = field.word_modulus();
  const std::uint64_t p = m.value();
  const SubresultantBatch batch = subresultant_batch(e, 1, std::span(&p, 1), ctx);
  const PrimeRows rows(batch, 0, m);
  const MemoryReservation held(ctx.memory(), saturating_mul(rows.words(few_points), sizeof(std::uint64_t)));
  Values values;
  PointByPoint(rows).collect(few_points, values, ctx);
  return values.size() > 0;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
