// Euclid's algorithm modulo p = 2^61 - 1 on copies on the stack, without inverses: remainders up to units. Where the
// leading coefficients of the primitive parts are units, the image of their gcd divides that of the gcd modulo p, so
// that a constant one proves them coprime. A longer one is scaled to the gcd of the leading coefficients, lifted to
// symmetric residues and made primitive; if it divides both, it is a common divisor whose degree the gcd does not
// exceed, hence the gcd (von zur Gathen and Gerhard, Modern Computer Algebra, section 6.7).
#include "poly/gcd/gcd_short.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>

#include "poly/division/division_short.hpp"
#include "poly/rows/short_rows.hpp"
#include "poly/rows/short_vector.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

__extension__ using wide = unsigned __int128;

constexpr std::size_t most_coefficients = 32;
constexpr std::size_t most_pairs = 16;  // coefficients of two limbs
constexpr std::uint64_t prime = (std::uint64_t{1} << 61) - 1;

std::uint64_t magnitude(std::int64_t x) noexcept {
  return x < 0 ? 0 - static_cast<std::uint64_t>(x) : static_cast<std::uint64_t>(x);
}
std::uint64_t fold(std::uint64_t x) noexcept {
  const std::uint64_t sum = (x & prime) + (x >> 61);
  return sum >= prime ? sum - prime : sum;
}
std::uint64_t residue(std::int64_t x) noexcept {
  const std::uint64_t r = fold(magnitude(x));
  return x < 0 && r != 0 ? prime - r : r;
}
std::uint64_t multiply(std::uint64_t x, std::uint64_t y) noexcept {
  const wide product = wide{x} * y;
  const std::uint64_t sum = (static_cast<std::uint64_t>(product) & prime) + static_cast<std::uint64_t>(product >> 61);
  return sum >= prime ? sum - prime : sum;
}
std::uint64_t subtract(std::uint64_t x, std::uint64_t y) noexcept { return x >= y ? x - y : x + prime - y; }

/// x^-1 modulo the prime, x not zero: division by two is a rotation of 61 bits, so that Stein's algorithm needs nothing
/// but shifts and differences (Thomas, Keller, Larsen, 1986).
std::uint64_t inverse(std::uint64_t x) noexcept {
  std::uint64_t u = x, v = prime, a = 1, b = 0;  // u = a x, v = b x
  for (;;) {
    const int twos = std::countr_zero(u);
    u >>= twos;
    a = ((a >> twos) | (a << (61 - twos))) & prime;
    if (u == 1) return a;
    const bool less = u < v;
    const std::uint64_t lower = less ? u : v;
    const std::uint64_t difference = less ? subtract(b, a) : subtract(a, b);
    u = less ? v - u : u - v;
    b = less ? a : b;
    v = lower;
    a = difference;
  }
}

/// Coefficients on the stack; the last one of `size` is not zero.
template <class Word>
struct ShortPoly {
  Word lead() const noexcept { return words[size - 1]; }
  void strip() noexcept {
    while (size != 0 && words[size - 1] == 0) --size;
  }
  Word words[most_coefficients];
  std::size_t size = 0;
};
using ShortWords = ShortPoly<std::int64_t>;
using ShortPairs = ShortPoly<SignedPair>;
using ShortImage = ShortPoly<std::uint64_t>;

std::uint64_t content_of(const ShortWords& f) noexcept {
  std::uint64_t content = 0;
  for (std::size_t i = f.size; i-- > 0 && content != 1;) content = std::gcd(content, magnitude(f.words[i]));
  return content;
}

void divide(ShortWords& f, std::uint64_t content) noexcept {
  if (content == 1) return;
  for (std::size_t i = 0; i < f.size; ++i) f.words[i] /= static_cast<std::int64_t>(content);
}

