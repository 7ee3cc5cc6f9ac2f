// Sparse polynomials from their values, one variable after another.
//
// The other variables stay at an anchor. The monomials in the variables so far that have a coefficient there are taken
// to be all, so that as many points of these variables, along a geometric progression, as there are monomials give all
// coefficients at further values of the next variable, by transposed Vandermonde systems; then every coefficient is
// interpolated. So one line of values for each monomial and variable is asked for, and the caller may use what is known
// at the point that it starts from. A coefficient that vanishes at the anchor by accident spoils the answer, which the
// caller proves. Literature: [zippel79], [kaltofen90], [monagan16].
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include <polyfork/core/parallel.hpp>

#include "poly/factor/factor_zp_random.hpp"
#include "poly/plane_factor/line_images.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

template <Field R>
struct InterpolatedTerm {
  MultiExponents exponents;
  typename R::element coefficient;
};

template <Field R>
class SparseInterpolation {
 public:
  using E = typename R::element;
  using Terms = std::vector<InterpolatedTerm<R>>;
  /// The values of all components at s = 1, ..., d steps of 1 along variable v from a point, d its degree, where they
  /// are known at the point itself; nothing where that fails. Called by several tasks.
  using Lines = std::function<std::optional<std::vector<std::vector<E>>>(const std::vector<E>& point, std::size_t v,
                                                                         const std::vector<E>& at_point)>;

  /// degrees: bounds for all components, one for each variable. at_anchor: the values there.
  SparseInterpolation(const R& ring, Lines lines, std::vector<E> anchor, std::vector<E> at_anchor,
                      MultiExponents degrees, const ExecutionContext& ctx)
      : ring_(ring),
        ctx_(ctx),
        lines_(std::move(lines)),
        anchor_(std::move(anchor)),
        at_anchor_(std::move(at_anchor)),
        degrees_(std::move(degrees)),
        random_(0x7a697070) {}

  /// Nothing when monomials meet, or a line fails.
  std::optional<std::vector<Terms>> run() {
    std::vector<Terms> found;
    for (const E& c : at_anchor_) {
      found.emplace_back();
      if (!ring_.is_zero(c)) found.back().push_back({{}, c});
    }
    for (std::size_t v = 0; v < degrees_.size(); ++v) {
      ctx_.progress("interpolating factors", static_cast<double>(v) / static_cast<double>(degrees_.size()));
      if (!extend(found, v)) return std::nullopt;
    }
    return found;
  }

 private:
  bool extend(std::vector<Terms>& found, std::size_t v) {
    std::size_t most = 0;
    for (const Terms& terms : found) most = std::max(most, terms.size());
    const auto d = static_cast<std::size_t>(degrees_[v]);
    std::vector<E> nodes;
    // As random as the anchor: zero and one are seldom where a polynomial is as it mostly is.
    for (std::size_t s = 1; s <= d; ++s) nodes.push_back(ring_.add(anchor_[v], ring_.from_integer(Integer(s))));
    nodes.push_back(anchor_[v]);
    std::vector<E> ratios;
    for (std::size_t j = 0; j < v; ++j) ratios.push_back(random_.element(ring_));
    std::vector<std::vector<E>> places(found.size());  // of all monomials
    for (std::size_t c = 0; c < found.size(); ++c) {
      for (const auto& term : found[c]) {
        E place = ring_.one();
        for (std::size_t j = 0; j < v; ++j)
          place = ring_.mul(place, polyfork::pow(ring_, ratios[j], term.exponents[j]));
        places[c].push_back(std::move(place));
      }
      if (!are_different(places[c])) return false;
    }
    // values[k]: along the line from point k.
    const MemoryReservation held(ctx_.memory(),
                                 saturating_mul(saturating_mul(d * most, found.size() + 1), 2 * element_bytes(ring_)));
    std::vector<std::optional<std::vector<std::vector<E>>>> values(d == 0 ? 0 : most);
    parallel_for(ctx_, values.size(), 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t k = begin; k < end; ++k) {
        std::vector<E> point = anchor_;
        for (std::size_t j = 0; j < v; ++j) point[j] = polyfork::pow(ring_, ratios[j], k + 1);
        std::vector<E> at_point;
        for (std::size_t c = 0; c < found.size(); ++c) {
          E sum = ring_.zero();
          for (std::size_t i = 0; i < places[c].size(); ++i)
            sum = ring_.add(sum, ring_.mul(found[c][i].coefficient, polyfork::pow(ring_, places[c][i], k + 1)));
          at_point.push_back(std::move(sum));
        }
        values[k] = lines_(point, v, at_point);
      }
    });
    for (const auto& line : values)
      if (!line) return false;
    const auto rows = lagrange_rows(ring_, nodes, d + 1);
    for (std::size_t c = 0; c < found.size(); ++c) {
      ctx_.poll();
      // solved[s][i]: the coefficient of monomial i at node s; at the anchor it is known.
      std::vector<std::vector<E>> solved(d, std::vector<E>(places[c].size(), ring_.zero()));
      if (d != 0) solve(places[c], values, c, solved);
      Terms next;
      for (std::size_t i = 0; i < places[c].size(); ++i)
        for (std::size_t e = 0; e <= d; ++e) {
          E sum = ring_.mul(rows[e][d], found[c][i].coefficient);
          for (std::size_t s = 0; s < d; ++s) sum = ring_.add(sum, ring_.mul(rows[e][s], solved[s][i]));
          if (ring_.is_zero(sum)) continue;
          MultiExponents exponents = found[c][i].exponents;
          exponents.push_back(e);
          next.push_back({std::move(exponents), std::move(sum)});
        }
      found[c] = std::move(next);
    }
    return true;
  }

  /// None of them zero, either.
  bool are_different(const std::vector<E>& places) const {
    for (std::size_t i = 0; i < places.size(); ++i)
      if (ring_.is_zero(places[i]) ||
          std::find(places.begin() + static_cast<std::ptrdiff_t>(i) + 1, places.end(), places[i]) != places.end())
        return false;
    return true;
  }

  /// sum_i solved[s][i] places[i]^(k+1) = values[k][s][c] for k below places.size().
  void solve(const std::vector<E>& places, const std::vector<std::optional<std::vector<std::vector<E>>>>& values,
             std::size_t c, std::vector<std::vector<E>>& solved) const {
    const std::size_t n = places.size();
    if (n == 0) return;
    const auto rows = lagrange_rows(ring_, places, n);  // row k: the multiples of value k
    std::vector<E> inverses;
    inverses.reserve(n);
    for (const E& place : places) inverses.push_back(ring_.inverse(place));
    for (std::size_t s = 0; s < solved.size(); ++s)
      for (std::size_t i = 0; i < n; ++i) {
        E sum = ring_.zero();
        for (std::size_t k = 0; k < n; ++k) sum = ring_.add(sum, ring_.mul(rows[k][i], (*values[k])[s][c]));
        solved[s][i] = ring_.mul(sum, inverses[i]);
      }
  }

  R ring_;
  const ExecutionContext& ctx_;
  Lines lines_;
  std::vector<E> anchor_;
  std::vector<E> at_anchor_;
  MultiExponents degrees_;
  FixedRandom random_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
