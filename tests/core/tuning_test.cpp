#include <polyfork/core/tuning.hpp>

#include <gtest/gtest.h>

#include <limits>

#include <polyfork/core/error.hpp>

namespace {

using polyfork::ParseError;
using polyfork::Tuning;

struct SampleTuning {
  static constexpr std::string_view section = "sample.mul";
  std::int64_t karatsuba = 32;
  std::int64_t grain = 4;
  template <class Visitor>
  void visit(Visitor&& v) {
    v("karatsuba", karatsuba);
    v("grain", grain);
  }
};

TEST(Tuning, SectionsTakeOverrides) {
  Tuning tuning;
  EXPECT_TRUE(tuning.empty());
  EXPECT_EQ(tuning.section<SampleTuning>().karatsuba, 32);
  tuning.set("sample.mul", "grain", 1);
  EXPECT_EQ(tuning.section<SampleTuning>().karatsuba, 32);
  EXPECT_EQ(tuning.section<SampleTuning>().grain, 1);
  tuning.set(SampleTuning{2, 3});
  EXPECT_EQ(tuning.section<SampleTuning>().karatsuba, 2);
  EXPECT_EQ(tuning.section<SampleTuning>().grain, 3);
}

TEST(Tuning, TextRoundTrip) {
  Tuning tuning;
  tuning.set("b", "low", std::numeric_limits<std::int64_t>::min());
  tuning.set("b", "high", std::numeric_limits<std::int64_t>::max());
  tuning.set("a.b", "c_1", -7);
  EXPECT_EQ(tuning.to_text(), "a.b.c_1 = -7\nb.high = 9223372036854775807\nb.low = -9223372036854775808\n");
  EXPECT_EQ(Tuning::parse(tuning.to_text()).values(), tuning.values());
}

TEST(Tuning, ParsesCommentsBlanksAndCarriageReturns) {
  const Tuning tuning = Tuning::parse("# table\r\n\r\n \ta.x=1# one\r\n a.y\t=\t+2\n\n#");
  EXPECT_EQ(tuning.to_text(), "a.x = 1\na.y = 2\n");
  EXPECT_TRUE(Tuning::parse("").empty());
}

struct BadLine {
  const char* text;
  std::size_t line;
  std::size_t column;
};

TEST(Tuning, ErrorsHaveAPosition) {
  const BadLine bad[] = {
      {"a.b", 1, 4},
      {"a.b 1", 1, 5},
      {"\n  A.b = 1", 2, 3},
      {"ab = 1", 1, 3},
      {"a..b = 1", 1, 3},
      {"a. = 1", 1, 3},
      {"a.b = ", 1, 7},
      {"a.b = x", 1, 7},
      {"a.b = 1 2", 1, 9},
      {"a.b = 1.5", 1, 8},
      {"a.b = +-5", 1, 7},
      {"a.b = 9223372036854775808", 1, 7},
      {"a.b = 1\na.b = 2", 2, 1},
  };
  for (const BadLine& each : bad) {
    try {
      Tuning::parse(each.text);
      ADD_FAILURE() << "accepted: " << each.text;
    } catch (const ParseError& error) {
      EXPECT_EQ(error.line(), each.line) << each.text << ": " << error.what();
      EXPECT_EQ(error.column(), each.column) << each.text << ": " << error.what();
    }
  }
}

}  // namespace
