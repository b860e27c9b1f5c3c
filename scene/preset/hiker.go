package preset

import (
	"fmt"

	"hooke/model"
	"hooke/model/grid"
	"hooke/scene"
	"hooke/scene/tune"
)

// The ground of the hiker: hills that are half as high as its legs are long.
const (
	hikerLength  = 6    // of the ground along its way [m]
	hikerWidth   = 3    // [m]
	hikerHeight  = 0.12 // [m]
	hikerSamples = 193  // along each side
	hikerSeed    = 2
)

// hiker is the walker on hills: the same legs and gait, with the ground of a terrain. It starts on top
// of the highest ground below it.
func hiker(o scene.Options) (*scene.Scene, error) {
	s, err := walker(o)
	if err != nil {
		return nil, err
	}
	s.Model.Name = "hiker"
	heights, err := scene.MakeTerrain(grid.Recipe{Make: "noise", Height: hikerHeight, Seed: hikerSeed, Count: hikerSamples}, [2]float64{hikerLength, hikerWidth})
	if err != nil {
		return nil, err
	}
	ground := &s.Params.Contacts[0]
	ground.Shape = model.Terrain{Heights: heights, Center: model.Vec3{hikerLength / 3.0, 0, 0}}
	lift, err := tune.LiftOut([]tune.Obstacle{{Contact: *ground, Name: "the ground"}}, [][]model.Vec3{s.Model.RestPosition}, 0)
	if err != nil {
		return nil, fmt.Errorf("hiker: %w", err)
	}
	for i := range s.Model.RestPosition {
		s.Model.RestPosition[i] = s.Model.RestPosition[i].Add(lift.Move)
	}
	return s, nil
}
