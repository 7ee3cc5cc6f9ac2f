// Dense polynomials in several variables over Z/pZ: products, values, derivatives, and how a product is computed.
#include <iostream>
#include <vector>

#include <polyfork/poly/multivariate/dense_multi_plan.hpp>
#include <polyfork/poly/multivariate/dense_multi_poly.hpp>

int main() {
  using namespace polyfork;

  const PrimeField field(1108307720798209);
  const std::vector<std::string> names{"x", "y", "z"};
  const DDMMP x = DDMMP::generator(field, names, 0);
  const DDMMP y = DDMMP::generator(field, names, 1);
  const DDMMP z = DDMMP::generator(field, names, 2);
  const DDMMP one = DDMMP::constant(field, names, 1);

  const DDMMP f = (x + y + one) * (x + y + one) - 2U * z;
  std::cout << "f = " << f << '\n';
  std::cout << "f at z = 3: " << evaluate(f, f.variable_index("z"), 3) << '\n';
  std::cout << "df/dx = " << derivative(f, 0) << '\n';

  DDMMP g = one;
  for (int i = 0; i < 10; ++i) g *= f;
  const std::vector<std::uint64_t> point{5, 7, 11};
  const DDMMP square = mul(g, g, ExecutionContext().with_threads(2));
  std::cout << "f^20 has " << square.size() << " coefficients in memory, " << square.term_count()
            << " of them not zero\n";
  std::cout << "how g^2 is computed:\n"
            << explain_dense_multi_mul({g.lengths(), g.lengths(), field.modulus(), true}, PlanBudget()).to_text();
  const std::uint64_t value = evaluate(g, point);
  return evaluate(square, point) == field.mul(value, value) ? 0 : 1;
}
