// Included once per instruction set, inside its namespace and region, after the vector wrappers and madd52.
//
// The top digit is signed, which the multiplier is not: 2^51 is added to it beforehand and 2^51 z taken off the product,
// half of whose last bit belongs to the digit below.
//
// The carry joins after the multiply-adds: from digit to digit there are an addition and a shift to wait for, and nothing
// that multiplies.

static void horner_points(const std::uint64_t* a, std::size_t rows, std::size_t digits, const std::uint64_t* z,
                          std::uint64_t* y) {
  constexpr std::size_t lanes = VecU64::lanes;
  const VecU64 mask = VecU64::broadcast((std::uint64_t{1} << 52) - 1);
  const VecU64 offset = VecU64::broadcast(std::uint64_t{1} << 51);
  const VecU64 factor = VecU64::load(z);
  const VecU64 excess_high = shift_right<1>(factor);
  const VecU64 excess_low = shift_left<51>(factor & VecU64::broadcast(1));
  const std::size_t top = digits - 1;
  for (std::size_t i = rows; i-- > 0;) {
    const std::uint64_t* row = a + i * digits;
    VecU64 carry = VecU64::broadcast(0);
    VecU64 digit = VecU64::load(y);
    for (std::size_t d = 0; d + 1 < top; ++d) {
      const VecU64 next = VecU64::load(y + (d + 1) * lanes);
      const VecU64 sum = madd52lo(madd52hi(VecU64::broadcast(row[d]), digit, factor), next, factor) + carry;
      (sum & mask).store(y + d * lanes);
      carry = shift_right_signed<52>(sum);
      digit = next;
    }
    const VecU64 last = VecU64::load(y + top * lanes) + offset;
    const VecU64 below_top = VecU64::broadcast(row[top - 1]) - excess_low;
    const VecU64 sum = madd52lo(madd52hi(below_top, digit, factor), last, factor) + carry;
    (sum & mask).store(y + (top - 1) * lanes);
    carry = shift_right_signed<52>(sum);
    (madd52hi(carry + VecU64::broadcast(row[top]), last, factor) - excess_high).store(y + top * lanes);
  }
}
