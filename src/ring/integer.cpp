// Integer: storage, conversions and the compound operators.
//
// One limb is handled here with carry arithmetic; everything longer goes to GMP through MpzAccess, which lends the
// heap limbs to GMP as an mpz and takes them back. GMP may reallocate them, so a view into this integer's own limbs
// must not be passed beside it: such operands are found by overlaps() and computed into fresh storage.
#include <polyfork/ring/integer.hpp>

#include <algorithm>
#include <cstring>
#include <functional>
#include <new>
#include <utility>

#include <polyfork/core/error.hpp>

#include "core/allocated.hpp"
#include "ring/gmp_memory.hpp"
#include "ring/integer_limits.hpp"
#include "ring/limb_products.hpp"

namespace polyfork {
inline namespace v1 {

namespace {

__extension__ using wide = unsigned __int128;

constexpr std::size_t most_product_on_stack = 1536;  // limbs

bool is_word(IntegerView v) noexcept { return v.signed_size() >= -1 && v.signed_size() <= 1; }
mp_limb_t magnitude(IntegerView v) noexcept { return v.signed_size() == 0 ? 0 : v.limbs()[0]; }

/// A number of at most two limbs and a sign.
struct SignedWide {
  wide magnitude;
  bool negative;
};

/// a + b; false when the sum needs three limbs.
bool add_wide(SignedWide a, SignedWide b, SignedWide& sum) noexcept {
  if (a.negative == b.negative) {
    sum = {a.magnitude + b.magnitude, a.negative};
    return sum.magnitude >= a.magnitude;
  }
  sum = a.magnitude >= b.magnitude ? SignedWide{a.magnitude - b.magnitude, a.negative}
                                   : SignedWide{b.magnitude - a.magnitude, b.negative};
  return true;
}

}  // namespace

void detail::require_obtainable(std::size_t bytes) {
  ::operator delete(detail::allocated(bytes, [bytes] { return ::operator new(bytes); }));
}

// --- storage -----------------------------------------------------------------------------------------------------

Integer::MpzAccess::MpzAccess(Integer& i) : owner(i) {
  if (i.capacity_ != 0) {
    *z = __mpz_struct{i.capacity_, i.size_, i.limbs_};
  } else if (i.size_ == 0) {
    mpz_init(z);
  } else {
    mpz_init_set_ui(z, i.limb_);
    if (i.size_ < 0) mpz_neg(z, z);
  }
}

Integer::MpzAccess::~MpzAccess() {
  if (z->_mp_size >= -1 && z->_mp_size <= 1) {
    owner.size_ = z->_mp_size;
    owner.capacity_ = 0;
    const mp_limb_t limb = z->_mp_size == 0 ? 0 : z->_mp_d[0];
    mpz_clear(z);
    owner.limb_ = limb;
  } else {
    owner.capacity_ = z->_mp_alloc;
    owner.size_ = z->_mp_size;
    owner.limbs_ = z->_mp_d;
  }
}

void Integer::free_limbs() noexcept {
  mpz_t z;
  *z = __mpz_struct{capacity_, 0, limbs_};
  mpz_clear(z);
  capacity_ = 0;
}

bool Integer::overlaps(IntegerView value) const noexcept {
  if (capacity_ == 0) return false;
  const std::less_equal<const mp_limb_t*> le;
  const mp_limb_t* p = value.limbs().data();
  return p != nullptr && le(limbs_, p) && !le(limbs_ + capacity_, p);
}

void Integer::set_word(int sign, mp_limb_t word) noexcept {
  if (capacity_ != 0) free_limbs();
  size_ = word == 0 ? 0 : sign;
  limb_ = word;
}

void Integer::set_two_words(bool negative, mp_limb_t high, mp_limb_t low) {
  if (high == 0) return set_word(negative ? -1 : 1, low);
  if (capacity_ < 2) {
    mpz_t z;
    mpz_init2(z, 2 * GMP_NUMB_BITS);
    if (capacity_ != 0) free_limbs();
    capacity_ = z->_mp_alloc;
    limbs_ = z->_mp_d;
  }
  limbs_[0] = low;
  limbs_[1] = high;
  size_ = negative ? -2 : 2;
}

Integer::Integer(IntegerView value) : capacity_(0), size_(value.signed_size()), limb_(0) {
  if (is_word(value)) {
    limb_ = magnitude(value);
    return;
  }
  detail::check_limbs(value.limbs().size());
  mpz_t z;
  mpz_init_set(z, value.mpz());
  capacity_ = z->_mp_alloc;
  limbs_ = z->_mp_d;
}

Integer& Integer::operator=(const Integer& other) & {
  if (this != &other) *this = other.view();
  return *this;
}

Integer& Integer::operator=(IntegerView value) & {
  if (is_word(value)) {
    set_word(value.signed_size(), magnitude(value));
    return *this;
  }
  const std::size_t n = value.limbs().size();
  if (static_cast<std::size_t>(capacity_) < n) return *this = Integer(value);
  std::memmove(limbs_, value.limbs().data(), n * sizeof(mp_limb_t));
  size_ = value.signed_size();
  return *this;
}

// --- compound operators --------------------------------------------------------------------------------------------

Integer& Integer::operator+=(IntegerView b) {
  if (capacity_ == 0 && is_word(b)) {
    SignedWide sum{};
    add_wide({magnitude(view()), size_ < 0}, {magnitude(b), b.signed_size() < 0}, sum);
    set_two_words(sum.negative, static_cast<mp_limb_t>(sum.magnitude >> 64), static_cast<mp_limb_t>(sum.magnitude));
  } else if (capacity_ == 0 || overlaps(b)) {
    *this = add(view(), b);
  } else {
    with_mpz([&](mpz_ptr z) { mpz_add(z, z, b.mpz()); });
  }
  return *this;
}

Integer& Integer::operator-=(IntegerView b) { return *this += -b; }

Integer& Integer::operator*=(IntegerView b) {
  if (capacity_ == 0 && is_word(b)) {
    const wide product = wide{magnitude(view())} * magnitude(b);
    set_two_words((size_ ^ b.signed_size()) < 0, static_cast<mp_limb_t>(product >> 64),
                  static_cast<mp_limb_t>(product));
  } else if (is_word(b)) {
    const mp_limb_t word = magnitude(b);
    const int sign = b.signed_size();
    detail::check_limbs(view().limbs().size() + 1);
    with_mpz([&](mpz_ptr z) {
      mpz_mul_ui(z, z, word);
      if (sign < 0) mpz_neg(z, z);
    });
  } else {
    *this = mul(view(), b);
  }
  return *this;
}

Integer& Integer::add_mul(IntegerView a, IntegerView b) {
  if (is_word(a) && is_word(b) && size_ >= -2 && size_ <= 2) {
    const auto own = view().limbs();
    SignedWide old{size_ == 0 ? 0 : own[0], size_ < 0};
    if (own.size() == 2) old.magnitude |= wide{own[1]} << 64;
    SignedWide sum{};
    if (add_wide(old, {wide{magnitude(a)} * magnitude(b), (a.signed_size() ^ b.signed_size()) < 0}, sum)) {
      set_two_words(sum.negative, static_cast<mp_limb_t>(sum.magnitude >> 64), static_cast<mp_limb_t>(sum.magnitude));
      return *this;
    }
  }
  if (capacity_ == 0 || overlaps(a) || overlaps(b)) return *this += mul(a, b).view();
  const std::size_t na = a.limbs().size();
  const std::size_t nb = b.limbs().size();
  if (const std::size_t shorter = std::min(na, nb);
      shorter >= 2 && shorter <= detail::most_kernel_limbs && na + nb <= most_product_on_stack) {
    mp_limb_t product[most_product_on_stack];
    const mp_limb_t top = detail::mul_short_limbs(product, a.limbs().data(), na, b.limbs().data(), nb);
    const auto size = static_cast<mp_size_t>(na + nb - (top == 0 ? 1 : 0));
    mpz_t p;
    mpz_roinit_n(p, product, (a.signed_size() ^ b.signed_size()) < 0 ? -size : size);
    detail::check_limbs(na + nb + 1);
    with_mpz([&](mpz_ptr z) { mpz_add(z, z, p); });
    return *this;
  }
  detail::check_limbs(na + nb + 1, detail::gmp_mul_bytes(na + nb + 1));
  with_mpz([&](mpz_ptr z) { mpz_addmul(z, a.mpz(), b.mpz()); });
  return *this;
}

Integer& Integer::sub_mul(IntegerView a, IntegerView b) { return add_mul(-a, b); }

Integer& Integer::operator<<=(std::size_t bits) {
  if (size_ == 0) return *this;
  if (capacity_ == 0 && bits < 64) {
    const wide shifted = wide{limb_} << bits;
    set_two_words(size_ < 0, static_cast<mp_limb_t>(shifted >> 64), static_cast<mp_limb_t>(shifted));
    return *this;
  }
  detail::check_limbs(view().limbs().size() + bits / 64 + 1);
  with_mpz([&](mpz_ptr z) { mpz_mul_2exp(z, z, bits); });
  return *this;
}

Integer& Integer::operator>>=(std::size_t bits) {
  if (capacity_ != 0) {
    with_mpz([&](mpz_ptr z) { mpz_fdiv_q_2exp(z, z, bits); });
  } else if (size_ > 0) {
    set_word(1, bits < 64 ? limb_ >> bits : 0);
  } else if (size_ < 0 && bits != 0) {
    // floor(-m / 2^k) = -(floor((m - 1) / 2^k) + 1), which cannot overflow for k >= 1.
    set_word(-1, (bits < 64 ? (limb_ - 1) >> bits : 0) + 1);
  }
  return *this;
}

}  // namespace v1
}  // namespace polyfork
