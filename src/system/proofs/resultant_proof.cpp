// Resultants over Z as proofs.
//
// The resultant R and the first subresultant s_1 s + s_0 over Z are known by images modulo as many primes as
// Hadamard's inequality asks for, from as many values as their degrees can ask for. If s_1 does not vanish at a root a
// of R, not both leading coefficients vanish there, and f and g have exactly one common zero above a, s = -s_0 / s_1.
// So if s_1 and R have no common root, which a prime proves, the solutions are known: they are described by a
// square-free polynomial F with the same roots as R, and by coordinates g_j / (d_j F') that satisfy two identities
// modulo F:
//
//     g_s s_1 + d_s F' s_0 = 0 and, for the form t = c_0 x_0 + c_1 x_1, c_0 d_1 g_0 + c_1 d_0 g_1 = d_0 d_1 t F'.
//
// Nothing is taken over from what has found the representation, but the form: R, s_1 and s_0 are computed anew, from
// the equations, modulo other primes and at other points, by plain_subresultants.
#include "system/proofs/resultant_proof.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <optional>
#include <span>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/poly/gcd/gcd.hpp>
#include <polyfork/ring/crt_basis.hpp>

#include "core/limits.hpp"
#include "poly/images/gcd_primes.hpp"
#include "system/proofs/exact_multiple.hpp"
#include "system/proofs/plain_subresultants.hpp"
#include "system/proofs/representation_proof.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t prime_bits = 61;    // of every prime, at least
constexpr std::size_t most_times = 2;     // the values, in vectors, that tell so many bits of the representation
constexpr std::size_t few_values = 4000;  // that cost next to nothing

/// R, s_1 and s_0 over Z, and whether a prime has shown that R and s_1 have no common root.
struct IntegerSubresultants {
  PolyZ resultant, s1, s0;
  bool coprime = false;
};

class Images {
 public:
  Images(const EquationsInS& e, std::size_t primes, const ExecutionContext& ctx)
      : e_(e),
        ctx_(ctx),
        length_(e.length),
        held_(ctx.memory(), saturating_mul(primes, 3 * length_ * sizeof(std::uint64_t))),
        primes_(primes) {}

  /// Empty where a prime has too few regular points.
  std::optional<IntegerSubresultants> lifted() {
    std::vector<std::uint64_t> moduli(primes_);
    GcdPrimes source;
    for (std::uint64_t& p : moduli) p = source.next();
    std::vector<std::vector<std::uint64_t>> images(primes_);
    std::vector<std::int64_t> coprime_at(primes_, -1);  // the degree of R where s_1 and R are coprime modulo the prime
    std::atomic<bool> failed{false};
    parallel_for(ctx_, primes_, 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end && !failed; ++i) {
        const PrimeField field = PrimeField::trusted(moduli[i]);
        const auto last = plain_subresultants(e_, field, ctx_);
        if (!last) {
          failed = true;
          continue;
        }
        if (i < most_gcds && gcd(last->s1, last->resultant, ctx_).degree() == 0)
          coprime_at[i] = last->resultant.degree();
        images[i].assign(3 * length_, 0);
        append(last->resultant, images[i], 0);
        append(last->s1, images[i], 1);
        append(last->s0, images[i], 2);
      }
    });
    if (failed) return std::nullopt;
    const CrtBasis basis(CrtBasis::KnownPrimes{}, moduli, ctx_);
    const std::vector<std::span<const std::uint64_t>> rows(images.begin(), images.end());
    const IntegerVector all = basis.from_residues(rows, ctx_);
    IntegerSubresultants result{part(all, 0), part(all, 1), part(all, 2)};
    // The leading coefficient of R does not vanish modulo such a prime.
    result.coprime = std::find(coprime_at.begin(), coprime_at.end(), result.resultant.degree()) != coprime_at.end() &&
                     result.resultant.degree() > 0;
    return result;
  }

 private:
  static constexpr std::size_t most_gcds = 3;

  void append(const PolyZp& f, std::vector<std::uint64_t>& image, std::size_t place) const {
    std::copy(f.coefficients().begin(), f.coefficients().end(),
              image.begin() + static_cast<std::ptrdiff_t>(place * length_));
  }
  PolyZ part(const IntegerVector& all, std::size_t place) const {
    std::vector<Integer> coefficients(length_);
    for (std::size_t i = 0; i < length_; ++i) coefficients[i] = Integer(all[place * length_ + i]);
    return PolyZ(IntegerVector(std::span<const Integer>(coefficients)));
  }

  const EquationsInS& e_;
  const ExecutionContext& ctx_;
  std::size_t length_;
  MemoryReservation held_;
  std::size_t primes_;
};

PolyZ square_free_part(const PolyZ& f, const ExecutionContext& ctx) {
  return primitive_part(exact_div(f, gcd(f, derivative(f, 1, ctx), ctx), ctx), ctx);
}

bool same_up_to_sign(const PolyZ& a, const PolyZ& b) { return a == b || a == neg(b); }

/// The two identities.
bool coordinates_are_right(const UnivariateRepresentation& r, const IntegerSubresultants& last, std::size_t s,
                           const ExecutionContext& ctx) {
  const PolyZ df = derivative(r.polynomial, 1, ctx);
  const PolyZ by_subresultant =
      add(mul(r.numerators[s], last.s1, ctx), scale(mul(df, last.s0, ctx), r.denominators[s], ctx), ctx);
  if (!is_multiple_of(by_subresultant, r.polynomial, ctx)) return false;
  const Integer& d0 = r.denominators[0];
  const Integer& d1 = r.denominators[1];
  const PolyZ form = add(scale(r.numerators[0], Integer(r.form[0]) * d1, ctx),
                         scale(r.numerators[1], Integer(r.form[1]) * d0, ctx), ctx);
  return is_multiple_of(sub(form, scale(shift_left(df, 1, ctx), d0 * d1, ctx), ctx), r.polynomial, ctx);
}

}  // namespace

bool is_proved_by_resultants(const std::vector<MultiPolyQ>& equations, const UnivariateRepresentation& r, bool thorough,
                             const ExecutionContext& ctx) {
  if (!r.resultants || r.dimension != 0) return false;
  const auto e = equations_in_direction(equations, r.form, ctx);
  if (!e) return false;
  const std::size_t primes = e->bits() / prime_bits + 1;
  const std::size_t values = saturating_mul(primes, e->length);
  // One prime more than they ask for has checked the answer.
  const std::size_t taken = saturating_mul(bits_to_reconstruct(r, ctx) / prime_bits + 2, r.degree + 1);
  if (!thorough && values > few_values && values > most_times * taken) return false;
  const auto last = Images(*e, primes, ctx).lifted();
  return last && last->coprime && same_up_to_sign(square_free_part(last->resultant, ctx), r.polynomial) &&
         coordinates_are_right(r, *last, e->s, ctx);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
