// Cofactors and resultant are found together: Euclid's algorithm modulo each of the first primes, on the stack, and
// Garner's algorithm for all coefficients at once. Hadamard's bound for the resultant is one for every minor of
// Sylvester's matrix without a row, the cofactors' coefficients, since no row is shorter than 1; so no division has to
// prove them. Literature: von zur Gathen, Gerhard, Modern Computer Algebra, section 6.4.
#include "poly/gcd/extended_gcd_short.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <polyfork/core/workspace.hpp>

#include "core/short_reservation.hpp"
#include "poly/gcd/resultant_short.hpp"
#include "poly/images/garner_rows.hpp"
#include "poly/residues/short_euclid.hpp"
#include "poly/rows/short_rows.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

bool bezout_short(IntegerVector& s, IntegerVector& t, Integer& r, const IntegerVector& a, const IntegerVector& b,
                  const ExecutionContext& ctx) {
  constexpr std::size_t most = 16;
  if (a.size() < b.size()) return bezout_short(t, s, r, b, a, ctx);
  const std::size_t na = a.size();
  const std::size_t nb = b.size();
  if (na > most) return false;
  const std::size_t images = short_resultant_images(a, b, ctx);
  constexpr std::size_t most_images = 64;  // beyond, trees of products are faster for as many numbers
  if (images == 0 || images > most_images) return false;
  const std::size_t count = na + nb - 1;  // coefficients of s, then of t, then r
  const MemoryReservation reservation = reserve_unless_short(ctx, count * images * sizeof(mp_limb_t));
  Workspace::Frame frame;
  mp_limb_t* const rows = frame.allocate<mp_limb_t>(count * images).data();
  GarnerRows sum(rows, count, images);
  GcdPrimes primes;
  for (std::size_t i = 0; i < images; ++i) {
    if (ctx.stop_requested()) ctx.poll();
    const WordModulus m(primes.next());
    std::uint64_t residues_a[most];
    std::uint64_t residues_b[most];
    std::uint64_t found[2 * most];
    if (!residues_of_rows(residues_a, read_rows(a), m) || !residues_of_rows(residues_b, read_rows(b), m)) return false;
    std::uint64_t* const of_b = found + (nb - 1);
    found[count - 1] = short_bezout(found, of_b, {residues_a, na}, {residues_b, nb}, m);
    if (found[count - 1] == 0) return false;
    sum.add(found, m);
  }
  ctx.charge(3 * images * na * nb);
  std::int32_t sizes[2 * most];
  for (std::size_t i = 0; i < count; ++i) sizes[i] = sum.finish(i);
  const ScratchRows all{rows, sizes, images};
  write_rows(s, all, 0, nb - 1, ctx);
  write_rows(t, all, nb - 1, na - 1, ctx);
  r = all[count - 1];
  return true;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
