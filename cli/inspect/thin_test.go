package inspect

import (
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
