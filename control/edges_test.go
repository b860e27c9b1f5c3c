package control

import (
	"bytes"
	"encoding/binary"
	"math"
	"strings"
	"testing"

	"hooke/cpuref"
	"hooke/model"
	"hooke/must"
)

// A reflex acts and rests for as many periods as its times have, however decimals are rounded.
func TestReflexTimesAreWholePeriods(t *testing.T) {
	for n := 1; n < 200; n++ {
		period := []float64{0.01, 0.03, 0.07, 0.019}[n%4] // [s]
		thousandths := []float64{10, 30, 70, 19}[n%4]
		n := n/4 + 1
		c := Controller{Kind: Reflex, Inputs: []int{0}, Gain: []float64{1}, Hold: float64(n) * thousandths / 1000, Refractory: float64(2*n) * thousandths / 1000}
		w := must.Get(c.newWorker(1, period))(t)
		acts, again := 0, -1
		for b := range int64(2*n + 2) {
			u := []float64{0}
			w.act(b, 0, []float64{1}, u)
			if b < int64(2*n) {
				acts += int(u[0])
			} else if u[0] == 1 && again < 0 {
				again = int(b)
			}
		}
		if acts != n || again != 2*n {
			t.Errorf("hold of %d periods: it acts in %d and begins again at boundary %d, want %d", n, acts, again, 2*n)
		}
	}
}

// Amplitudes settle without overshoot however fast they are to settle.
func TestFastAmplitudesSettle(t *testing.T) {
	for _, settle := range []float64{10, 1000, 2000, 1e5} {
		c := Controller{Kind: Oscillators, Inputs: []int{0}, Frequency: []float64{1}, Amplitude: []float64{2}, Settle: settle}
		w := must.Get(c.newWorker(0, 0.01))(t)
		o := w.(*oscillators)
		for b := range int64(500) {
			w.act(b, 0, nil, []float64{0})
			if !(o.radius[0] <= 2.001) {
				t.Fatalf("settle %g: the amplitude is %g at boundary %d, want 2 at most", settle, o.radius[0], b)
			}
		}
		must.Hold(t, math.Abs(o.radius[0]-2) < 1e-6, "settle %g: the amplitude ends at %g, want 2", settle, o.radius[0])
	}
}

// A period of oscillators that is endless and cannot be interrupted is an error.
func TestPeriodsOfOscillatorsEnd(t *testing.T) {
	m := &model.Model{RestPosition: []model.Vec3{{}}, Mass: []float64{1}, Materials: []model.Material{{}}}
	p := model.Params{Forces: []model.Force{{Name: "push", Masses: []uint32{0}}}}
	for _, c := range []struct {
		dt, settle float64
		right      bool
	}{{1e-3, 20, true}, {900, 20, true}, {1100, 20, false}, {1e9, 20, false}, {1e300, 0, false}, {0.01, 1e7, true}, {0.01, 1e9, false}, {0.01, 1e308, false}} {
		p.DT = c.dt
		spec := &Spec{Period: 1, Inputs: []Input{{Name: "x", Of: "force[push].x"}},
			Controllers: []Controller{{Name: "o", Kind: Oscillators, Inputs: []int{0}, Frequency: []float64{1}, Settle: c.settle}}}
		err := spec.Check(m, p)
		if c.right && err != nil || !c.right && (err == nil || !strings.Contains(err.Error(), "substeps of its oscillators")) {
			t.Errorf("a period of %g s, settle %g: %v", c.dt, c.settle, err)
		}
	}
}

// Bounds that leave one value are refused, since they would bound nothing.
func TestEqualBoundsAreRefused(t *testing.T) {
	in := Input{Name: "a", Of: "actuator[0].length", Initial: 1, Min: 1, Max: 1}
	if in.faults() == nil {
		t.Errorf("min and max are both 1, and the input may still be set to %g", in.limit(3, 1, 1))
	}
	in.Min, in.Max = 0, 0
	must.Be(t, in.faults(), nil, "without bounds")
}

