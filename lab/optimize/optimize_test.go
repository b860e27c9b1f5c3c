package optimize_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hooke/lab/optimize"
	"hooke/must"
)

// hills has its best, 0, at (0.7, 0.7, ...), and no number in a corner.
func hills(points [][]float64) (fitness []float64) {
	for _, x := range points {
		sum := 0.0
		for i, v := range x {
			sum -= float64(i+1) * (v - 0.7) * (v - 0.7)
		}
		if x[0] < 0.1 {
			sum = math.NaN()
		}
		fitness = append(fitness, sum)
	}
	return fitness
}

// steps asks and tells some generations and returns the best of all.
func steps(t testing.TB, a optimize.Asker, generations int) float64 {
	t.Helper()
	best := math.Inf(-1)
	for range generations {
		fitness := hills(a.Ask())
		for _, f := range fitness {
			if f > best {
				best = f
			}
		}
		must.Do(t, a.Tell(fitness))
	}
	return best
}

// Each method finds the best as well as it should; random search, which looks at nothing, much
// worse.
func TestMethodsFindTheBest(t *testing.T) {
	for method, goal := range map[string]float64{optimize.CMA: 1e-10, optimize.Genetic: 1e-3, optimize.Hill: 1e-8, optimize.Random: 0.5} {
		a := must.Get(optimize.New(method, optimize.Settings{Dimensions: 4, Population: 20, Seed: 3}))(t)
		if best := steps(t, a, 80); -best > goal || method == optimize.Random && -best < 1e-3 {
			t.Errorf("%s: the best is %g, want at least %g", method, best, -goal)
		}
	}
}

// An Asker that continues from a state asks for the points of one that was not interrupted, bit for
// bit, whenever that is; another seed asks for others.
func TestStatesGoOn(t *testing.T) {
	for _, method := range optimize.Methods() {
		settings := optimize.Settings{Dimensions: 3, Population: 6, Seed: 5, Start: []float64{0.2, 0.5, 1}}
		whole, _ := optimize.New(method, settings)
		for generation := range 60 {
			again, _ := optimize.New(method, settings)
			if err := again.Restore(whole.State()); err != nil {
				t.Fatalf("%s, generation %d: %v", method, generation, err)
			}
			points := whole.Ask()
			if diff := cmp.Diff(points, again.Ask()); diff != "" || !cmp.Equal(points, whole.Ask()) {
				t.Fatalf("%s, generation %d: %s", method, generation, diff)
			}
			fitness := hills(points)
			if generation%7 == 3 {
				fitness = slices.Repeat([]float64{math.NaN()}, len(points))
			}
			must.Do(t, whole.Tell(fitness))
			if err := again.Tell(fitness); err != nil || string(whole.State()) != string(again.State()) {
				t.Fatalf("%s, generation %d: %v\n%s\n%s", method, generation, err, whole.State(), again.State())
			}
		}
		settings.Seed++
		other, _ := optimize.New(method, settings)
		must.Hold(t, !cmp.Equal(other.Ask()[1], whole.Ask()[1]), "%s: another seed asks for the same", method)
		must.Say(t, fmt.Sprintf("%s: the state of another seed", method), other.Restore(whole.State()), "and seed 5, and not of")
	}
}

// Settings that make no sense are refused with the valid range.
func TestSettings(t *testing.T) {
	for _, c := range []struct {
		method string
		s      optimize.Settings
		want   string
	}{
		{"simplex", optimize.Settings{Dimensions: 1}, "choose cma, ga, random, hill"},
		{"cma", optimize.Settings{}, "there must be 1 to"},
		{"cma", optimize.Settings{Dimensions: 300}, "cma takes at most 256 dimensions"},
		{"cma", optimize.Settings{Dimensions: 2, Population: 3}, "cma takes 4 to"},
		{"ga", optimize.Settings{Dimensions: 10_000, Population: 50_000}, "ga takes 4 to 2000"},
		{"hill", optimize.Settings{Dimensions: 2, Start: []float64{1}}, "the start has 1 numbers"},
		{"hill", optimize.Settings{Dimensions: 1, Start: []float64{math.NaN()}}, "not in [0, 1]"},
	} {
		must.Say(t, fmt.Sprintf("%s %+v", c.method, c.s), must.Err(optimize.New(c.method, c.s)), c.want)
	}
	a, err := optimize.New("cma", optimize.Settings{Dimensions: 20})
	if err != nil || len(a.Ask()) != 12 {
		t.Errorf("a population of %d, %v", len(a.Ask()), err)
	}
	if err := a.Tell(nil); err == nil {
		t.Error("the fitness of no points is taken for that of 12")
	}
}

// Whatever a state holds, it is refused, or the points to come are in the box, for some
// generations.
func FuzzRestore(f *testing.F) {
	settings := optimize.Settings{Dimensions: 2, Population: 4}
	for _, method := range optimize.Methods() {
		a, _ := optimize.New(method, settings)
		f.Add(string(a.State()))
		steps(f, a, 3)
		f.Add(string(a.State()))
	}
	f.Add(`{"method":"cma","dimensions":2,"population":4,"c":[1e99,0,0,1e99],"b":[1e99,1e99,1e99,1e99],"d":[1e99,1e99],"mean":[1e99,0],"pc":[0,0],"ps":[1e99,0],"sigma":1e99}`)
	f.Fuzz(func(t *testing.T, state string) {
		for _, method := range optimize.Methods() {
			a, _ := optimize.New(method, settings)
			if a.Restore([]byte(state)) != nil {
				continue
			}
			for range 3 {
				points := a.Ask()
				for _, x := range slices.Concat(points...) {
					if !(x >= 0 && x <= 1) {
						t.Fatalf("%s: %g", state, x)
					}
				}
				must.Do(t, a.Tell(hills(points)))
			}
			if again, _ := optimize.New(method, settings); again.Restore(a.State()) != nil {
				t.Fatalf("%s: its own state %s is refused", state, a.State())
			}
		}
	})
}

// The largest value of x (1 − x), asked for and told.
func ExampleNew() {
	a, err := optimize.New(optimize.CMA, optimize.Settings{Dimensions: 1, Seed: 1, Start: []float64{0.1}})
	if err != nil {
		fmt.Println(err)
		return
	}
	best := 0.0
	for range 20 {
		var fitness []float64
		for _, x := range a.Ask() {
			fitness = append(fitness, x[0]*(1-x[0]))
			best = max(best, fitness[len(fitness)-1])
		}
		if err := a.Tell(fitness); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Printf("%.4f\n", best)
	// Output: 0.2500
}
