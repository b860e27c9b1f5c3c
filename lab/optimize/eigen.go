package optimize

import "math"

// mostSweeps is how often all pairs are rotated; a matrix of floats needs about ten.
const mostSweeps = 40

// eigen returns the eigenvalues of a symmetric matrix a, n × n, which it overwrites; the columns of
// vectors become its eigenvectors. Cyclic Jacobi rotations: G. H. Golub, C. F. Van Loan, "Matrix
// Computations", 8.5.
func eigen(a []float64, n int, vectors []float64) []float64 {
	for i := range vectors {
		vectors[i] = 0
	}
	norm := 0.0
	for i := range n {
		vectors[i*n+i] = 1
		for j := range n {
			norm += a[i*n+j] * a[i*n+j]
		}
	}
	for range mostSweeps {
		off := 0.0
		for p := range n {
			for q := p + 1; q < n; q++ {
				off += 2 * a[p*n+q] * a[p*n+q]
			}
		}
		if !(off > 1e-30*norm) {
			break
		}
		for p := range n {
			for q := p + 1; q < n; q++ {
				rotate(a, n, p, q, vectors)
			}
		}
	}
	values := make([]float64, n)
	for i := range n {
		values[i] = a[i*n+i]
	}
	return values
}

// rotate makes element p, q of a zero by a rotation.
func rotate(a []float64, n, p, q int, vectors []float64) {
	x := a[p*n+q]
	if x == 0 {
		return
	}
	tau := (a[q*n+q] - a[p*n+p]) / (2 * x)
	t := 1 / (math.Abs(tau) + math.Sqrt(1+tau*tau))
	if tau < 0 {
		t = -t
	}
	c := 1 / math.Sqrt(1+t*t)
	s := t * c
	for k := range n {
		kp, kq := a[k*n+p], a[k*n+q]
		a[k*n+p], a[k*n+q] = c*kp-s*kq, s*kp+c*kq
	}
	for k := range n {
		pk, qk := a[p*n+k], a[q*n+k]
		a[p*n+k], a[q*n+k] = c*pk-s*qk, s*pk+c*qk
	}
	for k := range n {
		kp, kq := vectors[k*n+p], vectors[k*n+q]
		vectors[k*n+p], vectors[k*n+q] = c*kp-s*kq, s*kp+c*kq
	}
}
