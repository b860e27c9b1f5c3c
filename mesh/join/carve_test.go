package join

import (
	"slices"
	"testing"

	"hooke/mesh/materials"
	"hooke/model"
	"hooke/must"
)

func TestActuatedRegions(t *testing.T) {
	m := tile(1, 1)
	// Only the spring from (0, 0) to (0, 1) has both ends at x = 0.
	if n, err := materials.ActuateBox(m, model.Vec3{0, 0, 0}, model.Vec3{0.5, 1, 0}, 4); n != 1 || err != nil || m.ActuatorOf[1] != 5 {
		t.Errorf("%d springs, %v: %v", n, err, m.ActuatorOf)
	}
	if n, err := materials.ActuateGroup(m, "right", 0); n != 1 || err != nil || !slices.Equal(m.ActuatorOf, []uint16{0, 5, 0, 0, 1, 0}) {
		t.Errorf("%d springs, %v: %v", n, err, m.ActuatorOf)
	}
	for want, f := range map[string]func() (int, error){
		"no spring has both ends": func() (int, error) { return materials.ActuateGroup(m, "corner", 0) },
		"no such group":           func() (int, error) { return materials.ActuateGroup(m, "tail", 0) },
		"actuator -1":             func() (int, error) { return materials.ActuateBox(m, model.Vec3{}, model.Vec3{1, 1, 1}, -1) },
		"actuator 65535":          func() (int, error) { return materials.ActuateBox(m, model.Vec3{}, model.Vec3{1, 1, 1}, 65535) },
	} {
		must.Say(t, "", must.Err(f()), want)
	}
}

func TestCarveKeepsWhatIsWanted(t *testing.T) {
	m := tile(1, 10)
	m.Pin = []model.Pin{0, model.PinX, 0, model.PinZ}
	m.ActuatorOf = []uint16{0, 0, 0, 0, 7, 0}
	got, err := Carve(m, func(x model.Vec3) bool { return x[0] > 0.5 || x[1] < 0.5 })
	if err != nil || got.Validate() != nil {
		t.Fatal(err, got.Validate())
	}
	// Mass 2 goes, and with it springs 1, 3 and 5.
	want := []model.Ends{{0, 1}, {0, 2}, {1, 2}}
	if !slices.Equal(got.Ends, want) || !slices.Equal(got.ActuatorOf, []uint16{0, 0, 7}) || !slices.Equal(got.Pin, []model.Pin{0, model.PinX, model.PinZ}) {
		t.Errorf("springs %v, actuators %v, pins %v", got.Ends, got.ActuatorOf, got.Pin)
	}
	if g, _ := got.Group("left"); !slices.Equal(g.Masses, []uint32{0}) || len(got.Triangles) != 1 {
		t.Errorf("group left %v, triangles %v", g.Masses, got.Triangles)
	}
	if _, err := Carve(m, func(model.Vec3) bool { return false }); err == nil {
		t.Error("a carving of nothing was accepted")
	}
}
