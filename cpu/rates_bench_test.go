package cpu

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"hooke/cpu/cputest"
	"hooke/mesh/build"
	"hooke/model"
	"hooke/must"
	"hooke/physics"
)

// BenchmarkRates is the rate of steps with all that runs may have, for that of plain steps of
// symplectic Euler of canon 43³, or of the structure in the name, in spring-updates: the
// median of pairs of short runs in turn, by processor time, so that other programs disturb
// both. Run it with
//
//	go test ./cpu -run xx -bench Rates -benchtime 400x
func BenchmarkRates(b *testing.B) {
	canon := canonScene(b, 43)
	canon.Params.Gravity = model.EarthGravity()
	for _, threads := range []int{1, 2} {
		for _, r := range ratedRuns() {
			b.Run(fmt.Sprintf("%s/threads=%d", r.name, threads), func(b *testing.B) {
				plain, rated := canon, canon
				if r.structure != "" {
					rated = cputest.Preset(b, r.structure, int64(canon.Model.SpringCount()))
					rated.Params.Contacts = nil
					if !r.toCanon {
						plain = rated
					}
				}
				m, p := *rated.Model, rated.Params.Clone()
				if r.change != nil {
					r.change(&m, &p)
				}
				run := func(m *model.Model, p model.Params, start *model.State) func() time.Duration {
					e := must.Open(makeEngine[float32](m, p, Options{Threads: threads}))(b)
					return func() time.Duration {
						must.Do(b, e.Reset(start))
						_ = e.Step(2)
						return userTime(func() { _ = e.Step(ratedSteps) })
					}
				}
				with, without := run(&m, p, rated.Start), run(plain.Model, plain.Params, plain.Start)
				b.ResetTimer()
				var ratios []float64
				var each [2][]float64
				for range max(3, b.N/ratedSteps) {
					took, least := with().Seconds()/float64(m.SpringCount())/ratedSteps, without().Seconds()/float64(plain.Model.SpringCount())/ratedSteps
					ratios, each[0], each[1] = append(ratios, least/took), append(each[0], took), append(each[1], least)
				}
				b.StopTimer()
				b.ReportMetric(median(ratios), "ratio")
				b.ReportMetric(1e9*median(each[0]), "ns/spring")
				b.ReportMetric(1e9*median(each[1]), "plain-ns/spring")
				b.ReportMetric(0, "ns/op")
			})
		}
	}
}

// ratedSteps is the number of steps of one run.
const ratedSteps = 40

// ratedRun is a run with something that plain ones do not have.
type ratedRun struct {
	name      string
	structure string // a preset; empty: canon
	toCanon   bool   // whether the rate is for that of canon, not that of the structure without the change
	change    func(m *model.Model, p *model.Params)
}

func ratedRuns() []ratedRun {
	integrator := func(i model.Integrator) func(m *model.Model, p *model.Params) {
		return func(_ *model.Model, p *model.Params) { p.Integrator = i }
	}
	return []ratedRun{
		{"plain", "", true, nil},
		{"rk4", "", true, integrator(model.RK4)},
		{"verlet", "", true, integrator(model.VelocityVerlet)},
		{"muscles", "", true, func(m *model.Model, p *model.Params) {
			m.ActuatorOf = make([]uint16, m.SpringCount())
			for s := range m.ActuatorOf {
				m.ActuatorOf[s] = uint16(1 + s/(m.SpringCount()/4+1))
			}
			for k := range 4 {
				p.Actuators = append(p.Actuators, model.Actuator{Amplitude: 0.05, Frequency: 50, Phase: float64(k)})
			}
		}},
		{"drag", "", true, func(_ *model.Model, p *model.Params) { p.QuadraticDrag = 0.01 }},
		{"force-all", "", true, func(_ *model.Model, p *model.Params) {
			p.Forces = []model.Force{{Force: model.Vec3{1e-4, 0, 2e-4}, Table: model.Curve{At: []float64{0, 1}, Value: []float64{0, 2}}}}
		}},
		{"motor-all", "", true, func(_ *model.Model, p *model.Params) {
			p.Motors = []model.Motor{{Axis: model.Vec3{0, 0, 1}, Speed: 0.1, Damping: 1e-3, Limit: 1e-3}}
		}},
		{"forces-listed", "", true, func(m *model.Model, p *model.Params) {
			p.Forces = []model.Force{{Masses: every(m, 1), Force: model.Vec3{1e-4, 0, 2e-4}}}
		}},
		{"forces-listed-tenth", "", true, func(m *model.Model, p *model.Params) {
			p.Forces = []model.Force{{Masses: every(m, 10), Force: model.Vec3{1e-4, 0, 2e-4}, Table: model.Curve{At: []float64{0, 1}, Value: []float64{0, 2}}}}
		}},
		{"motors-listed", "", true, func(m *model.Model, p *model.Params) {
			p.Motors = []model.Motor{{Masses: every(m, 1), Axis: model.Vec3{0, 0, 1}, Speed: 0.1, Damping: 1e-3, Limit: 1e-3}}
		}},
		{"handles", "", true, func(m *model.Model, p *model.Params) {
			for i := range every(m, 1000) {
				p.Handles = append(p.Handles, model.Handle{Mass: uint32(1000 * i), Target: m.RestPosition[1000*i], Stiffness: 1, Damping: 1e-4})
			}
		}},
		{"wind", "", true, func(m *model.Model, p *model.Params) {
			m.Triangles = build.Hull(43, 43, 43)
			p.Wind = model.Wind{Velocity: model.Vec3{2, 1, 0}, Drag: 1, Lift: 0.5}
		}},
		{"lattice", "lattice", true, nil},
		{"wind-cloth", "cloth", false, func(m *model.Model, p *model.Params) {
			p.Wind = model.Wind{Velocity: model.Vec3{2, 1, 0}, Drag: 1, Lift: 0.5}
		}},
		{"verlet-lattice", "lattice", false, integrator(model.VelocityVerlet)},
		{"ledger", "", false, keepLedger}, {"ledger-lattice", "lattice", false, keepLedger}, {"ledger-cloth", "cloth", false, keepLedger},
		{"ledger-rope", "rope", false, keepLedger}, {"ledger-spot", "spot", false, keepLedger},
		{"ledger-muscles", "breathing", false, keepLedger}, {"ledger-cables", "bridge", false, keepLedger}, {"ledger-wind", "flag", false, keepLedger},
		{"rk4-lattice", "lattice", false, func(m *model.Model, p *model.Params) { p.Integrator, p.DT = model.RK4, physics.AutoStep(m, *p) }},
	}
}

func keepLedger(_ *model.Model, p *model.Params) { p.Ledger = true }

// every lists one mass in the given number.
func every(m *model.Model, so int) (masses []uint32) {
	for i := 0; i < m.MassCount(); i += so {
		masses = append(masses, uint32(i))
	}
	return masses
}

func median(all []float64) float64 {
	sorted := slices.Sorted(slices.Values(all))
	return sorted[len(sorted)/2]
}
