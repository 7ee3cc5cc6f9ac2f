// Equal-degree factorization and roots over Z/pZ.
//
// The trace T = a + a^p + ... + a^(p^(d-1)) of a random a modulo f, a product of r irreducible polynomials of degree d,
// is an element of Z/pZ modulo each factor. For r up to 1.5 log2(p) its minimal polynomial m is found as the recurrence
// of a linear form's values at 1, T, ..., T^(2r-1); the upper half are values of another form, the transposed product
// by T^r, at the lower half's powers. The roots of m are found in Z/pZ, at degree r instead of r d; with m_1 the
// product of half of its linear factors, gcd(f, m_1(T)) splits f, and so on. For more factors gcd(f, (T + s)^((p-1)/2)
// - 1) for random s separates about half of them, and every piece keeps its T. For p = 2 gcd(f, T) does.
//
// The trace of x is known from the distinct degrees where d is small; others take O(log d) compositions, or d - 1 with
// one map. For d = 1, T is x. Cost: r products modulo f and O(r^2) operations, or log2(p) log2(r) products, expected;
// chance does not touch the answer.
//
// Literature: Cantor, Zassenhaus, Math. Comp. 36 (1981); von zur Gathen, Shoup, Comput. Complexity 2 (1992); Shoup, JSC
// 20 (1995) for the transposed product and minimal polynomials.
#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include <polyfork/core/parallel.hpp>

#include "poly/factor/factor_zp_random.hpp"
#include "poly/factor/factor_zp_words.hpp"
#include "poly/factor/word_composition.hpp"
#include "poly/residues/division_word.hpp"
#include "poly/residues/inverse_series_word.hpp"
#include "poly/residues/word_recurrence.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

ResidueVector product_of_roots(const WordModulus& m, ConstWords roots) {
  ResidueVector f{1};
  for (const std::uint64_t root : roots) {
    const std::uint64_t minus = m.neg(root);
    f.push_back(1);
    for (std::size_t i = f.size() - 1; i-- != 0;) f[i] = m.add(i == 0 ? 0 : f[i - 1], m.mul(f[i], minus));
  }
  return f;
}

/// Modulo one polynomial f with factors of degree d.
class Splitter {
 public:
  Splitter(const FactorAlgebra& w, const ResidueVector& f, std::size_t d, const ResidueVector& frobenius,
           std::vector<ResidueVector>& out, std::uint64_t seed)
      : w_(w), f_(f), d_(d), frobenius_(frobenius), out_(out), random_(seed), q_(w, f) {}

  void run(ResidueVector trace) {
    for (;;) {
      w_.ctx.poll();
      if (trace.size() <= 1) trace = random_trace();
      if (trace.size() <= 1) continue;
      trace.resize(q_.degree());
      q_.from_residues(trace, trace);
      const std::size_t count = q_.degree() / d_;
      const auto bits = static_cast<std::size_t>(std::bit_width(w_.modulus.value()));
      const bool done = w_.modulus.value() == 2     ? split_at(trace, trace)
                        : 2 * count <= 3 * bits + 4 ? split_by_minimal_polynomial(trace)
                                                    : split_in_halves(trace);
      if (done) return;
      trace.clear();
    }
  }

 private:
  ResidueVector random_residues() {
    ResidueVector a(q_.degree());
    for (std::uint64_t& x : a) x = w_.modulus.reduce(random_.next());
    return a;
  }

