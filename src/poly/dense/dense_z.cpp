// DenseOps<Integers>: coefficient-wise arithmetic on flat integers.
//
// Every operation bounds the bits of each stripe of its result from the operands, allocates once, or not at all where
// the result has memory, and writes the rows with mpn functions, stripes in parallel: O(limbs) limb operations, span
// O(stripe + log n). The bounds are within a bit of the result unless cancellation occurs, hence compact() at the end
// only where values can shrink (sums, quotients). Sums of short polynomials are in
// short_sums.cpp, division and gcd in division_integers.cpp and gcd_integers.cpp, products in mul.cpp.
#include <polyfork/poly/dense/dense_poly.hpp>

#include <algorithm>
#include <atomic>
#include <optional>
#include <utility>

#include <polyfork/core/workspace.hpp>
#include <polyfork/poly/mul/multiplication.hpp>

#include "core/polled.hpp"
#include "core/short_reservation.hpp"
#include "poly/dense/evaluate_z.hpp"
#include "poly/dense/few_words.hpp"
#include "poly/dense/short_moves.hpp"
#include "poly/dense/short_sums.hpp"
#include "poly/mul/mul_short.hpp"
#include "poly/rows/limb_rows.hpp"
#include "poly/rows/short_vector.hpp"
#include "poly/rows/stripes.hpp"
#include "ring/held.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

using Ops = DenseOps<Integers>;

constexpr std::size_t least_compacted = std::size_t{4} << 10;  // bytes: in less, nothing worth a look is saved

/// Drops leading zeros; rows that are much too long are made anew.
void tidy(IntegerVector& v, const ExecutionContext& ctx) {
  Ops::normalise({}, v, ctx);
  if (v.bytes() < least_compacted) return;
  const MemoryReservation held = hold(v, ctx);
  v.compact(false, ctx);
}

/// A bound for stripe s of a sum of a and b.
std::size_t sum_bits(const IntegerVector& a, const IntegerVector& b, std::size_t s) noexcept {
  const std::size_t bits_a = s < a.stripes() ? stripe_bits(a, s) : 0;
  const std::size_t bits_b = s < b.stripes() ? stripe_bits(b, s) : 0;
  return bits_a == 0 || bits_b == 0 ? bits_a + bits_b : std::max(bits_a, bits_b) + 1;
}

/// Row i of the sum of a and b, or the difference.
struct SumOfRows {
  std::int32_t operator()(std::size_t i, mp_limb_t* row) const noexcept {
    const IntegerView x = i < a.size() ? a[i] : IntegerView();
    const IntegerView y = i < b.size() ? b[i] : IntegerView();
    return add_rows(row, x, subtract ? -y : y);
  }
  const IntegerVector& a;
  const IntegerVector& b;
  bool subtract;
};

/// fill(i, row) for all rows of a vector that the function reads at i only, stripes in parallel.
template <class Fill>
void refill_stripes(IntegerVector& v, const Fill& fill, const ExecutionContext& ctx) {
  const std::size_t widest = v.empty() ? 1 : std::max<std::size_t>(1, v.stride(0));
  const std::size_t grain = std::max<std::size_t>(1, stripe_grain_limbs / (widest * IntegerVector::stripe_rows));
  parallel_for(ctx, v.stripes(), grain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t s = begin; s < end; ++s) {
      ctx.poll();
      ctx.charge(std::max<std::size_t>(1, v.stride(s)) * IntegerVector::stripe_rows);
      fill_stripe(v, s, fill);
    }
  });
}

/// Whether rows of so many bits fit those that are there.
template <class BitsOf>
bool fits_rows(const IntegerVector& v, const BitsOf& bits_of) {
  for (std::size_t s = 0; s < v.stripes(); ++s)
    if (limbs_for_bits(bits_of(s)) > v.stride(s)) return false;
  return true;
}

