// Homogeneous evaluation: q^(n-1) a(p/q), over Z with q = 1.
//
// Horner's rule on blocks of 2^k coefficients, whose values stay short (at integers of one word as word_points.hpp has
// it), then level by level low + x^m high for neighbouring values, m the coefficients of low: all products are
// balanced, O(M(n bits(x)) log n) bit operations instead of the O(n^2 bits(x)) of Horner's rule. The values of a level
// are rows of one array; those of the next level are written to another, products in place. A level's products are
// planned once: by GMP, or by transforms of limbs. Powers of two in p and q are shifts. While a level has as many
// products as there are threads, each is a task, after that the products themselves are parallel. Memory: twice the
// values of the widest level, powers of p and q, and what products take. Literature: Brent and Zimmermann, Modern
// Computer Arithmetic, 4.4.
#include "poly/dense/evaluate_z.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <optional>
#include <span>
#include <utility>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/core/plan.hpp>
#include <polyfork/core/workspace.hpp>
#include <polyfork/poly/dense/detail/bounded_power.hpp>

#include "core/limits.hpp"
#include "core/short_reservation.hpp"
#include "poly/dense/horner_rows.hpp"
#include "poly/dense/shifted_sum.hpp"
#include "poly/mul/mul_integer.hpp"
#include "poly/rows/limb_rows.hpp"
#include "poly/rows/short_rows.hpp"
#include "ring/held.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

__extension__ using EvaluatedPair = unsigned __int128;

constexpr std::size_t few_limbs = 96;  // of a row on the stack
constexpr std::size_t task_limbs = 1U << 12;

/// odd 2^shift.
struct Power {
  Integer odd = 1;
  std::size_t shift = 0;

  static Power of(IntegerView x) {
    const std::size_t shift = x.trailing_zeros();
    Integer odd(x);
    if (shift != 0) odd.with_mpz([&](mpz_ptr z) { mpz_tdiv_q_2exp(z, z, shift); });
    return {std::move(odd), shift};
  }
  Power raised(std::uint64_t exponent, const ExecutionContext& ctx) const {
    return {bounded_power(odd, exponent, ctx), shift * exponent};
  }
};

/// Whether it is worth to write so many coefficients as rows for one value: two and more have a step in common.
bool prefers_rows(IntegerView p, std::size_t count) noexcept {
  constexpr std::size_t least = 24;
  return count >= least && WordPoint::fits(p) && p.bit_length() <= 32;
}

/// The values of all blocks of a level.
struct Values {
  mp_limb_t* limbs = nullptr;
  std::int32_t* sizes = nullptr;
  std::size_t width = 0;
  std::size_t count = 0;

  mp_limb_t* row(std::size_t i) const noexcept { return limbs + i * width; }
  IntegerView operator[](std::size_t i) const noexcept { return {row(i), sizes[i]}; }
};

class HomogeneousEvaluator {
 public:
  /// rows: those of a, with the signs that p asks for, where there are any.
  HomogeneousEvaluator(const IntegerVector& a, IntegerView p, IntegerView q, const EvaluationShape& shape,
                       const SignedRows* rows, const ExecutionContext& ctx)
      : a_(a),
        p_(p),
        q_(q),
        q_is_one_(q.is_one()),
        shape_(shape),
        rows_(rows),
        ctx_(ctx),
        block_(horner_length(shape.argument)) {
    if (q_is_one_ && block_ > 1 && (rows != nullptr ? WordPoint::fits(p) : prefers_rows(p, block_)))
      word_.emplace(p, block_);
  }

  void write_value(Integer& value) {
    const std::size_t blocks = (a_.size() + block_ - 1) / block_;
    std::size_t most = 0;
    for (std::size_t count = blocks, m = block_;; count = (count + 1) / 2, m *= 2) {
      most = std::max(most, saturating_mul(count, shape_.row_limbs(m)));
      if (count == 1) break;
    }
    const std::size_t row_bytes = saturating_add(saturating_mul(2 * sizeof(mp_limb_t), most), 8 * blocks);
    const MemoryReservation rows(ctx_.memory(), row_bytes);
    Workspace::Frame frame;
    Values now{frame.allocate<mp_limb_t>(most).data(), frame.allocate<std::int32_t>(blocks).data()};
    Values next{frame.allocate<mp_limb_t>(most).data(), frame.allocate<std::int32_t>(blocks).data()};
    now.count = blocks;
    now.width = shape_.row_limbs(block_);
    write_blocks(now);
    Power p;
    Power q;
    if (blocks > 1) {
      p = Power::of(p_).raised(block_, ctx_);
      if (!q_is_one_) q = Power::of(q_).raised(block_, ctx_);
    }
    for (std::size_t m = block_; now.count > 1; m *= 2) {
      next.count = (now.count + 1) / 2;
      next.width = shape_.row_limbs(2 * m);
      const MemoryReservation powers(ctx_.memory(), bytes_of(p.odd) + bytes_of(q.odd));
      join(now, next, m, p, q);
      if (next.count > 1) {
        p = square(p);
        if (!q_is_one_) q = square(q);
      }
      std::swap(now, next);
    }
    value = now[0];
  }

