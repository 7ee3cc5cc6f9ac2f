// Schoolbook multiplication in Z[x] of short operands by digits of 52 bits, see ring/digit_products.hpp.
//
// Cost: as many multiply-adds of vectors as there are products of digits with eight neighbouring ones, half of which
// are zeros between coefficients; memory: five words for each digit. For operands of one stripe, on one thread;
// Karatsuba and packed integers pass it where each operand has some 500 digits, and in vectors of doubles, a sixth as
// fast, for more than seven digits a coefficient or some 240 in all.
#include <algorithm>

#include <polyfork/core/cpu.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/core/workspace.hpp>

#include "core/short_reservation.hpp"
#include "poly/mul/machine_costs.hpp"
#include "poly/mul/mul_algorithms.hpp"
#include "poly/mul/mul_short.hpp"
#include "poly/mul/mul_sizes.hpp"
#include "poly/rows/short_rows.hpp"
#include "poly/rows/short_vector.hpp"
#include "ring/kernels/digit_products.hpp"
#include "ring/unwritten_integers.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t fewest_word_products = 36;  // of words whose sums are longer than words

/// Sizes of such a product. The list is made of the operand of fewer digits in a coefficient, whose zeros cost nothing.
struct DigitSizes {
  explicit DigitSizes(const MulShape& s) noexcept
      : digits_a(DigitProducts::digits_for_bits(s.bits_a)),
        digits_b(DigitProducts::digits_for_bits(s.bits_b)),
        list_is_a(digits_a != digits_b ? digits_a < digits_b : s.length_a <= s.length_b),
        list(list_is_a ? s.length_a * digits_a : s.length_b * digits_b),
        packed_length(list_is_a ? s.length_b : s.length_a),
        slot(DigitProducts::digits_for_bits(product_bits(s) + 1)),
        scratch(DigitProducts::scratch_words(list, packed_length, product_length(s), slot)) {}
  /// Products of digits, zeros between coefficients included.
  std::size_t products() const noexcept { return list * packed_length * slot; }

  std::size_t digits_a;
  std::size_t digits_b;
  bool list_is_a;
  std::size_t list;
  std::size_t packed_length;
  std::size_t slot;
  std::size_t scratch;
};

/// `sizes` are those of the shape; scratch: so many words, on a cache line.
void multiply(const DigitProducts& kernel, IntegerVector& out, const MulShape& s, const DigitSizes& sizes,
              const IntegerVector& a, const IntegerVector& b, std::uint64_t* scratch, const ExecutionContext& ctx) {
  const std::size_t bits = product_bits(s);
  const std::size_t stride = limbs_for_bits(bits);
  remake_short(out, product_length(s), stride, ctx);
  const ReadRows x = read_rows(a);
  const ReadRows y = read_rows(b);
  const DigitProducts::Factor factor_a{x.limbs, x.sizes, x.count, x.stride, s.bits_a};
  const DigitProducts::Factor factor_b{y.limbs, y.sizes, y.count, y.stride, s.bits_b};
  const DigitProducts::Product to{out.row(0), unwritten_sizes(out), stride, bits};
  kernel.multiply(sizes.list_is_a ? factor_a : factor_b, sizes.list_is_a ? factor_b : factor_a, to, scratch);
}

constexpr std::size_t fewest_pairs = 16;       // of coefficients, or
constexpr std::size_t fewest_products = 1500;  // of digits

/// Whether the lengths alone say that there are too few products. Precondition: bits below 2^24.
bool too_few(const MulShape& s) noexcept {
  constexpr std::size_t square = DigitProducts::digit_bits * DigitProducts::digit_bits;
  const std::size_t pairs = s.length_a * s.length_b;
  return pairs < fewest_pairs &&
         pairs * std::min(s.bits_a, s.bits_b) * (s.bits_a + s.bits_b) < fewest_products * square / 2;
}

/// Whether there are so many products that the digits are worth their conversion, and not too many.
bool worth_digits(const MulShape& s, const DigitSizes& sizes, std::int64_t most_products) noexcept {
  const std::size_t pairs = s.length_a * s.length_b;
  const std::size_t products = sizes.products();
  if (std::min(s.length_a, s.length_b) < 2 || (pairs < fewest_pairs && products < fewest_products)) return false;
  const bool words = s.bits_a <= 64 && s.bits_b <= 64;
  if (words && (product_bits(s) < 63 || pairs < fewest_word_products)) return false;
  return static_cast<std::int64_t>(products) <= most_products;
}

