! Exponentials, logarithms and roots, and a product of exponentials whose parts are shared.
! head: growth(rate,time)>(size,score)
subroutine growth(rate, time, size, score)
  implicit none
  real(8), intent(in) :: rate, time
  real(8), intent(out) :: size, score
  size = exp(rate*time)/(1 + exp(rate*time))*sqrt(rate)
  score = log(size) + log10(rate + time) - sqrt(size/time)*exp(-time**2)
end subroutine
