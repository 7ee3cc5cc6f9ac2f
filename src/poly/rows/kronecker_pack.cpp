// Packing and unpacking for Kronecker substitution.
//
// Cost: linear in the limbs, O(1) limb operations each; parallel over blocks of coefficients which begin at limb
// boundaries, as every 64th does for any width of slots. A slot holds a_i - borrow modulo 2^slot_bits where the borrow
// is one when the nearest nonzero coefficient below is negative: a block finds its borrow by itself. When unpacking,
// the carry into a slot is the top bit of the slot below as it stands in the product: with |c| < 2^(s-1) the value c -
// carry lies in [-2^(s-1), 2^(s-1)), and it borrowed from above exactly when its top bit is set. So neither direction
// has a sequential pass. Literature: Kronecker 1882; Harvey, Faster polynomial multiplication via multipoint Kronecker
// substitution, JSC 2009, section 3 (signs).
#include "poly/rows/kronecker_pack.hpp"

#include <algorithm>

#include <polyfork/core/parallel.hpp>

#include "poly/rows/limb_rows.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t poll_limbs = 1 << 18;

/// Appends numbers of a fixed number of bits to consecutive limbs. Starts at a limb boundary.
class BitWriter {
 public:
  explicit BitWriter(mp_limb_t* out) noexcept : out_(out) {}

  /// The low `bits` bits of x or -x, less one if asked for; |x| < 2^(bits - 1). bits >= 1.
  void put(std::span<const mp_limb_t> x, bool minus, bool less_one, std::size_t bits) noexcept {
    const std::size_t n = x.size();
    const auto size = static_cast<mp_size_t>(n);
    mp_limb_t above = 0;  // what is left of the slot
    if (n == 0) {
      above = less_one ? ~mp_limb_t{0} : 0;
    } else if (minus) {
      above = ~mp_limb_t{0};
      if (less_one)
        mpn_com(out_, x.data(), size);  // -x - 1
      else
        mpn_neg(out_, x.data(), size);
    } else if (less_one) {
      mpn_sub_1(out_, x.data(), size, 1);
    }
    const bool moved = minus || less_one;
    mp_limb_t next = above;
    if (used_ != 0) {
      const mp_limb_t over = n == 0 ? 0 : mpn_lshift(out_, moved ? out_ : x.data(), size, used_);
      next = over | above << used_;
    } else if (!moved) {
      std::copy_n(x.data(), n, out_);
    }
    const std::size_t end = used_ + bits;
    const std::size_t full = end / 64;
    const auto tail = static_cast<unsigned>(end % 64);
    if (n < full) {
      out_[n] = next;
      std::fill(out_ + n + 1, out_ + full, above);
      next = above;
    } else if (n > full) {
      next = out_[full];
    }
    if (full == 0)
      pending_ |= next;
    else
      out_[0] |= pending_, pending_ = next;
    out_ += full;
    used_ = tail;
    pending_ = tail == 0 ? 0 : pending_ & ((mp_limb_t{1} << tail) - 1);
  }
  /// Packs a value of at most 128 bits; bits <= 128.
  void put_wide(std::uint64_t low, std::uint64_t high, std::size_t bits) noexcept {
    if (bits > 64) {
      put_word(low, 64);
      put_word(high, static_cast<unsigned>(bits - 64));
    } else {
      put_word(low, static_cast<unsigned>(bits));
    }
  }
  void flush() noexcept {
    if (used_ != 0) *out_++ = pending_;
    used_ = 0;
    pending_ = 0;
  }
  mp_limb_t* position() const noexcept { return out_; }

 private:
  void put_word(std::uint64_t word, unsigned bits) noexcept {  // 1 <= bits <= 64, word below 2^bits
    pending_ |= word << used_;
    if (used_ + bits >= 64) {
      *out_++ = pending_;
      pending_ = used_ == 0 ? 0 : word >> (64 - used_);
      used_ = used_ + bits - 64;
    } else {
      used_ += bits;
    }
  }

  mp_limb_t* out_;
  mp_limb_t pending_ = 0;
  unsigned used_ = 0;
};

class Packer {
 public:
  Packer(std::span<mp_limb_t> packed, const IntegerVector& v, std::size_t slot_bits, bool flip)
      : packed_(packed), v_(v), bits_(slot_bits), limbs_(limbs_for_bits(slot_bits)), flip_(flip) {}

