// Coefficients of f g'/g at both ends, by power series in 1/x and in x.
#include "poly/factor_z/factor_z_columns.hpp"

#include <algorithm>
#include <cmath>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>

#include "core/limits.hpp"
#include "poly/factor_z/factor_z_bounds.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// f modulo p^a as far as it is needed, from both ends.
struct Ends {
  Residues top;     ///< f from the leading coefficient downwards
  Residues bottom;  ///< from the constant term upwards
};

/// The first n coefficients of f g'/g from the leading one, of x^(deg f - 1), downwards.
Residues top_coefficients(const ResidueRing& ring, const Ends& f, const Residues& g, std::size_t n,
                          const ExecutionContext& ctx) {
  const Residues slope = reversed(ring.derivative(g));
  const Residues quotient = ring.series_quotient(f.top, part(reversed(g), 0, std::min(n, g.length)), n);
  return ring.mul_low(quotient, slope, n, ctx);
}

/// The first n coefficients from the constant one upwards.
Residues bottom_coefficients(const ResidueRing& ring, const Ends& f, const Residues& g, std::size_t n,
                             const ExecutionContext& ctx) {
  Integer inverse;
  const Integer constant(g[0]);
  inverse.with_mpz([&](mpz_ptr z) { mpz_invert(z, constant.view().mpz(), ring.modulus().view().mpz()); });
  Residues divisor = part(g, 0, std::min(n, g.length));
  ring.scale(divisor, inverse, ctx);
  Residues slope = ring.derivative(part(g, 0, std::min(n + 1, g.length)));
  ring.scale(slope, inverse, ctx);
  return ring.mul_low(ring.series_quotient(f.bottom, divisor, n), slope, n, ctx);
}

}  // namespace

double log2_of(const Integer& x) {
  long exponent = 0;
  const double mantissa = mpz_get_d_2exp(&exponent, x.view().mpz());
  const double value = std::log2(mantissa) + static_cast<double>(exponent);
  return value - (std::abs(value) + 1) * 0x1p-40;
}

std::vector<ColumnBound> column_bounds(const IntegerVector& f, std::size_t most) {
  const std::size_t n = f.size() - 1;
  const DerivativeBounds bounds(f);
  // The coefficient of x^(n-1) is lc(f) deg g and tells nothing.
  const std::size_t bottom = std::min(most, n / 2);
  const std::size_t top = std::min(most, n - 1 - bottom);
  std::vector<ColumnBound> columns;
  for (std::size_t j = 0; j < bottom; ++j) columns.push_back({j, bounds.bits(j)});
  for (std::size_t j = 0; j < top; ++j) columns.push_back({n - 2 - j, bounds.bits(n - 2 - j)});
  std::sort(columns.begin(), columns.end(), [](const ColumnBound& a, const ColumnBound& b) {
    return a.bits != b.bits ? a.bits < b.bits : a.index > b.index;
  });
  return columns;
}

double precision_for(const std::vector<ColumnBound>& columns, double gain, double most_gain) {
  // The sum is piecewise linear and grows with A: bisection to a fraction of a bit.
  double low = columns.front().bits;
  double high = low + 1;
  const auto total = [&](double a) {
    double sum = 0;
    for (const ColumnBound& c : columns) sum += std::clamp(a - c.bits, 0.0, most_gain);
    return sum;
  };
  const double reachable = std::min(gain, most_gain * static_cast<double>(columns.size()));
  while (total(high) < reachable * 0.999) high = low + 2 * (high - low);
  while (high - low > 0.5) {
    const double middle = (low + high) / 2;
    (total(middle) < reachable * 0.999 ? low : high) = middle;
  }
  return high;
}

std::vector<std::vector<Integer>> column_values(const IntegerVector& f, const HenselTree& tree,
                                                const LeafGroups& groups, const std::vector<ColumnBound>& columns,
                                                const ExecutionContext& ctx) {
  const ResidueRing& ring = tree.ring();
  const std::size_t n = f.size() - 1;
  std::size_t top = 0;
  std::size_t bottom = 0;
  for (const ColumnBound& c : columns) {
    if (c.index < n / 2)
      bottom = std::max(bottom, c.index + 1);
    else
      top = std::max(top, n - c.index);
  }
  // f from both ends, and for each thread of each end a quotient, a derivative, what they are made from and a sum.
  const std::size_t threads = std::min(groups.size(), static_cast<std::size_t>(ctx.threads()));
  const std::size_t rows = saturating_add(saturating_mul(2, f.size()), saturating_mul(8 * threads, top + bottom));
  const MemoryReservation held(ctx.memory(), saturating_mul(rows, ring.limbs() * sizeof(mp_limb_t)));
  const Residues all = ring.reduced(f, ctx);
  const Ends ends{part(reversed(all), 0, std::min(top, all.length)), part(all, 0, std::min(bottom, all.length))};
  std::vector<std::vector<Integer>> values(columns.size(), std::vector<Integer>(groups.size()));
  const auto set_values = [&](std::size_t i) {
    Residues top_sum(top, ring.limbs());
    Residues bottom_sum(bottom, ring.limbs());
    for (const std::size_t leaf : groups[i]) {
      ctx.poll();
      if (top != 0) ring.add(top_sum, top_coefficients(ring, ends, tree.factor(leaf), top, ctx));
      if (bottom != 0) ring.add(bottom_sum, bottom_coefficients(ring, ends, tree.factor(leaf), bottom, ctx));
    }
    for (std::size_t c = 0; c < columns.size(); ++c) {
      const std::size_t index = columns[c].index;
      values[c][i] = Integer(index < n / 2 ? bottom_sum[index] : top_sum[n - 1 - index]);
    }
  };
  parallel_for(ctx, groups.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) set_values(i);
  });
  return values;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
