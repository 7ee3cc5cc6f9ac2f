// Evaluation at many points and interpolation, by transposed products.
//
// With A_v = prod (1 - x_i z) over the points of a node and f = sum f_j x^j, the node's vector is
// c_v[k] = sum_j f_j [z^j] (z^k / A_v), k < |v|. At the root it is one product of f and 1 / A; since
// 1 / A_left = A_right / A_v, c_left is a middle product of c_v and prod (x - x_i) over the right points, and at a leaf
// c = f(x_i). So no remainders are taken on the way down: a node with n points costs 3 transforms of length n, the same
// as making it (the middle product and the node's own product wrap around harmlessly), with both children's transforms
// kept from the construction. Interpolation divides by the values of the root's derivative and adds up
// f_left M_right + f_right M_left: 3 transforms again. Leaves of up to horner_length points are done term by term.
// Cost for n points: 3 log2(n / leaf) transforms of length n for each prime and phase, and an inverse of length n at
// the start; span O(log^3 n). Memory: (1 + primes) log2(n / leaf) words a point.
// Literature: Bostan, Lecerf, Schost: Tellegen's principle into practice, ISSAC 2003; Bernstein: Scaled remainder
// trees, 2004; von zur Gathen, Gerhard, Modern Computer Algebra, chapter 10.
#include "poly/residues/subproduct_tree.hpp"

#include <algorithm>

#include <polyfork/core/error.hpp>
#include <polyfork/core/parallel.hpp>

#include "poly/residues/division_newton.hpp"
#include "poly/residues/division_word.hpp"
#include "poly/residues/inverse_series_word.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t fork_points = 512;  // below, a node's children are not worth a fork

template <class Left, class Right>
void both(const WordAlgebra& w, std::size_t count, const Left& left, const Right& right) {
  if (w.threads > 1 && count >= fork_points) return fork_join(w.ctx, left, right);
  left();
  right();
}

/// out[i] = 1 / a[i] by one inversion; false when one is zero.
bool invert_all(const WordModulus& m, ConstWords a, Words out) {
  std::uint64_t product = m.reduce(1);
  for (std::size_t i = 0; i < a.size(); ++i) {
    out[i] = product;
    product = m.mul(product, a[i]);
  }
  if (product == 0) return false;
  std::uint64_t inverse = m.inverse(product);
  for (std::size_t i = a.size(); i-- != 0;) {
    out[i] = m.mul(out[i], inverse);
    inverse = m.mul(inverse, a[i]);
  }
  return true;
}

}  // namespace

SubproductTree::SubproductTree(const WordAlgebra& w, ConstWords points) {
  const std::size_t n = points.size();
  if (n == 0) return;
  nodes_.reserve(4 * n / std::max<std::size_t>(1, w.horner_length) + 1);
  plan_node(w, 0, n);
  reservation_ = MemoryReservation(
      w.ctx.memory(), (2 * n + words_used_ + images_used_) * sizeof(std::uint64_t) + nodes_.capacity() * sizeof(Node));
  points_.assign(points.begin(), points.end());
  words_.resize(words_used_);
  images_.resize(images_used_);
  build(w, nodes_.front());
  inverse_.resize(n);
  ScratchWords reversed(w.ctx, n);
  std::reverse_copy(root().begin() + 1, root().end(), reversed.all().begin());
  inverse_series_words(w, reversed.all(), inverse_);
  std::reverse(inverse_.begin(), inverse_.end());
}

std::size_t SubproductTree::transform_for(const WordAlgebra& w, std::size_t count) {
  for (std::size_t i = 0; i < transforms_.size(); ++i)
    if (transforms_[i].first == count) return i;
  // The larger half's polynomial times a node's vector, of which [half, count) is wanted.
  const std::size_t half = count - count / 2;
  const WordConvolutionPlan plan =
      plan_word_transform({w.modulus.value(), true, count, half + 1, {half, count}}, 2, w.threads, w.isa);
  transforms_.emplace_back(count, WordTransform(plan, w.ctx));
  return transforms_.size() - 1;
}

std::size_t SubproductTree::plan_node(const WordAlgebra& w, std::size_t begin, std::size_t count) {
  const std::size_t index = nodes_.size();
  nodes_.emplace_back();
  Node v;
  v.begin = begin;
  v.count = count;
  v.words = words_used_;
  words_used_ += count + 1;
  if (count > w.horner_length) {
    const std::size_t half = count - count / 2;
    v.left = plan_node(w, begin, half);
    v.right = plan_node(w, begin + half, count - half);
    if (count > w.tree_length && count >= 8) {
      v.transform = transform_for(w, count);
      const std::size_t image = transforms_[v.transform].second.image_words();
      for (const std::size_t child : {v.left, v.right}) {
        nodes_[child].image = images_used_;
        images_used_ += image;
      }
    }
  }
  nodes_[index] = v;
  return index;
}