  void block(std::size_t begin, std::size_t end, const ExecutionContext& ctx) const {
    BitWriter writer(packed_.data() + begin * bits_ / 64);
    if (bits_ <= 128)
      narrow(begin, end, writer);
    else
      general(begin, end, writer, ctx);
    writer.flush();
    if (end == v_.size()) std::fill(writer.position(), packed_.data() + packed_.size(), mp_limb_t{0});
  }

 private:
  /// The bits of slot i; the last one, whose value is not negative, goes as far as there is room.
  std::size_t width(std::size_t i) const noexcept {
    return i + 1 < v_.size() ? bits_ : std::min(bits_, 64 * packed_.size() - i * bits_);
  }
  bool negative(std::size_t i) const noexcept { return v_.signed_size(i) != 0 && (v_.signed_size(i) < 0) != flip_; }
  /// The borrow into coefficient i.
  bool borrow_into(std::size_t i) const noexcept {
    while (i != 0 && v_.signed_size(i - 1) == 0) --i;
    return i != 0 && negative(i - 1);
  }

  void narrow(std::size_t begin, std::size_t end, BitWriter& writer) const noexcept {
    __extension__ using wide = unsigned __int128;
    const wide mask = bits_ == 128 ? ~wide{0} : (wide{1} << bits_) - 1;
    bool borrow = borrow_into(begin);
    for (std::size_t i = begin; i < end; ++i) {
      const IntegerView x = v_[i];
      const std::size_t n = x.limbs().size();
      wide value = n == 0 ? 0 : x.limbs()[0];
      if (n > 1) value |= wide{x.limbs()[1]} << 64;
      const bool minus = negative(i);
      if (minus) value = 0 - value;
      value = (value - (borrow ? 1 : 0)) & mask;
      if (n != 0) borrow = minus;
      writer.put_wide(static_cast<std::uint64_t>(value), static_cast<std::uint64_t>(value >> 64), width(i));
    }
  }

  void general(std::size_t begin, std::size_t end, BitWriter& writer, const ExecutionContext& ctx) const {
    bool borrow = borrow_into(begin);
    std::size_t since_poll = 0;
    for (std::size_t i = begin; i < end; ++i) {
      since_poll += limbs_;
      if (since_poll > poll_limbs) ctx.poll(), since_poll = 0;
      const auto x = v_[i].limbs();
      const bool minus = negative(i);
      writer.put(x, minus, borrow, width(i));
      if (!x.empty()) borrow = minus;
    }
  }

  std::span<mp_limb_t> packed_;
  const IntegerVector& v_;
  std::size_t bits_;
  std::size_t limbs_;
  bool flip_;
};

std::size_t stride_of(const IntegerVector& v, std::size_t i) noexcept {
  return v.stride(i / IntegerVector::stripe_rows);
}
std::size_t stride_of(const WrittenRows& rows, std::size_t) noexcept { return rows.stride; }
void set_size(IntegerVector& v, std::size_t i, std::int32_t size) noexcept { v.set_signed_size(i, size); }
void set_size(WrittenRows& rows, std::size_t i, std::int32_t size) noexcept { rows.sizes[i] = size; }

/// Rows: IntegerVector, or WrittenRows.
template <class Rows>
class Unpacker {
 public:
  Unpacker(Rows& v, std::span<const mp_limb_t> packed, bool negative, std::size_t slot_bits)
      : v_(v), packed_(packed), bits_(slot_bits), limbs_(limbs_for_bits(slot_bits)), flip_(negative) {}

  void block(std::size_t begin, std::size_t end, const ExecutionContext& ctx) const {
    bool carry = begin != 0 && bit(begin * bits_ - 1);
    std::size_t since_poll = 0;
    for (std::size_t i = begin; i < end; ++i) {
      since_poll += limbs_;
      if (since_poll > poll_limbs) ctx.poll(), since_poll = 0;
      carry = bits_ <= 128 ? narrow(i, carry) : general(i, carry);
    }
  }

 private:
  bool bit(std::size_t k) const noexcept { return (packed_[k / 64] >> (k % 64) & 1) != 0; }

