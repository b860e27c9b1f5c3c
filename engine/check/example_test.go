package check_test

import (
	"fmt"

	"hooke/cpuref"
	"hooke/engine/check"
	"hooke/model"
	"hooke/scene"
	"hooke/scene/open"
)

// A state in float32 is within 1e-6 m of the reference, and not equal to it.
func ExampleCompare() {
	s, err := open.Scene("cube", scene.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	e, err := cpuref.New(s.Model, s.Params)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer e.Close()
	if err := e.Step(100); err != nil {
		fmt.Println(err)
		return
	}
	var got model.Snapshot // as an engine would hand it over
	if err := e.Read(&got); err != nil {
		fmt.Println(err)
		return
	}
	for _, within := range []float64{1e-6, 0} {
		report := check.Compare(s.Model, e.State(), got, check.Tolerance{Position: within, Velocity: within})
		fmt.Printf("within %g: %v over %d masses\n", within, report.OK, report.Masses)
	}
	// Output:
	// within 1e-06: true over 8 masses
	// within 0: false over 8 masses
}
