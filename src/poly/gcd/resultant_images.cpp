// Resultants over Z from images modulo word primes: Hadamard's bound, the images in parallel, one Chinese remaindering.
// Low degrees go through subresultants where neither determinants nor images on the stack serve them.
//
// |Res(a, b)| <= |a|^deg(b) |b|^deg(a) in Euclidean norms: the rows of the Sylvester matrix. As many primes as this
// asks for make the result a proven one. Contents come out first, powers of x as well: they would count in every prime.
// A prime may divide leading coefficients: then the image is the determinant of the same matrix, which is the resultant
// of what is left times a power of the other leading coefficient, or zero. Cost: bits / 61 resultants modulo p, each
// O(M(n) log n) or n^2 and n reductions of coefficients. Literature: docs/reference/bibliography.md, [collins71].
#include "poly/gcd/resultant_images.hpp"

#include <utility>
#include <vector>

#include <polyfork/core/error.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/poly/dense/detail/dense_ops.hpp>
#include <polyfork/poly/gcd/detail/resultant_generic.hpp>

#include "core/limits.hpp"
#include "poly/dense/integer_content.hpp"
#include "poly/gcd/resultant_low_degree.hpp"
#include "poly/gcd/resultant_short.hpp"
#include "poly/images/gcd_primes.hpp"
#include "poly/images/integer_crt.hpp"
#include "poly/residues/half_gcd.hpp"
#include "ring/held.hpp"
#include "ring/integer_limits.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

std::size_t hadamard_bits(const IntegerVector& a, std::uint64_t power, const ExecutionContext& ctx) {
  constexpr std::uint64_t sharper = 16;  // so that the logarithm is known to a sixteenth of a bit
  ctx.poll();
  Integer squares;
  for (std::size_t i = 0; i < a.size(); ++i) squares.add_mul(a[i], a[i]);
  const std::size_t bits = pow(squares, sharper).bit_length();
  const std::size_t all = saturating_mul(bits, static_cast<std::size_t>(power));
  return all == SIZE_MAX ? all : all / (2 * sharper) + 1;
}

Integer from_images(std::size_t bits, FunctionRef<std::uint64_t(std::uint64_t p)> image, const ExecutionContext& ctx) {
  check_limbs(bits / 64 + 1);
  const std::size_t count = (bits + 2) / 61 + 1;  // below 2^62, the primes have more than 61 bits
  const MemoryReservation reservation(ctx.memory(), 2 * count * sizeof(std::uint64_t));
  std::vector<std::uint64_t> primes(count);
  std::vector<std::uint64_t> images(count);
  GcdPrimes source;
  for (std::size_t i = 0; i < count; ++i) {
    if (i % 64 == 63) ctx.poll();
    primes[i] = source.next();
  }
  parallel_for(ctx, count, 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      ctx.poll();
      images[i] = image(primes[i]);
    }
  });
  return integer_from_residues(images, primes, ctx);
}

std::uint64_t formal_resultant(const WordModulus& m, std::uint64_t r, std::uint64_t lead_a, std::uint64_t lead_b,
                               std::uint64_t missing_a, std::uint64_t missing_b, std::uint64_t degree_b) {
  if (missing_a != 0 && missing_b != 0) return 0;
  const std::uint64_t factor = missing_a != 0 ? m.pow(lead_b, missing_a) : m.pow(lead_a, missing_b);
  const std::uint64_t product = m.mul(r, factor);
  return missing_a % 2 != 0 && degree_b % 2 != 0 ? m.neg(product) : product;
}

namespace {

ResidueVector image_of(const IntegerVector& a, std::uint64_t p, const ExecutionContext& ctx) {
  ResidueVector f(a.size());
  residues(a, p, f, ctx);
  while (!f.empty() && f.back() == 0) f.pop_back();
  return f;
}

std::uint64_t resultant_modulo(const IntegerVector& a, const IntegerVector& b, std::uint64_t p,
                               const ExecutionContext& ctx) {
  const MemoryReservation reservation(ctx.memory(), (a.size() + b.size()) * sizeof(std::uint64_t));
  const PrimeField field = PrimeField::trusted(p);
  ResidueVector f = image_of(a, p, ctx);
  ResidueVector g = image_of(b, p, ctx);
  if (f.empty() || g.empty()) return 0;
  const std::uint64_t lead_a = f.back();
  const std::uint64_t lead_b = g.back();
  const std::size_t missing_a = a.size() - f.size();
  const std::size_t missing_b = b.size() - g.size();
  if (missing_a != 0 && missing_b != 0) return 0;
  const std::uint64_t r = resultant_words(WordAlgebra(field, ctx), std::move(f), std::move(g));
  return formal_resultant(field.word_modulus(), r, lead_a, lead_b, missing_a, missing_b, b.size() - 1);
}

/// Up to this product of degrees the remainder sequence over Z is faster than images (measured: for degrees up to 10).
constexpr std::uint64_t subresultant_degrees = 100;

std::vector<Integer> elements_of(const IntegerVector& a) {
  std::vector<Integer> e;
  e.reserve(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) e.emplace_back(a[i]);
  return e;
}

}  // namespace

Integer resultant_by_images(const IntegerVector& a, const IntegerVector& b, const ExecutionContext& ctx) {
  const std::size_t bits = saturating_add(hadamard_bits(a, b.size() - 1, ctx), hadamard_bits(b, a.size() - 1, ctx));
  return from_images(
      bits, [&](std::uint64_t p) { return resultant_modulo(a, b, p, ctx); }, ctx);
}

Integer resultant_integers(const IntegerVector& a, const IntegerVector& b, const ExecutionContext& ctx) {
  if (a.empty() || b.empty()) return 0;
  if (Integer value; resultant_low_degree(value, a, b, ctx) || resultant_short(value, a, b, ctx)) return value;
  const std::size_t low_a = trailing_zero_terms(a);
  const std::size_t low_b = trailing_zero_terms(b);
  if (low_a != 0 && low_b != 0) return 0;
  // Res(x^k A, b) = b(0)^k Res(A, b), Res(a, x^k B) = ((-1)^deg(a) a(0))^k Res(a, B)
  Integer outside = pow(low_a != 0 ? b[0] : a[0], low_a + low_b);
  if (low_b % 2 != 0 && a.size() % 2 == 0) outside.negate();
  const Integer content_a = DenseOps<Integers>::content(Integers{}, a, ctx);
  const Integer content_b = DenseOps<Integers>::content(Integers{}, b, ctx);
  const std::uint64_t degree_a = a.size() - 1 - low_a;
  const std::uint64_t degree_b = b.size() - 1 - low_b;
  outside *= pow(content_a, degree_b);
  outside *= pow(content_b, degree_a);
  IntegerVector f = divided_exactly(low_a == 0 ? a : a.slice(low_a, a.size(), ctx), content_a, ctx);
  const MemoryReservation held_f = hold(f, ctx);
  IntegerVector g = divided_exactly(low_b == 0 ? b : b.slice(low_b, b.size(), ctx), content_b, ctx);
  const MemoryReservation held_g = hold(g, ctx);
  if (degree_a == 0) return outside * pow(f[0], degree_b);
  if (degree_b == 0) return outside * pow(g[0], degree_a);
  const Integer inside = degree_a * degree_b <= subresultant_degrees
                             ? GenericResultant<Integers>(Integers{}, ctx).run(elements_of(f), elements_of(g))
                             : resultant_by_images(f, g, ctx);
  return outside * inside;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