/// Whether this kernel is worth it.
bool worth_kernel(const MulShape& s, const DigitSizes& sizes, const DigitProducts& kernel) noexcept {
  const std::size_t digits = std::max(sizes.digits_a, sizes.digits_b);
  const std::size_t fewest = digits <= 2 ? kernel.fewest * 2 / 3 : kernel.fewest;
  return std::min(s.length_a, s.length_b) >= fewest && digits <= kernel.most_per_row &&
         sizes.products() <= kernel.most_products;
}

}  // namespace

bool digits_reach(const MulShape& s) {
  constexpr std::size_t most = IntegerVector::stripe_rows;
  constexpr std::size_t most_bits = DigitProducts::most_digits * DigitProducts::digit_bits;
  if (std::max(s.length_a, s.length_b) > most || std::max(s.bits_a, s.bits_b) > most_bits) return false;
  if (std::min({s.length_a, s.length_b, s.bits_a, s.bits_b}) == 0) return false;
  return digit_products(active_isa()) != nullptr && DigitSizes(s).list <= DigitProducts::most_digits;
}

bool is_product_of_digits(const MulShape& s, const MulTuning& tuning) {
  if (!digits_reach(s)) return false;
  const DigitSizes sizes(s);
  return worth_digits(s, sizes, tuning.most_digit_products) && worth_kernel(s, sizes, *digit_products(active_isa()));
}

std::size_t digits_scratch(const MulShape& s) noexcept { return DigitSizes(s).scratch; }

double digits_seconds(const MulShape& s) noexcept {
  const DigitProducts& kernel = *digit_products(active_isa());
  const DigitSizes sizes(s);
  const auto vectors = static_cast<double>(sizes.packed_length * sizes.slot + DigitProducts::block) / 8;
  const auto columns = static_cast<double>(product_length(s));
  return nanosecond * (machine_costs().call + kernel.pair * vectors * static_cast<double>(sizes.list) +
                       columns * (kernel.column + kernel.digit * static_cast<double>(sizes.slot)));
}

IntegerVector mul_classical_digits(const MulPlan& plan, const IntegerVector& a, const IntegerVector& b,
                                   const ExecutionContext& ctx) {
  ctx.charge(static_cast<std::uint64_t>(limb_products(plan.shape)));
  const DigitSizes sizes(plan.shape);
  Workspace::Frame frame;
  const auto scratch = frame.allocate<std::uint64_t>(sizes.scratch);
  IntegerVector product;
  multiply(*digit_products(active_isa()), product, plan.shape, sizes, a, b, scratch.data(), ctx);
  return product;
}

bool mul_short_digits(IntegerVector& out, const MulShape& s, const IntegerVector& a, const IntegerVector& b,
                      const ExecutionContext& ctx) {
  constexpr MulTuning t;
  constexpr std::size_t stack_words = 2048;
  if (std::max(s.length_a, s.length_b) > IntegerVector::stripe_rows || s.bits_a == 0 || s.bits_b == 0) return false;
  if (std::max(s.bits_a, s.bits_b) > DigitProducts::most_digits * DigitProducts::digit_bits || too_few(s)) return false;
  const DigitProducts* const kernel = digit_products(active_isa());
  if (kernel == nullptr) return false;
  const DigitSizes sizes(s);
  if (sizes.list > DigitProducts::most_digits || !worth_digits(s, sizes, t.most_digit_products)) return false;
  if (!worth_kernel(s, sizes, *kernel)) return false;
  if (sizes.scratch > stack_words && ctx.memory().limit() != MemoryAccount::unlimited) return false;  // plans know
  if (sizes.products() > stack_words && ctx.threads() > 1 &&
      limb_products(s) >= static_cast<double>(t.parallel_min_limb_products))
    return false;
  if (&out == &a || &out == &b) {
    IntegerVector product;
    (void)mul_short_digits(product, s, a, b, ctx);
    out = std::move(product);
    return true;
  }
  if (ctx.stop_requested()) ctx.poll();
  if (ctx.profile() != nullptr) ctx.charge(static_cast<std::uint64_t>(limb_products(s)));
  if (sizes.scratch <= stack_words) {
    alignas(64) std::uint64_t scratch[stack_words];
    multiply(*kernel, out, s, sizes, a, b, scratch, ctx);
    return true;
  }
  const MemoryReservation held = reserve_unless_short(ctx, sizes.scratch * sizeof(std::uint64_t));
  Workspace::Frame frame;
  multiply(*kernel, out, s, sizes, a, b, frame.allocate<std::uint64_t>(sizes.scratch).data(), ctx);
  return true;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