  /// Both return the carry into the next slot.
  bool narrow(std::size_t i, bool carry) const noexcept {
    __extension__ using wide = unsigned __int128;
    const std::size_t position = i * bits_;
    const mp_limb_t* p = packed_.data() + position / 64;
    const auto shift = static_cast<unsigned>(position % 64);
    const std::size_t reach = shift + bits_;  // at most 191
    wide value = p[0] >> shift;
    if (reach > 64) value |= wide{p[1]} << (64 - shift);
    if (reach > 128) value |= wide{p[2]} << (128 - shift);  // shift is not 0 here
    if (bits_ < 128) value &= (wide{1} << bits_) - 1;
    const bool top = (value >> (bits_ - 1) & 1) != 0;
    value += carry ? 1 : 0;
    if (top) value = bits_ < 128 ? ((wide{1} << bits_) - value) : 0 - value;
    const auto low = static_cast<std::uint64_t>(value);
    const auto high = static_cast<std::uint64_t>(value >> 64);
    const std::size_t stride = stride_of(v_, i);
    mp_limb_t* row = v_.row(i);
    if (stride > 0) row[0] = low;
    if (stride > 1) row[1] = high;
    if (stride > 2) std::fill(row + 2, row + stride, mp_limb_t{0});
    set_size(v_, i, signed_size(high != 0 ? 2 : low != 0, top != flip_));
    return top;
  }

  /// In the row itself, modulo 2^(64 width): the value fits, so that what is above of it in the slot is its sign.
  bool general(std::size_t i, bool carry) const noexcept {
    const std::size_t position = i * bits_;
    const mp_limb_t* const p = packed_.data() + position / 64;
    const auto shift = static_cast<unsigned>(position % 64);
    const std::size_t stride = stride_of(v_, i);
    const std::size_t width = std::min(stride, limbs_);
    const auto n = static_cast<mp_size_t>(width);
    mp_limb_t* const row = v_.row(i);
    const bool top = bit(position + bits_ - 1);
    if (shift == 0) {
      std::copy_n(p, width, row);
    } else {
      mpn_rshift(row, p, n, shift);
      if (shift + bits_ > 64 * width) row[width - 1] |= p[width] << (64 - shift);
    }
    // What follows the slot in its last limb, where the row reaches that far.
    const mp_limb_t mask = 64 * width <= bits_ ? ~mp_limb_t{0} : (mp_limb_t{1} << (bits_ % 64)) - 1;
    row[width - 1] &= mask;
    if (top) {  // 2^s - (d + carry) = ~d + 1 - carry
      mpn_com(row, row, n);
      row[width - 1] &= mask;
      if (!carry) mpn_add_1(row, row, n, 1);
    } else if (carry) {
      mpn_add_1(row, row, n, 1);
    }
    std::fill(row + width, row + stride, mp_limb_t{0});
    set_size(v_, i, signed_size(strip(row, width), top != flip_));
    return top;
  }

  Rows& v_;
  std::span<const mp_limb_t> packed_;
  std::size_t bits_;
  std::size_t limbs_;
  bool flip_;
};

template <class Blocks>
void run_blocks(const Blocks& blocks, std::size_t n, std::size_t slot_bits, std::size_t grain,
                const ExecutionContext& ctx) {
  const std::size_t limbs = limbs_for_bits(slot_bits);
  parallel_for(ctx, n, grain == 0 ? n : grain, [&](std::size_t begin, std::size_t end) {
    ctx.poll();
    ctx.charge((end - begin) * (limbs + 2));
    blocks.block(begin, end, ctx);
  });
}

}  // namespace

bool kronecker_pack(std::span<mp_limb_t> packed, const IntegerVector& v, std::size_t slot_bits, std::size_t grain,
                    const ExecutionContext& ctx) {
  std::size_t n = v.size();
  while (n != 0 && v.signed_size(n - 1) == 0) --n;
  const bool negative = n != 0 && v.signed_size(n - 1) < 0;
  run_blocks(Packer(packed, v, slot_bits, negative), v.size(), slot_bits, grain, ctx);
  return negative;
}

void kronecker_unpack(IntegerVector& v, std::span<const mp_limb_t> packed, bool negative, std::size_t slot_bits,
                      std::size_t grain, const ExecutionContext& ctx) {
  run_blocks(Unpacker(v, packed, negative, slot_bits), v.size(), slot_bits, grain, ctx);
}

void kronecker_unpack(WrittenRows rows, std::span<const mp_limb_t> packed, bool negative, std::size_t slot_bits,
                      std::size_t grain, const ExecutionContext& ctx) {
  run_blocks(Unpacker(rows, packed, negative, slot_bits), rows.count, slot_bits, grain, ctx);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
