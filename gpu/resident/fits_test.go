package resident_test

import (
	"strings"
	"testing"

	"hooke/gpu/limits"
	"hooke/gpu/options"
	"hooke/gpu/resident"
	"hooke/model"
	"hooke/must"
)

// catching are parameters with a contact that moves and catches masses.
func catching() model.Params {
	return model.Params{Contacts: []model.Contact{{Shape: model.Sphere{Radius: 1}, Stiffness: 1, Trajectory: &model.Trajectory{Path: model.Path{Velocity: model.Vec3{1}}}}}}
}

// A work group has room for as many masses as its shared memory says, and each run that needs
// more than it can do by itself is refused by its own reason.
func TestRefusals(t *testing.T) {
	l := limits.Limits{SharedBytes: 32 << 10, Texels: 1 << 16, UniformAlignment: 256, Invocations: 1024, WorkGroupSize: [3]int32{1024, 1024, 64}}
	of := func(change func(r *resident.Run)) resident.Run {
		r := resident.Run{Masses: 1000, Texels: 9000}
		change(&r)
		return r
	}
	for _, c := range []struct {
		want   string
		change func(r *resident.Run)
	}{
		{"", func(*resident.Run) {}},
		{"", func(r *resident.Run) { r.Masses = 1024 }},
		{"32800 bytes of shared memory, and this device has 32768", func(r *resident.Run) { r.Masses = 1025 }},
		{"", func(r *resident.Run) { r.Masses, r.Precision = 682, options.Compensated }},
		{"of shared memory", func(r *resident.Run) { r.Masses, r.Precision = 683, options.Compensated }},
		{"of shared memory", func(r *resident.Run) { r.Masses, r.Precision = 513, options.Double }},
		{"32784 bytes", func(r *resident.Run) { r.Masses, r.Params.Actuators = 1024, make([]model.Actuator, 3) }},
		{"signals of two times", func(r *resident.Run) { r.Masses, r.Params.Actuators = 10, make([]model.Actuator, 2100) }},
		{"verlet keeps registers", func(r *resident.Run) { r.Params.Integrator = model.VelocityVerlet }},
		{"masses collide", func(r *resident.Run) {
			r.Params.Collision = model.Collision{Bodies: make([]model.Surface, 1), Self: true}
		}},
		{"edges or triangles", func(r *resident.Run) {
			r.Params.Contacts = []model.Contact{{Shape: model.Box{Half: model.Vec3{1, 1, 1}}, Stiffness: 1, Touches: model.TouchSprings}}
		}},
		{"", func(r *resident.Run) { r.Params = catching(); r.Params.Contacts[0].Trajectory = nil }},
		{"", func(r *resident.Run) { r.Masses, r.Params = 1018, catching() }}, // two rows of 6 vectors
		{"32800 bytes", func(r *resident.Run) { r.Masses, r.Params = 1019, catching() }},
		{"wind, guides and contacts that catch", func(r *resident.Run) {
			r.Params = catching()
			r.Params.Wind, r.Params.Guides = model.Wind{Drag: 1}, make([]model.Guide, 1)
		}},
		{"divided", func(r *resident.Run) { r.Divided = true }},
		{"GL_MAX_TEXTURE_BUFFER_SIZE", func(r *resident.Run) { r.Texels = 1<<16 + 1 }},
		{"", func(r *resident.Run) { r.Texels, r.Storage = 1<<16+1, true }},
	} {
		if got := resident.Refusal(l, of(c.change)); (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("%q: %q", c.want, got)
		}
	}
	for masses, size := range map[int64]int{1: 32, 32: 32, 33: 64, 1000: 1024, 5000: 1024} {
		must.Be(t, resident.WorkGroup(l, masses, 0), size, "%d masses: work groups", masses)
	}
}
