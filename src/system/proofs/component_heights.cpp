// The arithmetic theorem of Bezout in products of projective spaces.
//
// Let the n variables be divided into groups of n_1, ..., n_m, and affine space lie in P = P^n_1 x ... x P^n_m. An
// equation of degree d_i in the variables of group i whose coefficients are primitive and whose sizes add up to N has
// the class d_1 t_1 + ... + d_m t_m + h e with h = log N, where e^2 = 0 and t_i^(n_i + 1) = 0. A cycle X of dimension k
// has the class that is the sum of deg_b(X) t^(n - b) over |b| = k and of h_b(X) e t^(n - b) over |b| = k + 1, with its
// mixed degrees and canonical heights, all of which are at least 0. The class of what an equation cuts out of X is at
// most the product of both (D'Andrea, Krick and Sombra 2013): the sum of d_i h_(b + e_i)(X) is the height h_b of the
// intersection and a number for every place, at primes not negative, since coefficients are integers, at infinity at
// least -h deg_b(X), since N is at least the supremum of the equation on the unit torus.
//
// A component C of the solutions is reached from P by one equation after another: a component that contains C and not
// the equation is cut by it, one that the equation contains is kept. So the class of C, of dimension k, is at most the
// product of the classes of n - k different equations.
//
// Let C have no integral point modulo p, and Z be a component of the closure of C modulo p. Z lies in one of the
// hyperplanes at infinity x_i0 = 0, and deg_b(Z) is positive for some b. The height h_B(C) for B = b + e_i is that of C
// intersected with x_i0 = 0 and for every place a number that is not negative; for p that is at least log p. So the sum
// of h_B(C) over all B and all i with B_i > 0 is at least the sum of the logarithms of all such p.
//
// Points of the closure modulo p at which polynomials vanish: let C have dimension 0 and E be one of them that is not
// zero on C, of degree d_i in the variables of group i, with coefficients whose sizes add up to N. The same theorem for
// E and C, which have no intersection: the sum of d_i h_i(C) is a number for every place, which is at least log p where
// E vanishes at a point of C modulo p, not negative at other primes and at least - deg(C) log N at infinity. So the sum
// of (1 + d_i) h_i(C) and deg(C) log N is at least the sum of the logarithms of the p modulo which each point of C is
// at infinity or a zero of E.
//
// That sum is what is computed here, for a division of the variables that makes it small: n for each choice of
// equations, of which those with the same degrees differ by h alone. For one group, P^n, no choice has to be looked at:
// degrees are at least 1.
// Literature: docs/reference/bibliography.md, [dks13].
#include "system/proofs/component_heights.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <numeric>
#include <utility>

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

using Groups = std::vector<std::vector<std::size_t>>;  // of variables

constexpr std::size_t most_groups = 3;
constexpr std::size_t most_divided = 14;         // variables: some tenths of a second
constexpr std::size_t most_choices = 512;        // of equations, that are looked at for a division
constexpr std::uint64_t worth_dividing = 16384;  // parts of a bit: some thirty primes

/// log2 of the sum of the sizes, in parts of a bit, rounded up.
std::uint64_t length_of(const IntegerEquation& equation) {
  Integer sum;
  for (const Integer& c : equation.coefficients) sum += abs(c);
  return log2_in_parts(sum);
}

/// The greatest degree of polynomials in these variables.
std::uint64_t degree_in(const VanishingPolynomials& polynomials, const std::vector<std::size_t>& variables) {
  std::uint64_t greatest = 0;
  for (const auto& exponents : polynomials.exponents) {
    std::uint64_t degree = 0;
    for (const std::size_t v : variables) degree += exponents[v];
    greatest = std::max(greatest, degree);
  }
  return greatest;
}

std::vector<std::size_t> all_of(std::size_t variables) {
  std::vector<std::size_t> all(variables);
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all;
}

Integer number(std::uint64_t value) { return Integer(value); }

