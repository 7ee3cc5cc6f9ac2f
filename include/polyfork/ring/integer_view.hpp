// A read-only view of one integer: signed magnitude in GMP's convention, no ownership, no copy.
#pragma once

#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <span>
#include <string>

#include <gmp.h>

#include <polyfork/core/export.hpp>

namespace polyfork {
inline namespace v1 {

static_assert(GMP_NUMB_BITS == 64, "Polyfork needs 64-bit limbs without nails");

namespace detail {

[[noreturn]] POLYFORK_EXPORT void refuse_int64();

}  // namespace detail

/// Non-owning; valid while the limbs that it refers to are. Returned by value by element access.
class IntegerView {
 public:
  /// The view of zero.
  IntegerView() noexcept : IntegerView(nullptr, 0) {}
  /// |signed_size| limbs, least significant first, the top one nonzero; the sign of signed_size is the number's.
  IntegerView(const mp_limb_t* limbs, int signed_size) noexcept : z_{0, signed_size, const_cast<mp_limb_t*>(limbs)} {}
  /// The view of an mpz_t.
  explicit IntegerView(mpz_srcptr z) noexcept : IntegerView(mpz_limbs_read(z), z->_mp_size) {}

  /// For GMP's functions; what mpz_roinit_n makes. Valid as long as this view object.
  mpz_srcptr mpz() const noexcept { return &z_; }
  int signed_size() const noexcept { return z_._mp_size; }
  std::span<const mp_limb_t> limbs() const noexcept {
    return {z_._mp_d, static_cast<std::size_t>(z_._mp_size < 0 ? -z_._mp_size : z_._mp_size)};
  }

  int sign() const noexcept { return (z_._mp_size > 0) - (z_._mp_size < 0); }
  bool is_zero() const noexcept { return z_._mp_size == 0; }
  bool is_one() const noexcept { return z_._mp_size == 1 && z_._mp_d[0] == 1; }
  bool is_odd() const noexcept { return z_._mp_size != 0 && (z_._mp_d[0] & 1) != 0; }
  /// Equal magnitude, other sign.
  IntegerView operator-() const noexcept { return {z_._mp_d, -z_._mp_size}; }
  IntegerView abs() const noexcept { return {z_._mp_d, z_._mp_size < 0 ? -z_._mp_size : z_._mp_size}; }

  /// Number of bits of |x|; 0 for zero.
  std::size_t bit_length() const noexcept {
    const auto words = limbs();  // without a call: whole polynomials are looked through
    return words.empty() ? 0 : GMP_NUMB_BITS * words.size() - static_cast<std::size_t>(std::countl_zero(words.back()));
  }
  /// Largest k such that 2^k divides x; 0 for zero.
  std::size_t trailing_zeros() const noexcept { return is_zero() ? 0 : mpz_scan1(&z_, 0); }
  bool fits_int64() const noexcept { return mpz_fits_slong_p(&z_) != 0; }
  /// Throws DomainError unless fits_int64().
  std::int64_t to_int64() const {
    if (!fits_int64()) detail::refuse_int64();
    return mpz_get_si(&z_);
  }
  /// Rounded towards zero; infinite when out of range.
  double to_double() const noexcept { return mpz_get_d(&z_); }
  /// x mod m in [0, m), m > 0.
  std::uint64_t mod(std::uint64_t m) const noexcept { return mpz_fdiv_ui(&z_, m); }
  /// base in 2..36.
  POLYFORK_EXPORT std::string to_string(int base = 10) const;

  friend bool operator==(IntegerView a, IntegerView b) noexcept { return mpz_cmp(&a.z_, &b.z_) == 0; }
  friend std::strong_ordering operator<=>(IntegerView a, IntegerView b) noexcept { return mpz_cmp(&a.z_, &b.z_) <=> 0; }

 private:
  __mpz_struct z_;
};

/// In decimal.
POLYFORK_EXPORT std::ostream& operator<<(std::ostream& out, IntegerView a);

}  // namespace v1
}  // namespace polyfork
