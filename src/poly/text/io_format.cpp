// Writing. Every format is a header, one text per coefficient, and a footer. The bound on a coefficient's text
// follows from its bits, so that one buffer is laid out in advance, chunks of coefficients are written into it in
// parallel, and the chunks are moved together at the end.

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>
#include <ostream>
#include <vector>

#include <polyfork/core/parallel.hpp>
#include <polyfork/poly/text/io.hpp>

#include "poly/text/io_decimal.hpp"
#include "ring/gmp_memory.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {
namespace {

constexpr std::size_t chunk_characters = 1 << 16;
constexpr std::size_t poll_entries = 1 << 14;
constexpr std::size_t batch_chunks = 256;  // 16 MB or more: enough for every core, cleared in a few milliseconds

/// Coefficients over Z (denominator 1) or Q as the writers see them.
struct Source {
  const IntegerVector& numerators;
  const RationalVector* fractions;  // null over Z
  std::string_view variable;

  std::size_t size() const noexcept { return numerators.size(); }
  bool is_zero(std::size_t i) const noexcept { return numerators.signed_size(i) == 0; }
};

enum class Style { list, spaced_sum, compact_sum };

struct Layout {
  Style style;
  char separator;  // between the entries of a list
  std::string header;
  std::string footer;
};

char* copy(char* out, std::string_view text) noexcept {
  std::memcpy(out, text.data(), text.size());
  return out + text.size();
}

bool is_unit(IntegerView a) noexcept { return a.abs().is_one(); }

std::size_t bits_of(IntegerView a) noexcept {
  const auto limbs = a.limbs();
  return limbs.empty() ? 0 : limbs.size() * 64 - static_cast<std::size_t>(std::countl_zero(limbs.back()));
}

/// Characters that one entry may take: digits, sign and separators, power of the variable.
std::size_t entry_bound(const Source& source, std::size_t i, const Layout& layout, std::size_t denominator_digits) {
  if (layout.style != Style::list && source.is_zero(i)) return 0;
  const std::size_t digits = std::max<std::size_t>(20, digits_for_bits(bits_of(source.numerators[i])) + 1);
  const std::size_t power = layout.style == Style::list ? 0 : source.variable.size() + 24;
  return digits + denominator_digits + power + 6;
}

char* write_rational(char* out, const Source& source, std::size_t i, bool with_sign) {
  if (source.fractions == nullptr) {
    const IntegerView value = source.numerators[i];
    if (with_sign && value.sign() < 0) *out++ = '-';
    return limbs_to_decimal(out, value);
  }
  const Rational value = (*source.fractions)[i];
  if (with_sign && value.sign() < 0) *out++ = '-';
  out = limbs_to_decimal(out, value.numerator());
  if (value.is_integer()) return out;
  *out++ = '/';
  return limbs_to_decimal(out, value.denominator());
}

/// The coefficient is 1 or -1, so that the power stands alone.
bool hides_coefficient(const Source& source, std::size_t i) {
  if (source.fractions == nullptr) return is_unit(source.numerators[i]);
  return source.numerators[i].abs() == source.fractions->denominator().view();
}

char* write_term(char* out, const Source& source, std::size_t i, Style style) {
  if (source.is_zero(i)) return out;
  const bool first = i + 1 == source.size();
  const bool negative = source.numerators.signed_size(i) < 0;
  if (first || style == Style::compact_sum) {
    if (negative) *out++ = '-';
    if (!negative && !first) *out++ = '+';
  } else {
    out = copy(out, negative ? " - " : " + ");
  }
  const bool hidden = i != 0 && hides_coefficient(source, i);
  if (!hidden) out = write_rational(out, source, i, false);
  if (i == 0) return out;
  if (!hidden) *out++ = '*';
  out = copy(out, source.variable);
  if (i == 1) return out;
  *out++ = '^';
  return std::to_chars(out, out + 20, i).ptr;
}

/// Entry k of the text: lists ascend, sums descend.
char* write_entry(char* out, const Source& source, std::size_t k, const Layout& layout) {
  if (layout.style != Style::list) return write_term(out, source, source.size() - 1 - k, layout.style);
  out = write_rational(out, source, k, true);
  if (k + 1 != source.size()) *out++ = layout.separator;
  return out;
}

/// Entries from `first` on; their place and, once written, their length in the buffer.
struct Chunk {
  std::size_t first;
  std::size_t offset;
  std::size_t length;
};

std::string write(const Source& source, const Layout& layout, const ExecutionContext& ctx) {
  const std::size_t n = source.size();
  const std::size_t denominator_digits =
      source.fractions == nullptr ? 0 : digits_for_bits(source.fractions->denominator().bit_length()) + 2;
  const auto bound = [&](std::size_t k) {
    return entry_bound(source, layout.style == Style::list ? k : n - 1 - k, layout, denominator_digits);
  };
  // Chunks of about equal size in characters, whatever the sizes of the coefficients.
  std::vector<Chunk> chunks;
  std::size_t total = layout.header.size();
  for (std::size_t k = 0, filled = chunk_characters; k < n; ++k) {
    if (k % poll_entries == 0) ctx.poll();
    if (filled >= chunk_characters) {
      chunks.push_back({k, total, 0});
      filled = 0;
    }
    const std::size_t characters = bound(k);
    filled += characters;
    total += characters;
  }
  total += layout.footer.size();
  const MemoryReservation reservation(ctx.memory(), total + chunks.size() * sizeof(Chunk));
  // The buffer grows in place, batch by batch: clearing all of it at once could not be stopped.
  std::string text;
  text.reserve(total);
  char* const base = text.data();
  const auto write_chunks = [&](std::size_t begin, std::size_t end) {
    for (std::size_t c = begin; c < end; ++c) {
      ctx.poll();
      const std::size_t last = c + 1 == chunks.size() ? n : chunks[c + 1].first;
      char* out = base + chunks[c].offset;
      // A number's copy and GMP's scratch; a chunk of more than a few thousand characters is one number.
      const std::size_t next = c + 1 == chunks.size() ? total : chunks[c + 1].offset;
      const MemoryReservation scratch(ctx.memory(), gmp_to_text_bytes(limbs_of_digits(next - chunks[c].offset)));
      for (std::size_t k = chunks[c].first; k < last; ++k) out = write_entry(out, source, k, layout);
      chunks[c].length = static_cast<std::size_t>(out - (base + chunks[c].offset));
      ctx.charge(chunks[c].length + 1);
    }
  };
  for (std::size_t first = 0; first < chunks.size(); first += batch_chunks) {
    const std::size_t last = std::min(chunks.size(), first + batch_chunks);
    text.resize(last == chunks.size() ? total : chunks[last].offset);
    parallel_for(ctx, last - first, 1,
                 [&](std::size_t begin, std::size_t end) { write_chunks(first + begin, first + end); });
  }
  text.resize(total);  // also when there are no entries
  char* out = copy(base, layout.header);
  for (const Chunk& chunk : chunks) {
    ctx.poll();
    std::memmove(out, base + chunk.offset, chunk.length);
    out += chunk.length;
  }
  out = copy(out, layout.footer);
  text.resize(static_cast<std::size_t>(out - base));
  return text;
}

std::string mpsolve_header(std::size_t length, bool integer) {
  const std::size_t degree = length == 0 ? 0 : length - 1;
  return "Monomial;\nDegree=" + std::to_string(degree) + ";\n" + (integer ? "Integer" : "Rational") +
         ";\nReal;\nDense;\n\n";
}

std::string format(const Source& source, PolyFormat format, const ExecutionContext& ctx) {
  const std::size_t n = source.size();
  const bool integer = source.fractions == nullptr;
  const bool zero = n == 0;
  switch (format) {
    case PolyFormat::coeffs:
      return zero ? "0\n" : write(source, {Style::list, '\n', "", "\n"}, ctx);
    case PolyFormat::flint:
      return zero ? "0" : write(source, {Style::list, ' ', std::to_string(n) + "  ", ""}, ctx);
    case PolyFormat::ntl:
      if (!integer) throw DomainError("NTL's format holds integers only");
      return write(source, {Style::list, ' ', "[", "]"}, ctx);
    case PolyFormat::msolve: {
      const std::string header = std::string(source.variable) + "\n0\n";
      return zero ? header + "0\n" : write(source, {Style::compact_sum, ' ', header, "\n"}, ctx);
    }
    case PolyFormat::mpsolve: {
      const std::string header = mpsolve_header(n, integer);
      return zero ? header + "0\n" : write(source, {Style::list, '\n', header, "\n"}, ctx);
    }
    default:
      return zero ? "0" : write(source, {Style::spaced_sum, ' ', "", ""}, ctx);
  }
}

}  // namespace
}  // namespace detail

std::string format_poly(const PolyZ& a, PolyFormat format, const ExecutionContext& ctx) {
  return detail::within_memory(ctx, [&] {
    return detail::format({a.coefficients(), nullptr, a.variable()}, format, ctx);
  });
}

std::string format_poly(const PolyQ& a, PolyFormat format, const ExecutionContext& ctx) {
  const RationalVector& c = a.coefficients();
  // Over one, the numerators are the coefficients.
  const RationalVector* const fractions = c.denominator().is_one() ? nullptr : &c;
  return detail::within_memory(ctx, [&] {
    return detail::format({c.numerators(), fractions, a.variable()}, format, ctx);
  });
}

std::ostream& operator<<(std::ostream& out, const PolyZ& a) { return out << format_poly(a); }
std::ostream& operator<<(std::ostream& out, const PolyQ& a) { return out << format_poly(a); }
std::ostream& operator<<(std::ostream& out, const PolyZp& a) { return out << to_string(a); }

}  // namespace v1
}  // namespace polyfork
