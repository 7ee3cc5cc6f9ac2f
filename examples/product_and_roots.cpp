// Two polynomials are read from files and multiplied; then the real roots of x^d + d are isolated. The program of
// figure 3.3 of Xie's thesis on the BPAS library, in the terms of this one.
// usage: product_and_roots [DIRECTORY]    the directory holds a_input.txt and b_input.txt
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <stdexcept>
#include <string>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/text/io.hpp>
#include <polyfork/rootiso/isolate.hpp>

#ifndef POLYFORK_EXAMPLES_DIR
#define POLYFORK_EXAMPLES_DIR "."
#endif

namespace {

polyfork::DUZP read(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw std::runtime_error("cannot read " + file.string());
  return polyfork::parse_poly_z(std::string(std::istreambuf_iterator<char>(in), {}));
}

int run(const std::filesystem::path& directory) {
  using polyfork::DUQP, polyfork::DUZP, polyfork::Rational;

  // Univariate integer polynomial multiplication
  const DUZP a = read(directory / "a_input.txt");
  const DUZP b = read(directory / "b_input.txt");
  const DUZP c = a * b;
  std::cout << "c = " << c << '\n';

  // Real root isolation
  const std::size_t d = 4095;
  DUQP p;
  p = ((p + Rational(1)) << d) + Rational(static_cast<long>(d));  // x^d + d
  polyfork::IsolationOptions options;
  options.width = Rational(1, 20);
  const polyfork::IsolationResult boxes = isolate_real_roots(p, options);
  std::cout << "boxes =";
  for (const polyfork::RootInterval& box : boxes.roots) std::cout << " (" << box.lower << ", " << box.upper << ")";
  std::cout << '\n';

  // x^d + d is odd and increasing: one root, between -2 and 0.
  const bool right = c.degree() == a.degree() + b.degree() && boxes.roots.size() == 1 && boxes.roots[0].lower >= -2 &&
                     boxes.roots[0].upper <= 0 && boxes.roots[0].width() <= Rational(1, 20);
  return right ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc > 1 ? argv[1] : POLYFORK_EXAMPLES_DIR);
  } catch (const std::exception& e) {  // among them polyfork::ParseError, whose text begins with LINE:COLUMN
    std::cerr << "product_and_roots: " << e.what() << '\n';
    return 1;
  }
}
