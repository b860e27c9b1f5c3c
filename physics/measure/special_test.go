package measure_test

import (
	"math"
	"slices"
	"testing"

	"hooke/cpuref"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/model/rod"
	"hooke/model/rod/chain"
	"hooke/must"
	"hooke/physics"
	"hooke/physics/measure"
)

// branched are five segments of 0.1 m of two rods, two of which begin where one ends.
func branched() *model.Model {
	b := modeltest.NewBuilder("branched")
	one, two := rod.Solid(0.01, 1e7, 4e6), rod.Solid(0.02, 1e6, 4e5)
	one.Delay = 3e-3
	b.Model.Materials = append(b.Model.Materials, model.Material{Name: "one", Rod: one}, model.Material{Name: "two", Rod: two})
	first := uint16(len(b.Model.Materials) - 2)
	for _, x := range []model.Vec3{{}, {0.1}, {0.2}, {0.3}, {0.2, 0.1}, {0.2, 0.2}} {
		b.Mass(0.1, x, 0)
	}
	for k, e := range [][2]int{{0, 1}, {1, 2}, {2, 3}, {2, 4}, {4, 5}} {
		b.Join(e[0], e[1], first+uint16(k/3))
	}
	b.Model.Pin = make([]model.Pin, b.Model.MassCount())
	chain.Frame(&b.Model)
	return &b.Model
}

// A segment that is stretched, sheared, bent and twisted has the readings of the formulas: forces and
// moments, and half of the energy of a joint.
func TestReadingsOfRods(t *testing.T) {
	m := branched()
	of, s := m.Materials[m.MaterialOf[0]].Rod, m.Start()
	read := func(s *model.State, i int) measure.Reading { return measure.Of(m, model.Params{DT: 1}).In(s, i, nil) }
	near := func(what string, got, want float64) {
		t.Helper()
		must.Near(t, got, want, 1e-9*math.Abs(want)+1e-12, "%s", what)
	}
	s.Position[0] = model.Vec3{-1e-3, 0, 0}
	r := read(s, 0)
	near("strain", r.Strain, 0.01)
	near("force", r.Force, of.Stretch*0.01)
	near("stress", r.Stress, of.Stretch*0.01/(math.Pi*1e-4))
	near("energy", r.Energy, 0.5*of.Stretch*0.01*1e-3)
	s.Position[0] = model.Vec3{0, 2e-3, 0}
	r = read(s, 0)
	near("shear", r.Shear, of.Shear*0.02)
	near("force of shear", r.Force, 0)

	s = m.Start()
	const angle = 0.1
	for axis, moment := range []*float64{&r.Bending, nil, &r.Torque} { // about the body axes of segment 0
		if moment == nil {
			continue
		}
		q := s.Orientation[0]
		about := model.Vec3{}
		about[axis] = 1
		bent := s.Clone()
		bent.Orientation[0] = q.Mul(rod.Turn(about.Mul(-angle)))
		r = read(bent, 0)
		k := []float64{of.Bend, of.Bend, of.Twist}[axis] / 0.1
		near("moment", *moment, k*2*math.Sin(angle/2))
		loose := *m // so that ends that are turned hold nothing
		loose.Materials = slices.Clone(m.Materials)
		loose.Materials[m.MaterialOf[0]].Rod.Shear, loose.Materials[m.MaterialOf[0]].Rod.Stretch = 1e-15, 1e-15
		near("energy", measure.Of(&loose, model.Params{DT: 1}).In(bent, 0, nil).Energy, 0.5*0.5*k*math.Pow(2*math.Sin(angle/2), 2))
	}
}

