// NTL: products, sums and gcds in ZZ[x], products in zz_p[x] below NTL's bound on word moduli.
#include <NTL/ZZX.h>
#include <NTL/ZZ_limbs.h>
#include <NTL/lzz_pX.h>
#include <NTL/version.h>
#ifdef NTL_THREADS
#include <NTL/BasicThreadPool.h>
#endif

#include <sstream>

#include "compare/problem.hpp"

namespace polyfork_bench {
namespace {

NTL::ZZX to_poly(const IntegerList& list) {
  NTL::ZZX f;
  f.SetLength(static_cast<long>(list.size()));
  list.for_each([&](std::size_t i, const std::uint64_t* limbs, std::int32_t size) {
    NTL::ZZ& c = f[static_cast<long>(i)];
    NTL::ZZ_limbs_set(c, reinterpret_cast<const NTL::ZZ_limb_t*>(limbs), size < 0 ? -size : size);
    if (size < 0) NTL::negate(c, c);
  });
  f.normalize();
  return f;
}

std::uint64_t fingerprint_of(const NTL::ZZX& f) {
  Fingerprint hash;
  for (long i = 0; i <= deg(f); ++i) {
    const NTL::ZZ& c = f[i];
    hash.add(reinterpret_cast<const std::uint64_t*>(NTL::ZZ_limbs_get(c)), NTL::sign(c) * c.size());
  }
  return hash.value();
}

class Binary : public Workload {
 public:
  explicit Binary(const Problem& problem)
      : operation_(problem.operation), a_(to_poly(problem.a)), b_(to_poly(problem.b)) {}
  void run() override {
    if (operation_ == Operation::z_mul)
      mul(c_, a_, b_);
    else if (operation_ == Operation::z_add)
      add(c_, a_, b_);
    else
      GCD(c_, a_, b_);
  }
  std::uint64_t fingerprint() override { return fingerprint_of(c_); }

 private:
  Operation operation_;
  NTL::ZZX a_, b_, c_;
};

class ModularProduct : public Workload {
 public:
  explicit ModularProduct(const Problem& problem) {
    NTL::zz_p::init(static_cast<long>(problem.modulus));
    set(a_, problem.u);
    set(b_, problem.v);
  }
  void run() override { mul(c_, a_, b_); }
  std::uint64_t fingerprint() override {
    Fingerprint hash;
    for (long i = 0; i <= deg(c_); ++i) hash.word(static_cast<std::uint64_t>(rep(c_[i])));
    return hash.value();
  }

 private:
  static void set(NTL::zz_pX& f, const std::vector<std::uint64_t>& residues) {
    f.SetLength(static_cast<long>(residues.size()));
    for (std::size_t i = 0; i < residues.size(); ++i)
      f[static_cast<long>(i)] = NTL::to_zz_p(static_cast<long>(residues[i]));
    f.normalize();
  }
  NTL::zz_pX a_, b_, c_;
};

std::unique_ptr<Workload> make(const Peer&, const Problem& problem, int threads) {
#ifdef NTL_THREADS
  NTL::SetNumThreads(threads);
#else
  static_cast<void>(threads);
#endif
  switch (problem.operation) {
    case Operation::z_mul:
    case Operation::z_add:
    case Operation::z_gcd:
      return std::make_unique<Binary>(problem);
    case Operation::zp_mul:
      return problem.modulus < static_cast<std::uint64_t>(NTL_SP_BOUND) ? std::make_unique<ModularProduct>(problem)
                                                                        : nullptr;
    default:
      return nullptr;
  }
}

}  // namespace

Peer ntl_peer() { return {"ntl", NTL_VERSION, make, ""}; }

}  // namespace polyfork_bench
