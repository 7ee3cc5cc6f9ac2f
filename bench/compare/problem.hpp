// What is handed to a library under comparison: plain data, so that no library's header meets another's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace polyfork_bench {

enum class Operation {
  roots,
  roots_width,
  z_mul,
  z_add,
  z_gcd,
  z_eval,
  z_eval_many,
  z_eval_many_fractions,
  z_shift,
  z_factor,
  z_sub,
  z_neg,
  z_scale,
  z_derivative,
  z_times_power,
  z_shift_into,
  z_eval_fraction,
  z_square_free,
  z_equal,
  z_copy,
  z_exact_div,
  z_div_rem,
  z_pseudo_div_rem,
  z_pow,
  z_resultant,
  z_discriminant,
  q_add,
  q_sub,
  q_mul,
  q_scale,
  q_divrem,
  q_gcd,
  q_eval,
  q_xgcd,
  q_neg,
  q_derivative,
  q_times_power,
  q_shift_into,
  q_square_free,
  q_equal,
  q_copy,
  zp_mul,
  zp_divrem,
  zp_gcd,
  zp_evaluate,
  zp_interpolate,
  zp_inverse,
  zp_factor,
  zp_add,
  zp_scale,
  zp_derivative,
  zp_coprime_gcd,
  zp_resultant,
  zp_sub,
  zp_neg,
  zp_times_power,
  zp_shift_into,
  zp_square_free,
  zp_equal,
  zp_copy,
  zp_common_gcd,
  transform,
  inverse_transform,
  parse,
  to_residues,
  from_residues,
  sparse_mul,
  sparse_add,
  sparse_sub,
  sparse_neg,
  sparse_scale,
  sparse_copy,
  sparse_equal,
  sparse_derivative,
  sparse_dot,
  sparse_pow,
  sparse_eval,
  sparse_eval_one,
  sparse_exact_div,
  sparse_div_rem,
  sparse_gcd,
  sparse_resultant,
  sparse_discriminant,
  multi_factor,
  algebraic_roots,
  algebraic_digits,
  algebraic_order,
  algebraic_returns,
  algebraic_sum,
  algebraic_difference,
  algebraic_product
};

/// Integers, limbs least significant first, packed; the sign of a size is the number's.
struct IntegerList {
  std::vector<std::int32_t> sizes;
  std::vector<std::uint64_t> limbs;

  std::size_t size() const { return sizes.size(); }
  void push_back(const std::uint64_t* first, std::int32_t signed_size) {
    sizes.push_back(signed_size);
    limbs.insert(limbs.end(), first, first + (signed_size < 0 ? -signed_size : signed_size));
  }
  /// f(index, pointer to limbs, signed size)
  template <class F>
  void for_each(F&& f) const {
    const std::uint64_t* at = limbs.data();
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      f(i, at, sizes[i]);
      at += sizes[i] < 0 ? -sizes[i] : sizes[i];
    }
  }
};

enum class TextFormat { coeffs, infix, flint };

/// A polynomial in several variables: the exponents are a row for each term, lexicographically descending.
struct SparseInput {
  IntegerList coefficients;
  std::vector<std::uint64_t> exponents;
};

/// One cell's input. Polynomials are given by their coefficients in ascending degree.
struct Problem {
  Operation operation = Operation::roots;
  /// roots, roots_width, z_factor: a; z_eval, z_shift: the polynomial a and the one integer b; z_eval_many: a and the
  /// points; z_eval_many_fractions: b has numerators and denominators
  /// by turns; z_eval_fraction: a and the parts of the point; z_scale: a and the factor; q_...: numerators, of q_scale
  /// and q_eval of one number; sparse_eval: the coordinates a; over Q, where there are denominators, those of
  /// sparse_eval, sparse_eval_one and sparse_scale: numerators a, denominators b.
  IntegerList a, b;
  IntegerList denominators;   ///< q_...: of a and of b; sparse_... over Q: of all polynomials
  std::uint64_t modulus = 0;  ///< zp_..., transforms; multi_factor, sparse_gcd: 0 over Z
  /// The two operands; zp_evaluate: a polynomial and points; zp_interpolate: points and values; zp_inverse: u alone;
  /// zp_factor: one polynomial of `length` coefficients after the other in u.
  std::vector<std::uint64_t> u, v;
  std::vector<std::uint64_t> primes;  ///< to_residues: of the integers a; from_residues: of u, a row for each prime
  /// zp_factor; transforms: of transform_input, which may be too long to hand around; z_pow, sparse_pow: the
  /// exponent.
  std::size_t length = 0;
  /// sparse_...: the operands, dividend before divisors; resultants are taken in the first variable. sparse_dot:
  /// factors of products, one pair after the other. sparse_derivative, sparse_eval_one: in the last variable.
  /// multi_factor: one polynomial. Where multi_factor and sparse_gcd
  /// have a modulus, coefficients are reduced.
  std::vector<SparseInput> polynomials;
  std::size_t variables = 0;
  /// algebraic_...: which real roots of a and b are the operands, in ascending order.
  std::size_t first_root = 0, second_root = 0;
  std::size_t digits = 0;                  ///< algebraic_digits: after the decimal point
  TextFormat format = TextFormat::coeffs;  ///< parse
  bool reuse = false;                      ///< sparse_add, sparse_mul: into a result that is kept
  std::string text;
};