ShortWords words_of(const IntegerVector& v) noexcept {
  ShortWords f;
  f.size = v.size();
  const mp_limb_t* const limbs = v.row(0);
  for (std::size_t i = 0; i < f.size; ++i) f.words[i] = signed_word(limbs[i], v.signed_size(i));
  return f;
}

ShortImage image_of(const ShortWords& f) noexcept {
  ShortImage image;
  image.size = f.size;
  for (std::size_t i = 0; i < f.size; ++i) image.words[i] = residue(f.words[i]);
  return image;
}

/// x := a multiple of x modulo y by a unit. Precondition: y is not zero.
void reduce(ShortImage& x, const ShortImage& y) noexcept {
  while (x.size >= y.size) {
    const std::size_t shift = x.size - y.size;
    const std::uint64_t lead = x.lead();
    --x.size;
    for (std::size_t i = 0; i < shift; ++i) x.words[i] = multiply(x.words[i], y.lead());
    for (std::size_t i = shift; i < x.size; ++i)
      x.words[i] = subtract(multiply(x.words[i], y.lead()), multiply(y.words[i - shift], lead));
    x.strip();
  }
}

/// A gcd modulo the prime, in x.
void euclid(ShortImage& x, ShortImage& y) noexcept {
  if (x.size < y.size) std::swap(x, y);
  while (y.size != 0) {
    if (y.size == 1) {
      x = y;
      return;
    }
    reduce(x, y);
    std::swap(x, y);
  }
}

/// The image with this leading coefficient, in symmetric residues, primitive, its leading coefficient above 0.
ShortWords lifted(const ShortImage& image, std::uint64_t lead) {
  const std::uint64_t factor = multiply(fold(lead), inverse(image.lead()));
  ShortWords f;
  f.size = image.size;
  for (std::size_t i = 0; i < f.size; ++i) {
    const std::uint64_t r = multiply(image.words[i], factor);
    f.words[i] = r > prime / 2 ? -static_cast<std::int64_t>(prime - r) : static_cast<std::int64_t>(r);
  }
  divide(f, content_of(f));
  if (f.lead() < 0)
    for (std::size_t i = 0; i < f.size; ++i) f.words[i] = -f.words[i];
  return f;
}

/// Whether g divides f; false as well where that cannot be told in the type of f's words.
template <class Word>
bool divides(const ShortWords& g, ShortPoly<Word> f) noexcept {
  return f.size >= g.size && divide_words(f.words, f.size, g.words, g.size, nullptr) == Divisibility::divides;
}

/// Writes f times a factor; false, with nothing written, where a coefficient has more than 63 bits.
bool write(IntegerVector& out, ShortWords f, std::uint64_t factor, const ExecutionContext& ctx) {
  std::uint64_t all = 0;
  for (std::size_t i = 0; i < f.size; ++i) all |= magnitude(f.words[i]);
  if (std::bit_width(all) + std::bit_width(factor) > 63) return false;
  if (factor != 1)
    for (std::size_t i = 0; i < f.size; ++i) f.words[i] *= static_cast<std::int64_t>(factor);
  write_words(out, f.words, f.size, ctx);
  return true;
}
bool write_constant(IntegerVector& out, std::uint64_t value, const ExecutionContext& ctx) {
  if (value >> 63 != 0) return false;
  const auto word = static_cast<std::int64_t>(value);
  write_words(out, &word, 1, ctx);
  return true;
}

bool fits(const IntegerVector& v) noexcept {
  return !v.empty() && v.size() <= most_coefficients && is_short(v) && joined_words(v) >> 62 == 0;
}

wide magnitude(SignedPair x) noexcept { return x < 0 ? 0 - static_cast<wide>(x) : static_cast<wide>(x); }
/// Of x below 2^126.
std::uint64_t residue(wide x) noexcept {
  const auto part = [x](int from) { return static_cast<std::uint64_t>(x >> from); };
  return fold((part(0) & prime) + (part(61) & prime) + part(122));
}