/// a + b, or a - b, into rows that are there, `out` being no operand: one pass, in which each stripe's bounds are
/// looked at just before its rows are read. False, with `out` of no use, where they do not fit or are much too long.
bool add_in_place(IntegerVector& out, const IntegerVector& a, const IntegerVector& b, bool subtract,
                  const ExecutionContext& ctx) {
  const std::size_t n = std::max(a.size(), b.size());
  if (out.size() != n) return false;
  const SumOfRows sum{a, b, subtract};
  const auto stride_of = [](const IntegerVector& v, std::size_t s) { return s < v.stripes() ? v.stride(s) : 0; };
  const std::size_t widest = std::max<std::size_t>(1, out.stride(0));
  const std::size_t grain = std::max<std::size_t>(1, stripe_grain_limbs / (widest * IntegerVector::stripe_rows));
  std::atomic<bool> fits{true};
  parallel_for(ctx, out.stripes(), grain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t s = begin; s < end && fits.load(std::memory_order_relaxed); ++s) {
      ctx.poll();
      const std::size_t room = out.stride(s);
      const std::size_t longest = std::max(stride_of(a, s), stride_of(b, s));
      if (room > 2 * longest + 1 || (room <= longest && limbs_for_bits(sum_bits(a, b, s)) > room))
        return fits.store(false, std::memory_order_relaxed);
      ctx.charge(std::max<std::size_t>(1, room) * IntegerVector::stripe_rows);
      fill_stripe(out, s, sum);
    }
  });
  return fits.load();
}

void add_signed(IntegerVector& out, const IntegerVector& a, const IntegerVector& b, bool subtract,
                const ExecutionContext& ctx) {
  if (add_short(out, a, b, subtract, ctx)) {
    if (out.empty() || (out.signed_size(out.size() - 1) != 0 && out.bytes() < least_compacted)) return;
    return tidy(out, ctx);
  }
  const auto bits_of = [&](std::size_t s) { return sum_bits(a, b, s); };
  const SumOfRows sum{a, b, subtract};
  const std::size_t n = std::max(a.size(), b.size());
  if (&out != &a && &out != &b) {
    if (!add_in_place(out, a, b, subtract, ctx)) fill_stripes_into(out, n, bits_of, sum, ctx);
  } else if (&a == &b && subtract) {
    out = IntegerVector();
  } else if (out.size() == n && fits_rows(out, bits_of)) {
    refill_stripes(out, sum, ctx);
  } else {
    out = fill_stripes(n, bits_of, sum, ctx);
  }
  tidy(out, ctx);
}

/// Up to 64 coefficients, as many in both operands and in the result, whose rows are as long as the sum's.
bool add_rows_alike(IntegerVector& out, const IntegerVector& a, const IntegerVector& b, bool subtract,
                    const ExecutionContext& ctx) {
  if (read_rows(a).stride != 1) {
    if (!add_alike(out, a, b, subtract, ctx)) return false;
  } else if (read_rows(out).stride == 2) {
    return add_few_to_pairs(out, a, b, subtract, ctx);
  } else if (!add_words_alike(out, a, b, subtract, ctx)) {
    return false;
  }
  if (out.signed_size(out.size() - 1) == 0 || out.bytes() >= least_compacted) tidy(out, ctx);
  return true;
}

template <std::size_t N>
void add_words(IntegerVector& out, const IntegerVector& a, const IntegerVector& b, bool subtract,
               const ExecutionContext& ctx) {
  if (!few_words::add<N>(out, a, b, subtract, ctx)) add_signed(out, a, b, subtract, ctx);
}

/// a + b, or a - b. Few words are told first, by a jump: what a call costs is most of their time.
void add_by_length(IntegerVector& out, const IntegerVector& a, const IntegerVector& b, bool subtract,
                   const ExecutionContext& ctx) {
  static_assert(few_words::most_summands == 8);
  switch (few_words::summands(out, a, b)) {
    case 1:
      return add_words<1>(out, a, b, subtract, ctx);
    case 2:
      return add_words<2>(out, a, b, subtract, ctx);
    case 3:
      return add_words<3>(out, a, b, subtract, ctx);
    case 4:
      return add_words<4>(out, a, b, subtract, ctx);
    case 5:
      return add_words<5>(out, a, b, subtract, ctx);
    case 6:
      return add_words<6>(out, a, b, subtract, ctx);
    case 7:
      return add_words<7>(out, a, b, subtract, ctx);
    case 8:
      return add_words<8>(out, a, b, subtract, ctx);
    default:
      if (!add_rows_alike(out, a, b, subtract, ctx)) add_signed(out, a, b, subtract, ctx);
  }
}

