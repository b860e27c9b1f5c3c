package control

import (
	"math"
	"math/big"
	"strings"
	"testing"

	"hooke/must"
)

// Tanh is within 1e-4 of the function, odd, and rises.
func TestTanh(t *testing.T) {
	before := -1.0
	for x := -6.0; x <= 6; x += 1e-3 {
		y := Tanh(x)
		if math.Abs(y-math.Tanh(x)) > 1e-4 || y < before || y != -Tanh(-x) {
			t.Fatalf("Tanh(%g) = %g, want %g", x, y, math.Tanh(x))
		}
		before = y
	}
}

// Ten million steps of a phase add up exactly, and the wave after as many boundaries is that of its frequency; float32
// phases would be off by far more.
func TestPhasesAddUp(t *testing.T) {
	const steps = 10_000_000
	frequency, period := 1.7321, 0.01
	phase, single := turns(0), float32(0)
	each := turnsOf(frequency * period)
	for range steps {
		phase += each
		single += float32(frequency * period)
		single -= float32(math.Floor(float64(single)))
	}
	exact := new(big.Float).SetPrec(200).Mul(big.NewFloat(frequency*period), big.NewFloat(steps))
	whole, _ := exact.Int(nil)
	part, _ := exact.Sub(exact, new(big.Float).SetInt(whole)).Float64()
	off := func(x float64) float64 { return math.Abs(math.Remainder(x-part, 1)) }
	if at := phase.angle() / (2 * math.Pi); off(at) > 1e-9 {
		t.Errorf("the phase is %.12f of a turn after %d steps, want %.12f", at, steps, part)
	}
	if after := turnsAfter(frequency*period, steps); after != phase {
		t.Errorf("%d at once are %d, one by one %d", steps, after, phase)
	}
	must.Hold(t, off(float64(single)) >= 1e-9, "phases in float32 are as good")
}

// A chain of eight oscillators that pull at their neighbors locks to a wave of one turn along it.
func TestOscillatorsLock(t *testing.T) {
	const n = 8
	chain := func(sign float64) []float64 {
		c := Controller{Kind: Oscillators, Inputs: make([]int, n), Frequency: []float64{1}, Settle: 10,
			Coupling: make([]float64, n*n), Offset: make([]float64, n*n), Phase: []float64{0, 2, -1, 3, 0.5, 1, -2, 1.5}}
		for i := range n {
			if i > 0 {
				c.Coupling[i*n+i-1], c.Offset[i*n+i-1] = 10*sign, 2*math.Pi/n
			}
			if i < n-1 {
				c.Coupling[i*n+i+1], c.Offset[i*n+i+1] = 10*sign, -2*math.Pi/n
			}
		}
		w := must.Get(c.newWorker(0, 0.01))(t)
		for b := range int64(3000) {
			w.act(b, 0, nil, make([]float64, n))
		}
		o := w.(*oscillators)
		var leads []float64
		for i := range n - 1 {
			leads = append(leads, math.Remainder((o.phase[i]-o.phase[i+1]).angle()-2*math.Pi/n, 2*math.Pi))
		}
		for _, r := range o.radius {
			must.Near(t, r, 1, 1e-9, "an amplitude settles")
		}
		return leads
	}
	for i, off := range chain(1) {
		must.Hold(t, math.Abs(off) <= 1e-3, "oscillator %d leads the next by %g rad too much", i, off)
	}
	locked := true
	for _, off := range chain(-1) {
		locked = locked && math.Abs(off) < 1e-3
	}
	must.Hold(t, !locked, "oscillators that push each other away lock, too")
}

// A network of one hidden layer is its formula.
func TestNetworkIsItsFormula(t *testing.T) {
	c := Controller{Kind: Network, Inputs: []int{0}, Layers: []int{2}, Weights: []float64{1, 2, 0.5, -1, 0.5, 0, 3, -2, 0.1}, Bias: []float64{10}, Amplitude: []float64{2}}
	w := must.Get(c.newWorker(2, 1))(t)
	u, x, y := []float64{1}, 0.2, -0.3
	w.act(0, 0, []float64{x, y}, u)
	a, b := Tanh(x+2*y+0.5), Tanh(-x+0.5*y)
	must.Near(t, u[0], 1+10+2*Tanh(3*a-2*b+0.1), 1e-12, "")
}

// A reflex acts for its time after the sensor rises, and rests until it may act again.
func TestReflex(t *testing.T) {
	c := Controller{Kind: Reflex, Inputs: []int{0}, Gain: []float64{3}, Threshold: 0.5, Hold: 0.2, Refractory: 0.5}
	w := must.Get(c.newWorker(1, 0.1))(t)
	var got strings.Builder
	for b := range int64(12) {
		u := []float64{0}
		w.act(b, 0, []float64{map[bool]float64{true: 1}[b >= 2]}, u)
		got.WriteString(map[bool]string{true: "#", false: "."}[u[0] == 3])
	}
	must.Be(t, got.String(), "..##...##...", "")
}

func TestControllersRefuse(t *testing.T) {
	good := Controller{Kind: Linear, Inputs: []int{0}, Gain: []float64{1}}
	for want, spoil := range map[string]func(c *Controller){
		"kind 9":          func(c *Controller) { c.Kind = 9 },
		"0 inputs":        func(c *Controller) { c.Inputs = nil },
		"gain has 2":      func(c *Controller) { c.Gain = []float64{1, 2} },
		"gain has NaN":    func(c *Controller) { c.Gain = []float64{math.NaN()} },
		"frequency means": func(c *Controller) { c.Frequency = []float64{1} },
		"settle means":    func(c *Controller) { c.Settle = 1 },
		"hold is -1":      func(c *Controller) { c.Hold = -1 },
		"threshold is 1":  func(c *Controller) { c.Threshold = 1 },
		"layers mean":     func(c *Controller) { c.Layers = []int{2} },
		"a layer of 0":    func(c *Controller) { c.Kind, c.Gain, c.Layers = Network, nil, []int{0} },
		"weights has 0":   func(c *Controller) { c.Kind, c.Gain = Network, nil },
		"frequency has 0": func(c *Controller) { c.Kind, c.Gain = Sine, nil },
		"coupling has 3": func(c *Controller) {
			c.Kind, c.Gain, c.Frequency, c.Coupling = Oscillators, nil, []float64{1}, []float64{1, 2, 3}
		},
	} {
		c := good
		spoil(&c)
		must.Say(t, "", must.Err(c.newWorker(1, 0.1)), want)
	}
	must.Say(t, "without sensors", must.Err(good.newWorker(0, 0.1)), "needs sensors")
	if _, err := good.newWorker(1, 0.1); err != nil {
		t.Error(err)
	}
}
