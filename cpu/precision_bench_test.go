package cpu

import (
	"fmt"
	"testing"
	"time"

	"hooke/cpu/cputest"
	"hooke/model"
	"hooke/must"
	"hooke/scene"
)

// BenchmarkPrecisions is the rate of steps in other precisions for that of single, as
// BenchmarkRates measures it. Run it with
//
//	go test ./cpu -run xx -bench Precisions -benchtime 400x
func BenchmarkPrecisions(b *testing.B) {
	canon := canonScene(b, 43)
	springs := int64(canon.Model.SpringCount())
	network := &scene.Scene{Model: cputest.NearNetwork(80000, 3), Params: model.Params{DT: 1e-5}}
	network.Start = network.Model.Start()
	cloth := cputest.Preset(b, "cloth", springs)
	blown := *cloth
	blown.Params = cloth.Params.Clone()
	blown.Params.Wind = model.Wind{Velocity: model.Vec3{2, 1, 0}, Drag: 1, Lift: 0.5}
	for _, c := range []struct {
		name       string
		scene      *scene.Scene
		integrator model.Integrator
	}{
		{"canon", canon, model.SymplecticEuler}, {"canon-verlet", canon, model.VelocityVerlet}, {"canon-rk4", canon, model.RK4},
		{"lattice", cputest.Preset(b, "lattice", springs), model.SymplecticEuler}, {"cloth", cloth, model.SymplecticEuler}, {"cloth-wind", &blown, model.SymplecticEuler},
		{"rope", cputest.Preset(b, "rope", springs/2), model.SymplecticEuler}, {"network", network, model.SymplecticEuler},
	} {
		for _, precision := range []model.Precision{model.Double} {
			b.Run(fmt.Sprintf("%s/%v", c.name, precision), func(b *testing.B) {
				p := c.scene.Params.Clone()
				p.Integrator = c.integrator
				run := func(precision model.Precision) func() time.Duration {
					e := must.Get(New(c.scene.Model, p, Options{Threads: 1, Precision: precision}))(b)
					b.Cleanup(e.Close)
					return func() time.Duration {
						must.Do(b, e.Reset(c.scene.Start))
						_ = e.Step(2)
						return userTime(func() { _ = e.Step(ratedSteps) })
					}
				}
				rated, single := run(precision), run(model.Single)
				b.ResetTimer()
				var ratios []float64
				var each [2][]float64
				for range max(3, b.N/ratedSteps) {
					took, least := rated().Seconds(), single().Seconds()
					ratios, each[0], each[1] = append(ratios, least/took), append(each[0], took), append(each[1], least)
				}
				b.StopTimer()
				perSpring := 1e9 / float64(c.scene.Model.SpringCount()) / ratedSteps
				b.ReportMetric(median(ratios), "ratio")
				b.ReportMetric(perSpring*median(each[0]), "ns/spring")
				b.ReportMetric(perSpring*median(each[1]), "single-ns/spring")
				b.ReportMetric(0, "ns/op")
			})
		}
	}
}
