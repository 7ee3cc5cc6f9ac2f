// The kernel of a number of primes and a stride, for every instruction set; included after signed_words_run.

template <unsigned primes>
static void signed_words_stride(const LimbCrt& crt, const std::uint64_t* const* residues, const SignedRows& to,
                                std::size_t n) {
  switch (to.stride) {
    case 1:
      return signed_words_run<primes, 1>(crt, residues, to, n);
    case 2:
      return signed_words_run<primes, 2>(crt, residues, to, n);
    default:
      return signed_words_run<primes, 3>(crt, residues, to, n);
  }
}

static void signed_words_from_residues(const LimbCrt& crt, const std::uint64_t* const* residues, const SignedRows& to,
                                       std::size_t n) {
  switch (crt.primes) {
    case 1:
      return signed_words_stride<1>(crt, residues, to, n);
    case 2:
      return signed_words_stride<2>(crt, residues, to, n);
    default:
      return signed_words_stride<3>(crt, residues, to, n);
  }
}
