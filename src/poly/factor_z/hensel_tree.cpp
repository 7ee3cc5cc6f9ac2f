// Quadratic Hensel lifting as a balanced tree.
//
// The tree is Huffman's on degrees: the two nodes of lowest degree are joined until one is left. Cofactors and inverses
// lag a step behind factors and are lifted when a further step is known to come. Subtrees do not depend on each other
// within a step and are lifted in parallel.
#include "poly/factor_z/hensel_tree.hpp"

#include <algorithm>
#include <queue>
#include <utility>

#include <polyfork/core/parallel.hpp>
#include <polyfork/poly/residues/extended_gcd.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t inverse_degree = 48;  // longer divisors: by inverse series ...
constexpr std::size_t long_degree = 12;     // ... or those, where coefficients will be long
constexpr std::size_t long_bits = 6000;
constexpr std::size_t parallel_degree = 64;     // nodes of that degree fork, ...
constexpr std::size_t parallel_limbs = 512;     // ... and those of so many limbs
constexpr std::size_t residues_each_node = 10;  // value, inverse, cofactors, and what a step holds beside them

Residues from_words(const PolyZp& f) {
  Residues r(f.length(), 1);
  std::copy(f.coefficients().begin(), f.coefficients().end(), r.limbs.begin());
  return r;
}

PolyZp to_words(const Residues& a, const PrimeField& field) {
  return PolyZp(field, ResidueVector(a.limbs.begin(), a.limbs.end()));
}

/// a p^k with the rows of the larger ring, added to b, which is smaller than p^k.
void add_multiple(Residues& b, const Residues& a, const ResidueRing& from, const ResidueRing& to,
                  const ExecutionContext& ctx) {
  const auto power = from.modulus().view().limbs();
  Residues sum(b.length, to.limbs());
  over_rows(b.length, to.limbs(), ctx, [&](std::size_t begin, std::size_t end) {
    std::vector<mp_limb_t> product(a.stride + power.size());
    for (std::size_t i = begin; i < end; ++i) {
      std::copy_n(b.row(i), b.stride, sum.row(i));
      if (i >= a.length) continue;
      if (a.stride >= power.size())
        mpn_mul(product.data(), a.row(i), static_cast<mp_size_t>(a.stride), power.data(),
                static_cast<mp_size_t>(power.size()));
      else
        mpn_mul(product.data(), power.data(), static_cast<mp_size_t>(power.size()), a.row(i),
                static_cast<mp_size_t>(a.stride));
      const std::size_t n = std::min(product.size(), to.limbs());  // limbs above are zero
      mpn_add(sum.row(i), sum.row(i), static_cast<mp_size_t>(to.limbs()), product.data(), static_cast<mp_size_t>(n));
    }
  });
  b = std::move(sum);
}

/// a / p^k, known to be exact, in the rows of the ring of quotients.
Residues divided(const Residues& a, const ResidueRing& by, const ResidueRing& quotients, const ExecutionContext& ctx) {
  Residues r(a.length, quotients.limbs());
  over_rows(a.length, a.stride, ctx, [&](std::size_t begin, std::size_t end) {
    Integer quotient;
    for (std::size_t i = begin; i < end; ++i) {
      const IntegerView x = a[i];
      if (x.is_zero()) continue;
      quotient.with_mpz([&](mpz_ptr z) { mpz_divexact(z, x.mpz(), by.modulus().view().mpz()); });
      std::copy_n(quotient.view().limbs().data(), quotient.view().limbs().size(), r.row(i));
    }
  });
  return r;
}

}  // namespace