 private:
  void write_blocks(const Values& values) const {
    const std::size_t grain = std::max<std::size_t>(1, task_limbs / (block_ * values.width / 2 + 1));
    parallel_for(ctx_, values.count, grain, [&](std::size_t begin, std::size_t end) {
      Workspace::Frame frame;
      const std::size_t least = word_ ? word_value_scratch(shape_.bits) : 0;
      mp_limb_t* const scratch = frame.allocate<mp_limb_t>(std::max(2 * values.width, least)).data();
      const std::size_t width = SignedRows::width(shape_.bits);
      mp_limb_t* const own = word_ && rows_ == nullptr ? frame.allocate<mp_limb_t>(block_ * width).data() : nullptr;
      for (std::size_t i = begin; i < end; ++i) {
        if (i % 16 == 0 || values.width > 1024) ctx_.poll();
        ctx_.charge(block_ * values.width);
        const std::size_t first = i * block_;
        const std::size_t last = std::min(a_.size(), first + block_);
        if (!word_) {
          values.sizes[i] = horner({values.row(i), scratch, scratch + values.width}, a_, first, last, p_, q_);
          continue;
        }
        if (own != nullptr) write_signed_rows(own, width, a_, first, last, word_->negative());
        const SignedRows part = own == nullptr ? rows_->part(first, last) : SignedRows{own, last - first, shape_.bits};
        values.sizes[i] = value_at_word(values.row(i), scratch, part, *word_);
      }
    });
  }

  /// out[i] = now[2 i] q^(coefficients of the other) + now[2 i + 1] p^m.
  void join(const Values& now, const Values& out, std::size_t m, const Power& p, const Power& q) const {
    const std::size_t pairs = now.count / 2;
    const bool in_parallel = ctx_.threads() > 1 && pairs >= static_cast<std::size_t>(ctx_.threads());
    const std::size_t factor = std::max(p.odd.view().limbs().size(), q.odd.view().limbs().size());
    const PlanBudget budget(ctx_);
    const LimbProduct product(now.width, factor, in_parallel ? budget.with_threads(1) : budget);
    const std::size_t scratch = q_is_one_ ? 0 : out.width;
    const std::size_t at_once = in_parallel ? static_cast<std::size_t>(ctx_.threads()) : 1;
    const MemoryReservation held(ctx_.memory(),
                                 saturating_mul(at_once, saturating_add(product.bytes(), scratch * sizeof(mp_limb_t))));
    // The last value may be that of fewer coefficients.
    const std::size_t tail = a_.size() - (now.count - 1) * m;
    const bool uneven = !q_is_one_ && now.count % 2 == 0 && tail != m;
    const Power last_q = uneven ? Power::of(q_).raised(tail, ctx_) : Power();
    const auto pair = [&](std::size_t i, const ExecutionContext& ctx) {
      Workspace::Frame frame;
      mp_limb_t* const row = out.row(i);
      const IntegerView low = now[2 * i];
      const std::int32_t high_size = times(row, now[2 * i + 1], p, product, ctx);
      const IntegerView high(row, high_size);
      if (q_is_one_) {
        out.sizes[i] = add_rows(row, high, low);
      } else {
        mp_limb_t* const t = frame.allocate<mp_limb_t>(scratch).data();
        const std::int32_t low_size = times(t, low, uneven && i + 1 == pairs ? last_q : q, product, ctx);
        out.sizes[i] = add_rows(row, high, IntegerView(t, low_size));
      }
      ctx.charge(32 * out.width);
    };
    if (in_parallel) {
      const ExecutionContext one = ctx_.with_threads(1);
      const std::size_t grain = std::max<std::size_t>(1, task_limbs / (32 * out.width));
      parallel_for(ctx_, pairs, grain, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) pair(i, one);
      });
    } else {
      for (std::size_t i = 0; i < pairs; ++i) pair(i, ctx_);
    }
    if (now.count % 2 != 0) {
      std::copy_n(now.row(now.count - 1), now[now.count - 1].limbs().size(), out.row(pairs));
      out.sizes[pairs] = now.sizes[now.count - 1];
    }
  }

  /// row = |x power|. Returns the signed size.
  static std::int32_t times(mp_limb_t* row, IntegerView x, const Power& power, const LimbProduct& product,
                            const ExecutionContext& ctx) {
    const std::size_t n = x.limbs().size();
    if (n == 0) return 0;
    const IntegerView odd = power.odd.view();
    const std::size_t limbs = power.shift / 64;
    mp_limb_t* const to = row + limbs;
    std::size_t size = n;
    if (odd.bit_length() == 1) {
      std::copy_n(x.limbs().data(), n, to);
    } else {
      size += odd.limbs().size();
      product.multiply({to, size}, x.limbs(), odd.limbs(), ctx);
      size = strip(to, size);
    }
    std::fill_n(row, limbs, mp_limb_t{0});
    if (power.shift % 64 != 0) {
      const mp_limb_t top = mpn_lshift(to, to, static_cast<mp_size_t>(size), static_cast<unsigned>(power.shift % 64));
      if (top != 0) to[size++] = top;
    }
    return signed_size(limbs + size, (x.sign() < 0) != (odd.sign() < 0));
  }

  Power square(const Power& x) const { return {long_product(x.odd.view(), x.odd.view(), ctx_), 2 * x.shift}; }

  const IntegerVector& a_;
  IntegerView p_;
  IntegerView q_;
  bool q_is_one_;
  EvaluationShape shape_;
  const SignedRows* rows_;
  const ExecutionContext& ctx_;
  std::size_t block_;
  std::optional<WordPoint> word_;  // p, where blocks have values at words
};