// A fault of the latency names the latency, and names of inputs have one line, as inputs.npz has them.
func TestFaultsAreOfTheirKey(t *testing.T) {
	m := &model.Model{RestPosition: []model.Vec3{{}}, Mass: []float64{1}, Materials: []model.Material{{}}}
	p := model.Params{DT: 1e-3, Forces: []model.Force{{Name: "push", Masses: []uint32{0}}}}
	spec := &Spec{Period: 1, Latency: mostLatency + 1, Inputs: []Input{{Name: "x", Of: "force[push].x"}}}
	if err := spec.Check(m, p); err == nil || !strings.Contains(err.Error(), "latency is") || strings.Contains(err.Error(), "period") {
		t.Errorf("a latency of %d: %v", spec.Latency, err)
	}
	spec.Latency, spec.Inputs[0].Name = 0, "x\ny"
	must.Say(t, "a name of two lines", spec.Check(m, p), "several lines")
}

// sliding is a loop around a mass that a host and a noisy, late sensor move.
func sliding(t testing.TB) *Loop {
	t.Helper()
	m := &model.Model{RestPosition: []model.Vec3{{}, {1, 0, 0}}, Mass: []float64{1, 1}, Materials: []model.Material{{}, {Stiffness: 10}}}
	m.AddSpring(model.Ends{0, 1}, 1, 1)
	p := model.Params{DT: 1e-3, Forces: []model.Force{{Name: "push", Masses: []uint32{1}}}}
	spec := &Spec{Period: 2, Latency: 1, Host: true, Inputs: []Input{{Name: "x", Of: "force[push].x"}}, Sensors: []Sensor{{Name: "v", What: Velocity, Delay: 1, Noise: 1}},
		Controllers: []Controller{{Name: "r", Kind: Reflex, Inputs: []int{0}, Sensors: nil, Gain: []float64{1}}, {Name: "o", Kind: Oscillators, Inputs: []int{0}, Frequency: []float64{1}}}}
	spec.Sensors = append(spec.Sensors, Sensor{Name: "t"}, Sensor{Name: "m", What: Metric, Metric: "yaw"})
	spec.Controllers[0].Sensors = []int{1}
	inside := must.Get(cpuref.New(m, p))(t)
	_, l, err := Around(inside, m, p, spec)
	must.Do(t, err)
	for b := range int64(3) {
		must.Do(t, l.Act(b, []float64{float64(b)}))
	}
	must.Do(t, l.Step(3))
	return l
}

// Whatever a checkpoint says of control, it is refused, or taken up and saved again as the same, in no more memory than it has itself.
func FuzzTakeUp(f *testing.F) {
	var seed []byte
	for _, x := range sliding(f).encode() {
		seed = binary.LittleEndian.AppendUint64(seed, x)
	}
	f.Add(seed)
	f.Add(seed[:len(seed)-8])
	for _, place := range []int{0, 8, 16, 24, 64, len(seed) - 16} {
		for _, word := range []uint64{math.MaxUint64, math.MaxInt64, 1 << 40, math.Float64bits(math.NaN()), 3} {
			f.Add(binary.LittleEndian.AppendUint64(bytes.Clone(seed[:place]), word))
			f.Add(append(binary.LittleEndian.AppendUint64(bytes.Clone(seed[:place]), word), seed[place+8:]...))
		}
	}
	l := sliding(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		var numbers []uint64
		for ; len(data) >= 8; data = data[8:] {
			numbers = append(numbers, binary.LittleEndian.Uint64(data))
		}
		if err := l.decode(numbers); err != nil {
			return
		}
		again := l.encode()
		if len(again) != len(numbers) {
			t.Fatalf("%d numbers become %d", len(numbers), len(again))
		}
		_ = l.Step(4) // with an error, or without
	})
}