/// A hash of a sequence of integers, by which two libraries' results are compared.
class Fingerprint {
 public:
  void add(const std::uint64_t* limbs, std::int64_t signed_size) {
    word(static_cast<std::uint64_t>(signed_size));
    for (std::int64_t i = 0; i < (signed_size < 0 ? -signed_size : signed_size); ++i) word(limbs[i]);
  }
  void word(std::uint64_t w) {
    state_ = (state_ ^ w) * 0x9e3779b97f4a7c15U;
    state_ ^= state_ >> 29;
  }
  std::uint64_t value() const { return state_; }

 private:
  std::uint64_t state_ = 0x243f6a8885a308d3U;
};

/// The coefficients that a transform starts from or an inverse one ends at: random residues.
inline std::vector<std::uint64_t> transform_input(const Problem& problem) {
  std::vector<std::uint64_t> words(problem.length);
  std::uint64_t state = 0;  // splitmix64
  for (std::uint64_t& word : words) {
    std::uint64_t z = (state += 0x9e3779b97f4a7c15U);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    word = (z ^ (z >> 31)) % problem.modulus;
  }
  return words;
}

/// Of a transform's values in whatever order and for whatever root of unity: the set of values is the same for all.
inline std::uint64_t fingerprint_of_values(const std::uint64_t* words, std::size_t n) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < n; ++i) {
    Fingerprint one;
    one.word(words[i]);
    sum += one.value();
  }
  return sum;
}

/// A problem inside one library: converted once, run many times.
class Workload {
 public:
  virtual ~Workload() = default;
  /// The timed part. Keeps its result.
  virtual void run() = 0;
  /// Of the last result: the number of roots, or the Fingerprint of the coefficients without leading zeros (of the
  /// residues for zp_..., quotient before remainder; of numerators and then the denominator for q_...; of the integers
  /// for z_eval, z_eval_many and sparse_eval; of both parts for z_eval_fraction and z_eval_many_fractions; quotient
  /// before remainder for z_div_rem; of sparse_... over Q the terms' coefficients by their numerators and denominators;
  /// 0 or 1 for z_square_free, z_equal, sparse_equal; of the rows of residues, one for each prime; of the integers; for
  /// sparse_... of exponents and coefficient term by term, quotients before remainder). Of zp_factor, z_factor and
  /// multi_factor the sum of the fingerprints of all factors, multiplicity before coefficients or terms; of an
  /// algebraic number floor(2^64 x), of its digits all but the last three, of an order or an equality -1, 0 or 1.
  virtual std::uint64_t fingerprint() = 0;
  /// Milliseconds of each run that are no work on the problem: the start-up of a command.
  virtual double overhead_ms() { return 0; }
  /// The same in processor time.
  virtual double overhead_cpu_ms() { return 0; }
  /// Largest resident memory, in KiB, of a process that run() starts; 0 when it works in this one.
  virtual std::size_t child_peak_kib() { return 0; }
};

/// A library or command to compare with.
struct Peer {
  std::string name;
  std::string version;
  /// Nothing when the peer cannot do this problem.
  std::unique_ptr<Workload> (*make)(const Peer& peer, const Problem& problem, int threads) = nullptr;
  std::string command;  ///< for commands
};

std::unique_ptr<Workload> make_polyfork(const Peer&, const Problem& problem, int threads);
/// Without a device, and on one wherever it can; nothing where there is none.
std::unique_ptr<Workload> make_on_processor(const Peer&, const Problem& problem, int threads);
std::unique_ptr<Workload> make_on_device(const Peer&, const Problem& problem, int threads);
/// Root isolation by the engine alone (IsolationOptions::shortcuts = false); nothing for other problems.
std::unique_ptr<Workload> make_without_shortcuts(const Peer&, const Problem& problem, int threads);

// Each is defined where its library was found.
Peer flint_peer();
Peer flint_multimodular_peer();  ///< another of FLINT's algorithms, where there is one
Peer ntl_peer();
Peer pari_peer();
Peer gmp_peer();

}  // namespace polyfork_bench
