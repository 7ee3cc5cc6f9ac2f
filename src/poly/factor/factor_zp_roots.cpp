// Roots of products of linear factors over Z/pZ, by the same powers as factors of equal degrees (factor_zp_equal.cpp).
//
// (x + s)^((p-1)/2) is 1 at about half of the roots and -1 at the others. With a divisor R of p - 1, (x + s)^((p-1)/R)
// has R values, all of whose powers follow from it: the roots are split into R parts, prime by prime of R, by gcds and
// remainders alone, which take far less time than another power of log2(p) squares. Primes up to 7 are used, of which 2
// always is one. For short f the polynomial f(x - s) is computed for powers of x. Literature: Grenet, van der Hoeven,
// Lecerf, AAECC 27 (2016).
#include <numeric>
#include <utility>

#include <polyfork/core/parallel.hpp>

#include "poly/factor/factor_zp_random.hpp"
#include "poly/factor/factor_zp_words.hpp"
#include "poly/factor/power_residues.hpp"
#include "poly/factor/power_roots.hpp"
#include "poly/residues/division_word.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::uint64_t roots_seed = 0x726f6f7473;

/// The roots of y^2 + b y + c that are both in Z/pZ, p odd: (y + s)^((p-1)/2) is 1 at one and -1 at the other of them
/// for half of all s, and a linear polynomial in y.
void roots_of_quadratic(const WordModulus& m, std::uint64_t b, std::uint64_t c, FixedRandom& random,
                        std::vector<std::uint64_t>& out) {
  const std::uint64_t e = m.value() / 2;
  for (std::uint64_t s = 0;; s = m.reduce(random.next())) {
    std::uint64_t low = s;  // low + high y
    std::uint64_t high = 1;
    for (int i = 62 - __builtin_clzll(e); i >= 0; --i) {
      const std::uint64_t top = m.mul(high, high);
      const std::uint64_t middle = m.mul(low, high);
      low = m.sub(m.mul(low, low), m.mul(top, c));
      high = m.sub(m.add(middle, middle), m.mul(top, b));
      if ((e >> i & 1) == 0) continue;
      const std::uint64_t square = high;
      high = m.sub(m.add(low, m.mul(high, s)), m.mul(square, b));
      low = m.sub(m.mul(low, s), m.mul(square, c));
    }
    if (high == 0) continue;
    const std::uint64_t root = m.mul(m.sub(1, low), m.inverse(high));
    if (m.add(m.mul(m.add(root, b), root), c) != 0) continue;  // y + s is zero at a root
    out.push_back(root);
    return out.push_back(m.neg(m.add(root, b)));
  }
}

/// f(y - s) by Horner's scheme.
void shift_down(const WordModulus& m, ResidueVector& f, std::uint64_t s) {
  const std::uint64_t minus = m.neg(s);
  const std::uint64_t shoup = m.shoup(minus);
  for (std::size_t k = 0; k + 1 < f.size(); ++k)
    for (std::size_t i = f.size() - 1; i-- != k;) f[i] = m.add(f[i], m.mul_shoup(f[i + 1], minus, shoup));
}

/// Splits products of linear factors by the powers h_j = (x + s)^((p - 1) / R_j), R_j = q_1 ... q_j: where h_(j-1), the
/// q_j-th power of h_j, has one value, h_j has q_j values. One power serves for all of them.
class ResidueSplitter {
 public:
  ResidueSplitter(const FactorAlgebra& w, const PowerResidues& residues, const ResidueVector& f, std::uint64_t shift)
      : w_(w), residues_(residues), length_(residues.useful_length(f.size() - 1)) {
    const WordQuotient q(w, f);
    const std::size_t n = q.degree();
    reservation_ = MemoryReservation(w.ctx.memory(), 2 * (length_ + 1) * n * sizeof(std::uint64_t));
    powers_.assign(length_, ResidueVector(n));
    q.power_of_linear(shift, (w.modulus.value() - 1) / residues.order(length_ - 1), powers_.back());
    for (std::size_t j = length_ - 1; j-- != 0;) {
      w.ctx.poll();
      if (residues.prime(j + 1) == 2)
        q.square(powers_[j + 1], powers_[j]);
      else
        q.power(powers_[j + 1], residues.prime(j + 1), powers_[j]);
    }
    for (ResidueVector& h : powers_) {
      q.to_residues(h, h);
      h = normalised_words(h);
    }
  }

