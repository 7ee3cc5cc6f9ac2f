// Quotients by f from values at roots of unity modulo primes.
//
// An equation becomes P(t) over Z (equation_at_roots.hpp), of degree at most D and with coefficients below B in size,
// which follow from the degrees and the sums of coefficients of g_j, f' and the equation. Modulo a prime p the values
// of P at more than D points, where f is not zero, divided by those of f, are those of a polynomial q; if its degree is
// at most D - deg f, then P = q f modulo p, and else f does not divide P modulo p. Since f is primitive and p does not
// divide its leading coefficient, it then does not divide P over Z.
//
// Let M be the product of primes for which P = q f, and Q over Z be q modulo all of them, with coefficients in
// [-M/2, M/2). Then M divides the coefficients of P - Q f. If B < M/2, and |Q| |f| < M/2 with the greatest coefficient
// |Q| of Q and the sum |f| of those of f, these are below M in size: they are zero, and P = Q f over Z.
//
// One transform for each of f, f' and the g_j and one for each equation are all that is not done point by point.
//
// Where the form is a variable, that is t modulo f and needs no fraction: P is shorter for it, the more so the higher
// the powers of that variable are.
#include "system/proofs/identities_by_values.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/ring/crt_basis.hpp>

#include "core/limits.hpp"
#include "poly/mul/mul_multimodular.hpp"
#include "system/proofs/prime_values.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t spare_bits = 24;                       // that quotients may be longer than P by
constexpr std::size_t most_residues = std::size_t{1} << 19;  // of quotients at the same time: 4 MiB
constexpr std::size_t least_together = 64;                   // primes modulo which a representation is held
constexpr std::size_t together_by_thread = 8;                // of them for each thread

std::size_t bits_of_sum(const PolyZ& f) {
  return f.coefficients().max_bits() + static_cast<std::size_t>(std::bit_width(f.length()));
}

/// The variable that is the form itself, if there is one.
std::optional<std::size_t> variable_of_form(const UnivariateRepresentation& r) {
  std::optional<std::size_t> found;
  for (std::size_t v = 0; v < r.form.size(); ++v) {
    if (r.form[v] == 0) continue;
    if (found || r.form[v] != 1) return std::nullopt;
    found = v;
  }
  return found;
}

/// What is known of P before it is computed.
struct EquationShape {
  std::size_t length = 0;  // coefficients
  std::size_t bits = 0;    // of each, at most
};

/// The lengths of f, f' and the g_j.
class RootShape {
 public:
  RootShape(const UnivariateRepresentation& r, const PolyZ& slope)
      : f_length_(r.polynomial.length()),
        f_bits_(bits_of_sum(r.polynomial)),
        slope_bits_(bits_of_sum(slope)),
        longest_(slope.length()),
        plain_(variable_of_form(r)) {
    for (std::size_t v = 0; v < r.numerators.size(); ++v) {
      numerator_bits_.push_back(plain_ == v ? 0 : bits_of_sum(r.numerators[v]));
      denominator_bits_.push_back(plain_ == v ? 0 : r.denominators[v].bit_length());
      if (plain_ != v) longest_ = std::max(longest_, r.numerators[v].length());
    }
  }

  std::size_t f_length() const noexcept { return f_length_; }
  std::size_t f_bits() const noexcept { return f_bits_; }
  std::size_t longest() const noexcept { return std::max(longest_, f_length_); }
  /// The variable that is t.
  std::optional<std::size_t> plain() const noexcept { return plain_; }

  EquationShape of(const IntegerEquation& equation) const {
    const std::size_t n = numerator_bits_.size();
    std::vector<std::uint64_t> most(n, 0);
    for (const auto& e : equation.exponents)
      for (std::size_t v = 0; v < n; ++v) most[v] = std::max(most[v], e[v]);
    const auto degree_of_fractions = [&](const std::vector<std::uint64_t>& e) {
      return std::reduce(e.begin(), e.end()) - (plain_ ? e[*plain_] : 0);
    };
    std::uint64_t greatest = 0;
    for (const auto& e : equation.exponents) greatest = std::max(greatest, degree_of_fractions(e));
    EquationShape shape;
    shape.length =
        saturating_add(saturating_mul(longest_ - 1, greatest), saturating_add(plain_ ? most[*plain_] : 0, 1));
    for (std::size_t t = 0; t < equation.exponents.size(); ++t) {
      const auto& e = equation.exponents[t];
      std::size_t bits = equation.coefficients[t].bit_length();
      for (std::size_t v = 0; v < n; ++v) {
        bits = saturating_add(bits, saturating_mul(e[v], numerator_bits_[v]));
        bits = saturating_add(bits, saturating_mul(most[v] - e[v], denominator_bits_[v]));
      }
      shape.bits =
          std::max(shape.bits, saturating_add(bits, saturating_mul(greatest - degree_of_fractions(e), slope_bits_)));
    }
    shape.bits = saturating_add(shape.bits, static_cast<std::size_t>(std::bit_width(equation.exponents.size())));
    return shape;
  }

