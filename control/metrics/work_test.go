package metrics_test

import (
	"math"
	"testing"

	"hooke/control/metrics"
	"hooke/cpuref"
	"hooke/model"
	"hooke/model/inelastic"
	"hooke/model/modeltest"
	"hooke/must"
)

// driven are two masses with a spring of 1 m and 100 N/m between them that an actuator drives.
func driven(cable bool) *model.Model {
	b := modeltest.NewBuilder("driven")
	stiff := b.Material(100, 0)
	a := b.Mass(1, model.Vec3{}, 0)
	b.Join(a, b.Mass(1, model.Vec3{1, 0, 0}, 0), stiff)
	m := &b.Model
	m.ActuatorOf = []uint16{1}
	m.Materials[stiff].TensionOnly = cable
	return m
}

// sampledWork are work and positive work of a cycle of which a plan is shown the given number of samples, at lengths and scales of rest lengths
// that follow the place in the cycle [0, 1].
func sampledWork(t *testing.T, m *model.Model, samples int, length, scale func(c float64) float64) (work, positive float64) {
	t.Helper()
	plan := must.Get(metrics.New(m, model.Params{DT: 1, Actuators: []model.Actuator{{}}}, metrics.Options{Every: 1}))(t)
	meter := plan.Meter()
	for i := range samples + 1 {
		c := float64(i) / float64(samples)
		s := m.Start()
		s.Step, s.Time = int64(i), c
		s.Position[1] = model.Vec3{length(c), 0, 0}
		meter.Sample(s, []float64{scale(c)})
	}
	return meter.Work, meter.WorkPositive
}

// Of a spring whose length and rest length go L = L0 (1 + l sin(2πc + φ)) and R = L0 (1 + r sin 2πc), the work of a cycle is
// −∮ k (L − R) dR = −π k l r L0² sin φ. Samples give it within an error of second order in the time between
// them. The length at the sample alone would give it with an error of first order.
func TestWorkIsOfSecondOrder(t *testing.T) {
	const k, l, r, phase = 100., 0.1, 0.2, -0.7
	length := func(c float64) float64 { return 1 + l*math.Sin(2*math.Pi*c+phase) }
	scale := func(c float64) float64 { return 1 + r*math.Sin(2*math.Pi*c) }
	want, positive := -math.Pi*k*l*r*math.Sin(phase), 0.
	const fine = 1 << 18
	for i := range fine {
		c := (float64(i) + 0.5) / fine
		positive += max(0, -k*(length(c)-scale(c))*2*math.Pi*r*math.Cos(2*math.Pi*c)/fine)
	}
	atTheSample := func(samples int) (work float64) {
		for i := range samples {
			from, to := float64(i)/float64(samples), float64(i+1)/float64(samples)
			work -= k * (length(to) - (scale(from)+scale(to))/2) * (scale(to) - scale(from))
		}
		return work
	}
	m := driven(false)
	var last [3]float64
	for i, samples := range []int{40, 80, 160} {
		work, above := sampledWork(t, m, samples, length, scale)
		errors := [3]float64{math.Abs(work - want), math.Abs(above - positive), math.Abs(atTheSample(samples) - want)}
		if i == 0 && errors[0] > 0.01*want {
			t.Errorf("the work of %d samples is %g J; it must be %g J", samples, work, want)
		}
		for which, most := range [3]float64{0.3, 0.35, 1} {
			if share := errors[which] / last[which]; i > 0 && !(share < most) {
				t.Errorf("%d samples: error %d is %.2g of that of half as many", samples, which, share)
			}
		}
		if share := errors[2] / last[2]; i > 0 && share < 0.45 {
			t.Errorf("%d samples: the error of lengths at samples is %.2g of that of half as many: it is no control", samples, share)
		}
		last = errors
	}
}

// A rest length that jumps at a constant length does work that equals the energy the spring gains, and a
// cable that it makes slack loses all it had.
func TestWorkOfJumps(t *testing.T) {
	jump := func(c float64) float64 {
		if c < 0.5 {
			return 0.9
		}
		return 1.4
	}
	still := func(float64) float64 { return 1.2 }
	for cable, want := range map[bool]float64{false: 50*0.2*0.2 - 50*0.3*0.3, true: -50 * 0.3 * 0.3} {
		if work, positive := sampledWork(t, driven(cable), 4, still, jump); math.Abs(work-want) > 1e-12 || positive != 0 {
			t.Errorf("cable %t: the work is %g J, of which %g J are positive; it must be %g J", cable, work, positive, want)
		}
	}
}

// A spring that has yielded to 1.1 m and lost half of its stiffness does the work of such a spring when its rest length jumps, and
// one that is torn none. Its energy is ¼ k (L − 1.1 s)², s the scale of rest lengths.
func TestWorkOfChangedSprings(t *testing.T) {
	for damage, want := range map[float64]float64{0.5: 25 * (math.Pow(1.2-1.1*1.4, 2) - math.Pow(1.2-1.1*0.9, 2)), 1: 0} {
		m := driven(false)
		m.Materials[1].Inelastic = inelastic.Law{TearStrain: 2, DamageStrain: 0.1}
		meter := must.Get(metrics.New(m, model.Params{DT: 1, Actuators: []model.Actuator{{}}}, metrics.Options{Every: 1}))(t).Meter()
		for step, scale := range []float64{0.9, 1.4} {
			s := m.Start()
			s.Step, s.Time, s.Position[1] = int64(step), float64(step), model.Vec3{1.2, 0, 0}
			s.Changes = []inelastic.Change{{RestLength: 1.1, Damage: damage}}
			meter.Sample(s, []float64{scale})
		}
		if math.Abs(meter.Work-want) > 1e-12 {
			t.Errorf("damage %g: the work is %g J; it must be %g J", damage, meter.Work, want)
		}
	}
}

