package optimize

import (
	"math"
	"slices"
)

// cma adapts a normal distribution, and begins anew with twice the population where that has
// come to an end. Names are those of Hansen's tutorial.
type cma struct {
	settings Settings
	weights
	now cmaState
	z   [][]float64 // of the points that were asked for, along the axes; nil: not asked
	y   [][]float64 // the same points as steps from the mean over σ
}

// cmaState is the changing part of the method.
type cmaState struct {
	head
	Restart    int       `json:"restart"` // how often it has begun anew
	Born       int64     `json:"born"`    // generation of the last restart
	Mean       []float64 `json:"mean"`
	Sigma      float64   `json:"sigma"`
	C          []float64 `json:"c"`    // covariance matrix, n × n
	PathC      []float64 `json:"pc"`   // evolution path of C
	PathS      []float64 `json:"ps"`   // evolution path of σ
	Axes       []float64 `json:"b"`    // eigenvectors of C in its columns, n × n
	Lengths    []float64 `json:"d"`    // square roots of its eigenvalues
	Decomposed int64     `json:"at"`   // generation of these
	Bests      []float64 `json:"best"` // fitness of the best of the last generations
	Span       float64   `json:"span"` // largest range of the fitness of a generation since the restart
}

// firstSigma is the first step size, in shares of the box.
const firstSigma = 0.3

// mostRestarts is how often the population doubles.
const mostRestarts = 9

func newCMA(s Settings) *cma {
	c := &cma{settings: s}
	c.now.head = headOf(CMA, &c.settings, 0)
	c.begin(s.Start)
	return c
}

// begin begins at a point with a round distribution.
func (c *cma) begin(mean []float64) {
	n := c.settings.Dimensions
	s := &c.now
	s.Born, s.Decomposed = s.Generation, s.Generation
	s.Mean, s.Sigma = slices.Clone(mean), firstSigma
	s.C, s.Axes, s.Lengths = make([]float64, n*n), make([]float64, n*n), make([]float64, n)
	s.PathC, s.PathS = make([]float64, n), make([]float64, n)
	s.Bests, s.Span = nil, 0
	for i := range n {
		s.C[i*n+i], s.Axes[i*n+i], s.Lengths[i] = 1, 1, 1
	}
	c.z, c.y = nil, nil
	c.weights = weightsOf(n, c.population())
}

// population returns the number of points of a generation.
func (c *cma) population() int {
	return min(c.settings.Population<<c.now.Restart, max(c.settings.Population, mostPopulation))
}

// Ask implements Asker.
func (c *cma) Ask() [][]float64 {
	c.sample()
	out := make([][]float64, len(c.y))
	for k, y := range c.y {
		out[k] = make([]float64, len(y))
		for i := range y {
			out[k][i] = mirrored(c.now.Mean[i] + c.now.Sigma*y[i])
		}
	}
	return out
}

// sample draws the points of the generation.
func (c *cma) sample() {
	if c.z != nil {
		return
	}
	n, s := c.settings.Dimensions, &c.now
	for k := range c.population() {
		stream := c.settings.stream(s.Generation, k)
		z, y := make([]float64, n), make([]float64, n)
		for j := range n {
			z[j] = stream.Normal()
			for i := range n {
				y[i] += s.Axes[i*n+j] * s.Lengths[j] * z[j]
			}
		}
		c.z, c.y = append(c.z, z), append(c.y, y)
	}
}

// Tell implements Asker.
func (c *cma) Tell(fitness []float64) error {
	fitness, err := told(fitness, c.population())
	if err != nil {
		return err
	}
	c.sample()
	order := ranks(fitness)
	best, worst := fitness[order[0]], fitness[order[0]]
	for _, f := range fitness {
		if !math.IsNaN(f) {
			worst = min(worst, f)
		}
	}
	if !math.IsNaN(best) { // else nothing is learned
		c.learn(order)
		c.now.Bests = append(c.now.Bests, best)
		if most := c.remembered(); len(c.now.Bests) > most {
			c.now.Bests = slices.Clone(c.now.Bests[len(c.now.Bests)-most:])
		}
		c.now.Span = min(max(c.now.Span, best-worst), largest)
	}
	c.z, c.y = nil, nil
	c.now.Generation++
	if c.ended(best - worst) {
		c.restart()
	}
	return nil
}

// restart begins anew somewhere else with twice the population.
func (c *cma) restart() {
	if c.now.Restart < mostRestarts && 2*c.population()*c.settings.Dimensions <= mostNumbers {
		c.now.Restart++
	}
	c.begin(c.settings.point(c.now.Generation, -1))
}

// State implements Asker.
func (c *cma) State() []byte { return write(&c.now) }

// Restore implements Asker.
func (c *cma) Restore(state []byte) error {
	n := c.settings.Dimensions
	var s cmaState
	if err := read(state, 2*n*n+5*n+c.mostRemembered()+4, &s); err != nil {
		return err
	}
	if err := s.check(CMA, &c.settings); err != nil {
		return err
	}
	if s.Restart < 0 || s.Restart > mostRestarts || s.Born < 0 || s.Born > s.Decomposed || s.Decomposed > s.Generation ||
		!sound(s.Mean, n) || !sound(s.C, n*n) || !sound(s.PathC, n) || !sound(s.PathS, n) || !sound(s.Axes, n*n) || !sound(s.Lengths, n) ||
		!sound([]float64{s.Sigma, s.Span}, 2) || !(s.Sigma > 0) || s.Span < 0 || !sound(s.Bests, len(s.Bests)) || slices.Min(s.Lengths) <= 0 {
		return errState
	}
	old := c.now
	c.now = s
	c.z, c.y = nil, nil
	c.weights = weightsOf(n, c.population())
	if c.population()*n > mostNumbers || len(s.Bests) > c.remembered() {
		c.now = old
		c.weights = weightsOf(n, c.population())
		return errState
	}
	return nil
}
