// Short powers over Z: constants in straight limbs, copies, squares by the short products, two terms by the binomial
// coefficients.
//
// What a call on few words costs is what stands before its arithmetic: the bound of the power's size (bits times
// exponent) is the only check here, and it keeps everything so short that the general path's checks cannot fail.
// Constants take one squaring for each bit of the exponent, in two buffers on the stack or in scratch memory: the power
// is written when its length is known, so that it may stand where the base does.
#include "poly/dense/short_power.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <utility>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/workspace.hpp>
#include <polyfork/poly/dense/detail/dense_ops.hpp>
#include <polyfork/poly/dense/detail/power_recurrence.hpp>

#include "core/limits.hpp"
#include "core/short_reservation.hpp"
#include "poly/rows/limb_rows.hpp"
#include "poly/rows/short_rows.hpp"
#include "poly/rows/short_vector.hpp"
#include "ring/limb_products.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t most_power_limbs = 2048;       // a call to GMP that cannot be stopped takes some microseconds
constexpr std::size_t most_bits_of_squares = 16384;  // of coefficients

__extension__ using WidePower = unsigned __int128;

/// to = the square of n limbs. No call for one and two, which take less than it.
void set_square(mp_limb_t* to, const mp_limb_t* limbs, std::size_t n) noexcept {
  if (n > 2) {
    sqr_short_limbs(to, limbs, n);
    return;
  }
  const WidePower low = static_cast<WidePower>(limbs[0]) * limbs[0];
  to[0] = static_cast<mp_limb_t>(low);
  to[1] = static_cast<mp_limb_t>(low >> 64);
  if (n == 1) return;
  const WidePower middle = static_cast<WidePower>(limbs[0]) * limbs[1];
  const WidePower second = static_cast<WidePower>(to[1]) + static_cast<mp_limb_t>(middle << 1);
  to[1] = static_cast<mp_limb_t>(second);
  const WidePower high = static_cast<WidePower>(limbs[1]) * limbs[1] + static_cast<mp_limb_t>(middle >> 63) +
                         static_cast<mp_limb_t>(second >> 64);
  to[2] = static_cast<mp_limb_t>(high);
  to[3] = static_cast<mp_limb_t>(high >> 64) + static_cast<mp_limb_t>(middle >> 127);
}

/// to = n limbs times m, n >= m; the two may be one where m is 1.
void set_multiple(mp_limb_t* to, const mp_limb_t* limbs, std::size_t n, const mp_limb_t* by, std::size_t m) noexcept {
  constexpr std::size_t few = 3;
  if (m > 1) {
    mul_short_limbs(to, limbs, n, by, m);
  } else if (n > few) {
    to[n] = mpn_mul_1(to, limbs, static_cast<mp_size_t>(n), by[0]);
  } else {
    mp_limb_t carry = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const WidePower product = static_cast<WidePower>(limbs[i]) * by[0] + carry;
      to[i] = static_cast<mp_limb_t>(product);
      carry = static_cast<mp_limb_t>(product >> 64);
    }
    to[n] = carry;
  }
}

/// Where a power is formed: two buffers, each a limb longer than it, and the vector that it ends up in.
class ConstantPower {
 public:
  ConstantPower(mp_limb_t* memory, std::size_t limbs) noexcept : power_(memory), next_(memory + limbs) {}

  /// out = base^exponent with this sign. The last product is written to its row, unless the base may stand there.
  void run(IntegerVector& out, IntegerView base, std::uint64_t exponent, bool negative, bool is_own,
           const ExecutionContext& ctx) {
    const mp_limb_t* const limbs = base.limbs().data();
    const std::size_t n = base.limbs().size();
    int bit = static_cast<int>(std::bit_width(exponent)) - 1;
    if (n == 1) {
      power_[0] = word_power(limbs[0], exponent, bit);
      size_ = 1;
    } else {
      std::copy_n(limbs, n, power_);
      size_ = n;
    }
    if (bit == 0) return write(out, negative, ctx);
    while (bit-- > 0) {
      const bool times_base = (exponent >> bit & 1) != 0;
      const bool last = bit == 0 && !is_own;
      if (last && !times_base) {
        const WrittenRows row = remade_rows(out, 1, 2 * size_, ctx);
        set_square(row.limbs, power_, size_);
        return set_size(row, 2 * size_, negative);
      }
      set_square(next_, power_, size_);
      take_next(2 * size_);
      if (!times_base) continue;
      if (last) {
        const WrittenRows row = remade_rows(out, 1, size_ + n, ctx);
        set_multiple(row.limbs, power_, size_, limbs, n);
        return set_size(row, size_ + n, negative);
      }
      set_multiple(next_, power_, size_, limbs, n);
      take_next(size_ + n);
    }
    write(out, negative, ctx);
  }

