// The list of names that tables of thresholds may have is that of the sections.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include <polyfork/polyfork.hpp>

#include "core/environment.hpp"
#include "fft/convolve_nd.hpp"

namespace polyfork::test {
namespace {

template <class Section>
void add_names(std::vector<std::string>& names) {
  Section section;
  section.visit([&](std::string_view field, std::int64_t& value) {
    names.push_back(std::string(Section::section) + '.' + std::string(field));
    EXPECT_GE(value, 0) << names.back() << ": a table with negative values is refused";
  });
}

template <class... Sections>
std::vector<std::string> names_of() {
  std::vector<std::string> names;
  (add_names<Sections>(names), ...);
  std::sort(names.begin(), names.end());
  return names;
}

TEST(TuningNames, AreThoseOfTheSections) {
  const auto names =
      names_of<FftTuning, detail::ConvolveNdTuning, DeviceTuning, MulTuning, GenericMulTuning, WordTuning, ShiftTuning,
               DivisionTuning, GcdTuning, FactorZpTuning, MultiMulTuning, DenseMultiTuning, IsolationTuning>();
  const auto known = detail::tuning_names();
  EXPECT_EQ(std::vector<std::string>(known.begin(), known.end()), names);
}

}  // namespace
}  // namespace polyfork::test