/// The value where it has so few limbs that one block on the stack is enough; false elsewhere.
bool value_of_block(Integer& value, const IntegerVector& a, IntegerView p, IntegerView q, const EvaluationShape& shape,
                    const ExecutionContext& ctx) {
  const std::size_t n = a.size();
  // At points of several limbs two blocks are joined for more than Horner's rule takes for both.
  const std::size_t whole = horner_length(shape.argument) * (shape.argument > 64 ? 2 : 1);
  if (n > whole) return false;
  const std::size_t width = shape.row_limbs(n);
  if (width > few_limbs) return false;
  mp_limb_t rows[3 * few_limbs];
  ctx.charge(n * width);
  std::int32_t size;
  if (q.is_one() && prefers_rows(p, n)) {
    Workspace::Frame frame;
    const WordPoint x(p, n);
    const std::size_t w = SignedRows::width(shape.bits);
    mp_limb_t* const own = frame.allocate<mp_limb_t>(n * w).data();
    write_signed_rows(own, w, a, 0, n, x.negative());
    size = value_at_word(rows, rows + width, {own, n, shape.bits}, x);
  } else {
    size = horner({rows, rows + width, rows + 2 * width}, a, 0, n, p, q);
  }
  value = IntegerView(rows, size);
  return true;
}

/// The value of many coefficients, block by block.
void evaluate_blocks(Integer& value, const IntegerVector& a, IntegerView p, IntegerView q, const EvaluationShape& shape,
                     const SignedRows* rows, const ExecutionContext& ctx) {
  const std::size_t result_bytes = saturating_add(saturating_mul(a.size(), shape.argument), shape.bits) / 8 + 64;
  if (result_bytes > largest_power_bits / 8) throw MemoryLimit(result_bytes, ctx.memory().used(), ctx.memory().limit());
  const MemoryReservation reservation(ctx.memory(), result_bytes);
  HomogeneousEvaluator(a, p, q, shape, rows, ctx).write_value(value);
}

