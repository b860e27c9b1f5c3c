package settings_test

import (
	"testing"

	"hooke/gpu/settings"
	"hooke/model"
	"hooke/physics"
)

// Every signal has a place of its own in a row.
func TestSignalLayout(t *testing.T) {
	path := model.Guide{Kind: model.OnPath}
	p := model.Params{Actuators: make([]model.Actuator, 2), Forces: make([]model.Force, 3), Motors: make([]model.Motor, 1),
		Wind: model.Wind{Drag: 1}, Guides: []model.Guide{path, {}, path}}
	l := settings.SignalLayoutOf(p)
	if l.Force != 2 || l.Motor != 5 || l.Wind != 6 || l.Path[0] != 9 || l.Path[1] != -1 || l.Path[2] != 15 || l.Count != 21 || l.Vectors() != 6 {
		t.Errorf("layout is %+v", l)
	}
	row := make([][4]float32, 6)
	at := model.Vec3{}
	l.Write(row, 0, &physics.Signals{RestScale: []float64{0.5, 1.5}, ForceFactor: []float64{2, 3, 4}, MotorSpeed: []float64{5}, Wind: model.Vec3{6, 7, 8},
		PathOffset: []model.Vec3{{9, 10, 11}, at, {15, 16, 17}}, PathVelocity: []model.Vec3{{12, 13, 14}, at, {18, 19, 20}}})
	for i := 2; i < 21; i++ {
		if got := row[i/4][i%4]; got != float32(i) {
			t.Errorf("signal %d is %g", i, got)
		}
	}
}
