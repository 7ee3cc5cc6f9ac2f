// Included inside a kernel namespace and its region: rows of four products, vectors of four words.

/// As DivisionRows says.
static void divide_rows(const WordModulus& m, std::uint64_t* left, const std::uint64_t* b, std::size_t lower,
                        std::uint64_t* quotient, std::size_t nq, std::uint64_t inverse,
                        std::uint64_t inverse_shoup) noexcept {
  const auto divided = [&](std::uint64_t x) { return m.mul_shoup(x, inverse, inverse_shoup); };
  std::size_t k = nq;
  for (; k % 4 != 0; --k) {
    std::uint64_t* const row = left + k - 1;
    const std::uint64_t n0 = m.neg(quotient[k - 1] = divided(row[lower]));
    const VecU64 v0 = VecU64::broadcast(n0);
    for (auto i = static_cast<std::ptrdiff_t>(lower); i > 0;) {
      i -= 4;
      (VecU64::load(row + i) + mul_lo32(v0, VecU64::load(b + i))).store(row + i);
    }
  }
  for (; k != 0; k -= 4) {
    std::uint64_t* const row = left + k - 4;
    const std::uint64_t* const top = b + lower;
    const std::uint64_t n3 = m.neg(quotient[k - 1] = divided(row[lower + 3]));
    const std::uint64_t n2 = m.neg(quotient[k - 2] = divided(row[lower + 2] + n3 * top[-1]));
    const std::uint64_t n1 = m.neg(quotient[k - 3] = divided(row[lower + 1] + n3 * top[-2] + n2 * top[-1]));
    const std::uint64_t n0 = m.neg(quotient[k - 4] = divided(row[lower] + n3 * top[-3] + n2 * top[-2] + n1 * top[-1]));
    const VecU64 v0 = VecU64::broadcast(n0);
    const VecU64 v1 = VecU64::broadcast(n1);
    const VecU64 v2 = VecU64::broadcast(n2);
    const VecU64 v3 = VecU64::broadcast(n3);
    // From the top: the next quotients wait for the first vector alone.
    for (auto i = static_cast<std::ptrdiff_t>(lower); i > 0;) {
      i -= 4;
      const VecU64 low = mul_lo32(v0, VecU64::load(b + i)) + mul_lo32(v1, VecU64::load(b + i - 1));
      const VecU64 high = mul_lo32(v2, VecU64::load(b + i - 2)) + mul_lo32(v3, VecU64::load(b + i - 3));
      (VecU64::load(row + i) + (low + high)).store(row + i);
    }
  }
}
