package ensemble

import (
	"errors"
	"math"
	"math/big"
	"strings"
	"testing"

	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/gpu/limits"
	"hooke/lab/ensemble"
	"hooke/model"
	"hooke/must"
)

// E6: after 10⁷ steps the place of a muscle in its cycle is that of exact numbers within 10⁻⁹ of
// a cycle, and the device drives it from there. A float32 that adds up is seen to fail.
func TestPhases(t *testing.T) {
	const steps = 10_000_000
	dt := 2.577e-4
	ctx := gltest.New(t)
	m := &model.Model{Name: "muscle", RestPosition: []model.Vec3{{}, {1, 0, 0}}, Mass: []float64{1, 1}, Ends: []model.Ends{{0, 1}}, RestLength: []float64{1}, MaterialOf: []uint16{1},
		ActuatorOf: []uint16{1}, Materials: []model.Material{{}, {Stiffness: 1}}}
	kind := ensemble.Kind{Model: m, Params: model.Params{DT: dt, Actuators: []model.Actuator{{Amplitude: 0.5, Frequency: 1, Phase: math.Pi / 2}}}, Free: []ensemble.Field{{Path: "actuator.frequency"}}}
	frequencies := []float64{0.1, 1.37, 3.3333, 1234.5}
	var members []ensemble.Member
	for _, f := range frequencies {
		members = append(members, ensemble.Member{Values: []float64{f}})
	}
	e := must.Open(New(ctx, []ensemble.Kind{kind}, members, Options{}))(t)
	b := e.blocks[0]
	words := make([]uint32, b.kind.layout.word.count*b.padded)
	glx.Download(b.word, 0, words)
	for i := range members {
		words[b.kind.layout.word.at["AGE"]*b.padded+i] = steps
	}
	glx.Upload(b.word, 0, words)
	e.drive()
	e.ctx.Barrier(glx.ByTransfer)
	rest := make([]float32, b.kind.layout.rest.count*b.padded)
	glx.Download(b.rest, 0, rest)
	for i, f := range frequencies {
		ph, narrow := b.phases.of(0, i), float32(0.25)
		for range steps {
			narrow += float32(f * dt)
		}
		exact := new(big.Float).SetPrec(200).Mul(big.NewFloat(f), big.NewFloat(dt))
		exact.Mul(exact, big.NewFloat(steps)).Add(exact, big.NewFloat(0.25))
		whole, _ := exact.Int(nil)
		place, _ := exact.Sub(exact, new(big.Float).SetInt(whole)).Float64()
		off := func(c float64) float64 { return math.Abs(math.Remainder(c-place, 1)) }
		if d := off(cycleOf(ph.origin + steps*ph.step)); d > 1e-9 {
			t.Errorf("%g Hz: off by %g of a cycle", f, d)
		}
		if d := off(float64(narrow)); d <= 1e-9 {
			t.Errorf("%g Hz: float32 is off by %g only: the test sees nothing", f, d)
		}
		want := 1 + 0.5*math.Sin(2*math.Pi*place)
		if got := float64(rest[b.kind.layout.rest.at["NOW"]*b.padded+i]); math.Abs(got-want) > 3e-7 {
			t.Errorf("%g Hz: the device drives its muscle to %.9g, not %.9g", f, got, want)
		}
	}
}

// A model that does not fit the free memory is refused with both numbers, if the driver reports the free
// memory; and the counted bytes are those that buffers take.
func TestMemory(t *testing.T) {
	err := crowded(4096, 1000, 999, true)
	if !errors.Is(err, limits.ErrTooLarge) || !strings.Contains(err.Error(), "4096 members are too large for this device: they take 1000 bytes, and 999 are free") {
		t.Error(err)
	}
	must.Hold(t, crowded(1, 1000, 1000, true) == nil && crowded(1, 1000, 0, false) == nil, "what fits is refused")
	ctx := gltest.New(t)
	m := &model.Model{Name: "points", RestPosition: make([]model.Vec3, 5), Mass: []float64{1, 1, 1, 1, 1}, Ends: []model.Ends{{0, 1}}, RestLength: []float64{1}, MaterialOf: []uint16{1}, Materials: []model.Material{{}, {Stiffness: 1}}}
	members := make([]ensemble.Member, 40)
	e := must.Open(New(ctx, []ensemble.Kind{{Model: m, Params: model.Params{DT: 1}}}, members, Options{Pipeline: Interleaved}))(t)
	taken := int64(0)
	for label, bytes := range ctx.Allocated() {
		if label != "hooke.ensemble.MemberRow" && label != "hooke.ensemble.MemberTable" {
			taken += bytes
		}
	}
	if want := e.kinds[0].bytes(40); taken != want {
		t.Errorf("buffers take %d bytes, counted were %d", taken, want)
	}
}