void multiply(IntegerVector& out, const IntegerVector& a, const IntegerVector& b, const ExecutionContext& ctx) {
  if (is_short(a) && is_short(b)) {
    if (b.size() == 1 && scale_short(out, a, b[0], ctx)) return;
    if (a.size() == 1 && scale_short(out, b, a[0], ctx)) return;
    if (mul_short(out, a, b, ctx)) return;
  }
  if (mul_short_rows(out, a, b, ctx)) return;
  out = polyfork::mul(a, b, ctx);
  tidy(out, ctx);
}

template <std::size_t N>
void mul_words(IntegerVector& out, const IntegerVector& a, const IntegerVector& b, const ExecutionContext& ctx) {
  if (few_words::mul<N>(out, a, b, ctx)) return;
  if (N == 1 && &out != &a && &out != &b && mul_constants(out, a, b, ctx)) return;
  multiply(out, a, b, ctx);
}

/// Rows moved by k places (towards higher indices when k > 0), into a vector that is no operand.
void move_rows(IntegerVector& out, const IntegerVector& a, std::size_t size, std::size_t first_target,
               std::size_t first_source, const ExecutionContext& ctx) {
  const auto source = [&](std::size_t i) {
    return i < first_target ? IntegerView() : a[i - first_target + first_source];
  };
  const auto bits_of = [&](std::size_t s) {
    std::size_t limbs = 0;
    const std::size_t last = std::min((s + 1) * IntegerVector::stripe_rows, size);
    for (std::size_t i = s * IntegerVector::stripe_rows; i < last; ++i)
      limbs = std::max(limbs, source(i).limbs().size());
    return limbs * 64;
  };
  const auto fill = [&](std::size_t i, mp_limb_t* row) {
    const IntegerView x = source(i);
    if (!x.is_zero()) std::copy_n(x.limbs().data(), x.limbs().size(), row);
    return x.signed_size();
  };
  fill_stripes_into(out, size, bits_of, fill, ctx);
}

}  // namespace

void Ops::normalise(const Integers&, V& a, const ExecutionContext& ctx) {
  std::size_t n = a.size();
  while (n != 0 && a.signed_size(n - 1) == 0) --n;
  if (n != a.size()) a.truncate(n, ctx);
}

void Ops::add_into(const Integers&, V& out, const V& a, const V& b, const ExecutionContext& ctx) {
  add_by_length(out, a, b, false, ctx);
}

void Ops::sub_into(const Integers&, V& out, const V& a, const V& b, const ExecutionContext& ctx) {
  add_by_length(out, a, b, true, ctx);
}

Ops::V Ops::add(const Integers&, const V& a, const V& b, const ExecutionContext& ctx) {
  V sum;
  add_signed(sum, a, b, false, ctx);
  return sum;
}

Ops::V Ops::sub(const Integers&, const V& a, const V& b, const ExecutionContext& ctx) {
  V difference;
  add_signed(difference, a, b, true, ctx);
  return difference;
}

Ops::V Ops::neg(const Integers&, V a) {
  a.negate();
  return a;
}

void Ops::neg_into(const Integers&, V& out, const V& a, const ExecutionContext& ctx) {
  if (neg_short(out, a, ctx)) return;
  ctx.poll();
  if (&out != &a) {
    const MemoryReservation reservation = reserve_unless_short(ctx, a.bytes());
    out = a;
  }
  out.negate();
}

Ops::V Ops::scale(const Integers& ring, const V& a, const E& factor, const ExecutionContext& ctx) {
  V product;
  scale_into(ring, product, a, factor, ctx);
  return product;
}

