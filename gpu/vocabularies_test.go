package gpu

import (
	"testing"

	"hooke/gpu/gltest"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/model/spring"
	"hooke/must"
)

// Springs between pinned masses exert nothing, in any vocabulary.
func TestPinnedSpringsExertNothing(t *testing.T) {
	ctx := gltest.New(t)
	for _, material := range []model.Material{{Stiffness: 5}, {AxialRigidity: 5}, {Frequency: 5, DampingRatio: 1},
		{Normalized: spring.Normalized{Stiffness: 1, Damping: 1}}} {
		e := must.Get(New(ctx, modeltest.Lever(material, model.PinAll, model.PinAll), model.Params{}, Options{}))(t)
		must.Do(t, e.RunPass("spring-force"))
		force := make([][3]float32, 1)
		must.Do(t, e.ReadForces(force))
		energy := must.Get(e.Energy())(t)
		must.Hold(t, force[0] == [3]float32{} && energy.Total() == 0, "%v: force %v, energy %+v", material, force[0], energy)
		e.Close()
	}
}
