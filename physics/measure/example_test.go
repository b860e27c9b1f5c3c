package measure_test

import (
	"fmt"
	"strings"

	"hooke/mesh/build"
	"hooke/model"
	"hooke/physics/measure"
)

// A rope of two springs, one of them stretched by a tenth, and its measurable quantities.
func Example() {
	m, err := build.Rope(build.RopeSpec{Masses: 3, Length: 2, Mass: 1, Stiffness: 100})
	if err != nil {
		fmt.Println(err)
		return
	}
	state := m.Start()
	away := state.Position[2].Sub(state.Position[1])
	state.Position[2] = state.Position[2].Add(away.Mul(0.1))

	reading := measure.Of(m, model.Params{DT: 1e-3}).In(state, 1, nil)
	for _, q := range []measure.Quantity{measure.Strain, measure.Force, measure.Energy} {
		fmt.Println(strings.TrimSpace(fmt.Sprintf("%v %.3g %s", q, reading.Of(q), q.Unit())))
	}
	// Output:
	// strain 0.1
	// force 10 N
	// energy 0.5 J
}