/// In P^n: the product of the n greatest degrees times the n greatest quotients of h and the degree.
Integer in_one_space(const std::vector<IntegerEquation>& equations, std::size_t variables,
                     const VanishingPolynomials* vanishing) {
  std::vector<std::uint64_t> degrees;
  degrees.reserve(equations.size());
  for (const IntegerEquation& f : equations) degrees.push_back(f.degree);
  std::sort(degrees.begin(), degrees.end(), std::greater<>());
  Integer product(1);
  for (std::size_t i = 0; i < std::min(variables, degrees.size()); ++i) product *= number(degrees[i]);
  std::vector<Integer> terms;
  terms.reserve(equations.size());
  for (const IntegerEquation& f : equations) {
    // Rounded up.
    const Integer numerator = mul(product, number(length_of(f))) + number(f.degree - 1);
    terms.push_back(floor_div_rem(numerator, number(f.degree)).first);
  }
  std::sort(terms.begin(), terms.end(), [](const Integer& a, const Integer& b) { return a > b; });
  Integer sum;
  for (std::size_t i = 0; i < std::min(variables, terms.size()); ++i) sum += terms[i];
  if (vanishing != nullptr)
    sum = sum * number(1 + degree_in(*vanishing, all_of(variables))) + product * number(vanishing->length);
  return sum;
}

/// The classes of cycles, as arrays over the monomials in t_1, ..., t_m.
class Classes {
 public:
  struct Class {
    std::vector<Integer> degrees;
    std::vector<Integer> heights;  // the coefficients of e
  };

  Classes(const Groups& groups, const VanishingPolynomials* vanishing) {
    for (const auto& group : groups) {
      sizes_.push_back(group.size());
      count_ *= group.size() + 1;
      degrees_.push_back(vanishing != nullptr ? degree_in(*vanishing, group) : 0);
    }
    if (vanishing != nullptr) length_ = vanishing->length;
  }

  Class of_space() const {
    Class one{std::vector<Integer>(count_), std::vector<Integer>(count_)};
    one.degrees[0] = Integer(1);
    return one;
  }

  /// The product with the class of an equation.
  Class product(const Class& a, const std::vector<std::uint64_t>& degrees, std::uint64_t height) const {
    Class result{std::vector<Integer>(count_), std::vector<Integer>(count_)};
    for (std::size_t at = 0; at < count_; ++at) {
      if (a.degrees[at].is_zero() && a.heights[at].is_zero()) continue;
      if (height != 0) result.heights[at] += mul(a.degrees[at], number(height));
      std::size_t step = 1;
      for (std::size_t i = 0; i < sizes_.size(); step *= sizes_[i++] + 1) {
        if (degrees[i] == 0 || exponent(at, step, i) == sizes_[i]) continue;
        result.degrees[at + step] += mul(a.degrees[at], number(degrees[i]));
        result.heights[at + step] += mul(a.heights[at], number(degrees[i]));
      }
    }
    return result;
  }

  /// The sum of all heights of the class, each as often as B has entries that are not zero, and of what polynomials
  /// that vanish at points add to those of dimension 0.
  Integer sum_of_heights(const Class& a) const {
    Integer sum = mul(a.degrees[count_ - 1], number(length_));
    for (std::size_t at = 0; at < count_; ++at) {
      std::uint64_t times = 0;
      std::size_t dimension = 0;  // of B
      std::uint64_t degree = 0;
      std::size_t step = 1;
      for (std::size_t i = 0; i < sizes_.size(); step *= sizes_[i++] + 1) {
        const std::size_t entry = sizes_[i] - exponent(at, step, i);
        times += entry != 0 ? 1 : 0;
        dimension += entry;
        if (entry != 0) degree = degrees_[i];
      }
      sum += mul(a.heights[at], number(times + (dimension == 1 ? degree : 0)));
    }
    return sum;
  }

 private:
  std::size_t exponent(std::size_t at, std::size_t step, std::size_t i) const { return at / step % (sizes_[i] + 1); }

  std::vector<std::size_t> sizes_;
  std::vector<std::uint64_t> degrees_;  // of polynomials that vanish at points
  std::uint64_t length_ = 0;            // of these
  std::size_t count_ = 1;
};