  /// The trace of a random element, as residues, normalised.
  ResidueVector random_trace() {
    const std::size_t n = q_.degree();
    ResidueVector a = random_residues();
    ResidueVector h(n);
    if (frobenius_.empty()) {
      q_.power_of_linear(0, w_.modulus.value(), h);
    } else {
      std::copy(frobenius_.begin(), frobenius_.end(), h.begin());
      q_.from_residues(h, h);
    }
    ResidueVector sum(n);
    const auto doublings = static_cast<double>(std::bit_width(d_) - 1);
    const auto size = static_cast<double>(n);
    const auto degree = static_cast<double>(d_);
    const double in_turn = 2 * std::sqrt(size * degree) * q_.product_cost() + degree * size * size;
    const double doubled = doublings * (4 * std::sqrt(2 * size) * q_.product_cost() + 3 * size * size);
    if (in_turn <= doubled)
      trace_in_turn(a, h, sum);
    else
      trace_by_doubling(a, h, sum);
    q_.to_residues(sum, sum);
    return normalised_words(sum);
  }
  void trace_in_turn(ResidueVector a, const ResidueVector& h, ResidueVector& sum) const {
    const CompositionMap map(q_, h, d_ - 1);
    ResidueVector next(a.size());
    sum = a;
    for (std::size_t i = 1; i < d_; ++i) {
      map.apply(a, next);
      std::swap(a, next);
      add_words(w_, sum, a);
    }
  }
  /// With h_k = x^(p^k) and t_k the sum of the first k conjugates: h_2k = h_k(h_k), t_2k = t_k + t_k(h_k).
  void trace_by_doubling(const ResidueVector& a, const ResidueVector& h, ResidueVector& sum) const {
    const CompositionMap once(q_, h, 8);
    ResidueVector hk = h;
    ResidueVector next(a.size());
    sum = a;
    for (auto i = static_cast<std::size_t>(std::bit_width(d_) - 1); i-- != 0;) {
      const bool last = i == 0;
      {
        const CompositionMap map(q_, hk, 2);
        map.apply(sum, next);
        add_words(w_, sum, next);
        if (!last) map.apply(ResidueVector(hk), hk);
      }
      if ((d_ >> i & 1) == 0) continue;
      once.apply(sum, next);
      sum = a;
      add_words(w_, sum, next);
      if (last) continue;
      once.apply(hk, next);
      std::swap(hk, next);
    }
  }

  /// Splits f by its gcd with a; false when that is constant or f.
  bool split_at(const ResidueVector& a, const ResidueVector& trace) {
    ResidueVector g = monic_gcd_words(w_, f_, normalised_words(a));
    if (g.size() == 1 || g.size() == f_.size()) return false;
    ResidueVector other = exact_quotient_words(w_, f_, g);
    ResidueVector residues(trace.size());
    q_.to_residues(trace, residues);
    std::vector<ResidueVector> others;
    const auto part = [&](ResidueVector& product, std::vector<ResidueVector>& out, std::uint64_t seed) {
      EqualDegreeWords p{std::move(product), d_, {}, {}};
      if (p.count() > 1) {
        p.trace = remainder_words(w_, residues, p.product);
        if (!frobenius_.empty()) p.frobenius = remainder_words(w_, frobenius_, p.product);
      }
      if (p.count() == 1) {
        out.push_back(std::move(p.product));
        w_.found(d_);
      } else {
        Splitter(w_, p.product, d_, p.frobenius, out, seed).run(std::move(p.trace));
      }
    };
    const std::uint64_t seed = random_.next();
    if (q_.degree() < w_.forked_degree) {
      part(g, out_, seed);
      part(other, out_, seed + 1);
      return true;
    }
    fork_join(
        w_.ctx, [&] { part(g, out_, seed); }, [&] { part(other, others, seed + 1); });
    for (ResidueVector& factor : others) out_.push_back(std::move(factor));
    return true;
  }

  bool split_in_halves(const ResidueVector& trace) {
    const std::uint64_t half = w_.modulus.value() / 2;
    for (int attempt = 0; attempt < 8; ++attempt) {
      ResidueVector shifted = trace;
      shifted[0] = w_.modulus.add(shifted[0], w_.modulus.reduce(random_.next()));
      ResidueVector power(q_.degree());
      q_.power(shifted, half, power);
      power[0] = w_.modulus.sub(power[0], q_.one());
      if (split_at(power, trace)) return true;
    }
    return false;  // the trace may be the same modulo all factors
  }

  /// The values of form(a T^i), i < count, where form(a) is the coefficient of x^(n-1) of a g and `form` holds those
  /// of form(x^k): n of a power series' terms.
  ResidueVector linear_form(const ResidueVector& g) const {
    const std::size_t n = q_.degree();
    ScratchWords scratch(w_.ctx, 3 * n);
    const Words top = scratch.take(n);
    const Words inverse = scratch.take(n);
    const Words reversed = scratch.take(n);
    std::reverse_copy(f_.begin() + 1, f_.end(), top.begin());
    inverse_series_words(w_, top, inverse);
    q_.to_residues(g, reversed);
    std::reverse(reversed.begin(), reversed.end());
    ResidueVector form(n);
    mul_range(w_, reversed, inverse, 0, form);
    return form;
  }

