// Horner's scheme on rows in two's complement.
#include "poly/shift/shift_rows.hpp"

#include <algorithm>
#include <vector>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>

#include "poly/shift/shift_plan.hpp"
#include "ring/held.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t poll_limbs = 1 << 17;  // about a tenth of a millisecond of additions

/// a += b for rows of two limbs.
inline void add_two(mp_limb_t* a, const mp_limb_t* b) {
  const mp_limb_t low = a[0] + b[0];
  a[1] += b[1] + (low < b[0] ? 1 : 0);
  a[0] = low;
}

/// a += c b modulo 2^(64 limbs).
inline void add_multiple(mp_limb_t* a, const mp_limb_t* b, std::size_t limbs, IntegerView c) {
  const auto words = c.limbs();
  for (std::size_t k = 0; k < words.size() && k < limbs; ++k) {
    const auto rest = static_cast<mp_size_t>(limbs - k);
    if (c.sign() > 0)
      mpn_addmul_1(a + k, b, rest, words[k]);
    else
      mpn_submul_1(a + k, b, rest, words[k]);
  }
}

/// Rows n-2 down to `from`: add(row i, row i + 1).
template <class Add>
void pass(FixedRows& q, std::size_t from, const ExecutionContext& ctx, const Add& add) {
  const std::size_t limbs = q.limbs();
  const std::size_t block = poll_limbs / limbs + 1;
  std::size_t top = q.rows() - 1;
  while (top != from) {
    ctx.poll();
    const std::size_t stop = top - std::min(block, top - from);
    mp_limb_t* r = q.row(top);
    const mp_limb_t* end = q.row(stop);
    while (r != end) {
      mp_limb_t* below = r - limbs;
      add(below, r);
      r = below;
    }
    ctx.charge((top - stop) * limbs);
    top = stop;
  }
}

}  // namespace

void horner_pass(FixedRows& q, std::size_t from, const ExecutionContext& ctx) {
  switch (q.limbs()) {
    case 1:
      return pass(q, from, ctx, [](mp_limb_t* a, const mp_limb_t* b) { *a += *b; });
    case 2:
      return pass(q, from, ctx, add_two);
    default:
      pass(q, from, ctx, [limbs = static_cast<mp_size_t>(q.limbs())](mp_limb_t* a, const mp_limb_t* b) {
        mpn_add_n(a, a, b, limbs);
      });
  }
}

namespace {

constexpr std::size_t long_step = 16;  // limbs from which GMP's fast products beat rows of multiply-and-add

}  // namespace

std::vector<Integer> integers_of(const IntegerVector& f) {
  std::vector<Integer> a;
  a.reserve(f.size());
  for (std::size_t i = 0; i < f.size(); ++i) a.emplace_back(f[i]);
  return a;
}

void horner_passes(std::span<Integer> a, IntegerView c, const ExecutionContext& ctx) {
  for (std::size_t i = 0; i + 1 < a.size(); ++i) {
    std::size_t limbs = 0;
    for (std::size_t j = a.size() - 1; j-- > i;) {
      ctx.poll();
      a[j].add_mul(c, a[j + 1]);
      limbs += a[j].view().limbs().size();
    }
    ctx.charge(limbs);
  }
}

void horner_passes(FixedRows& q, IntegerView c, std::size_t count, const ExecutionContext& ctx) {
  for (std::size_t i = 0; i < count && i + 1 < q.rows(); ++i) {
    ctx.poll();
    if (c.is_one())
      horner_pass(q, i, ctx);
    else
      pass(q, i, ctx, [&, limbs = q.limbs()](mp_limb_t* a, const mp_limb_t* b) { add_multiple(a, b, limbs, c); });
  }
}

void horner_shift(FixedRows& q, IntegerView c, const ExecutionContext& ctx) {
  if (c.limbs().size() < long_step) return horner_passes(q, c, q.rows(), ctx);
  const IntegerVector packed = q.to_vector(0, ctx);
  const MemoryReservation held(ctx.memory(), 2 * q.rows() * q.limbs() * sizeof(mp_limb_t));
  std::vector<Integer> a = integers_of(packed);
  horner_passes(a, c, ctx);
  for (std::size_t i = 0; i < a.size(); ++i) q.assign(i, a[i], 0);
}

namespace {

/// Rows [from, n) as a polynomial, shifted by c.
void shift_from(FixedRows& q, std::size_t from, const Integer& c, const ExecutionContext& ctx) {
  const IntegerVector shifted = taylor_shift_rows(q, from, c, ctx);
  const MemoryReservation held_too = hold(shifted, ctx);
  parallel_for(ctx, shifted.size(), rows_of_a_task(q.limbs()), [&](std::size_t begin, std::size_t end) {
    ctx.poll();
    for (std::size_t i = begin; i < end; ++i) q.assign(from + i, shifted[i], 0);
  });
}

}  // namespace

void shift_tail(FixedRows& q, std::size_t from, const ExecutionContext& ctx) {
  constexpr std::size_t few_rows = 40;  // up to here Horner's scheme in place is faster than any conversion
  if (q.rows() - from > few_rows) return shift_from(q, from, 1, ctx);
  for (std::size_t i = from; i + 1 < q.rows(); ++i) horner_pass(q, i, ctx);
}

void shift_all(FixedRows& q, const Integer& c, const ExecutionContext& ctx) { shift_from(q, 0, c, ctx); }

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