  /// The parts of f, at least one.
  std::vector<ResidueVector> parts(ResidueVector f) && {
    std::vector<ResidueVector> found;
    split(std::move(f), 0, 0, 0, std::move(powers_), found);
    return found;
  }

 private:
  /// Takes those factors off f where h_j has the value number `i` + value R_(j-1), and so on; powers: h_j, h_(j+1), ...
  /// modulo f.
  void split(ResidueVector f, std::size_t j, std::uint64_t i, std::uint64_t value, std::vector<ResidueVector> powers,
             std::vector<ResidueVector>& found) const {
    w_.ctx.poll();
    if (f.size() <= 3 || j == length_) return found.push_back(std::move(f));
    const std::uint64_t before = j == 0 ? 1 : residues_.order(j - 1);
    // What is left when all values but one are gone has the last one.
    if (value + 1 == residues_.prime(j)) return descend(std::move(f), j, i + value * before, std::move(powers), found);
    ResidueVector difference = powers[0];
    if (difference.empty()) difference.push_back(0);
    difference[0] = w_.modulus.sub(difference[0], residues_.value(j, i + value * before));
    ResidueVector g = monic_gcd_words(w_, f, normalised_words(difference));
    if (g.size() == 1) return split(std::move(f), j, i, value + 1, std::move(powers), found);
    if (g.size() == f.size()) return descend(std::move(f), j, i + value * before, std::move(powers), found);
    ResidueVector other = exact_quotient_words(w_, f, g);
    const bool last = value + 2 == residues_.prime(j);  // all of the rest have the last value
    const auto both = [&](const auto& first, const auto& second) {
      if (f.size() >= w_.forked_degree) return fork_join(w_.ctx, first, second);
      first();
      second();
    };
    std::vector<ResidueVector> of_g;
    std::vector<ResidueVector> of_other;
    both([&] { of_g = reduced(powers, 1, g); }, [&] { of_other = reduced(powers, last ? 1 : 0, other); });
    powers = {};
    std::vector<ResidueVector> others;
    both([&] { next(std::move(g), j, i + value * before, std::move(of_g), found); },
         [&] {
           if (last)
             next(std::move(other), j, i + (value + 1) * before, std::move(of_other), others);
           else
             split(std::move(other), j, i, value + 1, std::move(of_other), others);
         });
    std::move(others.begin(), others.end(), std::back_inserter(found));
  }
  /// On to h_(j+1), h_j having its value number i.
  void descend(ResidueVector f, std::size_t j, std::uint64_t i, std::vector<ResidueVector> powers,
               std::vector<ResidueVector>& found) const {
    powers.erase(powers.begin());
    next(std::move(f), j, i, std::move(powers), found);
  }
  void next(ResidueVector f, std::size_t j, std::uint64_t i, std::vector<ResidueVector> powers,
            std::vector<ResidueVector>& found) const {
    split(std::move(f), j + 1, i, 0, std::move(powers), found);
  }

  std::vector<ResidueVector> reduced(const std::vector<ResidueVector>& powers, std::size_t from,
                                     const ResidueVector& g) const {
    if (g.size() <= 3 || from == powers.size()) return {};  // a part
    std::vector<ResidueVector> list(powers.size() - from);
    parallel_for(w_.ctx, list.size(), g.size() < w_.forked_degree ? list.size() : 1,
                 [&](std::size_t begin, std::size_t end) {
                   for (std::size_t k = begin; k < end; ++k) list[k] = remainder_words(w_, powers[from + k], g);
                 });
    return list;
  }

  const FactorAlgebra& w_;
  const PowerResidues& residues_;
  std::size_t length_;
  MemoryReservation reservation_;
  std::vector<ResidueVector> powers_;
};

