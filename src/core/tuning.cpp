// Reading and writing tuning tables. The grammar is one "section.field = integer" per line; a section name may itself
// contain dots. Strict: a key that appears twice is an error, since one of the two values would be lost silently.
#include <polyfork/core/tuning.hpp>

#include <charconv>
#include <system_error>

#include <polyfork/core/error.hpp>

namespace polyfork {
inline namespace v1 {

namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }
bool is_name(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; }

/// One line of the table; columns count from 1.
class LineReader {
 public:
  LineReader(std::string_view line, std::size_t number) : line_(line), number_(number) {}

  bool at_end() {
    while (at_ < line_.size() && is_blank(line_[at_])) ++at_;
    return at_ == line_.size() || line_[at_] == '#';
  }

  [[noreturn]] void fail(const std::string& reason) const { throw ParseError(number_, at_ + 1, reason); }

  std::string_view key() {
    const std::size_t start = at_;
    bool dotted = false;
    for (;;) {
      const std::size_t part = at_;
      while (at_ < line_.size() && is_name(line_[at_])) ++at_;
      if (at_ == part) fail("expected a name of lower-case letters, digits and underscores");
      if (at_ == line_.size() || line_[at_] != '.') break;
      dotted = true;
      ++at_;
    }
    if (!dotted) fail("expected '.': a key is section.field");
    return line_.substr(start, at_ - start);
  }

  void expect_equals() {
    if (at_end() || line_[at_] != '=') fail("expected '='");
    ++at_;
  }

  std::int64_t integer() {
    if (at_end()) fail("expected an integer");
    const bool plus = line_[at_] == '+' && at_ + 1 < line_.size() && line_[at_ + 1] != '-';
    const char* begin = line_.data() + at_ + (plus ? 1 : 0);
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(begin, line_.data() + line_.size(), value);
    if (error == std::errc::result_out_of_range) fail("the integer does not fit 64 bits");
    if (error != std::errc()) fail("expected an integer");
    at_ = static_cast<std::size_t>(end - line_.data());
    return value;
  }

 private:
  std::string_view line_;
  std::size_t number_;
  std::size_t at_ = 0;
};

}  // namespace

Tuning Tuning::parse(std::string_view text) {
  Tuning tuning;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = text.find('\n');
    LineReader line(text.substr(0, end), number);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.at_end()) continue;
    const LineReader start = line;
    const std::string_view key = line.key();
    line.expect_equals();
    const std::int64_t value = line.integer();
    if (!line.at_end()) line.fail("unexpected text after the integer");
    if (!tuning.values_.emplace(key, value).second) start.fail("'" + std::string(key) + "' is set twice");
  }
  return tuning;
}

std::string Tuning::to_text() const {
  std::string text;
  for (const auto& [key, value] : values_) text += key + " = " + std::to_string(value) + "\n";
  return text;
}

void Tuning::set(std::string_view section, std::string_view field, std::int64_t value) {
  std::string key(section);
  key += '.';
  key += field;
  values_.insert_or_assign(std::move(key), value);
}

std::int64_t Tuning::get(std::string_view section, std::string_view field, std::int64_t fallback) const {
  std::string key(section);
  key += '.';
  key += field;
  const auto found = values_.find(key);
  return found == values_.end() ? fallback : found->second;
}

}  // namespace v1
}  // namespace polyfork
