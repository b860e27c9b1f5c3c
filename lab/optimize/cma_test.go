package optimize

import (
	"math"
	"slices"
	"testing"

	"hooke/must"
)

// problem is a function to make small, in a box, with its optimum off the middle.
type problem struct {
	dimensions  int
	low, high   float64
	of          func(x []float64) float64
	goal        float64
	evaluations int // within which the median of seeds must reach the goal
}

func sphere(x []float64) (sum float64) {
	for _, v := range x {
		sum += (v - 1.3) * (v - 1.3)
	}
	return sum
}

func rosenbrock(x []float64) (sum float64) {
	for i := range len(x) - 1 {
		a, b := x[i+1]-x[i]*x[i], 1-x[i]
		sum += 100*a*a + b*b
	}
	return sum
}

var (
	ofSphere     = problem{20, -5, 5, sphere, 1e-10, 4000}
	ofRosenbrock = problem{10, -5, 5, rosenbrock, 1e-6, 20000}
)

// at is the function at a point of [0, 1]^d.
func (p problem) at(point []float64) float64 {
	x := make([]float64, len(point))
	for i := range x {
		x[i] = p.low + point[i]*(p.high-p.low)
	}
	return p.of(x)
}

// evaluations is how many points an Asker asks for until it has reached the goal, at most 8 times
// as many as it may.
func (p problem) reached(a Asker) int {
	count := 0
	for count < 8*p.evaluations {
		var fitness []float64
		for _, point := range a.Ask() {
			count++
			y := p.at(point)
			if y <= p.goal {
				return count
			}
			fitness = append(fitness, -y)
		}
		if err := a.Tell(fitness); err != nil {
			panic(err)
		}
	}
	return count
}

// median returns the median over 9 seeds, with the given change of the strategy.
func (p problem) median(change func(c *cma)) int {
	var counts []int
	for seed := range uint64(9) {
		c := newCMA(Settings{Dimensions: p.dimensions, Population: 4 + int(3*math.Log(float64(p.dimensions))), Seed: seed, Start: slices.Repeat([]float64{0.5}, p.dimensions)})
		change(c)
		counts = append(counts, p.reached(c))
	}
	slices.Sort(counts)
	return counts[4]
}

// CMA reaches 1e-10 on the sphere and 1e-6 on Rosenbrock's function within 1.5 times the evaluations that
// pycma 4.5.0 needs from the same start with the same first step (docs/optimize.md). Without its matrix it
// does not.
func TestCMAReachesGoals(t *testing.T) {
	for name, p := range map[string]problem{"sphere": ofSphere, "Rosenbrock": ofRosenbrock} {
		if got := p.median(func(*cma) {}); got > p.evaluations {
			t.Errorf("%s: %d evaluations, at most %d", name, got, p.evaluations)
		} else {
			t.Logf("%s: %d evaluations", name, got)
		}
	}
	short := ofRosenbrock
	short.goal, short.evaluations = 1e-2, ofRosenbrock.evaluations/8+1 // even this is out of reach
	if got := short.median(func(c *cma) { c.c1, c.cmu = 0, 0 }); got <= ofRosenbrock.evaluations {
		t.Errorf("with a matrix that is never updated Rosenbrock's function takes %d evaluations", got)
	}
}

// Where the best is at a wall, or in a corner, it is found there.
func TestCMAFindsWalls(t *testing.T) {
	c := newCMA(Settings{Dimensions: 5, Population: 8, Start: slices.Repeat([]float64{0.5}, 5)})
	best := math.Inf(-1)
	for range 120 {
		var fitness []float64
		for _, x := range c.Ask() {
			sum := 0.0
			for i, v := range x {
				if v < 0 || v > 1 {
					t.Fatalf("%v is out of the box", x)
				}
				sum += float64(i+1) * v
			}
			fitness, best = append(fitness, sum), max(best, sum)
		}
		must.Do(t, c.Tell(fitness))
	}
	must.Hold(t, best >= 15-1e-4, "the best in the corner is %g, want 15", best)
}

// Of a function with many local optima restarts find the best one; flat fitness leads to a
// restart with twice the population.
func TestCMARestarts(t *testing.T) {
	rastrigin := problem{dimensions: 3, low: -5, high: 5, goal: 1e-8, evaluations: 20000, of: func(x []float64) float64 {
		sum := 0.0
		for _, v := range x {
			sum += (v-1)*(v-1) + 10 - 10*math.Cos(2*math.Pi*(v-1))
		}
		return sum
	}}
	c := newCMA(Settings{Dimensions: 3, Population: 6, Seed: 4, Start: []float64{0.1, 0.9, 0.1}})
	if got := rastrigin.reached(c); got > rastrigin.evaluations || c.now.Restart == 0 {
		t.Errorf("%d evaluations with %d restarts", got, c.now.Restart)
	}
	flat := newCMA(Settings{Dimensions: 2, Population: 8, Start: []float64{0.5, 0.5}})
	for range 40 {
		must.Do(t, flat.Tell(make([]float64, len(flat.Ask()))))
	}
	if flat.now.Restart == 0 || len(flat.Ask()) != 8<<flat.now.Restart {
		t.Errorf("flat fitness: %d restarts, %d points", flat.now.Restart, len(flat.Ask()))
	}
}

// Eigenvectors are orthonormal and make the matrix again.
func TestEigen(t *testing.T) {
	const n = 12
	s := Settings{Dimensions: n * n}
	a := s.point(3, 0)
	for i := range n {
		for j := range i {
			a[i*n+j] = a[j*n+i]
		}
	}
	b := make([]float64, n*n)
	values := eigen(slices.Clone(a), n, b)
	for i := range n {
		for j := range n {
			made, dot := 0.0, 0.0
			for k := range n {
				made += b[i*n+k] * values[k] * b[j*n+k]
				dot += b[k*n+i] * b[k*n+j]
			}
			want := 0.0
			if i == j {
				want = 1
			}
			if math.Abs(made-a[i*n+j]) > 1e-13 || math.Abs(dot-want) > 1e-14 {
				t.Fatalf("element %d, %d: %g, want %g; product of vectors %g", i, j, made, a[i*n+j], dot)
			}
		}
	}
}
