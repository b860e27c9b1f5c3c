package enginetest

import (
	"math"
	"slices"
	"testing"

	"hooke/model"
	"hooke/model/modeltest"
	"hooke/model/spring"
)

// Frequency, damping ratio and half-life are those of the motion, for ends of 1
// and 3 kg, a thousand times as heavy, and with one pinned; EA likewise, as k = EA/L0.
func oscillatorMaterial(t *testing.T, on Subject) {
	const amplitude, omega, dt, steps = 0.1, 5.0, 5e-4, 2000
	// First order in dt: ω dt/2 of the amplitude, doubled as a margin, and rounding of
	// x + dt v at 1 m, 2000 times 3e-8 at random.
	const tolerance = omega*dt*amplitude + 2e-6
	frequency, halfLife := omega/(2*math.Pi), 0.6
	for _, c := range []struct {
		name     string
		material model.Material
		pins     []model.Pin
		ratio    float64
		heavier  float64
	}{
		{"undamped", model.Material{Frequency: frequency}, nil, 0, 1},
		{"ratio", model.Material{Frequency: frequency, DampingRatio: 0.3}, nil, 0.3, 1},
		{"ratio, heavy ends", model.Material{Frequency: frequency, DampingRatio: 0.3}, nil, 0.3, 1000},
		{"half-life", model.Material{Frequency: frequency, HalfLife: halfLife}, nil, 4 * math.Ln2 / halfLife / (2 * omega), 1},
		{"ratio, pinned end", model.Material{Frequency: frequency, DampingRatio: 0.3}, []model.Pin{model.PinAll, 0}, 0.3, 1},
		{"half-life, pinned end", model.Material{Frequency: frequency, HalfLife: halfLife}, []model.Pin{model.PinAll, 0},
			4 * math.Ln2 / halfLife / (2 * omega), 1},
		{"EA = k L0, k = m ω²", model.Material{AxialRigidity: 3 * omega * omega, Damping: 2 * 0.3 * 3 * omega},
			[]model.Pin{model.PinAll, 0}, 0.3, 1},
	} {
		m := modeltest.Lever(c.material, c.pins...)
		for i := range m.Mass {
			m.Mass[i] *= c.heavier
		}
		start := m.Start()
		start.Position[1][0] += amplitude
		got := reached(t, on, m, model.Params{DT: dt}, start, steps)
		w, time := omega*math.Sqrt(1-c.ratio*c.ratio), dt*steps
		want := amplitude * math.Exp(-c.ratio*omega*time) * (math.Cos(w*time) + c.ratio*omega/w*math.Sin(w*time))
		if stretch := got.Position[1][0] - got.Position[0][0] - 1; !(math.Abs(stretch-want) <= tolerance) {
			t.Errorf("%s: stretched by %.6f m after 1 s, want %.6f", c.name, stretch, want)
		}
	}
}

// Cs = Cd = 1: at rest length after one step, at a stand after the next.
func fullyNormalizedSpringTakesTwoSteps(t *testing.T, on Subject) {
	const rounded = 5e-7 // m: a few roundings of float32 at 1 m
	for _, pins := range [][]model.Pin{nil, {model.PinAll, 0}} {
		for _, dt := range []float64{1e-6, 0.01, 1e3} {
			m := modeltest.Lever(model.Material{Normalized: spring.Normalized{Stiffness: 1, Damping: 1}}, pins...)
			start := m.Start()
			start.Position[1][0], start.Velocity[1][0] = 1.25, 0.4/dt
			for i, wantTravel := range []float64{-0.25, 0} { // per step [m]
				s := reached(t, on, m, model.Params{DT: dt}, start, i+1)
				length := s.Position[1][0] - s.Position[0][0]
				travel := (s.Velocity[1][0] - s.Velocity[0][0]) * dt
				if !(math.Abs(length-1) <= rounded && math.Abs(travel-wantTravel) <= rounded) {
					t.Errorf("pins %v, dt %g s: after step %d the length is %.9g m, changing by %.3g m per step, want 1 and %g",
						pins, dt, i+1, length, travel, wantTravel)
				}
			}
		}
	}
}

