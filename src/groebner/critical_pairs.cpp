// The criteria of Gebauer and Moeller.
#include "groebner/critical_pairs.hpp"

#include <algorithm>
#include <utility>

namespace polyfork {
inline namespace v1 {
namespace detail {

void CriticalPairs::add(MonomialTable::Index leading) {
  const auto element = static_cast<std::uint32_t>(leading_.size());

  // B: an old pair whose lcm the new monomial divides is covered by its two new pairs, unless an lcm is equal.
  std::erase_if(pairs_, [&](const CriticalPair& p) {
    return monomials_.divides(leading, p.lcm) && !monomials_.is_lcm(p.lcm, leading_[p.first], leading) &&
           !monomials_.is_lcm(p.lcm, leading_[p.second], leading);
  });

  // M and F: of the new pairs those with minimal lcm, one for each; none where one of them has coprime monomials.
  struct Candidate {
    std::uint32_t first = 0;
    MonomialTable::Loose lcm{};
    bool coprime = false;
  };
  std::vector<Candidate> candidates;
  Candidate next;
  bool covered = false;  // an older element's leading monomial divides the new one
  for (const std::uint32_t i : minimal_) {
    covered = covered || monomials_.divides(leading_[i], leading);
    next.first = i;
    monomials_.set_lcm(next.lcm, leading_[i], leading);
    next.coprime = monomials_.degree(next.lcm) == monomials_.degree(leading_[i]) + monomials_.degree(leading);
    const auto divisor = std::find_if(candidates.begin(), candidates.end(),
                                      [&](const Candidate& c) { return monomials_.divides(c.lcm, next.lcm); });
    if (divisor != candidates.end()) {
      // Only an equal one can give way.
      if (next.coprime && !divisor->coprime && divisor->lcm.words == next.lcm.words) std::swap(*divisor, next);
      continue;
    }
    std::erase_if(candidates, [&](const Candidate& c) { return monomials_.divides(next.lcm, c.lcm); });
    candidates.push_back(next);
  }
  for (const Candidate& c : candidates)
    if (!c.coprime) pairs_.push_back({c.first, element, monomials_.insert(c.lcm)});

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