/// Appends the roots of an f of degree at most 2, or over few elements; false for others.
bool append_few_roots(const FactorAlgebra& w, const ResidueVector& f, FixedRandom& random,
                      std::vector<std::uint64_t>& out) {
  const WordModulus& m = w.modulus;
  if (f.size() <= 2) {
    if (f.size() == 2) out.push_back(m.neg(f[0]));
  } else if (m.value() <= 64) {
    std::vector<std::uint64_t> points(m.value());
    std::vector<std::uint64_t> values(m.value());
    for (std::uint64_t i = 0; i < m.value(); ++i) points[i] = i;
    horner_words(m, f, points, values);
    for (std::uint64_t i = 0; i < m.value(); ++i)
      if (values[i] == 0) out.push_back(i);
  } else if (f.size() == 3) {
    roots_of_quadratic(m, f[1], f[0], random, out);
  } else {
    return false;
  }
  w.found(f.size() - 1);
  return true;
}

/// The roots of f, a product of different linear factors; the caller subtracts its shift from those it appends.
void roots_from(const FactorAlgebra& w, const PowerResidues& residues, ResidueVector f, std::uint64_t seed,
                std::vector<std::uint64_t>& out) {
  const WordModulus& m = w.modulus;
  FixedRandom random(seed);
  if (append_few_roots(w, f, random, out)) return;
  std::uint64_t total = 0;
  std::vector<ResidueVector> parts;
  const bool forks = f.size() >= w.forked_degree;
  for (;;) {
    w.ctx.poll();
    std::uint64_t shift = m.reduce(random.next());
    if (f.size() <= w.shifted_degree) {  // y = x + s takes the place of x
      shift_down(m, f, shift);
      total = m.add(total, shift);
      shift = 0;
    }
    parts = ResidueSplitter(w, residues, f, shift).parts(f);
    if (parts.size() > 1) break;
  }
  f = {};
  const std::size_t before = out.size();
  const std::uint64_t next = random.next();
  if (!forks) {
    for (std::size_t k = 0; k < parts.size(); ++k) roots_from(w, residues, std::move(parts[k]), next + k, out);
  } else {
    std::vector<std::vector<std::uint64_t>> lists(parts.size());
    parallel_for(w.ctx, parts.size(), 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t k = begin; k < end; ++k) roots_from(w, residues, std::move(parts[k]), next + k, lists[k]);
    });
    for (const auto& list : lists) out.insert(out.end(), list.begin(), list.end());
  }
  if (total != 0)
    for (std::size_t i = before; i < out.size(); ++i) out[i] = m.sub(out[i], total);
}

}  // namespace

std::uint64_t deflate_words(ResidueVector& f) {
  std::uint64_t step = 0;
  for (std::size_t k = 1; k < f.size() && step != 1; ++k)
    if (f[k] != 0) step = std::gcd(step, std::uint64_t{k});
  if (step <= 1) return 1;
  std::size_t length = 0;
  for (std::size_t k = 0; k < f.size(); k += step) f[length++] = f[k];
  f.resize(length);
  return step;
}

void roots_of_linear_words(const FactorAlgebra& w, ConstWords f, std::vector<std::uint64_t>& out) {
  ResidueVector g(f.begin(), f.end());
  // Logarithms take longer than splitting a quadratic polynomial.
  const std::uint64_t step = g.size() > 3 && g[0] != 0 ? deflate_words(g) : 1;
  const auto append_roots = [&](const FactorAlgebra& algebra, std::vector<std::uint64_t>& to) {
    // What is known of powers in the field takes as long as the roots of a short polynomial, which need none of it.
    FixedRandom random(roots_seed);
    if (!append_few_roots(algebra, g, random, to))
      roots_from(algebra, PowerResidues(w.modulus), std::move(g), roots_seed, to);
  };
  if (step == 1) return append_roots(w, out);
  std::vector<std::uint64_t> powers;
  append_roots(w.silent(), powers);
  PowerRoots<PrimeField> inflated(PrimeField::trusted(w.modulus.value()), step, w.ctx);
  for (const std::uint64_t y : powers) {
    const std::vector<std::uint64_t> values = inflated.of(y);
    out.insert(out.end(), values.begin(), values.end());
    w.found(values.size());
  }
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
