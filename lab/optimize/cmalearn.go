package optimize

import (
	"math"
	"slices"
)

// weights are the constants of the strategy, table 1 of the tutorial.
type weights struct {
	w          []float64 // by rank; those of the worse half are negative
	mu         int       // how many are positive
	mueff      float64
	c1, cmu    float64 // learning rates of C, rank one and rank μ
	cc, cs, ds float64
	chi        float64 // mean length of a normal vector
}

// weightsOf returns the constants for n dimensions and a population.
func weightsOf(n, population int) (w weights) {
	dim := float64(n)
	w.mu = population / 2
	w.w = make([]float64, population)
	var plus, plus2, minus, minus2 float64
	for i := range w.w {
		x := math.Log(float64(population+1)/2) - math.Log(float64(i+1))
		w.w[i] = x
		if i < w.mu {
			plus, plus2 = plus+x, plus2+x*x
		} else if x < 0 {
			minus, minus2 = minus-x, minus2+x*x
		}
	}
	w.mueff = plus * plus / plus2
	w.c1 = 2 / ((dim+1.3)*(dim+1.3) + w.mueff)
	w.cmu = min(1-w.c1, 2*(0.25+w.mueff+1/w.mueff-2)/((dim+2)*(dim+2)+w.mueff))
	w.cc = (4 + w.mueff/dim) / (dim + 4 + 2*w.mueff/dim)
	w.cs = (w.mueff + 2) / (dim + w.mueff + 5)
	w.ds = 1 + 2*max(0, math.Sqrt((w.mueff-1)/(dim+1))-1) + w.cs
	w.chi = math.Sqrt(dim) * (1 - 1/(4*dim) + 1/(21*dim*dim))
	negative := min(1+w.c1/w.cmu, 1+2*(minus*minus/minus2)/(w.mueff+2), (1-w.c1-w.cmu)/(dim*w.cmu))
	for i := range w.w {
		if i < w.mu {
			w.w[i] /= plus
		} else if w.w[i] = min(0, w.w[i]); minus > 0 {
			w.w[i] *= max(0, negative) / minus
		}
	}
	return w
}

// learn moves the mean and adapts σ and C by the ranks of the points.
func (c *cma) learn(order []int) {
	n, s := c.settings.Dimensions, &c.now
	step, white := make([]float64, n), make([]float64, n) // weighted y and z
	for rank, k := range order[:c.mu] {
		for i := range n {
			step[i] += c.w[rank] * c.y[k][i]
			white[i] += c.w[rank] * c.z[k][i]
		}
	}
	length := 0.0
	keep, take := 1-c.cs, math.Sqrt(c.cs*(2-c.cs)*c.mueff)
	for i := range n {
		s.Mean[i] += s.Sigma * step[i]
		turned := 0.0
		for j := range n {
			turned += s.Axes[i*n+j] * white[j]
		}
		s.PathS[i] = keep*s.PathS[i] + take*turned
		length += s.PathS[i] * s.PathS[i]
	}
	length = math.Sqrt(length)
	age := float64(s.Generation - s.Born + 1)
	moves := length/math.Sqrt(1-math.Pow(keep, 2*age)) < (1.4+2/float64(n+1))*c.chi
	stall, take := 0.0, math.Sqrt(c.cc*(2-c.cc)*c.mueff)
	if !moves {
		stall, take = c.cc*(2-c.cc), 0
	}
	for i := range n {
		s.PathC[i] = (1-c.cc)*s.PathC[i] + take*step[i]
	}
	c.adapt(order, c.c1*stall)
	s.Sigma *= math.Exp(min(1, c.cs/c.ds*(length/c.chi-1)))
	s.Sigma = min(s.Sigma, 1/slices.Max(s.Lengths)) // not longer than the box
	if every := max(1, int64(1/(10*float64(n)*(c.c1+c.cmu)))); s.Generation+1-s.Decomposed >= every {
		c.decompose()
	}
}

// adapt updates the covariance matrix. more is added to the share of the old one that stays.
func (c *cma) adapt(order []int, more float64) {
	n, s := c.settings.Dimensions, &c.now
	stays := 1 + more - c.c1
	scaled := make([]float64, len(order))
	for rank, k := range order {
		stays -= c.cmu * c.w[rank]
		if scaled[rank] = c.cmu * c.w[rank]; c.w[rank] < 0 {
			z2 := 0.0
			for _, z := range c.z[k] {
				z2 += z * z
			}
			scaled[rank] *= float64(n) / max(z2, 1e-300)
		}
	}
	for i := range n {
		for j := range i + 1 {
			sum := stays*s.C[i*n+j] + c.c1*s.PathC[i]*s.PathC[j]
			for rank, k := range order {
				sum += scaled[rank] * c.y[k][i] * c.y[k][j]
			}
			s.C[i*n+j], s.C[j*n+i] = sum, sum
		}
	}
}

// decompose finds axes and their lengths anew.
func (c *cma) decompose() {
	n, s := c.settings.Dimensions, &c.now
	values := eigen(slices.Clone(s.C), n, s.Axes)
	for i, v := range values {
		s.Lengths[i] = math.Sqrt(max(v, 0))
	}
	s.Decomposed = s.Generation + 1
}

// remembered returns how many of the last generations say whether fitness still changes.
func (c *cma) remembered() int {
	return 10 + (30*c.settings.Dimensions+c.population()-1)/c.population()
}

// mostRemembered returns the most that remembered comes to.
func (c *cma) mostRemembered() int {
	return 11 + 30*c.settings.Dimensions/c.settings.Population
}

// ended reports whether the distribution has come to an end: fitness is flat, steps are too
// small to change a number, or numbers have diverged. Limits are those of the tutorial,
// appendix B.3, relative to the box and to the range of fitness. spread is the range in this
// generation.
func (c *cma) ended(spread float64) bool {
	n, s := c.settings.Dimensions, &c.now
	least, most := slices.Min(s.Lengths), slices.Max(s.Lengths)
	if !sound(s.C, n*n) || !sound(s.PathC, n) || !sound(s.PathS, n) || !sound(s.Mean, n) || !sound(s.Axes, n*n) || !sound(s.Lengths, n) ||
		!(s.Sigma > 0) || !(s.Sigma <= largest) || !(least > 0) || most > 1e7*least {
		return true
	}
	small := true
	for i := range n {
		wide := math.Sqrt(s.C[i*n+i])
		if !(wide > 0) || s.Mean[i]+0.2*s.Sigma*wide == s.Mean[i] {
			return true
		}
		small = small && s.Sigma*max(wide, math.Abs(s.PathC[i])) < 1e-12
	}
	if small {
		return true
	}
	if len(s.Bests) < c.remembered() {
		return false
	}
	low, high := slices.Min(s.Bests), slices.Max(s.Bests)
	flat := max(1e-15*s.Span, 4e-16*max(math.Abs(low), math.Abs(high)))
	return max(high-low, spread) <= flat
}
