// Classical zero-dimensional systems and the number of their real solutions, each confirmed by a second argument.
#pragma once

#include <cstddef>
#include <string>

namespace polyfork::test {

struct ClassicalSystem {
  const char* name;
  const char* variables;  ///< greatest first
  const char* equations;  ///< separated by commas
  std::size_t real_solutions;
};

inline const ClassicalSystem classical_systems[] = {
    {"4-Body-Homog", "p,s,phi",
     "-2*p^3+2*p^3*phi^3-4*phi^3*s*p^2+5*phi^3*s^3*p-phi^3*s^5,-2*s*p^3-2*phi^3*s^2+phi^3*s^4-3*phi^3*s^2*p+2*"
     "phi^3*p,-2*s^2+s^4-4*s^2*p+phi^2+1+4*p",
     7},
    {"Arnborg-Lazard", "x,y,z",
     "x^2*y*z+x*y^2*z+x*y*z^2+x*y*z+x*y+x*z+y*z,x^2*y^2*z+x*y^2*z^2+x^2*y*z+x*y*z+y*z+x+z,x^2*y^2*z^2+x^2*y^2*"
     "z+x*y^2*z+x*y*z+x*z+z+1",
     8},
    {"Caprasse", "x,y,z,t",
     "y^2*z+2*x*y*t-2*x-z,-x^3*z+4*x*y^2*z+4*x^2*y*t+2*y^3*t+4*x^2-10*y^2+4*x*z-10*y*t+2,2*y*z*t+x*t^2-x-2*z,-"
     "x*z^3+4*y*z^2*t+4*x*z*t^2+2*y*t^3+4*x*z+4*z^2-10*y*t-10*t^2+2",
     18},
    {"Circles", "y,x",
     "(x-1)*(x-2)*(x-3)*(x-4)*(x-5)*(x-6)*(x-7)*(x-8)*(x-9)*(x-10)+1/100,((x-1)^2+(y-1)^2-2)*((x-2)^2+(y-2)^2-"
     "2)*((x-3)^2+(y-3)^2-2)*((x-4)^2+(y-4)^2-2)*((x-5)^2+(y-5)^2-2)+1/1000",
     22},
    {"Cyclic-5", "a,b,c,d,e",
     "a+b+c+d+e,a*b+b*c+c*d+d*e+e*a,a*b*c+b*c*d+c*d*e+d*e*a+e*a*b,a*b*c*d+b*c*d*e+c*d*e*a+d*e*a*b+e*a*b*c,a*b*"
     "c*d*e-1",
     10},
    {"Czapor-Geddes-Wang", "q,c,p,d,b",
     "b-2,c^2*q^2-2*d*c*q^2+d^2*q^2-2*c^2*q+2*d*p*c*q+2*b*p*c*q+2*d*c*q-2*d^2*p*q+2*b*p*q-2*p*q-2*b*d^2*q-2*b*"
     "q+2*q+c^2-2*d*p*c-2*b*d*c+b^2*d^2*p^2-2*b*d^2*p^2+d^2*p^2+2*b^2*p^2+2*p^2-2*b^2*d^2*p+4*b*d^2*p-4*b^2*p+"
     "4*b*p+b^2*d^2+2*b^2-4*b+2,-b*p*c*q-p*c*q+b*c*q-2*c*q+2*d*p*q+d*q+p*c+b^2*c-b*c+2*c+b^2*d*p^2+b*d*p^2-2*d"
     "*p^2-2*b^2*d*p+b*d*p-d*p+b^2*d-2*b*d,-2*p*q-2*q-b^2*p^2+2*p^2+2*b^2*p-b^2+2,3*c^2*q^2-3*d^2*q^2-4*q^2-6*"
     "c^2*q+6*b*d*p*c*q+6*b*d*c*q+6*d^2*p*q+3*c^2+6*b*d*p*c-6*b*d*c+3*b^2*d^2*p^2-3*d^2*p^2+b^2*p^2-6*b^2*d^2*"
     "p-2*b^2*p+4*p+3*b^2*d^2+b^2",
     2},
    {"Fabfaux", "x,y,z",
     "30752*x^3+46128*y*x^2-216256*x+46128*x*y^2+141980+30752*y^3-216256*y,30752*x^3+46128*z*x^2-216256*x+4612"
     "8*x*z^2+141980+30752*z^3+216256*z,46128*y^3+46128*x*y^2+46128*z*y^2+46128*y*x^2-432512*y+46128*x*z*y+461"
     "28*z^2*y+46128*x^3-432512*x+425940+46128*z*x^2-432512*z+46128*x*z^2+46128*z^3",
     3},
    {"Katsura-4", "x,y,z,t,u",
     "2*x^2+2*y^2+2*z^2+2*t^2+u^2-u,2*x*y+2*y*z+2*z*t+2*t*u-t,2*x*z+2*y*t+t^2+2*z*u-z,2*x*t+2*z*t+2*y*u-y,2*x+"
     "2*y+2*z+2*t+u-1",
     12},
    {"L-3", "x,y,z,t", "x^3+y+z+t-1,x+y^3+z+t-1,x+y+z^3+t-1,x+y+z+t^3-1", 27},
    {"Neural-Network", "x,y,c,z", "1-c*x-x*y^2-x*z^2,1-c*y-y*x^2-y*z^2,1-c*z-z*x^2-z*y^2,8*c^6+378*c^3-27", 22},
    {"Rose", "z,y,x",
     "7*y^4-20*x^2,2160*x^2*z^4+1512*x*z^4+315*z^4-4000*x^2-2800*x-490,-10080000*x^4*z^3-28224000*x^3*z^3-1528"
     "8000*x^2*z^3-1978032*x*z^3-180075*z^3-23520000*x^4*y*z^2-41395200*x^3*y*z^2-26726560*x^2*y*z^2-7727104*x"
     "*y*z^2-852355*y*z^2+40320000*x^6*y^2*z+28800000*x^5*y^2*z+21168000*x^3*y^2*z+4939200*x^2*y^2*z+347508*x*"
     "y^2*z+67200000*x^5*y^3+94080000*x^4*y^3+40924800*x^3*y^3+2634240*x^2*y^3-2300844*x*y^3-432180*y^3",
     18},
    {"Takeuchi-Lu", "y2,y1,x2,x1",
     "2*x1*(2-x1-y1)+x2-x1,2*x2*(2-x2-y2)+x1-x2,2*y1*(5-x1-2*y1)+y2-y1,y2*(3-2*x2-4*y2)+y1-y2", 14},
    {"Wilkinsonxy", "y,x", "(x-1)*(x-2)*(x-3)*(x-4)*(x-5)+1/100,(y-x-1)*(y-x-2)*(y-x-3)*(y-x-4)*(y-x-5)", 25},
    {"eco 8", "x1,x2,x3,x4,x5,x6,x7,x8",
     "(x1+x1*x2+x2*x3+x3*x4+x4*x5+x5*x6+x6*x7)*x8-1,(x2+x1*x3+x2*x4+x3*x5+x4*x6+x5*x7)*x8-2,(x3+x1*x4+x2*x5+x3"
     "*x6+x4*x7)*x8-3,(x4+x1*x5+x2*x6+x3*x7)*x8-4,(x5+x1*x6+x2*x7)*x8-5,(x6+x1*x7)*x8-6,(x7)*x8-7,x1+x2+x3+x4+"
     "x5+x6+x7+1",
     8},
};

}  // namespace polyfork::test