// hopper is a block with cables, muscles, dampers, friction and drag.
func hopper() (*model.Model, *model.State, model.Params) {
	m, start := block(model.Vec3{}, model.Vec3{}, 0)
	rope := m.Materials[1]
	rope.TensionOnly = true
	m.Materials = append(m.Materials, rope)
	m.ActuatorOf = make([]uint16, m.SpringCount())
	for s := range m.ActuatorOf {
		m.ActuatorOf[s] = uint16(s % 3)
		m.MaterialOf[s] = uint16(1 + s/3%2)
	}
	return m, start, model.Params{DT: 1e-4, DragHalfLife: 2, Ledger: true, Gravity: model.EarthGravity(), Contacts: []model.Contact{model.Ground(0, 5000, 20).WithFriction(1, 0.8)},
		Actuators: []model.Actuator{{Amplitude: 0.2, Frequency: 3}, {Amplitude: 0.2, Frequency: 2, Wave: model.Square, HalfLife: 0.02}}}
}

// Work of muscles, less the losses to dampers, contacts, friction and drag, equals the gain of energies,
// within 1e-4 of the losses with samples of each step and 1e-3 with samples 10 steps apart; and it is the
// work in the ledger. Positive work is that of the powers of springs.
func TestWorkClosesTheLedger(t *testing.T) {
	m, start, p := hopper()
	e := must.Get(cpuref.New(m, p))(t)
	must.Do(t, e.Reset(start))
	meters := map[int64]*metrics.Meter{1: nil, 10: nil}
	for every := range meters {
		plan, err := metrics.New(m, p, metrics.Options{Every: every})
		if err != nil || !plan.Actuated() || !plan.Contacts() || plan.Every() != every {
			t.Fatal("the plan has lost its muscles or contacts", err)
		}
		meters[every] = plan.Meter()
	}
	positive := positiveWork(t, e, m, meters)
	ledger := must.Get(e.Ledger())(t)
	for every, most := range map[int64]float64{1: 1e-4, 10: 1e-3} {
		meter := meters[every]
		for what, numbers := range map[string][2]float64{
			"work":          {meter.Work, ledger.Actuators},
			"what is left":  {meter.Work - ledger.Dissipated(), ledger.Now.Total() - ledger.Start.Total()},
			"positive work": {meter.WorkPositive, positive},
		} {
			if off := math.Abs(numbers[0] - numbers[1]); !(off <= most*ledger.Dissipated()) {
				t.Errorf("every %d steps: %s is %g J, not %g J: off by %.2g of the %g J that were lost", every, what, numbers[0], numbers[1], off/ledger.Dissipated(), ledger.Dissipated())
			}
		}
	}
}

// positiveWork steps a model, shows it to meters, and returns the positive part of the work of muscles on their springs, step by step [J].
func positiveWork(t *testing.T, e *cpuref.Engine, m *model.Model, meters map[int64]*metrics.Meter) (sum float64) {
	var s, before model.State
	var restBefore []float64
	const steps = 20_000
	for step := range int64(steps + 1) {
		must.Do(t, e.ReadState(&s))
		for every, meter := range meters {
			if step%every == 0 {
				meter.Sample(&s, e.RestScale())
				meter.Sample(&s, e.RestScale()) // counts for nothing
			}
		}
		for i := range m.Ends {
			if a := m.ActuatorOf[i]; a > 0 && step > 0 {
				was, is := m.RestLength[i]*restBefore[a-1], m.RestLength[i]*e.RestScale()[a-1]
				sum += max(0, -(pull(m, &before, i, was)+pull(m, &s, i, is))/2*(is-was))
			}
		}
		before, restBefore = *s.Clone(), append(restBefore[:0], e.RestScale()...)
		if step == steps {
			break
		}
		must.Do(t, e.Step(1))
	}
	return sum
}

// pull is the elastic force of spring i at a rest length [N].
func pull(m *model.Model, s *model.State, i int, rest float64) float64 {
	of := m.Materials[m.MaterialOf[i]]
	f := of.Stiffness * (s.Position[m.Ends[i][1]].Sub(s.Position[m.Ends[i][0]]).Len() - rest)
	if of.TensionOnly {
		f = max(0, f)
	}
	return f
}

// A meter that takes up the numbers of another one continues with its bits, those of work, too; numbers that are not of the plan are none.
func TestMeterGoesOn(t *testing.T) {
	m, start, p := hopper()
	e := must.Get(cpuref.New(m, p))(t)
	must.Do(t, e.Reset(start))
	plan := must.Get(metrics.New(m, p, metrics.Options{}))(t)
	a, b := plan.Meter(), plan.Meter()
	var s model.State
	for k := range 20 {
		must.Do(t, e.ReadState(&s))
		if k == 9 {
			numbers := a.Numbers()
			if b.SetNumbers(numbers[:len(numbers)-1]) || !b.SetNumbers(numbers) {
				t.Fatal("numbers are refused, or too few are not")
			}
		}
		a.Sample(&s, e.RestScale())
		if k >= 9 {
			b.Sample(&s, e.RestScale())
		}
		must.Do(t, e.Step(10))
	}
	if a.Work == 0 || a.Work != b.Work || a.WorkPositive != b.WorkPositive || a.Path != b.Path {
		t.Errorf("the meter goes on with %g J of %g J", b.Work, a.Work)
	}
}
