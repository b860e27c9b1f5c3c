package optimize

import (
	"math"
	"slices"

	"hooke/order/random"
)

// genetic keeps the best of parents and children.
type genetic struct {
	settings   Settings
	generation int64
	parents    [][]float64 // the best first; nil before the first Tell
	fitness    []float64
	asked      [][]float64 // the points that Ask has returned
}

// geneticState is the state as text.
type geneticState struct {
	head
	Parents []float64  `json:"parents"` // population × dimensions
	Fitness []*float64 `json:"fitness"`
}

// The constants of crossover and mutation are those that the papers take.
const (
	crossing      = 0.9 // share of pairs that are crossed
	nearParents   = 15  // η of crossover: the larger, the nearer children are
	nearUnchanged = 20  // η of mutation
)

// Ask implements Asker. The first point of all is the start.
func (g *genetic) Ask() [][]float64 {
	if g.asked == nil {
		for k := range g.settings.Population {
			if g.parents == nil {
				g.asked = append(g.asked, g.settings.point(0, k))
				continue
			}
			g.asked = append(g.asked, g.child(k))
		}
		if g.parents == nil {
			g.asked[0] = slices.Clone(g.settings.Start)
		}
	}
	out := make([][]float64, len(g.asked))
	for k := range out {
		out[k] = slices.Clone(g.asked[k])
	}
	return out
}

// winner returns the better one of two parents at random.
func (g *genetic) winner(s *random.Stream) []float64 {
	pick := func() int { return min(int(unit(s)*float64(len(g.parents))), len(g.parents)-1) }
	return g.parents[min(pick(), pick())]
}

// child returns a child of two winners, mutated.
func (g *genetic) child(k int) []float64 {
	stream := g.settings.stream(g.generation, k)
	a, b := g.winner(&stream), g.winner(&stream)
	crossed := unit(&stream) < crossing
	x := make([]float64, g.settings.Dimensions)
	for i := range x {
		x[i] = a[i]
		u, side, half := unit(&stream), unit(&stream) < 0.5, unit(&stream) < 0.5
		if crossed && half {
			spread := math.Pow(2*u, 1.0/(nearParents+1))
			if u > 0.5 {
				spread = math.Pow(1/(2*(1-u)), 1.0/(nearParents+1))
			}
			if side {
				spread = -spread
			}
			x[i] = mirrored(((a[i] + b[i]) + spread*(a[i]-b[i])) / 2)
		}
		if unit(&stream)*float64(len(x)) < 1 {
			x[i] = mutated(x[i], &stream)
		}
	}
	if slices.Equal(x, a) { // which is known already
		i := min(int(unit(&stream)*float64(len(x))), len(x)-1)
		x[i] = mutated(x[i], &stream)
	}
	return x
}

// mutated returns a number with a polynomial mutation.
func mutated(x float64, stream *random.Stream) float64 {
	u := unit(stream)
	by := 1 - math.Pow(2*(1-u), 1.0/(nearUnchanged+1))
	if u < 0.5 {
		by = math.Pow(2*u, 1.0/(nearUnchanged+1)) - 1
	}
	return mirrored(x + by)
}

// Tell implements Asker.
func (g *genetic) Tell(fitness []float64) error {
	fitness, err := told(fitness, g.settings.Population)
	if err != nil {
		return err
	}
	points := append(slices.Clone(g.parents), g.Ask()...)
	all := append(slices.Clone(g.fitness), fitness...)
	order := ranks(all)[:g.settings.Population]
	g.parents, g.fitness, g.asked = nil, nil, nil
	for _, k := range order {
		g.parents, g.fitness = append(g.parents, points[k]), append(g.fitness, all[k])
	}
	g.generation++
	return nil
}

// State implements Asker.
func (g *genetic) State() []byte {
	return write(&geneticState{headOf(Genetic, &g.settings, g.generation), slices.Concat(g.parents...), written(g.fitness)})
}

// Restore implements Asker.
func (g *genetic) Restore(state []byte) error {
	var s geneticState
	n, count := g.settings.Dimensions, g.settings.Population
	if err := read(state, count*(n+1), &s); err != nil {
		return err
	}
	if err := s.check(Genetic, &g.settings); err != nil {
		return err
	}
	if s.Generation == 0 {
		count = 0
	}
	fitness := unwritten(s.Fitness)
	if !inBox(s.Parents, count*n) || len(fitness) != count || !slices.IsSortedFunc(fitness, better) {
		return errState
	}
	g.generation, g.parents, g.fitness, g.asked = s.Generation, nil, fitness, nil
	for k := range count {
		g.parents = append(g.parents, s.Parents[k*n:(k+1)*n:(k+1)*n])
	}
	return nil
}