void SubproductTree::build(const WordAlgebra& w, const Node& v) {
  const Words out = Words(words_).subspan(v.words, v.count + 1);
  if (v.left == none) {
    out[0] = w.modulus.reduce(1);
    for (std::size_t k = 0; k < v.count; ++k) {  // times x - points[k]
      const std::uint64_t x = w.modulus.neg(points_[v.begin + k]);
      const std::uint64_t shoup = w.modulus.shoup(x);
      out[k + 1] = out[k];
      for (std::size_t j = k; j != 0; --j) out[j] = w.modulus.add(out[j - 1], w.modulus.mul_shoup(out[j], x, shoup));
      out[0] = w.modulus.mul_shoup(out[0], x, shoup);
    }
    return w.ctx.charge(v.count * v.count);
  }
  const Node& left = nodes_[v.left];
  const Node& right = nodes_[v.right];
  both(
      w, v.count, [&] { build(w, left); }, [&] { build(w, right); });
  if (v.transform == none) return mul_range(w, polynomial(left), polynomial(right), 0, out);
  const WordTransform& transform = transforms_[v.transform].second;
  std::uint64_t* const image_left = images_.data() + left.image;
  std::uint64_t* const image_right = images_.data() + right.image;
  both(
      w, v.count, [&] { transform.forward(polynomial(left), image_left, w.ctx); },
      [&] { transform.forward(polynomial(right), image_right, w.ctx); });
  ScratchWords product(w.ctx, transform.image_words());
  transform.multiply(product.all().data(), image_left, image_right, w.ctx);
  transform.inverse(product.all().data(), {0, v.count}, out.first(v.count), w.ctx);
  // A monic product as long as the transform: its leading coefficient has wrapped around.
  out[v.count] = w.modulus.reduce(1);
  if (transform.plan().shape.words() == v.count) out[0] = w.modulus.sub(out[0], out[v.count]);
}

void SubproductTree::evaluate(const WordAlgebra& w, ConstWords f, Words values) const {
  const std::size_t n = size();
  if (n == 0) return;
  if (f.size() > n) {
    ScratchWords scratch(w.ctx, f.size() + f.size() - n);
    const Words rest = scratch.take(f.size());
    std::copy(f.begin(), f.end(), rest.begin());
    div_rem_words(w, rest, root(), scratch.take(f.size() - n));
    return evaluate(w, rest.first(n), values);
  }
  ScratchWords c(w.ctx, n);
  std::fill(c.all().begin(), c.all().end(), std::uint64_t{0});
  if (!f.empty()) mul_range(w, f, ConstWords(inverse_).last(f.size()), f.size() - 1, c.all().first(f.size()));
  descend(w, nodes_.front(), c.all(), values);
}

void SubproductTree::descend(const WordAlgebra& w, const Node& v, ConstWords c, Words values) const {
  if (v.left == none) return leaf_values(w, v, c, values);
  const Node& left = nodes_[v.left];
  const Node& right = nodes_[v.right];
  ScratchWords scratch(w.ctx, v.count);
  const Words c_left = scratch.take(left.count);
  const Words c_right = scratch.take(right.count);
  if (v.transform == none) {
    mul_range(w, c, polynomial(right), right.count, c_left);
    mul_range(w, c, polynomial(left), left.count, c_right);
  } else {
    const WordTransform& transform = transforms_[v.transform].second;
    ScratchWords images(w.ctx, 2 * transform.image_words());
    std::uint64_t* const image = images.take(transform.image_words()).data();
    std::uint64_t* const product = images.take(transform.image_words()).data();
    transform.forward(c, image, w.ctx);
    transform.multiply(product, image, images_.data() + right.image, w.ctx);
    both(
        w, v.count,
        [&] {
          transform.inverse(product, {right.count, v.count}, c_left, w.ctx);
        },
        [&] {
          transform.multiply(image, image, images_.data() + left.image, w.ctx);
          transform.inverse(image, {left.count, v.count}, c_right, w.ctx);
        });
  }
  both(
      w, v.count, [&] { descend(w, left, c_left, values); }, [&] { descend(w, right, c_right, values); });
}