/// Equations with their degrees in the groups and their h.
class Choices {
 public:
  Choices(const std::vector<IntegerEquation>& equations, const std::vector<std::uint64_t>& lengths,
          std::size_t variables, const Groups& groups, const VanishingPolynomials* vanishing)
      : classes_(groups, vanishing), variables_(variables) {
    std::map<std::vector<std::uint64_t>, std::vector<std::uint64_t>> lengths_by_degrees;
    for (std::size_t j = 0; j < equations.size(); ++j) {
      std::vector<std::uint64_t> degrees(groups.size(), 0);
      for (const auto& e : equations[j].exponents)
        for (std::size_t i = 0; i < groups.size(); ++i) {
          std::uint64_t degree = 0;
          for (const std::size_t v : groups[i]) degree += e[v];
          degrees[i] = std::max(degrees[i], degree);
        }
      lengths_by_degrees[degrees].push_back(lengths[j]);
    }
    for (auto& [degrees, all] : lengths_by_degrees) {
      std::sort(all.begin(), all.end(), std::greater<>());
      kinds_.push_back({degrees, std::move(all)});
    }
  }

  /// Empty where there are too many.
  std::optional<Integer> greatest_sum() {
    std::size_t choices = 1;
    for (const Kind& kind : kinds_) {
      choices *= std::min(kind.lengths.size(), variables_) + 1;
      if (choices > most_choices) return std::nullopt;
    }
    choose(0, 0, classes_.of_space());
    return std::move(greatest_);
  }

 private:
  struct Kind {
    std::vector<std::uint64_t> degrees;
    std::vector<std::uint64_t> lengths;  // descending: fewer equations are those with the greatest
  };

  void choose(std::size_t kind, std::size_t chosen, Classes::Class product) {
    if (kind == kinds_.size()) {
      greatest_ = std::max(greatest_, classes_.sum_of_heights(product));
      return;
    }
    choose(kind + 1, chosen, product);
    for (const std::uint64_t length : kinds_[kind].lengths) {
      if (++chosen > variables_) return;
      product = classes_.product(product, kinds_[kind].degrees, length);
      choose(kind + 1, chosen, product);
    }
  }

  Classes classes_;
  std::size_t variables_;
  std::vector<Kind> kinds_;
  Integer greatest_;
};

/// Variable v of group `from` in group `to`, which may be a new one.
Groups moved(Groups groups, std::size_t from, std::size_t v, std::size_t to) {
  if (to == groups.size()) groups.emplace_back();
  groups[to].push_back(groups[from][v]);
  groups[from].erase(groups[from].begin() + static_cast<std::ptrdiff_t>(v));
  std::erase_if(groups, [](const auto& group) { return group.empty(); });
  return groups;
}

}  // namespace

std::uint64_t log2_in_parts(const Integer& a) {
  static_assert(parts_of_bit == 16);
  return a.is_zero() || a.is_one() ? 0 : pow(a, parts_of_bit).bit_length();
}

std::optional<Integer> most_height_of_components(const std::vector<IntegerEquation>& equations, std::size_t variables,
                                                 const ExecutionContext& ctx, const VanishingPolynomials* vanishing) {
  if (equations.empty() || std::ranges::any_of(equations, [](const auto& f) { return f.degree == 0; }))
    return std::nullopt;
  std::vector<std::uint64_t> lengths;
  lengths.reserve(equations.size());
  for (const IntegerEquation& f : equations) lengths.push_back(length_of(f));
  Integer best = in_one_space(equations, variables, vanishing);
  Groups groups{all_of(variables)};
  // One variable after another goes where the bound is least, as long as that helps.
  for (bool improved = variables <= most_divided && best > number(worth_dividing); improved;) {
    improved = false;
    Groups next;
    for (std::size_t from = 0; from < groups.size(); ++from)
      for (std::size_t v = 0; v < groups[from].size(); ++v)
        for (std::size_t to = 0; to <= groups.size(); ++to) {
          ctx.poll();
          if (to == from) continue;
          Groups candidate = moved(groups, from, v, to);
          if (candidate.size() > most_groups) continue;
          const auto sum = Choices(equations, lengths, variables, candidate, vanishing).greatest_sum();
          if (!sum || *sum >= best) continue;
          best = *sum;
          next = std::move(candidate);
          improved = true;
        }
    if (improved) groups = std::move(next);
  }
  return best;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