void Ops::scale_into(const Integers&, V& out, const V& a, const E& factor, const ExecutionContext& ctx) {
  if (factor.is_zero()) {
    out = V();
    return;
  }
  if (scale_short(out, a, factor, ctx)) return;
  const std::size_t bits = factor.bit_length();
  const IntegerView f = factor.view();
  const auto bits_of = [&](std::size_t s) {
    const std::size_t own = stripe_bits(a, s);
    return own == 0 ? 0 : own + bits;
  };
  const auto fill = [&](std::size_t i, mp_limb_t* row) {
    const IntegerView x = a[i];
    Workspace::Frame frame;
    mp_limb_t* scratch = nullptr;
    if (f.limbs().size() > 1 && x.limbs().size() > 1)
      scratch = frame.allocate<mp_limb_t>(f.limbs().size() + x.limbs().size()).data();
    return mul_rows(row, x, f, scratch);
  };
  if (&out != &a)
    fill_stripes_into(out, a.size(), bits_of, fill, ctx);
  else if (fits_rows(out, bits_of))
    refill_stripes(out, fill, ctx);
  else
    out = fill_stripes(a.size(), bits_of, fill, ctx);
}

void Ops::mul_into(const Integers&, V& out, const V& a, const V& b, const ExecutionContext& ctx) {
  static_assert(few_words::most_factors == 6);
  switch (few_words::factors(a, b)) {
    case 1:
      return mul_words<1>(out, a, b, ctx);
    case 2:
      return mul_words<2>(out, a, b, ctx);
    case 3:
      return mul_words<3>(out, a, b, ctx);
    case 4:
      return mul_words<4>(out, a, b, ctx);
    case 5:
      return mul_words<5>(out, a, b, ctx);
    case 6:
      return mul_words<6>(out, a, b, ctx);
    default:
      if (a.size() == 1 && b.size() == 1 && &out != &a && &out != &b && mul_constants(out, a, b, ctx)) return;
      return multiply(out, a, b, ctx);
  }
}

Ops::V Ops::mul(const Integers& ring, const V& a, const V& b, const ExecutionContext& ctx) {
  V product;
  mul_into(ring, product, a, b, ctx);
  return product;
}

Ops::V Ops::shift_left(const Integers&, const V& a, std::size_t k, const ExecutionContext& ctx) {
  if (a.empty() || k == 0) return charged_copy(a, ctx);
  V shifted;
  if (!shift_left_short(shifted, a, k, ctx)) move_rows(shifted, a, a.size() + k, k, 0, ctx);
  return shifted;
}

Ops::V Ops::shift_right(const Integers&, const V& a, std::size_t k, const ExecutionContext& ctx) {
  if (k == 0) return charged_copy(a, ctx);
  V shifted;
  if (k < a.size() && !shift_right_short(shifted, a, k, ctx)) move_rows(shifted, a, a.size() - k, 0, k, ctx);
  return shifted;
}

void Ops::shift_left_into(const Integers& ring, V& out, const V& a, std::size_t k, const ExecutionContext& ctx) {
  if (&out != &a && shift_left_short(out, a, k, ctx)) return;
  if (&out == &a || a.empty() || k == 0)
    out = shift_left(ring, a, k, ctx);
  else
    move_rows(out, a, a.size() + k, k, 0, ctx);
}

void Ops::shift_right_into(const Integers& ring, V& out, const V& a, std::size_t k, const ExecutionContext& ctx) {
  if (k < a.size() && shift_right_short(out, a, k, ctx)) return;
  if (&out == &a || k >= a.size() || k == 0)
    out = shift_right(ring, a, k, ctx);
  else
    move_rows(out, a, a.size() - k, 0, k, ctx);
}

Ops::V Ops::derivative(const Integers& ring, const V& a, const ExecutionContext& ctx) {
  V slope;
  derivative_into(ring, slope, a, ctx);
  return slope;
}

void Ops::derivative_into(const Integers&, V& out, const V& a, const ExecutionContext& ctx) {
  if (a.size() <= 1) {
    out = V();
    return;
  }
  if (derivative_short(out, a, ctx)) return;
  const auto bits_of = [&](std::size_t s) {
    const std::size_t last = std::min((s + 1) * IntegerVector::stripe_rows, a.size() - 1);
    std::size_t bits = 0;
    for (std::size_t i = s * IntegerVector::stripe_rows; i < last; ++i) bits = std::max(bits, a[i + 1].bit_length());
    return bits == 0 ? 0 : bits + ceil_log2(last + 1);
  };
  const auto fill = [&](std::size_t i, mp_limb_t* row) {
    const mp_limb_t factor = i + 1;
    return mul_rows(row, a[i + 1], IntegerView(&factor, 1), nullptr);
  };
  if (&out != &a)
    fill_stripes_into(out, a.size() - 1, bits_of, fill, ctx);
  else
    out = fill_stripes(a.size() - 1, bits_of, fill, ctx);
}