/// From c to g = f mod prod (x - x_i): g_j = sum_t A[t] c[j + t]; then point by point.
void SubproductTree::leaf_values(const WordAlgebra& w, const Node& v, ConstWords c, Words values) const {
  const std::size_t s = v.count;
  const ConstWords m = polynomial(v);
  Workspace::Frame frame;
  const Words g = frame.allocate<std::uint64_t>(s);
  for (std::size_t j = 0; j < s; ++j) {
    WordDotProduct dot;  // A[t] = m[s - t]
    dot.add_reversed(&c[j], &m[s], s - j);
    g[j] = dot.reduce(w.modulus);
  }
  const Words out = values.subspan(v.begin, s);
  std::fill(out.begin(), out.end(), std::uint64_t{0});
  horner_words(w.modulus, g, ConstWords(points_).subspan(v.begin, s), out);
  w.ctx.charge(2 * s * s);
}

void SubproductTree::interpolate(const WordAlgebra& w, ConstWords values, Words f) const {
  const std::size_t n = size();
  if (n == 0) return;
  ScratchWords scratch(w.ctx, 2 * n);
  const Words weights = scratch.take(n);
  const Words slopes = scratch.take(n);
  const WordModulus& m = w.modulus;
  for (std::size_t i = 0; i < n; ++i) weights[i] = m.mul(m.reduce(i + 1), root()[i + 1]);
  evaluate(w, weights, slopes);
  if (!invert_all(m, slopes, weights)) throw DomainError("interpolation at two equal points");
  for (std::size_t i = 0; i < n; ++i) weights[i] = m.mul(weights[i], values[i]);
  ascend(w, nodes_.front(), weights, f);
}

void SubproductTree::ascend(const WordAlgebra& w, const Node& v, ConstWords weights, Words f) const {
  if (v.left == none) return leaf_sum(w, v, weights, f);
  const Node& left = nodes_[v.left];
  const Node& right = nodes_[v.right];
  ScratchWords scratch(w.ctx, 2 * v.count);
  const Words low = scratch.take(left.count);
  const Words high = scratch.take(right.count);
  both(
      w, v.count, [&] { ascend(w, left, weights, low); }, [&] { ascend(w, right, weights, high); });
  if (v.transform == none) {
    const Words other = scratch.take(v.count);
    mul_range(w, low, polynomial(right), 0, f);
    mul_range(w, high, polynomial(left), 0, other);
    return add_words(w, f, other);
  }
  const WordTransform& transform = transforms_[v.transform].second;
  ScratchWords images(w.ctx, 2 * transform.image_words());
  std::uint64_t* const sum = images.take(transform.image_words()).data();
  std::uint64_t* const other = images.take(transform.image_words()).data();
  const auto times = [&](std::uint64_t* image, ConstWords a, const Node& factor) {
    transform.forward(a, image, w.ctx);
    transform.multiply(image, image, images_.data() + factor.image, w.ctx);
  };
  both(
      w, v.count, [&] { times(sum, low, right); }, [&] { times(other, high, left); });
  transform.accumulate(sum, other, w.ctx);
  transform.inverse(sum, {0, v.count}, f, w.ctx);
}

/// f = sum of weights[i] prod over j != i of (x - x_j): one point after the other, with the product so far.
void SubproductTree::leaf_sum(const WordAlgebra& w, const Node& v, ConstWords weights, Words f) const {
  const WordModulus& m = w.modulus;
  Workspace::Frame frame;
  const Words product = frame.allocate<std::uint64_t>(v.count + 1);
  product[0] = m.reduce(1);
  for (std::size_t k = 0; k < v.count; ++k) {
    const std::uint64_t x = m.neg(points_[v.begin + k]);
    const std::uint64_t x_shoup = m.shoup(x);
    const std::uint64_t weight = weights[v.begin + k];
    const std::uint64_t weight_shoup = m.shoup(weight);
    // f (x - x_k) + weight product; then product (x - x_k)
    f[k] = 0;
    product[k + 1] = product[k];
    for (std::size_t j = k;; --j) {
      const std::uint64_t below_f = j == 0 ? 0 : f[j - 1];
      const std::uint64_t below = j == 0 ? 0 : product[j - 1];
      f[j] = m.add(m.add(below_f, m.mul_shoup(f[j], x, x_shoup)), m.mul_shoup(product[j], weight, weight_shoup));
      product[j] = m.add(below, m.mul_shoup(product[j], x, x_shoup));
      if (j == 0) break;
    }
  }
  w.ctx.charge(2 * v.count * v.count);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