  std::size_t primes_for(const EquationShape& shape) const {
    return shared_prime_count(transform_primes_for(std::max(shape.bits, f_bits_) + spare_bits));
  }

 private:
  std::size_t f_length_;
  std::size_t f_bits_;
  std::size_t slope_bits_;
  std::size_t longest_;
  std::optional<std::size_t> plain_;
  std::vector<std::size_t> numerator_bits_;
  std::vector<std::size_t> denominator_bits_;
};

/// Residues of polynomials modulo all primes of a basis.
class PolynomialResidues {
 public:
  PolynomialResidues(const std::vector<const PolyZ*>& polynomials, const CrtBasis& basis, const ExecutionContext& ctx) {
    for (const PolyZ* f : polynomials) {
      std::vector<std::vector<std::uint64_t>> rows(basis.size(), std::vector<std::uint64_t>(f->length()));
      const std::vector<std::span<std::uint64_t>> spans(rows.begin(), rows.end());
      basis.to_residues(f->coefficients(), spans, ctx);
      rows_.push_back(std::move(rows));
    }
  }

  const std::vector<std::uint64_t>& of(std::size_t polynomial, std::size_t prime) const {
    return rows_[polynomial][prime];
  }

 private:
  std::vector<std::vector<std::vector<std::uint64_t>>> rows_;
};

struct Quotient {
  SortedEquation equation;
  EquationShape shape;
  std::size_t primes;
  std::size_t length;                                // of Q
  std::vector<std::vector<std::uint64_t>> residues;  // by prime
};

class QuotientFinder {
 public:
  QuotientFinder(const std::vector<IntegerEquation>& equations, const UnivariateRepresentation& r, const PolyZ& slope,
                 const ExecutionContext& ctx)
      : r_(r), slope_(slope), shape_(r, slope), ctx_(ctx) {
    for (const IntegerEquation& equation : equations) {
      const EquationShape shape = shape_.of(equation);
      const std::size_t length = shape.length - std::min(shape.length, shape_.f_length() - 1);
      quotients_.push_back({SortedEquation(equation, shape_.plain()), shape, shape_.primes_for(shape), length, {}});
      points_ = std::max(points_, std::max(shape.length, shape_.longest()));
      most_primes_ = std::max(most_primes_, quotients_.back().primes);
    }
    std::sort(quotients_.begin(), quotients_.end(),
              [](const Quotient& a, const Quotient& b) { return a.primes < b.primes; });
  }

  IdentityCheck check() {
    if (quotients_.empty()) return IdentityCheck::hold;
    if (saturating_mul(most_primes_, 50) > most_multimodular_bits || points_ > most_points)
      return IdentityCheck::undecided;
    points_ = PrimeValues::points(points_);
    plans_before_ = ctx_.plan_cache().bytes();
    const auto basis = transform_basis(most_primes_, ctx_);
    for (std::span<Quotient> rest = quotients_; !rest.empty();) {
      std::size_t count = 1;
      std::size_t words = words_of(rest[0]);
      while (count < rest.size() && words + words_of(rest[count]) <= most_residues) words += words_of(rest[count++]);
      const IdentityCheck outcome = check_some(rest.first(count), words, *basis);
      if (outcome != IdentityCheck::hold) return outcome;
      rest = rest.subspan(count);
    }
    return IdentityCheck::hold;
  }

 private:
  static constexpr std::size_t most_points = std::size_t{1} << 26;
  static constexpr std::size_t most_plans_left = std::size_t{1} << 20;  // bytes

  static std::size_t words_of(const Quotient& q) { return saturating_mul(q.primes, q.length); }