// All segments together hold the energy of the rods. Power less loss is their gain in a short time. A moment
// of a segment is no force on its ends.
func TestReadingsOfRodsSum(t *testing.T) {
	m := branched()
	p := model.Params{DT: 1e-3, Integrator: model.Impulses, Substeps: 4}
	s := m.Start()
	for i := range s.Position {
		f := float64(i + 1)
		s.Position[i] = s.Position[i].Add(model.Vec3{math.Sin(f), math.Sin(2 * f), math.Sin(3 * f)}.Mul(0.01))
		s.Velocity[i] = model.Vec3{math.Cos(f), math.Cos(5 * f), math.Cos(7 * f)}
	}
	for k := range s.Orientation {
		f := float64(k + 1)
		s.Orientation[k] = rod.Turn(model.Vec3{math.Sin(f), math.Cos(3 * f), math.Sin(5 * f)}.Mul(0.2)).Mul(s.Orientation[k])
		s.AngularVelocity[k] = model.Vec3{math.Cos(f), math.Sin(3 * f), math.Cos(5 * f)}.Mul(3)
	}
	springs := measure.Of(m, p)
	sum := func(s *model.State) (energy, power, loss float64) {
		for i := range m.Ends {
			r := springs.In(s, i, nil)
			energy, power, loss = energy+r.Energy, power+r.Power, loss+r.Loss
		}
		return energy, power, loss
	}
	energy, power, loss := sum(s)
	if want := physics.EnergyOf(m, p, s).Elastic; math.Abs(energy-want) > 1e-12*want || want <= 0 {
		t.Errorf("segments hold %.15g J, rods %.15g J", energy, want)
	}
	const short = 1e-6
	at := func(dt float64) float64 {
		on := s.Clone()
		for i, v := range s.Velocity {
			on.Position[i] = on.Position[i].Add(v.Mul(dt))
		}
		for k, w := range s.AngularVelocity {
			on.Orientation[k] = rod.Turn(w.Mul(dt)).Mul(on.Orientation[k])
		}
		e, _, _ := sum(on)
		return e
	}
	if rate := (at(short) - at(-short)) / (2 * short); math.Abs(rate-(power-loss)) > 1e-6*math.Abs(rate) || loss <= 0 {
		t.Errorf("rods gain %g W, power %g W less loss %g W is %g W", rate, power, loss, power-loss)
	}
	var narrow model.Snapshot
	e := must.Get(cpuref.New(m, p))(t)
	s.RoundToFloat32()
	must.Do(t, e.Reset(s))
	must.Do(t, e.Read(&narrow))
	for i := range m.Ends {
		got, want := springs.InSnapshot(&narrow, i, nil), springs.In(narrow.State(), i, nil)
		must.Hold(t, got == want, "segment %d of a snapshot: %+v, of its state %+v", i, got, want)
		if bare := springs.In(&model.State{Position: s.Position, Velocity: s.Velocity}, i, nil); !math.IsNaN(bare.Force) || !math.IsNaN(bare.Energy) || math.IsNaN(bare.Strain) {
			t.Errorf("segment %d without an orientation: %+v", i, bare)
		}
	}
}

// hanging are rigid links, one below the other, from a pin.
func hanging(links int) *model.Model {
	b := modeltest.NewBuilder("hanging")
	b.Model.Materials = append(b.Model.Materials, model.Material{Name: "link", Rigid: true})
	for i := range links + 1 {
		b.Mass(0.5, model.Vec3{0, 0, -0.2 * float64(i)}, map[bool]model.Pin{true: model.PinAll}[i == 0])
		if i > 0 {
			b.Join(i-1, i, uint16(len(b.Model.Materials)-1))
		}
	}
	return &b.Model
}

// A rigid link that hangs still carries the weight below it. Before the first step nothing is
// known of it.
func TestForceOfRigidLinks(t *testing.T) {
	const links = 5
	m := hanging(links)
	p := model.Params{DT: 1. / 60, Integrator: model.Impulses, Substeps: 8, Iterations: 40, Gravity: model.EarthGravity()}
	e := must.Get(cpuref.New(m, p))(t)
	springs, before, after := measure.Of(m, p), model.State{}, model.State{}
	must.Do(t, e.ReadState(&before))
	if r := springs.In(&before, 2, nil); !math.IsNaN(r.Force) || r.Shown(measure.Force) != 0 {
		t.Errorf("before a step %+v", r)
	}
	must.Do(t, e.Step(30))
	must.Do(t, e.ReadState(&after))
	for i := range links {
		r, weight := springs.In(&after, i, nil), 0.5*float64(links-i)*9.80665
		if math.Abs(r.Force-weight) > 1e-3*weight || r.Energy != 0 || r.Loss != 0 {
			t.Errorf("link %d: %+v, want %g N", i, r, weight)
		}
	}
	if pull := springs.Pull(&after, 0, nil); pull.Sub(model.Vec3{0, 0, -0.5 * links * 9.80665}).Len() > 0.02 {
		t.Errorf("the pin is pulled by %v N", pull)
	}
}
