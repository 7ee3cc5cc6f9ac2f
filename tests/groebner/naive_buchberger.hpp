// Buchberger's algorithm as the textbooks have it: all pairs, no criteria, terms in maps.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <vector>

#include <polyfork/poly/multi_products/multi_poly.hpp>

namespace polyfork::test {

using NaiveMonomial = std::vector<std::uint64_t>;

/// a > b in grevlex.
struct GrevlexGreater {
  bool operator()(const NaiveMonomial& a, const NaiveMonomial& b) const {
    std::uint64_t da = 0;
    std::uint64_t db = 0;
    for (const auto e : a) da += e;
    for (const auto e : b) db += e;
    if (da != db) return da > db;
    for (std::size_t v = a.size(); v-- > 0;)
      if (a[v] != b[v]) return a[v] < b[v];
    return false;
  }
};

using NaiveTerms = std::map<NaiveMonomial, std::uint64_t, GrevlexGreater>;

class NaiveBuchberger {
 public:
  explicit NaiveBuchberger(const PrimeField& field) : field_(field) {}

  static NaiveTerms terms(const MultiPolyZp& f) {
    NaiveTerms result;
    for (const auto& term : f.terms()) result[term.exponents] = term.coefficient;
    return result;
  }

  static bool divides(const NaiveMonomial& a, const NaiveMonomial& b) {
    for (std::size_t v = 0; v < a.size(); ++v)
      if (a[v] > b[v]) return false;
    return true;
  }

  /// f -= c x^shift g.
  void subtract(NaiveTerms& f, std::uint64_t c, const NaiveMonomial& shift, const NaiveTerms& g) const {
    for (const auto& [monomial, coefficient] : g) {
      NaiveMonomial m = monomial;
      for (std::size_t v = 0; v < m.size(); ++v) m[v] += shift[v];
      const std::uint64_t value = field_.sub(f[m], field_.mul(c, coefficient));
      if (value == 0)
        f.erase(m);
      else
        f[m] = value;
    }
  }

  NaiveTerms normal_form(NaiveTerms f, const std::vector<NaiveTerms>& basis) const {
    NaiveTerms rest;
    while (!f.empty()) {
      const auto lead = *f.begin();
      const auto by = std::find_if(basis.begin(), basis.end(),
                                   [&](const NaiveTerms& g) { return divides(g.begin()->first, lead.first); });
      if (by == basis.end()) {
        rest.insert(lead);
        f.erase(f.begin());
        continue;
      }
      NaiveMonomial shift = lead.first;
      for (std::size_t v = 0; v < shift.size(); ++v) shift[v] -= by->begin()->first[v];
      subtract(f, field_.mul(lead.second, field_.inverse(by->begin()->second)), shift, *by);
    }
    return rest;
  }

  NaiveTerms s_polynomial(const NaiveTerms& f, const NaiveTerms& g) const {
    const NaiveMonomial& a = f.begin()->first;
    const NaiveMonomial& b = g.begin()->first;
    NaiveMonomial to_f(a.size());
    NaiveMonomial to_g(a.size());
    for (std::size_t v = 0; v < a.size(); ++v) {
      to_f[v] = std::max(a[v], b[v]) - a[v];
      to_g[v] = std::max(a[v], b[v]) - b[v];
    }
    NaiveTerms s;
    subtract(s, field_.neg(field_.inverse(f.begin()->second)), to_f, f);
    subtract(s, field_.inverse(g.begin()->second), to_g, g);
    return s;
  }

  /// Reduced, monic, ascending.
  std::vector<NaiveTerms> basis(const std::vector<NaiveTerms>& inputs) const {
    std::vector<NaiveTerms> g;
    std::vector<NaiveTerms> waiting = inputs;
    std::vector<std::pair<std::size_t, std::size_t>> pairs;
    while (!waiting.empty() || !pairs.empty()) {
      NaiveTerms f;
      if (!waiting.empty()) {
        f = waiting.back();
        waiting.pop_back();
      } else {
        f = s_polynomial(g[pairs.back().first], g[pairs.back().second]);
        pairs.pop_back();
      }
      f = normal_form(std::move(f), g);
      if (f.empty()) continue;
      for (std::size_t i = 0; i < g.size(); ++i) pairs.emplace_back(i, g.size());
      g.push_back(std::move(f));
    }
    std::vector<NaiveTerms> minimal;
    for (std::size_t i = 0; i < g.size(); ++i) {
      const bool redundant = [&] {
        for (std::size_t j = 0; j < g.size(); ++j)
          if (j != i && divides(g[j].begin()->first, g[i].begin()->first) &&
              (g[j].begin()->first != g[i].begin()->first || j < i))
            return true;
        return false;
      }();
      if (!redundant) minimal.push_back(g[i]);
    }
    std::vector<NaiveTerms> reduced;
    for (std::size_t i = 0; i < minimal.size(); ++i) {
      std::vector<NaiveTerms> others = minimal;
      others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
      NaiveTerms f = normal_form(minimal[i], others);
      const std::uint64_t inverse = field_.inverse(f.begin()->second);
      for (auto& [monomial, coefficient] : f) coefficient = field_.mul(coefficient, inverse);
      reduced.push_back(std::move(f));
    }
    std::sort(reduced.begin(), reduced.end(), [](const NaiveTerms& a, const NaiveTerms& b) {
      return GrevlexGreater{}(b.begin()->first, a.begin()->first);
    });
    return reduced;
  }

 private:
  PrimeField field_;
};

}  // namespace polyfork::test
