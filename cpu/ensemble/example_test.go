package ensemble_test

import (
	"fmt"
	"log"

	cpu "hooke/cpu/ensemble"
	"hooke/lab/ensemble"
	"hooke/model"
	"hooke/scene"
	"hooke/scene/open"
)

// Four worms whose rings swell at frequencies of their own crawl side by side for two seconds.
func Example() {
	s, err := open.Scene("worm", scene.Options{})
	if err != nil {
		log.Fatal(err)
	}
	kind := ensemble.Kind{Model: s.Model, Params: s.Params}
	for ring := range s.Params.Actuators {
		kind.Free = append(kind.Free, ensemble.Field{Path: "actuator.frequency", Index: ring})
	}
	var members []ensemble.Member
	for _, frequency := range []float64{0.5, 1, 2, 3} {
		m := ensemble.Member{}
		for range kind.Free {
			m.Values = append(m.Values, frequency)
		}
		members = append(members, m)
	}
	e, err := cpu.New([]ensemble.Kind{kind}, members, cpu.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer e.Close()
	if err := e.Step(int(2 / s.Params.DT)); err != nil {
		log.Fatal(err)
	}
	var now model.Snapshot
	for i, m := range members {
		if err := e.Read(i, &now); err != nil {
			log.Fatal(err)
		}
		way := 0.
		for j := range now.Position {
			way += (now.Place(j)[0] - s.Model.RestPosition[j][0]) / float64(len(now.Position))
		}
		fmt.Printf("%.1f Hz: %.0f mm\n", m.Values[0], 1000*way)
	}
	// Output:
	// 0.5 Hz: 37 mm
	// 1.0 Hz: 69 mm
	// 2.0 Hz: 127 mm
	// 3.0 Hz: 188 mm
}
