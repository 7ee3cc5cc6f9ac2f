// The least weights for leading monomials that are powers of variables.
//
// A power x_v^d can be the leading monomial of an equation only if all other terms have lower degrees in x_v. Where
// each variable has got an equation with such a power, weights w are to satisfy w_v d_v > w . m for all other terms x^m
// of its equation. The map of w to the least w_v that the other weights leave is monotone: from w = 1 it grows to the
// least solution, or beyond all bounds if there is none. Any monomial order that suits finitely many comparisons has
// weights that do. The equations are chosen by a search with few steps; one more equation never makes weights smaller,
// so that a choice without weights need not be completed.
#include "system/modular/leading_power_order.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>

#include "groebner/monomial_table.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::uint64_t most_weight = std::uint64_t{1} << 20;
constexpr std::uint64_t most_exponent = std::uint64_t{1} << 20;
/// Operations with exponents: some tens of microseconds.
constexpr std::size_t most_operations = std::size_t{1} << 14;

/// A power of a variable that may be the leading monomial of an equation.
struct Candidate {
  std::size_t equation;
  std::uint64_t degree;
  std::uint64_t others;  // the greatest total degree of the other terms
};

class WeightSearch {
 public:
  explicit WeightSearch(const IntegerSystem& system) : system_(system), candidates_(system.variables) {}

  std::optional<std::vector<std::uint32_t>> run() {
    if (system_.equations.size() < system_.variables) return std::nullopt;
    for (std::size_t i = 0; i < system_.equations.size(); ++i)
      if (!add_candidates(i)) return std::nullopt;
    for (auto& list : candidates_) {
      if (list.empty()) return std::nullopt;
      // Those that ask for the least weight first.
      std::stable_sort(list.begin(), list.end(), [](const Candidate& a, const Candidate& b) {
        return a.others * b.degree < b.others * a.degree;
      });
    }
    order_.resize(system_.variables);
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    std::stable_sort(order_.begin(), order_.end(),
                     [&](std::size_t a, std::size_t b) { return candidates_[a].size() < candidates_[b].size(); });
    used_.assign(system_.equations.size(), false);
    chosen_.resize(system_.variables);
    if (!choose(0, std::vector<std::uint64_t>(system_.variables, 1))) return std::nullopt;
    return std::vector<std::uint32_t>(found_.begin(), found_.end());
  }

 private:
  /// False where the search would take long.
  bool add_candidates(std::size_t number) {
    const auto& f = system_.equations[number];
    const std::size_t n = system_.variables;
    if (!has_work(f.exponents.size() * n)) return false;
    std::vector<std::uint64_t> greatest(n, 0);
    std::vector<std::size_t> owner(n, 0);  // the term with that exponent
    std::vector<std::size_t> count(n, 0);  // of such terms
    std::vector<std::uint64_t> degrees;
    degrees.reserve(f.exponents.size());
    for (std::size_t i = 0; i < f.exponents.size(); ++i) {
      degrees.push_back(0);
      for (std::size_t v = 0; v < n; ++v) {
        const std::uint64_t e = f.exponents[i][v];
        if (e > most_exponent) return false;
        degrees[i] += e;
        if (e > greatest[v]) {
          greatest[v] = e;
          owner[v] = i;
          count[v] = 0;
        }
        if (e == greatest[v]) ++count[v];
      }
    }
    for (std::size_t v = 0; v < n; ++v) {
      if (greatest[v] == 0 || count[v] != 1 || degrees[owner[v]] != greatest[v]) continue;
      std::uint64_t others = 0;
      for (std::size_t i = 0; i < degrees.size(); ++i)
        if (i != owner[v]) others = std::max(others, degrees[i]);
      candidates_[v].push_back({number, greatest[v], others});
    }
    return true;
  }

  bool has_work(std::size_t operations) {
    work_ += operations;
    return work_ <= most_operations;
  }