Ops::E Ops::evaluate(const Integers&, const V& a, const E& x, const ExecutionContext& ctx) {
  E value;
  evaluate_into({}, value, a, x, ctx);
  return value;
}

void Ops::evaluate_into(const Integers&, E& out, const V& a, const E& x, const ExecutionContext& ctx) {
  const Integer one(1);
  if (&out != &x) return evaluate_homogeneous_into(out, a, x, one, ctx);
  E value;
  evaluate_homogeneous_into(value, a, x, one, ctx);
  out = std::move(value);
}

std::optional<Ops::V> Ops::try_divide_scalar(const Integers&, const V& a, const E& factor,
                                             const ExecutionContext& ctx) {
  const IntegerView f = factor.view();
  const std::size_t nf = f.limbs().size();
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (i % IntegerVector::stripe_rows == 0) ctx.poll();
    if (mpz_divisible_p(a[i].mpz(), f.mpz()) == 0) return std::nullopt;
  }
  const auto bits_of = [&](std::size_t s) {
    const std::size_t own = stripe_bits(a, s);
    return own < f.bit_length() ? 0 : own - f.bit_length() + 1;
  };
  const auto fill = [&](std::size_t i, mp_limb_t* row) {
    const IntegerView x = a[i];
    const std::size_t n = x.limbs().size();
    if (n == 0) return 0;
    const bool negative = (x.sign() < 0) != (f.sign() < 0);
    if (nf == 1) {
      Workspace::Frame frame;  // the row may lack the zero limb on top of the quotient
      mp_limb_t* scratch = frame.allocate<mp_limb_t>(n).data();
      mpn_divexact_1(scratch, x.limbs().data(), static_cast<mp_size_t>(n), f.limbs()[0]);
      const std::size_t m = strip(scratch, n);
      std::copy_n(scratch, m, row);
      return signed_size(m, negative);
    }
    Integer quotient;
    quotient.with_mpz([&](mpz_ptr z) { mpz_divexact(z, x.mpz(), f.mpz()); });
    std::copy_n(quotient.view().limbs().data(), quotient.view().limbs().size(), row);
    return signed_size(quotient.view().limbs().size(), negative);
  };
  return fill_stripes(a.size(), bits_of, fill, ctx);
}

Ops::E Ops::content(const Integers&, const V& a, const ExecutionContext& ctx) {
  if (a.empty()) return {};
  ctx.poll();
  // Two coefficients tell as a rule; the others need not be fetched then.
  constexpr std::size_t few_limbs = 64;
  const IntegerView first = a[0];
  const IntegerView last = a[a.size() - 1];
  Integer g;
  if (std::min(first.limbs().size(), last.limbs().size()) <= few_limbs) g = polyfork::gcd(first, last);
  if (g.is_zero() || !g.is_inline()) {  // from the shortest coefficient on: the gcd is at most that long
    std::size_t start = a.size();
    polled_for(ctx, a.size(), [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        if (a.signed_size(i) == 0) continue;
        if (start == a.size() || a[i].bit_length() < a[start].bit_length()) start = i;
      }
    });
    if (start == a.size()) return {};
    g = abs(a[start]);
  }
  for (std::size_t i = 0; i < a.size() && !g.is_one(); ++i) {
    if (i % IntegerVector::stripe_rows == 0 || a[i].limbs().size() > IntegerVector::stripe_rows) ctx.poll();
    const IntegerView x = a[i];
    if (x.is_zero()) continue;
    if (g.is_inline())
      g = Integer(mpn_gcd_1(x.limbs().data(), static_cast<mp_size_t>(x.limbs().size()), g.view().limbs()[0]));
    else if (mpz_divisible_p(x.mpz(), g.view().mpz()) == 0)
      g = polyfork::gcd(g, x);
  }
  return g;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
