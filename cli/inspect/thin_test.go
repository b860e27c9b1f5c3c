package inspect

import (
	"fmt"
	"strings"
	"testing"

	"hooke/model"
)

// A shape thinner than the shortest spring is told, unless it touches springs, too.
func TestThinContactsAreTold(t *testing.T) {
	shortest := 0.05
	thin := model.Contact{Shape: model.Capsule{B: model.Vec3{1}, Radius: 0.01}}
	able := thin
	able.Touches = model.TouchSprings
	p := model.Params{Contacts: []model.Contact{{Shape: model.Plane{}}, able, thin, {Shape: model.Sphere{Radius: 0.03}}}}
	notes := thinNotes(p, &shortest)
	if len(notes) != 1 || !strings.HasPrefix(notes[0], "contact 2 is 0.02 m thick") {
		t.Errorf("%q", notes)
	}
	if notes := thinNotes(p, nil); notes != nil {
		t.Errorf("without springs: %q", notes)
	}
}

// What contacts of finite thickness hold is told, with the mass, and of edges where they are
// touched.
func TestHoldingIsTold(t *testing.T) {
	edge := 1.5
	var text strings.Builder
	line := func(key, format string, args ...any) { fmt.Fprintf(&text, key+": "+format+"\n", args...) }
	held := 2.5
	for _, h := range []Holding{{Contact: 1, Speed: &held, Mass: 4}, {Contact: 2, Speed: &held, Edge: &edge}, {Contact: 3}} {
		h.write(line)
	}
	want := "contact 1: v_max = 2.5 m/s, up to which its stiffness alone holds mass 4; faster masses are caught\n" +
		"contact 2: v_max = 2.5 m/s, up to which its stiffness alone holds mass 0; faster masses are caught; edges pass from 1.5 m/s on\n"
	if text.String() != want {
		t.Errorf("%s", text.String())
	}
}