wide gcd_of(wide x, wide y) noexcept {
  while (y != 0) {
    if (x >> 64 == 0 && y >> 64 == 0) return std::gcd(static_cast<std::uint64_t>(x), static_cast<std::uint64_t>(y));
    x %= y;
    std::swap(x, y);
  }
  return x;
}

/// Coefficients of at most two limbs and 126 bits; false where they are longer, too many, or only one.
bool read_pairs(ShortPairs& f, const IntegerVector& v) noexcept {
  if (v.size() < 2 || v.size() > most_pairs || v.stride(0) == 0 || v.stride(0) > 2) return false;
  const std::size_t stride = v.stride(0);
  const mp_limb_t* row = v.row(0);
  f.size = v.size();
  for (std::size_t i = 0; i < f.size; ++i, row += stride) {
    const mp_limb_t high = stride == 2 ? row[1] : 0;
    if (high >> 62 != 0) return false;
    const auto word = static_cast<SignedPair>((wide{high} << 64) | row[0]);
    f.words[i] = v.signed_size(i) < 0 ? -word : word;
  }
  return true;
}

ShortImage image_of(const ShortPairs& f) noexcept {
  ShortImage image;
  image.size = f.size;
  for (std::size_t i = 0; i < f.size; ++i) {
    const std::uint64_t r = residue(magnitude(f.words[i]));
    image.words[i] = f.words[i] < 0 && r != 0 ? prime - r : r;
  }
  return image;
}

/// The same for coefficients of two limbs. Contents stay: they change neither the image, up to a unit, nor what the
/// primitive candidate divides, and the gcd has the common one.
bool gcd_pairs(IntegerVector& out, const IntegerVector& a, const IntegerVector& b, const ExecutionContext& ctx) {
  ShortPairs f;
  ShortPairs g;
  if (!read_pairs(f, a) || !read_pairs(g, b)) return false;
  ctx.poll();
  ctx.charge(a.size() * b.size());
  ShortImage x = image_of(f);
  ShortImage y = image_of(g);
  if (x.lead() == 0 || y.lead() == 0) return false;
  const wide lead = gcd_of(magnitude(f.lead()), magnitude(g.lead()));
  wide common = lead;
  for (const ShortPairs* const p : {&f, &g})
    for (std::size_t i = 0; i < p->size && common != 1; ++i) common = gcd_of(magnitude(p->words[i]), common);
  if (common >> 62 != 0) return false;
  euclid(x, y);
  if (x.size == 1) return write_constant(out, static_cast<std::uint64_t>(common), ctx);
  const ShortWords candidate = lifted(x, residue(lead));
  return divides(candidate, f) && divides(candidate, g) &&
         write(out, candidate, static_cast<std::uint64_t>(common), ctx);
}

}  // namespace

bool gcd_short(IntegerVector& out, const IntegerVector& a, const IntegerVector& b, const ExecutionContext& ctx) {
  if (!ctx.tuning().empty()) return false;
  if (!fits(a) || !fits(b)) return gcd_pairs(out, a, b, ctx);
  ctx.poll();
  ctx.charge(a.size() * b.size());
  ShortWords f = words_of(a);
  ShortWords g = words_of(b);
  const std::uint64_t content_f = content_of(f);
  const std::uint64_t content_g = content_of(g);
  const std::uint64_t common = std::gcd(content_f, content_g);
  if (f.size == 1 || g.size == 1) return write_constant(out, common, ctx);
  divide(f, content_f);
  divide(g, content_g);
  if (residue(f.lead()) == 0 || residue(g.lead()) == 0) return false;
  ShortImage x = image_of(f);
  ShortImage y = image_of(g);
  euclid(x, y);
  if (x.size == 1) return write_constant(out, common, ctx);
  const ShortWords candidate = lifted(x, std::gcd(magnitude(f.lead()), magnitude(g.lead())));
  return divides(candidate, f) && divides(candidate, g) && write(out, candidate, common, ctx);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
