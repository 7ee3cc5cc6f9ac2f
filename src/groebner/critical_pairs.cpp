// The criteria of Gebauer and Moeller.
#include "groebner/critical_pairs.hpp"

#include <algorithm>

namespace polyfork {
inline namespace v1 {
namespace detail {

void CriticalPairs::add(MonomialTable::Index leading) {
  const auto element = static_cast<std::uint32_t>(leading_.size());

  struct Candidate {
    CriticalPair pair;
    bool coprime;
    bool dropped;
  };
  std::vector<Candidate> candidates;
  candidates.reserve(minimal_.size());
  bool covered = false;  // an older element's leading monomial divides the new one
  for (const std::uint32_t i : minimal_) {
    covered = covered || monomials_.divides(leading_[i], leading);
    candidates.push_back(
        {{i, element, monomials_.lcm(leading_[i], leading)}, monomials_.coprime(leading_[i], leading), false});
  }

  // B: an old pair whose lcm the new monomial divides is covered by its two new pairs, unless an lcm is equal.
  std::vector<MonomialTable::Index> lcm_with(leading_.size(), MonomialTable::Index(-1));
  for (const Candidate& c : candidates) lcm_with[c.pair.first] = c.pair.lcm;
  std::erase_if(pairs_, [&](const CriticalPair& p) {
    if (!monomials_.divides(leading, p.lcm)) return false;
    const auto lcm = [&](std::uint32_t i) {
      if (lcm_with[i] == MonomialTable::Index(-1)) lcm_with[i] = monomials_.lcm(leading_[i], leading);
      return lcm_with[i];
    };
    return lcm(p.first) != p.lcm && lcm(p.second) != p.lcm;
  });

  // M and F: of the new pairs those with minimal lcm, one for each; none where one of them has coprime monomials.
  std::stable_sort(candidates.begin(), candidates.end(), [&](const Candidate& a, const Candidate& b) {
    if (a.pair.lcm == b.pair.lcm) return a.coprime && !b.coprime;
    return monomials_.less(a.pair.lcm, b.pair.lcm);
  });
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (candidates[i].dropped) continue;
    for (std::size_t j = i + 1; j < candidates.size(); ++j)
      if (!candidates[j].dropped && monomials_.divides(candidates[i].pair.lcm, candidates[j].pair.lcm))
        candidates[j].dropped = true;
  }
  for (const Candidate& c : candidates)
    if (!c.dropped && !c.coprime) pairs_.push_back(c.pair);

  std::erase_if(minimal_, [&](std::uint32_t i) {
    const bool goes = leading != leading_[i] && monomials_.divides(leading, leading_[i]);
    if (goes) redundant_[i] = true;
    return goes;
  });
  leading_.push_back(leading);
  redundant_.push_back(covered);
  if (!covered) minimal_.push_back(element);
}

std::vector<CriticalPair> CriticalPairs::take_lowest() {
  std::uint32_t least = MonomialTable::max_degree + 1;
  for (const CriticalPair& p : pairs_) least = std::min(least, monomials_.degree(p.lcm));
  const auto middle = std::stable_partition(pairs_.begin(), pairs_.end(),
                                            [&](const CriticalPair& p) { return monomials_.degree(p.lcm) != least; });
  std::vector<CriticalPair> taken(middle, pairs_.end());
  pairs_.erase(middle, pairs_.end());
  return taken;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