HenselTree::HenselTree(const IntegerVector& f, std::span<const PolyZp> factors, const ExecutionContext& ctx)
    : f_(f),
      ctx_(ctx),
      prime_(factors.front().ring().modulus()),
      leaves_(factors.size()),
      ring_(Integer(prime_)),
      shortest_inverse_(f.max_bits(ctx) < long_bits ? inverse_degree : long_degree),
      held_(ctx.memory(), 0) {
  nodes_.resize(2 * leaves_ - 1);
  using Entry = std::pair<std::size_t, std::size_t>;  // degree and index
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
  for (std::size_t i = 0; i < leaves_; ++i) {
    nodes_[i].value.g = from_words(factors[i]);
    open.emplace(factors[i].length() - 1, i);
  }
  for (std::size_t i = leaves_; i < nodes_.size(); ++i) {
    const auto [left_degree, left] = open.top();
    open.pop();
    const auto [right_degree, right] = open.top();
    open.pop();
    nodes_[i].left = left;
    nodes_[i].right = right;
    open.emplace(left_degree + right_degree, i);
  }
  held_ = MemoryReservation(ctx.memory(), bytes_at(1));
  for (std::size_t i = leaves_; i < nodes_.size(); ++i) {
    Node& node = nodes_[i];
    node.value.g = ring_.mul(nodes_[node.left].value.g, nodes_[node.right].value.g, ctx_);
    find_cofactors(node);
  }
}

/// Cofactors modulo p, and the inverses that the children will be divided with.
void HenselTree::find_cofactors(Node& node) {
  const PrimeField field = PrimeField::trusted(prime_);
  Node& left = nodes_[node.left];
  Node& right = nodes_[node.right];
  const ExtendedGcd e = extended_gcd(to_words(left.value.g, field), to_words(right.value.g, field), ctx_);
  node.s = from_words(e.s);
  node.t = from_words(e.t);
  const std::size_t longest = std::max(left.value.g.length, right.value.g.length) - 1;
  for (Node* child : {&left, &right}) {
    if (child->value.g.length <= shortest_inverse_) continue;
    child->inverse_length = longest;
    child->value.inverse = ring_.inverse_series(reversed(child->value.g), longest, ctx_);
  }
}

std::size_t HenselTree::bytes_at(std::size_t limbs) const noexcept {
  std::size_t coefficients = 0;
  for (std::size_t i = 0; i < leaves_; ++i) coefficients += nodes_[i].value.g.length;
  std::size_t levels = 2;
  while ((std::size_t{1} << levels) < 2 * leaves_) ++levels;
  return coefficients * levels * residues_each_node * limbs * sizeof(mp_limb_t);
}

bool HenselTree::is_large(const Node& node) noexcept {
  const Residues& g = node.value.g;
  return g.length > parallel_degree || g.length * g.stride > parallel_limbs;
}

/// Both, in parallel where the node is large.
template <class Left, class Right>
void HenselTree::at_both(const Node& node, const Left& left, const Right& right) const {
  if (is_large(node)) {
    fork_join(ctx_, left, right);
  } else {
    left();
    right();
  }
}

void HenselTree::lift(std::size_t exponent) {
  if (exponent <= exponent_) return;
  std::vector<std::size_t> stops;
  for (std::size_t e = exponent; e > exponent_; e = (e + 1) / 2) stops.push_back(e);
  for (; !stops.empty(); stops.pop_back()) {
    ctx_.progress("lifting", static_cast<double>(exponent_) / static_cast<double>(exponent));
    lift_step(stops.back());
  }
}

void HenselTree::lift_step(std::size_t exponent) {
  const std::size_t root = nodes_.size() - 1;
  ResidueRing to = power_ring(prime_, exponent);
  held_ = MemoryReservation();
  held_ = MemoryReservation(ctx_.memory(), bytes_at(to.limbs()));
  while (cofactor_exponent_ < exponent - exponent_) lift_divisors();
  Integer inverse;
  inverse.with_mpz([&](mpz_ptr z) { mpz_invert(z, f_[f_.size() - 1].mpz(), to.modulus().view().mpz()); });
  nodes_[root].value.g = to.reduced(f_, ctx_);
  to.scale(nodes_[root].value.g, inverse, ctx_);
  const ResidueRing gain = power_ring(prime_, exponent - exponent_);
  lift_below(root, {ring_, gain, to});
  ring_ = std::move(to);
  exponent_ = exponent;
}

void HenselTree::lift_below(std::size_t index, const Step& step) {
  if (is_leaf(index)) return;
  ctx_.poll();
  const Node& node = nodes_[index];
  lift_children(node, step);
  at_both(
      node, [&] { lift_below(node.left, step); }, [&] { lift_below(node.right, step); });
}

