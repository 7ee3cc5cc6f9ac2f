// The text of certificates, line by line: docs/reference/certificates.md has the grammar.
//
// No memory is reserved for sizes that the text states: all lists grow with the lines that were read, and what they
// hold is charged while they do.
#include <algorithm>
#include <charconv>
#include <limits>
#include <utility>

#include <polyfork/core/error.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/poly/text/io.hpp>
#include <polyfork/rootiso/certificate.hpp>

#include "core/limits.hpp"
#include "ring/held.hpp"

namespace polyfork {
inline namespace v1 {

namespace {

constexpr std::string_view first_line = "polyfork certificate 1";

std::string polynomial_text(const PolyZ& f, const ExecutionContext& ctx) {
  return format_poly(f, PolyFormat::flint, ctx);
}

/// A text that grows, charged: at times with its copy, which is up to twice as long.
class ChargedText {
 public:
  explicit ChargedText(const ExecutionContext& ctx) : held_(ctx.memory()) {}

  ChargedText& append(std::string_view piece) {
    held_.add(detail::saturating_mul(3, piece.size()));
    text_.append(piece);
    return *this;
  }
  std::string take() { return std::move(text_); }

 private:
  detail::SharedCharge held_;
  std::string text_;
};

void write_half_line(ChargedText& out, std::string_view name, const CertifiedHalfLine& half,
                     const ExecutionContext& ctx) {
  out.append(name).append(half.variations ? " variations\n" : " partitions\n");
  for (const CertifiedAnnulus& a : half.annuli) {
    ctx.poll();
    out.append(a.inverse ? "inverse " : "annulus ")
        .append(std::to_string(a.exponent))
        .append(" ")
        .append(a.size ? std::to_string(*a.size) + " " : "")
        .append(a.partition)
        .append("\n");
  }
}

/// The lines of a text, and the words of the current one.
class Lines {
 public:
  Lines(std::string_view text, const ExecutionContext& ctx) : text_(text), ctx_(ctx) { next(); }

  /// The line's first word; empty at the end of the text.
  std::string_view keyword() const noexcept { return keyword_; }
  bool at(std::string_view keyword) const noexcept { return !ended_ && keyword_ == keyword; }

  /// Goes to the next line; nothing may be left of this one.
  void next() {
    if (!begun_) {
      begun_ = true;
    } else {
      if (column_ != line_.size()) fail("text after the end of the statement");
      ++number_;
    }
    ctx_.poll();
    if (offset_ >= text_.size()) {
      ended_ = true;
      line_ = keyword_ = {};
      column_ = 0;
      return;
    }
    const std::size_t end = std::min(text_.find('\n', offset_), text_.size());
    line_ = text_.substr(offset_, end - offset_);
    offset_ = end + 1;
    if (line_.ends_with('\r')) line_.remove_suffix(1);
    column_ = 0;
    keyword_ = word();
  }

  /// The next word of the line; empty at its end.
  std::string_view word() {
    if (column_ != 0) {
      if (column_ == line_.size()) return {};
      if (line_[column_] != ' ') fail("expected a space");
      ++column_;
    }
    word_column_ = column_;
    const std::size_t end = std::min(line_.find(' ', column_), line_.size());
    const std::string_view w = line_.substr(column_, end - column_);
    column_ = end;
    return w;
  }

  /// The rest of the line.
  std::string_view rest() {
    if (column_ < line_.size()) ++column_;
    word_column_ = column_;
    const std::string_view r = line_.substr(column_);
    column_ = line_.size();
    return r;
  }

  /// Whether the next word begins as a number does.
  bool before_number() const noexcept {
    if (column_ + 1 >= line_.size()) return false;
    const char c = line_[column_ + 1];
    return c == '-' || (c >= '0' && c <= '9');
  }

  template <class T>
  T small_number(T least) {
    const std::string_view w = word();
    T value{};
    const auto [end, error] = std::from_chars(w.data(), w.data() + w.size(), value);
    if (error != std::errc() || end != w.data() + w.size() || value < least) fail("expected a number");
    return value;
  }

  Integer integer(std::string_view digits) {
    std::string_view unsigned_digits = digits;
    if (!digits.empty() && digits.front() == '-') unsigned_digits.remove_prefix(1);
    if (unsigned_digits.empty()) fail("expected digits");
    for (const char c : unsigned_digits)
      if (c < '0' || c > '9') fail("expected digits");
    const MemoryReservation scratch(ctx_.memory(), detail::saturating_mul(16, digits.size()));
    return Integer(digits);
  }

  Rational rational() {
    const std::string_view w = word();
    const std::size_t slash = w.find('/');
    Integer numerator = integer(w.substr(0, slash));
    if (slash == std::string_view::npos) return Rational(std::move(numerator));
    Integer denominator = integer(w.substr(slash + 1));
    if (denominator.sign() <= 0) fail("the denominator must be positive");
    return Rational(std::move(numerator), std::move(denominator));
  }

  PolyZ polynomial() {
    const std::string_view w = rest();
    const std::size_t column = word_column_;
    try {
      return parse_poly_z(w, PolyFormat::flint, ctx_);
    } catch (const ParseError& e) {
      throw ParseError(number_, column + e.column(), e.reason());
    }
  }

  [[noreturn]] void fail(const std::string& reason) const { throw ParseError(number_, word_column_ + 1, reason); }
  void expect(std::string_view keyword) const {
    if (!at(keyword)) throw ParseError(number_, 1, "expected '" + std::string(keyword) + "'");
  }
  void expect_end() const {
    if (!ended_) throw ParseError(number_, 1, "text after the end of the certificate");
  }

 private:
  std::string_view text_;
  const ExecutionContext& ctx_;
  std::size_t offset_ = 0;
  std::size_t number_ = 1;
  std::size_t column_ = 0;
  std::size_t word_column_ = 0;
  std::string_view line_;
  std::string_view keyword_;
  bool begun_ = false;
  bool ended_ = false;
};

void read_roots(Lines& in, IsolationCertificate& c, detail::SharedCharge& held) {
  for (;; in.next()) {
    RootInterval root;
    if (in.at("root")) {
      root.lower = in.rational();
      root.upper = root.lower;
      root.exact = true;
    } else if (in.at("interval")) {
      root.lower = in.rational();
      root.upper = in.rational();
    } else {
      return;
    }
    root.multiplicity = in.small_number<std::uint64_t>(1);
    held.add(2 * sizeof(root) + detail::bytes_of(root.lower) + detail::bytes_of(root.upper));
    c.roots.push_back(std::move(root));
  }
}

void read_half_line(Lines& in, std::string_view name, CertifiedHalfLine& half, detail::SharedCharge& held) {
  in.expect(name);
  const std::string_view kind = in.word();
  if (kind != "variations" && kind != "partitions") in.fail("expected 'variations' or 'partitions'");
  half.variations = kind == "variations";
  for (in.next(); !half.variations && (in.at("annulus") || in.at("inverse")); in.next()) {
    CertifiedAnnulus a;
    a.inverse = in.at("inverse");
    a.exponent = in.small_number<std::int64_t>(std::numeric_limits<std::int64_t>::min());
    if (in.before_number()) a.size = in.small_number<std::int64_t>(std::numeric_limits<std::int64_t>::min());
    const std::string_view partition = in.rest();
    if (partition.empty() || partition.find_first_not_of("SXM") != std::string_view::npos)
      in.fail("expected a partition of the letters S, X and M");
    held.add(sizeof(a) * 2 + partition.size() + 32);
    a.partition = std::string(partition);
    half.annuli.push_back(std::move(a));
  }
}

void read_factors(Lines& in, IsolationCertificate& c, detail::SharedCharge& held) {
  for (; in.at("point"); in.next()) {
    CertifiedPoint p;
    p.value = in.rational();
    p.multiplicity = in.small_number<std::uint64_t>(1);
    held.add(2 * sizeof(p) + detail::bytes_of(p.value));
    c.points.push_back(std::move(p));
  }
  for (; in.at("factor"); in.next()) {
    CertifiedFactor g;
    g.multiplicity = in.small_number<std::uint64_t>(1);
    g.polynomial = in.polynomial();
    held.add(2 * sizeof(g) + g.polynomial.coefficients().bytes());
    c.factors.push_back(std::move(g));
  }
}

}  // namespace

std::string to_text(const IsolationCertificate& c, const ExecutionContext& ctx) {
  ChargedText out(ctx);
  out.append(first_line).append("\npolynomial ").append(polynomial_text(c.polynomial, ctx)).append("\n");
  for (const RootInterval& r : c.roots) {
    ctx.poll();
    out.append(r.exact ? "root " : "interval ").append(r.lower.to_string());
    if (!r.exact) out.append(" ").append(r.upper.to_string());
    out.append(" ").append(std::to_string(r.multiplicity)).append("\n");
  }
  out.append("power ").append(std::to_string(c.power)).append("\ncontent ").append(c.content.to_string()).append("\n");
  for (const CertifiedPoint& p : c.points)
    out.append("point ").append(p.value.to_string()).append(" ").append(std::to_string(p.multiplicity)).append("\n");
  for (const CertifiedFactor& g : c.factors)
    out.append("factor ")
        .append(std::to_string(g.multiplicity))
        .append(" ")
        .append(polynomial_text(g.polynomial, ctx))
        .append("\n");
  write_half_line(out, "positive", c.positive, ctx);
  write_half_line(out, "negative", c.negative, ctx);
  return out.append("end\n").take();
}

IsolationCertificate parse_certificate(std::string_view text, const ExecutionContext& ctx) {
  const std::size_t line_end = text.find('\n');
  std::string_view begin = text.substr(0, line_end);
  if (begin.ends_with('\r')) begin.remove_suffix(1);
  if (begin != first_line || line_end == std::string_view::npos)
    throw ParseError(1, 1, "expected '" + std::string(first_line) + "'");
  Lines in(text, ctx);
  in.rest();
  in.next();
  IsolationCertificate c;
  detail::SharedCharge held(ctx.memory());
  in.expect("polynomial");
  c.polynomial = in.polynomial();
  held.add(c.polynomial.coefficients().bytes());
  in.next();
  read_roots(in, c, held);
  in.expect("power");
  c.power = in.small_number<std::size_t>(1);
  in.next();
  in.expect("content");
  c.content = in.integer(in.word());
  in.next();
  read_factors(in, c, held);
  read_half_line(in, "positive", c.positive, held);
  read_half_line(in, "negative", c.negative, held);
  in.expect("end");
  in.next();
  in.expect_end();
  return c;
}

}  // namespace v1
}  // namespace polyfork