 private:
  /// The power by the exponent's highest bits, as many of them as leave it a word; `bit` is what is left.
  static mp_limb_t word_power(mp_limb_t base, std::uint64_t exponent, int& bit) noexcept {
    const auto bits = static_cast<int>(std::bit_width(base));
    mp_limb_t word = base;
    for (; bit > 0; --bit) {
      const bool times_base = (exponent >> (bit - 1) & 1) != 0;
      if (2 * static_cast<int>(std::bit_width(word)) + (times_base ? bits : 0) > GMP_NUMB_BITS) break;
      word *= times_base ? word * base : word;
    }
    return word;
  }
  void take_next(std::size_t limbs) noexcept {
    size_ = limbs - (next_[limbs - 1] == 0 ? 1 : 0);
    std::swap(power_, next_);
  }
  static void set_size(const WrittenRows& row, std::size_t limbs, bool negative) noexcept {
    row.sizes[0] = signed_size(limbs - (row.limbs[limbs - 1] == 0 ? 1 : 0), negative);
  }
  void write(IntegerVector& out, bool negative, const ExecutionContext& ctx) const {
    const WrittenRows row = remade_rows(out, 1, size_, ctx);
    std::copy_n(power_, size_, row.limbs);
    row.sizes[0] = signed_size(size_, negative);
  }

  mp_limb_t* power_;
  mp_limb_t* next_;
  std::size_t size_ = 0;  // limbs of the power
};

bool constant_power(IntegerVector& out, const IntegerVector& a, std::uint64_t n, const ExecutionContext& ctx) {
  constexpr std::size_t stack_limbs = 65;
  const ReadRows row = read_rows(a);
  const IntegerView base(row.limbs, row.sizes[0]);
  const std::size_t base_bits = base.bit_length();
  const bool negative = row.sizes[0] < 0 && (n & 1) != 0;
  if (ctx.stop_requested()) ctx.poll();
  if (base_bits == 1) {
    const WrittenRows unit = remade_rows(out, 1, 1, ctx);
    unit.limbs[0] = 1;
    unit.sizes[0] = negative ? -1 : 1;
    return true;
  }
  const std::size_t bits = saturating_mul(base_bits, n);
  if (bits > most_power_limbs * GMP_NUMB_BITS) return false;
  const std::size_t limbs = limbs_for_bits(bits) + 1;
  ctx.charge(limbs);
  if (limbs <= stack_limbs) {
    mp_limb_t memory[2 * stack_limbs];
    ConstantPower(memory, stack_limbs).run(out, base, n, negative, &out == &a, ctx);
    return true;
  }
  const MemoryReservation held = reserve_unless_short(ctx, 2 * limbs * sizeof(mp_limb_t));
  Workspace::Frame frame;
  const std::span<mp_limb_t> memory = frame.allocate<mp_limb_t>(2 * limbs);
  ConstantPower(memory.data(), limbs).run(out, base, n, negative, &out == &a, ctx);
  return true;
}

/// The square of a constant, straight into its row. Precondition: `out` is not a.
void constant_square(IntegerVector& out, const IntegerVector& a, const ExecutionContext& ctx) {
  const ReadRows base = read_rows(a);
  const auto n = static_cast<std::size_t>(std::abs(base.sizes[0]));
  if (ctx.stop_requested()) ctx.poll();
  ctx.charge(n * n);
  if (n == 1 && base.limbs[0] >> 32 == 0) {
    const WrittenRows row = remade_rows(out, 1, 1, ctx);
    row.limbs[0] = base.limbs[0] * base.limbs[0];
    row.sizes[0] = 1;
    return;
  }
  const WrittenRows row = remade_rows(out, 1, 2 * n, ctx);
  set_square(row.limbs, base.limbs, n);
  row.sizes[0] = static_cast<std::int32_t>(2 * n - (row.limbs[2 * n - 1] == 0 ? 1 : 0));
}