  /// Equations for the variables from order_[at] on. Weights: the least for those before.
  bool choose(std::size_t at, const std::vector<std::uint64_t>& weights) {
    if (at == order_.size()) {
      found_ = weights;
      return true;
    }
    const std::size_t v = order_[at];
    for (const Candidate& c : candidates_[v]) {
      if (used_[c.equation]) continue;
      used_[c.equation] = true;
      chosen_[at] = c;
      std::vector<std::uint64_t> next = weights;
      if (raise(next, at + 1) && choose(at + 1, next)) return true;
      used_[c.equation] = false;
      if (work_ > most_operations) return false;
    }
    return false;
  }

  /// Raises the weights until they suit the equations that are chosen for the first variables. False where they grow
  /// too far, or too often.
  bool raise(std::vector<std::uint64_t>& weights, std::size_t count) {
    std::size_t passes = 0;
    for (bool changed = true; changed;) {
      if (++passes > 4 * count + 8) return false;
      changed = false;
      for (std::size_t i = 0; i < count; ++i) {
        const std::size_t v = order_[i];
        const auto& f = system_.equations[chosen_[i].equation];
        if (!has_work(f.exponents.size() * weights.size())) return false;
        std::uint64_t least = weights[v];
        for (const auto& exponents : f.exponents) {
          if (exponents[v] == chosen_[i].degree) continue;
          std::uint64_t degree = 0;
          for (std::size_t u = 0; u < weights.size(); ++u) degree += exponents[u] * weights[u];
          least = std::max(least, degree / chosen_[i].degree + 1);
        }
        if (least > most_weight) return false;
        changed = changed || least != weights[v];
        weights[v] = least;
      }
    }
    return true;
  }

  const IntegerSystem& system_;
  std::vector<std::vector<Candidate>> candidates_;  // by variable
  std::vector<std::size_t> order_;                  // of the variables in the search
  std::vector<bool> used_;
  std::vector<Candidate> chosen_;  // in that order
  std::vector<std::uint64_t> found_;
  std::size_t work_ = 0;
};

}  // namespace

std::optional<std::vector<std::uint32_t>> weights_for_leading_powers(const IntegerSystem& system) {
  return WeightSearch(system).run();
}

std::vector<std::uint32_t> weights_for_basis(const IntegerSystem& system) {
  if (system.equations.size() != system.variables) return {};
  auto weights = weights_for_leading_powers(system);
  if (!weights || std::ranges::all_of(*weights, [](std::uint32_t w) { return w == 1; })) return {};
  // The greatest monomials that are looked at are products of variables with representatives of residue classes, and
  // least common multiples of leading monomials.
  std::uint64_t degrees = 0;
  for (const auto& f : system.equations) {
    std::uint64_t greatest = 0;
    for (const auto& exponents : f.exponents)
      greatest = std::max(greatest,
                          std::inner_product(exponents.begin(), exponents.end(), weights->begin(), std::uint64_t{0}));
    degrees += greatest;
  }
  if (degrees > MonomialTable::max_degree) return {};
  return std::move(*weights);
}

IntegerSystem sorted_by_weights(IntegerSystem system, const std::vector<std::uint32_t>& weights) {
  MonomialTable monomials(system.variables, weights);
  for (auto& equation : system.equations) {
    std::vector<MonomialTable::Index> indices;
    indices.reserve(equation.exponents.size());
    for (const auto& exponents : equation.exponents) indices.push_back(monomials.insert(exponents));
    std::vector<std::size_t> places(indices.size());
    std::iota(places.begin(), places.end(), std::size_t{0});
    std::sort(places.begin(), places.end(),
              [&](std::size_t a, std::size_t b) { return monomials.less(indices[b], indices[a]); });
    IntegerSystem::Equation sorted;
    sorted.exponents.reserve(places.size());
    sorted.coefficients.reserve(places.size());
    for (const std::size_t i : places) {
      sorted.exponents.push_back(std::move(equation.exponents[i]));
      sorted.coefficients.push_back(std::move(equation.coefficients[i]));
    }
    equation = std::move(sorted);
  }
  return system;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
