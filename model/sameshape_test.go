package model

import (
	"reflect"
	"slices"
	"testing"

	"hooke/rod"
)

// Every field counts but the name, masses and numbers of materials.
func TestSameShape(t *testing.T) {
	made := func() *Model {
		return &Model{Name: "one", RestPosition: []Vec3{{1}, {2}}, Mass: []float64{1, 2}, Pin: []Pin{0, 1}, Radius: []float64{1, 2}, Body: []uint16{0, 1},
			Ends: []Ends{{0, 1}}, RestLength: []float64{1}, MaterialOf: []uint16{1}, Materials: []Material{{}, {Stiffness: 1}}, Own: []Coefficients{{1, 2}},
			Groups: []Group{{Name: "a", Masses: []uint32{1}}}, Attachments: 1, ActuatorOf: []uint16{1}, Segments: []rod.Segment{{}},
			Triangles: [][3]uint32{{0, 1, 1}}, Skin: &Skin{}}
	}
	free := []string{"Name", "Mass", "Materials"}
	for i := range reflect.TypeFor[Model]().NumField() {
		field := reflect.TypeFor[Model]().Field(i)
		changed := made()
		v := reflect.ValueOf(changed).Elem().Field(i)
		switch {
		case field.Name == "Pattern":
			changed.Pattern = &Pattern{}
		case field.Name == "Skin":
			changed.Skin = nil
		case field.Name == "Mass":
			changed.Mass[0] = 7
		case field.Name == "Materials":
			changed.Materials[1].Stiffness = 7
		case v.Kind() == reflect.Slice:
			v.Set(v.Slice(0, 0))
		case v.Kind() == reflect.String:
			v.SetString("another")
		default:
			v.SetInt(7)
		}
		if got := SameShape(made(), changed); got != slices.Contains(free, field.Name) {
			t.Errorf("with another %s: the same shape: %v", field.Name, got)
		}
	}
	other := made()
	other.RestPosition[1][2] = 1e-9
	if SameShape(made(), other) {
		t.Error("another place is the same shape")
	}
	other = made()
	other.Groups[0].Masses[0] = 0
	if SameShape(made(), other) {
		t.Error("another group is the same shape")
	}
}
