// Marching squares.
#include "plot/sampled_curve.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "plot/plot_axis.hpp"

namespace polyfork_app {

namespace {

/// f with coefficients whose greatest is about 1, in doubles.
class DoublePolynomial {
 public:
  explicit DoublePolynomial(const polyfork::MultiPolyQ& f) {
    double greatest = -1e9;
    for (std::size_t i = 0; i < f.term_count(); ++i) greatest = std::max(greatest, log2_abs(f.coefficient(i)));
    for (std::size_t i = 0; i < f.term_count(); ++i) {
      const auto exponents = f.exponents(i);
      const double size = std::exp2(log2_abs(f.coefficient(i)) - greatest);
      terms_.push_back({exponents[0], exponents[1], f.coefficient(i).sign() < 0 ? -size : size});
      for (std::size_t v = 0; v < 2; ++v) degrees_[v] = std::max(degrees_[v], exponents[v]);
    }
  }

  std::uint64_t degree(std::size_t v) const noexcept { return degrees_[v]; }
  double at(const std::vector<double>& powers_x, const std::vector<double>& powers_y) const {
    double sum = 0;
    for (const Term& t : terms_) sum += t.coefficient * powers_x[t.x] * powers_y[t.y];
    return sum;
  }

 private:
  struct Term {
    std::uint64_t x, y;
    double coefficient;
  };
  std::vector<Term> terms_;
  std::array<std::uint64_t, 2> degrees_{};
};

void set_powers(std::vector<double>& powers, double x, std::uint64_t degree) {
  powers.assign(1, 1);
  while (powers.size() <= degree) powers.push_back(powers.back() * x);
}

}  // namespace

std::vector<PlaneSegment> sampled_curve(const polyfork::MultiPolyQ& f, const PlaneWindow& window, std::size_t cells,
                                        const polyfork::ExecutionContext& ctx) {
  std::vector<PlaneSegment> segments;
  if (f.is_constant()) return segments;
  const DoublePolynomial polynomial(f);
  const auto count = static_cast<double>(cells);
  // The grid is a hair off the window's: zeros on round lines do not fall on corners.
  const double dx = (window.right - window.left) / count;
  const double dy = (window.top - window.bottom) / count;
  const auto x_at = [&](std::size_t i) { return window.left + (static_cast<double>(i) + 0.0137) * dx; };
  const auto y_at = [&](std::size_t j) { return window.bottom + (static_cast<double>(j) + 0.0171) * dy; };
  std::vector<std::vector<double>> powers_x(cells + 1);
  for (std::size_t i = 0; i <= cells; ++i) set_powers(powers_x[i], x_at(i), polynomial.degree(0));
  std::vector<double> powers_y;
  std::vector<double> below(cells + 1);
  std::vector<double> above(cells + 1);
  for (std::size_t j = 0; j <= cells; ++j) {
    ctx.poll();
    set_powers(powers_y, y_at(j), polynomial.degree(1));
    for (std::size_t i = 0; i <= cells; ++i) above[i] = polynomial.at(powers_x[i], powers_y);
    for (std::size_t i = 0; j > 0 && i < cells; ++i) {
      const std::array<double, 4> value{below[i], below[i + 1], above[i + 1], above[i]};  // counterclockwise
      if (!std::all_of(value.begin(), value.end(), [](double v) { return std::isfinite(v); })) continue;
      const std::array<PlotPoint, 4> corner{
          {{x_at(i), y_at(j - 1)}, {x_at(i + 1), y_at(j - 1)}, {x_at(i + 1), y_at(j)}, {x_at(i), y_at(j)}}};
      std::array<PlotPoint, 4> crossing{};
      std::size_t crossings = 0;
      for (std::size_t k = 0; k < 4; ++k) {
        const std::size_t next = (k + 1) % 4;
        if ((value[k] < 0) == (value[next] < 0)) continue;
        const double share = value[k] / (value[k] - value[next]);
        crossing[crossings++] = {corner[k].x + share * (corner[next].x - corner[k].x),
                                 corner[k].y + share * (corner[next].y - corner[k].y)};
      }
      if (crossings == 2) segments.push_back({crossing[0], crossing[1]});
      if (crossings < 4) continue;
      // Two branches: the sign of the mean says which corners they cut off.
      const bool as_first = (value[0] + value[1] + value[2] + value[3] < 0) == (value[0] < 0);
      segments.push_back({crossing[0], crossing[as_first ? 1 : 3]});
      segments.push_back({crossing[2], crossing[as_first ? 3 : 1]});
    }
    below.swap(above);
  }
  return segments;
}

}  // namespace polyfork_app