void HenselTree::lift_children(const Node& node, const Step& step) {
  Node& left = nodes_[node.left];
  Node& right = nodes_[node.right];
  const ResidueRing& gain = step.gain;
  Residues error = node.value.g;
  step.to.subtract(error, step.to.mul(left.value.g, right.value.g, ctx_));
  error = divided(part(error, 0, error.length - 1), step.from, gain, ctx_);  // the leading terms, monic ones, cancel
  const auto corrected = [&](Node& child, const Residues& cofactor) {
    const MonicDivisor divisor{gain.reduced(child.value.g, ctx_), gain.reduced(child.value.inverse, ctx_)};
    const Residues e = gain.rem(error, divisor, ctx_);
    const Residues change = gain.rem(gain.mul(gain.reduced(cofactor, ctx_), e, ctx_), divisor, ctx_);
    add_multiple(child.value.g, change, step.from, step.to, ctx_);
  };
  at_both(
      node, [&] { corrected(left, node.t); }, [&] { corrected(right, node.s); });
}

/// One step of all cofactors and inverses, at most to the exponent of the factors.
void HenselTree::lift_divisors() {
  const std::size_t next = std::min(2 * cofactor_exponent_, exponent_);
  const ResidueRing from = power_ring(prime_, cofactor_exponent_);
  const ResidueRing gain = power_ring(prime_, next - cofactor_exponent_);
  const ResidueRing to = power_ring(prime_, next);
  std::vector<Lifted> lifted(nodes_.size());
  const auto lift_one = [&](std::size_t task) {
    ctx_.poll();
    const std::size_t index = task / 2;
    const Node& node = nodes_[index];
    if (task % 2 == 0 && node.inverse_length != 0)
      lifted[index].inverse = to.lifted_inverse(reversed(to.reduced(node.value.g, ctx_)), node.value.inverse, ctx_);
    if (task % 2 != 0 && !is_leaf(index)) lift_cofactors(node, {from, gain, to}, lifted[index]);
  };
  std::size_t limbs = 0;
  for (const Node& node : nodes_) limbs += node.value.g.limbs.size();
  const std::size_t tasks = 2 * nodes_.size();
  // The largest nodes are the last ones.
  const bool forks = is_large(nodes_.back());
  parallel_for(ctx_, tasks, forks ? std::max<std::size_t>(1, parallel_limbs * tasks / limbs) : tasks,
               [&](std::size_t begin, std::size_t end) {
                 for (std::size_t task = begin; task < end; ++task) lift_one(task);
               });
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    nodes_[i].value.inverse = std::move(lifted[i].inverse);
    nodes_[i].s = std::move(lifted[i].s);
    nodes_[i].t = std::move(lifted[i].t);
  }
  cofactor_exponent_ = next;
}

void HenselTree::lift_cofactors(const Node& node, const Step& step, Lifted& out) const {
  const Node& left = nodes_[node.left];
  const Node& right = nodes_[node.right];
  const ResidueRing& gain = step.gain;
  const std::size_t length = left.value.g.length + right.value.g.length - 2;
  Residues error(0, 0);
  Residues other(0, 0);
  at_both(
      node, [&] { error = step.to.mul_low(node.s, step.to.reduced(left.value.g, ctx_), length, ctx_); },
      [&] { other = step.to.mul_low(node.t, step.to.reduced(right.value.g, ctx_), length, ctx_); });
  step.to.add(error, other);
  Residues one(1, step.to.limbs());
  one.row(0)[0] = 1;
  step.to.subtract(error, one);
  step.to.negate(error);
  error = divided(error, step.from, gain, ctx_);
  const auto corrected = [&](const Residues& cofactor, const Node& modulo) {
    const MonicDivisor divisor{gain.reduced(modulo.value.g, ctx_), gain.reduced(modulo.value.inverse, ctx_)};
    const Residues e = gain.rem(error, divisor, ctx_);
    const Residues change = gain.rem(gain.mul(gain.reduced(cofactor, ctx_), e, ctx_), divisor, ctx_);
    Residues widened = part(cofactor, 0, modulo.value.g.length - 1);
    add_multiple(widened, change, step.from, step.to, ctx_);
    return widened;
  };
  at_both(
      node, [&] { out.s = corrected(node.s, right); }, [&] { out.t = corrected(node.t, left); });
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