  /// Modulo some primes after others: residues of the representation modulo all of them would take more memory than
  /// all else.
  IdentityCheck check_some(std::span<Quotient> quotients, std::size_t words, const CrtBasis& basis) {
    const std::size_t primes = quotients.back().primes;
    const std::size_t arrays = r_.numerators.size() + 3 + arrays_of_equation(r_.numerators.size());
    const std::size_t threads = std::min(primes, static_cast<std::size_t>(ctx_.threads()));
    const MemoryReservation held(
        ctx_.memory(),
        saturating_mul(saturating_add(words, saturating_mul(threads, arrays * points_)), sizeof(std::uint64_t)));
    for (Quotient& q : quotients) q.residues.resize(q.primes);
    std::vector<const PolyZ*> polynomials = {&r_.polynomial, &slope_};
    for (const PolyZ& g : r_.numerators) polynomials.push_back(&g);
    std::size_t coefficients = 0;
    for (const PolyZ* f : polynomials) coefficients += f->length();
    std::atomic<IdentityCheck> outcome{IdentityCheck::hold};
    const std::size_t together = std::max(least_together, together_by_thread * threads);
    for (std::size_t first = 0; first < primes && outcome == IdentityCheck::hold; first += together) {
      std::vector<std::uint64_t> some(std::min(together, primes - first));
      for (std::size_t i = 0; i < some.size(); ++i) some[i] = basis.prime(first + i);
      const MemoryReservation converted(ctx_.memory(),
                                        saturating_mul(some.size(), coefficients * sizeof(std::uint64_t)));
      std::optional<CrtBasis> part;
      if (some.size() < basis.size()) part.emplace(CrtBasis::KnownPrimes{}, some, ctx_);
      const PolynomialResidues residues(polynomials, part ? *part : basis, ctx_);
      parallel_for(ctx_, some.size(), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end && outcome == IdentityCheck::hold; ++i) {
          ctx_.poll();
          const IdentityCheck one = divide(quotients, first, i, some[i], residues);
          if (one != IdentityCheck::hold) outcome = one;
        }
      });
      // Tables of hundreds of primes, each used once, would stay among the plans.
      if (ctx_.plan_cache().bytes() > plans_before_ + most_plans_left) ctx_.plan_cache().clear();
    }
    for (Quotient& q : quotients) {
      if (outcome != IdentityCheck::hold) break;
      if (!is_short(q)) outcome = IdentityCheck::undecided;
      q.residues = {};
    }
    return outcome;
  }

  /// The quotients modulo prime number first + i, of equations that take so many primes.
  IdentityCheck divide(std::span<Quotient> quotients, std::size_t first, std::size_t i, std::uint64_t prime,
                       const PolynomialResidues& residues) const {
    if (residues.of(0, i).back() == 0) return IdentityCheck::undecided;
    PrimeValues values(prime, points_, ctx_);
    PrimeValues::Array inverse = values.values(residues.of(0, i), ctx_);
    if (!values.invert(inverse)) return IdentityCheck::undecided;
    ValuesAtRoots at{values.values(residues.of(1, i), ctx_), {}, {}};
    constexpr std::array<std::uint64_t, 2> generator{0, 1};
    for (std::size_t v = 0; v < r_.numerators.size(); ++v) {
      const bool is_plain = shape_.plain() == v;
      at.numerators.push_back(values.values(
          is_plain ? std::span<const std::uint64_t>(generator) : std::span<const std::uint64_t>(residues.of(v + 2, i)),
          ctx_));
      at.denominators.push_back(is_plain ? 1 : r_.denominators[v].view().mod(prime));
    }
    for (Quotient& q : quotients) {
      if (q.primes <= first + i) continue;
      ctx_.poll();
      PrimeValues::Array quotient = equation_values(q.equation, at, values);
      values.multiply(quotient, inverse);
      values.interpolate(quotient, ctx_);
      const auto end = quotient.begin() + static_cast<std::ptrdiff_t>(q.length);
      if (std::any_of(end, quotient.end(), [](std::uint64_t c) { return c != 0; })) return IdentityCheck::fail;
      q.residues[first + i].assign(quotient.begin(), end);
    }
    return IdentityCheck::hold;
  }

  /// Whether Q is so short that P = Q f.
  bool is_short(const Quotient& q) const {
    const auto basis = transform_basis(q.primes, ctx_);
    const std::size_t half = basis->product().bit_length() - 2;  // M / 2 is at least 2^half
    if (q.shape.bits > half) return false;
    if (q.length == 0) return true;
    const std::vector<std::span<const std::uint64_t>> rows(q.residues.begin(), q.residues.end());
    return basis->from_residues(rows, ctx_).max_bits(ctx_) + shape_.f_bits() <= half;
  }

  const UnivariateRepresentation& r_;
  const PolyZ& slope_;
  RootShape shape_;
  const ExecutionContext& ctx_;
  std::vector<Quotient> quotients_;  // by the number of primes
  std::size_t points_ = 0;
  std::size_t most_primes_ = 0;
  std::size_t plans_before_ = 0;  // bytes
};

}  // namespace

IdentityCheck identities_by_values(const std::vector<IntegerEquation>& equations, const UnivariateRepresentation& r,
                                   const PolyZ& slope, const ExecutionContext& ctx) {
  return QuotientFinder(equations, r, slope, ctx).check();
}

double work_of_identities_by_values(const std::vector<IntegerEquation>& equations, const UnivariateRepresentation& r,
                                    const PolyZ& slope) {
  const RootShape shape(r, slope);
  std::size_t length = shape.longest();
  std::size_t primes = 0;
  double work = 0;
  for (const IntegerEquation& equation : equations) {
    const EquationShape s = shape.of(equation);
    const auto count = static_cast<double>(shape.primes_for(s));
    length = std::max(length, s.length);
    primes = std::max(primes, shape.primes_for(s));
    // A quotient from its residues.
    work += static_cast<double>(s.length) * count * count / 8;
  }
  const auto n = static_cast<double>(length);
  const double transform = n * std::bit_width(length) / 2;
  for (const IntegerEquation& equation : equations) {
    double products = 2;
    for (const auto& e : equation.exponents)
      products += 2 + static_cast<double>(std::count_if(e.begin(), e.end(), [](auto x) { return x != 0; }));
    work += static_cast<double>(shape.primes_for(shape.of(equation))) * (transform + products * n);
  }
  return work + static_cast<double>(primes) * static_cast<double>(r.numerators.size() + 4) * transform;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
