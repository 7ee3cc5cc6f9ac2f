// Known factors, taken apart by the exponents of x: the terms of one group are the unknowns of one linear system.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "poly/multivariate/word_terms.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The terms of a support with one exponent of x.
struct Group {
  std::size_t factor;
  std::size_t exponent;
  std::size_t begin;
  std::size_t end;
  std::size_t size() const noexcept { return end - begin; }
};

/// The groups of all factors but their leading coefficients in x, which are known. The factors must outlive this.
class SupportGroups {
 public:
  explicit SupportGroups(const std::vector<WordTerms>& known) : known_(known) {
    for (std::size_t s = 0; s < known.size(); ++s) add(s);
    for (const Group& g : groups_) most_ = std::max(most_, g.size());
  }

  auto begin() const noexcept { return groups_.begin(); }
  auto end() const noexcept { return groups_.end(); }
  std::size_t size() const noexcept { return groups_.size(); }
  const Group& operator[](std::size_t i) const noexcept { return groups_[i]; }
  /// Terms of the largest group, at least 1.
  std::size_t most() const noexcept { return most_; }

  /// Groups with the same monomials but for x, by number.
  std::vector<std::vector<std::size_t>> by_support() const {
    std::vector<std::vector<std::size_t>> classes;
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      const auto same = std::find_if(classes.begin(), classes.end(), [&](const std::vector<std::size_t>& c) {
        return have_equal_supports(groups_[c.front()], groups_[i]);
      });
      if (same == classes.end())
        classes.push_back({i});
      else
        same->push_back(i);
    }
    return classes;
  }

 private:
  void add(std::size_t s) {
    const WordTerms& g = known_[s];
    for (std::size_t i = 0; i < g.size(); ++i) {
      const std::size_t exponent = g.monomial(i)[0];
      if (exponent == g.monomial(0)[0]) continue;
      if (groups_.empty() || groups_.back().factor != s || groups_.back().exponent != exponent)
        groups_.push_back({s, exponent, i, i});
      groups_.back().end = i + 1;
    }
  }
  bool have_equal_supports(const Group& a, const Group& b) const {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i) {
      const std::uint32_t* const left = known_[a.factor].monomial(a.begin + i);
      const std::uint32_t* const right = known_[b.factor].monomial(b.begin + i);
      if (!std::equal(left + 1, left + known_[a.factor].variables, right + 1)) return false;
    }
    return true;
  }

  const std::vector<WordTerms>& known_;
  std::vector<Group> groups_;
  std::size_t most_ = 1;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