  /// False when T has the same value modulo all factors.
  bool split_by_minimal_polynomial(const ResidueVector& trace) {
    const std::size_t n = q_.degree();
    const std::size_t r = n / d_;
    stride_ = (n + SumKernel::padding - 1) / SumKernel::padding * SumKernel::padding;
    const MemoryReservation reservation(w_.ctx.memory(), (r + 1) * stride_ * sizeof(std::uint64_t));
    powers_.assign((r + 1) * stride_, 0);
    const auto row = [&](std::size_t i) { return Words(powers_).subspan(i * stride_, n); };
    row(0)[0] = q_.one();
    std::copy(trace.begin(), trace.end(), row(1).begin());
    {
      const WordQuotient::Factor factor(q_, trace);
      for (std::size_t i = 2; i <= r; ++i) {
        w_.ctx.poll();
        if (i % 2 == 0)
          q_.square(row(i / 2), row(i));
        else
          q_.multiply(row(i - 1), factor, row(i));
      }
    }
    ResidueVector m;
    do {
      ResidueVector g = random_residues();
      ResidueVector terms(2 * r);
      const ResidueVector low = linear_form(g);
      q_.multiply(g, row(r), g);
      const ResidueVector high = linear_form(g);
      for (std::size_t i = 0; i < r; ++i) {
        terms[i] = dot(row(i), low);
        terms[r + i] = dot(row(i), high);
      }
      const std::vector<std::uint64_t> recurrence = minimal_recurrence(terms, w_.modulus);
      m.assign(recurrence.begin(), recurrence.end());
    } while (m.size() > r + 1 || !vanishes(m));
    if (m.size() == 2) return false;
    std::vector<std::uint64_t> roots;
    roots_of_linear_words(w_.silent(), m, roots);
    separate(f_, roots);
    return true;
  }
  std::uint64_t dot(ConstWords a, ConstWords b) const noexcept {
    WordDotProduct sum;
    for (std::size_t i = 0; i < a.size(); ++i) sum.add(a[i], b[i]);
    return sum.reduce(w_.modulus);
  }
  /// The element m(T) for m of degree at most r.
  ResidueVector at_trace(ResidueVector m) const {
    for (std::uint64_t& c : m) c = q_.sums().with_r(c);
    ResidueVector value(q_.degree());
    q_.kernel().combine(q_.sums(), m.data(), m.size(), powers_.data(), stride_, value.data(), value.size());
    return value;
  }
  bool vanishes(const ResidueVector& m) const { return word_length(at_trace(m)) == 0; }

  /// The factors of a divisor g of f modulo which T has all the given values and no others.
  void separate(const ResidueVector& g, ConstWords values) {
    w_.ctx.poll();
    if (g.size() - 1 == d_) {
      out_.push_back(g);
      return w_.found(d_);
    }
    if (values.size() == 1) {  // equal values: another trace
      const ResidueVector h = frobenius_.empty() ? ResidueVector() : remainder_words(w_, frobenius_, g);
      return Splitter(w_, g, d_, h, out_, random_.next()).run({});
    }
    const ConstWords left = values.first(values.size() / 2);
    ResidueVector a = monic_gcd_words(w_, g, remainder_words(w_, at_trace(product_of_roots(w_.modulus, left)), g));
    separate(exact_quotient_words(w_, g, a), values.subspan(left.size()));
    separate(a, left);
  }

  const FactorAlgebra& w_;
  const ResidueVector& f_;
  std::size_t d_;
  const ResidueVector& frobenius_;
  std::vector<ResidueVector>& out_;
  FixedRandom random_;
  WordQuotient q_;
  std::size_t stride_ = 0;
  ResidueVector powers_;  // of the trace, elements
};

}  // namespace

void equal_degree_words(const FactorAlgebra& w, const EqualDegreeWords& part, std::vector<ResidueVector>& out) {
  if (part.count() == 1) {
    out.push_back(part.product);
    return w.found(part.degree);
  }
  if (part.degree == 1) {
    std::vector<std::uint64_t> roots;
    roots_of_linear_words(w, part.product, roots);
    for (const std::uint64_t root : roots) out.push_back({w.modulus.neg(root), 1});
    return;
  }
  Splitter(w, part.product, part.degree, part.frobenius, out, 0x6661637473).run(part.trace);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