/// Horner's rule in 128 bits at a word, where every sum of absolute values fits; false elsewhere.
bool value_in_pair(Integer& value, const IntegerVector& a, IntegerView p, IntegerView q, const EvaluationShape& shape) {
  constexpr std::size_t word_bits = 63;
  constexpr std::size_t pair_bits = 126;
  const std::size_t n = a.size();
  if (n == 0 || n > IntegerVector::stripe_rows || shape.bits > word_bits || shape.argument > word_bits) return false;
  if (q.sign() < 0 || q.bit_length() != 1) return false;
  if (shape.bits + (n - 1) * shape.argument + static_cast<std::size_t>(std::bit_width(n)) > pair_bits) return false;
  const auto word_of = [](const mp_limb_t* limb, std::int32_t size) {
    const auto magnitude = size == 0 ? 0 : static_cast<std::int64_t>(*limb);
    return size < 0 ? -magnitude : magnitude;
  };
  const std::int64_t x = p.is_zero() ? 0 : word_of(p.limbs().data(), p.signed_size());
  const std::size_t stride = a.stride(0);
  const mp_limb_t* row = a.row(0) + n * stride;
  SignedPair sum = 0;
  for (std::size_t i = n; i-- > 0;) sum = sum * x + word_of(row -= stride, a.signed_size(i));
  const bool negative = sum < 0;
  const auto magnitude = negative ? -static_cast<EvaluatedPair>(sum) : static_cast<EvaluatedPair>(sum);
  const mp_limb_t limbs[] = {static_cast<mp_limb_t>(magnitude), static_cast<mp_limb_t>(magnitude >> 64)};
  value = IntegerView(limbs, signed_size(strip(limbs, 2), negative));
  return true;
}

}  // namespace

void evaluate_homogeneous_into(Integer& value, const IntegerVector& a, IntegerView p, IntegerView q,
                               const ExecutionContext& ctx) {
  ctx.poll();
  const EvaluationShape shape{a.max_bits(ctx), std::max({p.bit_length(), q.bit_length(), std::size_t{1}})};
  if (value_in_pair(value, a, p, q, shape)) return;
  if (q.bit_length() == 1 && is_power_of_two(p))
    return sum_of_shifted(value, a, p.bit_length() - 1, p.sign(), false, ctx);
  if (p.bit_length() == 1 && is_power_of_two(q))
    return sum_of_shifted(value, a, q.bit_length() - 1, p.sign(), true, ctx);
  if (value_of_block(value, a, p, q, shape, ctx)) return;
  evaluate_blocks(value, a, p, q, shape, nullptr, ctx);
}

PreparedCoefficients::PreparedCoefficients(const IntegerVector& a, bool plain, bool alternating,
                                           const ExecutionContext& ctx)
    : a_(a), bits_(a.max_bits(ctx)) {
  const std::size_t width = SignedRows::width(bits_);
  const std::size_t limbs = saturating_mul(a.size(), width);
  const std::size_t copies = (plain ? 1 : 0) + (alternating ? 1 : 0);
  reservation_ = reserve_unless_short(ctx, saturating_mul(copies * sizeof(mp_limb_t), limbs));
  const auto made = [&](bool signs) {
    mp_limb_t* const to = frame_.allocate<mp_limb_t>(limbs).data();
    constexpr std::size_t limbs_of_a_task = std::size_t{1} << 14;
    parallel_for(ctx, a.size(), limbs_of_a_task / width + 1, [&](std::size_t begin, std::size_t end) {
      write_signed_rows(to + begin * width, width, a, begin, end, signs);
    });
    return SignedRows{to, a.size(), bits_};
  };
  if (plain) plain_ = made(false);
  if (alternating) alternating_ = made(true);
}

void evaluate_prepared_into(Integer& value, const PreparedCoefficients& f, IntegerView x, const ExecutionContext& ctx) {
  const IntegerVector& a = f.coefficients();
  const std::size_t n = a.size();
  if (n != 0 && x.is_zero()) {
    value = a[0];
    return;
  }
  if (n == 0 || !WordPoint::fits(x)) return evaluate_homogeneous_into(value, a, x, Integer(1), ctx);
  const EvaluationShape shape{f.bits(), x.bit_length()};
  const SignedRows& rows = f.rows(x.sign() < 0);
  const std::size_t width = shape.row_limbs(n);
  if (n <= horner_length(shape.argument) && width <= few_limbs) {
    mp_limb_t limbs[2 * few_limbs];
    ctx.charge(n * width);
    const std::int32_t size = value_at_word(limbs, limbs + width, rows, WordPoint(x, n));
    value = IntegerView(limbs, size);
    return;
  }
  ctx.poll();
  if (is_power_of_two(x)) return sum_of_shifted(value, a, x.bit_length() - 1, x.sign(), false, ctx);
  evaluate_blocks(value, a, x, Integer(1), shape, &rows, ctx);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
