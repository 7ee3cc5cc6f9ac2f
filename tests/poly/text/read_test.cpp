// Polynomials from files and streams.
#include <polyfork/poly/text/read.hpp>

#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

namespace polyfork {
namespace {

class File {
 public:
  explicit File(const std::string& text) : path_(::testing::TempDir() + "polyfork_read_test.txt") {
    std::ofstream(path_, std::ios::binary) << text;
  }
  ~File() { std::remove(path_.c_str()); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

TEST(Reading, Files) {
  const PolyZ f{-1, 0, 3};
  EXPECT_EQ(read_poly_z(File("3*x^2 - 1\n").path()), f);
  EXPECT_EQ(read_poly_z(File("3  -1 0 3\n").path(), PolyFormat::flint), f);
  EXPECT_EQ(read_poly(File("x/2\n").path()), (PolyQ{Rational(0), Rational(1, 2)}));
  EXPECT_EQ(read_poly<MultiPolyQ>(File("x*y - 1\n").path()), parse_poly<MultiPolyQ>("x*y - 1"));
  EXPECT_EQ(read_poly<MultiPolyZp>(File("x*y - 1\n").path(), PrimeField(7)).term_count(), 2U);
  std::string sum = "x";  // longer than one piece
  for (int i = 0; i < 40000; ++i) sum += " + x";
  EXPECT_EQ(read_poly_z(File(sum).path()), (PolyZ{0, 40001}));
  EXPECT_THROW(read_poly_z(File("3*x^^2").path()), ParseError);
  try {
    read_poly_z(File("x +\n*").path());
    FAIL();
  } catch (const ParseError& e) {
    EXPECT_EQ(e.line(), 2U);
    EXPECT_NE(std::string(e.what()).find("polyfork_read_test.txt:2:1: "), std::string::npos);
  }
  try {
    read_poly_z("/no/such/file");
    FAIL();
  } catch (const DomainError& e) {
    EXPECT_NE(std::string(e.what()).find("No such file"), std::string::npos);
  }
  EXPECT_THROW(read_poly_z(::testing::TempDir()), DomainError);
  EXPECT_THROW(read_poly_z(File(sum).path(), PolyFormat::infix, ExecutionContext().with_memory_limit(1000)),
               MemoryLimit);
}

TEST(Reading, Streams) {
  std::istringstream in("x^2 - 1\n\n# a comment\n 2*x/3\r\nx + \ny\n");
  PolyQ f;
  EXPECT_TRUE(in >> f);
  EXPECT_EQ(f, (PolyQ{-1, 0, 1}));
  EXPECT_TRUE(in >> f);
  EXPECT_EQ(f, (PolyQ{Rational(0), Rational(2, 3)}));
  EXPECT_FALSE(in >> f);  // a sum without its end
  EXPECT_EQ(f, (PolyQ{Rational(0), Rational(2, 3)}));
  in.clear();
  MultiPolyZ g;
  EXPECT_TRUE(in >> g);
  EXPECT_EQ(to_string(g), "y");
  EXPECT_FALSE(in >> g);
  EXPECT_TRUE(in.eof());
}

}  // namespace
}  // namespace polyfork