/// (u + v x)^2 in two squares and a product. False, with nothing done, where u is zero, rows of the square do not hold
/// squares with a zero limb on top, or `out` is a.
bool square_of_two(IntegerVector& out, const IntegerVector& a, const ExecutionContext& ctx) {
  const ReadRows base = read_rows(a);
  const auto n = static_cast<std::size_t>(std::abs(base.sizes[0]));
  const auto m = static_cast<std::size_t>(std::abs(base.sizes[1]));
  const std::size_t stride = limbs_for_bits(2 * short_bits(a) + 1);
  if (n == 0 || &out == &a || stride < 2 * std::max(n, m)) return false;
  if (ctx.stop_requested()) ctx.poll();
  ctx.charge(n * n + m * m + n * m);
  const bool negative = (base.sizes[0] ^ base.sizes[1]) < 0;
  const mp_limb_t* const u = base.limbs;
  const mp_limb_t* const v = base.limbs + base.stride;
  const WrittenRows square = remade_rows(out, 3, stride, ctx);
  set_square(square.row(0), u, n);
  set_square(square.row(2), v, m);
  mp_limb_t* const middle = square.row(1);
  mp_limb_t carry = 0;
  if (n == 1 && m == 1) {
    const WidePower product = static_cast<WidePower>(u[0]) * v[0];
    carry = static_cast<mp_limb_t>(product >> 127);
    middle[0] = static_cast<mp_limb_t>(product << 1);
    middle[1] = static_cast<mp_limb_t>(product >> 63);
  } else {
    mul_short_limbs(middle, u, n, v, m);
    carry = mpn_lshift(middle, middle, static_cast<mp_size_t>(n + m), 1);
  }
  if (carry != 0) middle[n + m] = carry;  // for which the row has room
  const std::size_t limbs[3] = {2 * n, n + m + (carry != 0 ? 1 : 0), 2 * m};
  for (std::size_t i = 0; i < 3; ++i) {
    mp_limb_t* const row = square.row(i);
    clear_from(row, limbs[i], stride);
    square.sizes[i] = signed_size(limbs[i] - (row[limbs[i] - 1] == 0 ? 1 : 0), i == 1 && negative);
  }
  return true;
}

bool short_square(IntegerVector& out, const IntegerVector& a, const ExecutionContext& ctx) {
  const ReadRows base = read_rows(a);
  if (base.stride > limbs_for_bits(most_bits_of_squares)) return false;
  if (base.count == 1 && &out != &a) {
    constant_square(out, a, ctx);
    return true;
  }
  const bool has_word_sums = base.stride == 1 && (base.limbs[0] | base.limbs[base.count - 1]) >> 30 == 0;
  if (base.count != 2 || has_word_sums || !square_of_two(out, a, ctx)) DenseOps<Integers>::mul_into({}, out, a, a, ctx);
  return true;
}

/// a^3, or a^4 as the square of a square.
bool cube_or_fourth(IntegerVector& out, const IntegerVector& a, bool fourth, const ExecutionContext& ctx) {
  IntegerVector square;
  if (!short_square(square, a, ctx)) return false;
  DenseOps<Integers>::mul_into({}, out, square, fourth ? square : a, ctx);
  return true;
}

void copy_into(IntegerVector& out, const IntegerVector& a, const ExecutionContext& ctx) {
  if (&out == &a) return;
  const MemoryReservation held = reserve_unless_short(ctx, a.bytes());
  out = a;
}

}  // namespace

bool power_short(IntegerVector& out, const IntegerVector& a, std::uint64_t n, const ExecutionContext& ctx) {
  const std::size_t length = a.size();
  if (n == 0 || length > IntegerVector::stripe_rows) return false;
  if (length == 0 || n == 1) {
    copy_into(out, a, ctx);
    return true;
  }
  if (n == 2) return short_square(out, a, ctx);
  if (length == 1) return constant_power(out, a, n, ctx);
  if (length == 2) return binomial_power(out, a, n, ctx);
  if (n == 3 && cube_in_pairs(out, a, ctx)) return true;
  return n <= 4 && cube_or_fourth(out, a, n == 4, ctx);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