// net is n² masses of unequal mass joined to their neighbors; a corner is
// pinned.
func net(rows, columns int, material model.Material) *model.Model {
	m := &model.Model{Name: "net", Materials: []model.Material{{}, material}, Pin: make([]model.Pin, rows*columns)}
	m.Pin[0] = model.PinAll
	join := func(a, b int) {
		m.Ends = append(m.Ends, model.Ends{uint32(a), uint32(b)})
		m.RestLength, m.MaterialOf = append(m.RestLength, 1), append(m.MaterialOf, 1)
	}
	for i := range rows * columns {
		m.RestPosition = append(m.RestPosition, model.Vec3{float64(i % columns), float64(i / columns), 0})
		m.Mass = append(m.Mass, 0.5+float64(i*7%5))
		if i%columns > 0 {
			join(i-1, i)
		}
		if i >= columns {
			join(i-columns, i)
		}
	}
	return m
}

// The response per step of normalized springs is the same, and stable, when
// masses, dt or both change by 10⁶, for ropes and nets as stiff as caps allow.
func normalizedResponseIsTheSame(t *testing.T, on Subject) {
	const steps, tolerance = 200, 1e-4 // m: 200 steps of roundings of 3e-7 m that feed each other, at up to 6 m
	for _, rows := range []int{1, 5} {
		material := model.Material{Normalized: spring.Normalized{Stiffness: 1, Damping: 1}}
		start := net(rows, 6, material).Start()
		for i := 1; i < len(start.Position); i++ {
			start.Position[i][0] += 0.05 * math.Sin(float64(3*i))
			start.Position[i][1] += 0.05 * math.Sin(float64(7*i))
		}
		start.RoundToFloat32()
		var first []model.Vec3
		for _, c := range []struct{ mass, dt float64 }{{1, 1e-3}, {1e6, 1e-3}, {1e-6, 1e-3}, {1, 1e3}, {1, 1e-9}, {1e6, 1e3}, {1e-6, 1e-9}} {
			m := net(rows, 6, material)
			for i := range m.Mass {
				m.Mass[i] *= c.mass
			}
			got := reached(t, on, m, model.Params{DT: c.dt}, start, steps)
			if first == nil {
				first = slices.Clone(got.Position)
			}
			worst := 0.0
			for i := range first {
				worst = max(worst, got.Position[i].Sub(first[i]).Len())
			}
			if !(worst <= tolerance) {
				t.Errorf("%d rows, masses × %g, dt = %g s: %.2g m off, tolerance %g", rows, c.mass, c.dt, worst, tolerance)
			}
		}
	}
}

// A cable lets go of a mass at its rest length, which then flies on with the
// speed ω 0.1 m. Slack, it does nothing at all.
func cableReleases(t *testing.T, on Subject) {
	const k, stretch, dt, steps = 75.0, 0.1, 2e-4, 2500 // ω = 5 rad/s on 3 kg: slack after 0.314 s of 0.5 s
	m := modeltest.Lever(model.Material{Stiffness: k, TensionOnly: true}, model.PinAll, 0)
	start := m.Start()
	start.Position[1][0] += stretch
	got := reached(t, on, m, model.Params{DT: dt}, start, steps)
	const tolerance = 2e-3 // of the speed: 2 ω dt
	if want := -stretch * math.Sqrt(k/3); math.Abs(got.Velocity[1][0]/want-1) > tolerance || got.Position[1][0] > 1 {
		t.Errorf("at %g m with %g m/s, want less than 1 m and %g m/s", got.Position[1][0], got.Velocity[1][0], want)
	}

	// Slack while its ends part: the damper would hold the mass back.
	m = modeltest.Lever(model.Material{Stiffness: k, Damping: 50, TensionOnly: true}, model.PinAll, 0)
	start.Position[1][0], start.Velocity[1][0] = 0.5, 0.25
	got = reached(t, on, m, model.Params{DT: dt}, start, 100)
	if got.Velocity[1][0] != 0.25 {
		t.Errorf("a slack cable changed the velocity to %g m/s, want 0.25 to the bit", got.Velocity[1][0])
	}
}
