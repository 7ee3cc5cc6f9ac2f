// Tuning: thresholds as values.
//
// Each dispatcher declares a section: a plain struct of std::int64_t fields with defaults, a name, and a visitor, e.g.
//
//   struct MulTuning {
//     static constexpr std::string_view section = "poly.mul";
//     std::int64_t karatsuba = 32;
//     template <class Visitor> void visit(Visitor&& v) { v("karatsuba", karatsuba); }
//   };
//
// A Tuning object holds the overrides of any number of sections, keyed "section.field"; it is read by dispatchers
// (never by algorithms) as tuning.section<MulTuning>().
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include <polyfork/core/export.hpp>

namespace polyfork {
inline namespace v1 {

/// A set of overrides of tuning fields. The empty set means the built-in table.
class POLYFORK_EXPORT Tuning {
 public:
  Tuning() = default;

  /// Reads "section.field = integer" lines; '#' starts a comment. Throws ParseError.
  static Tuning parse(std::string_view text);
  /// The overrides in the format that parse reads, sorted by key.
  std::string to_text() const;

  void set(std::string_view section, std::string_view field, std::int64_t value);
  /// The override, or fallback.
  std::int64_t get(std::string_view section, std::string_view field, std::int64_t fallback) const;
  bool empty() const noexcept { return values_.empty(); }
  const std::map<std::string, std::int64_t, std::less<>>& values() const noexcept { return values_; }

  /// The section with the overrides applied. Cheap when there are none.
  template <class Section>
  Section section() const {
    Section s;
    if (!values_.empty())
      s.visit([this](std::string_view field, std::int64_t& value) { value = get(Section::section, field, value); });
    return s;
  }

  /// Overrides every field of a section.
  template <class Section>
  Tuning& set(Section s) {
    s.visit([this](std::string_view field, std::int64_t& value) { set(Section::section, field, value); });
    return *this;
  }

 private:
  std::map<std::string, std::int64_t, std::less<>> values_;
};

}  // namespace v1
}  // namespace polyfork
