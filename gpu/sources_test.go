package gpu

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/gpu/options"
	"hooke/mesh/build"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

var update = flag.Bool("update", false, "write testdata/sources.txt anew")

// recordedSources has a line for each pass of each case: the sum of the source that the compiler gets,
// without comments, empty lines and declarations that nothing uses. Commit 8c9ec86, the last one without
// collisions, has the same sums, but for spring-ledger and
// mass-ledger: their code is the same, where macros have other names.
const recordedSources = "testdata/sources.txt"

// plainRun is a run without collisions, spans, contacts per mass and contacts that move.
type plainRun struct {
	name   string
	model  *model.Model
	params model.Params
	Options
}

// plainRuns have each pipeline, precision and integrator, and each older feature.
func plainRuns(t *testing.T) []plainRun {
	t.Helper()
	canon, _, err := build.Canon(5)
	must.Do(t, err)
	cloth := modeltest.Cloth(8)
	cloth.Triangles = [][3]uint32{{0, 1, 8}, {1, 9, 8}}
	draped := model.Params{DT: 1e-4, Gravity: model.EarthGravity(), DragHalfLife: 1, Contacts: []model.Contact{model.Ground(-1, 100, 0.1),
		{Shape: model.Sphere{Center: model.Vec3{0, 0, -0.5}, Radius: 0.1}, Stiffness: 100, Damping: 0.1, StaticFriction: 0.5, KineticFriction: 0.4}}}
	network, busy, _ := drivenCase(7, 60, 300)
	verlet, rk4, explicit := busy.Clone(), busy.Clone(), draped.Clone()
	verlet.Integrator, rk4.Integrator, explicit.Integrator = model.VelocityVerlet, model.RK4, model.ExplicitEuler
	explicit.Forces = []model.Force{{Force: model.Vec3{0.01}}}
	explicit.Wind = model.Wind{Velocity: model.Vec3{3, 0, 1}, Drag: 1, Lift: 0.5}
	explicit.Guides = []model.Guide{{Masses: []uint32{3}, Direction: model.Vec3{1}}}
	own := *cloth
	own.Own = slices.Repeat([]model.Coefficients{{Stiffness: 20, Damping: 0.01}}, own.SpringCount())
	return []plainRun{
		{"canon", canon, model.Params{DT: build.CanonStep}, Options{Pipeline: options.TwoPass}},
		{"canon", canon, model.Params{DT: build.CanonStep}, Options{Pipeline: options.Fused}},
		{"cloth on a sphere", cloth, draped, Options{Pipeline: options.TwoPass}},
		{"cloth on a sphere", cloth, draped, Options{Pipeline: options.Fused, Precision: options.Compensated}},
		{"cloth of springs of its own in the wind, explicit Euler", &own, explicit, Options{Pipeline: options.Fused}},
		{"network with muscles", network, busy, Options{Pipeline: options.TwoPass, Precision: options.Compensated}},
		{"network with muscles, Verlet", network, verlet, Options{Pipeline: options.TwoPass, Precision: options.Double}},
		{"network with muscles, RK4", network, rk4, Options{Pipeline: options.Fused}},
	}
}

// sourcesOf returns the lines of a run. Passes that catch masses came later than these records and are left
// out.
func sourcesOf(t *testing.T, ctx *glx.Context, r plainRun) (lines []string) {
	t.Helper()
	e := must.Get(New(ctx, r.model, r.params, r.Options))(t)
	defer e.Close()
	for _, p := range e.passes() {
		if !strings.HasPrefix(p.Name, "catch") {
			lines = append(lines, fmt.Sprintf("%s, %s, %v: %s %08x", r.name, r.Pipeline, r.Precision, p.Name, p.Sum))
		}
	}
	return lines
}

// Runs that use none of the features that came with collisions compile the sources that they
// did before, so they have the same bits and cost the same: a feature is a variant of its own.
// After an intended change of the code that every run compiles, renew the record by
//
//	go test -tags egl ./gpu -run TestSourcesAreThoseOfBefore -update
//
// and says why in the commit.
func TestSourcesAreThoseOfBefore(t *testing.T) {
	ctx := gltest.New(t)
	runs := plainRuns(t)
	var lines []string
	for _, r := range runs {
		lines = append(lines, sourcesOf(t, ctx, r)...)
	}
	if *update {
		must.Do(t, os.WriteFile(recordedSources, []byte(strings.Join(lines, "\n")+"\n"), 0o644))
	}
	text := must.Get(os.ReadFile(recordedSources))(t)
	recorded := strings.Split(strings.TrimSpace(string(text)), "\n")
	for k, line := range lines {
		if k >= len(recorded) || recorded[k] != line {
			t.Errorf("%s: the record has %q; was that on purpose? See the comment of this test", line, recorded[min(k, len(recorded)-1)])
		}
	}
	must.Hold(t, len(lines) == len(recorded), "%d passes, and the record has %d", len(lines), len(recorded))
}

// The record sees a source that another feature, or a change, makes a different one; and no
// comment, and nothing that the source does not use.
func TestSourcesAreSeenToDiffer(t *testing.T) {
	ctx := gltest.New(t)
	r := plainRuns(t)[2]
	was := sourcesOf(t, ctx, r)
	for _, c := range []struct {
		name    string
		changes func(r *plainRun)
		same    bool
	}{
		{"a comment", func(r *plainRun) {
			r.Shaders = mutated(t, "integrate.comp", "\nvoid main() {", "\n// Begin.\nvoid main() {")
		}, true},
		{"a record for others", func(r *plainRun) {
			r.Shaders = mutated(t, "layout.glsl", "struct Spring {", "struct Other { // 4 bytes\n\tuint entry;\n};\n#define STORAGE_Other(access) layout(std430, binding = 3) access buffer OtherBlock { Other other[]; }\nstruct Spring {")
		}, true},
		{"a sum in another order", func(r *plainRun) { r.Shaders = mutated(t, "euler_step.glsl", "+ GRAVITY)", "+ 1.0 * GRAVITY)") }, false},
		{"a contact that moves", func(r *plainRun) {
			r.params = r.params.Clone()
			r.params.Contacts[0].Trajectory = &model.Trajectory{Belt: model.Vec3{1}}
		}, false},
		{"contacts per mass", func(r *plainRun) {
			r.params = r.params.Clone()
			c := &r.params.Contacts[0]
			c.PerMass, c.Stiffness, c.Damping = true, 0, 0
		}, false},
		{"collisions", func(r *plainRun) {
			m := *r.model
			m.Radius = slices.Repeat([]float64{1e-3}, m.MassCount())
			r.model, r.params.Collision = &m, model.Collision{Self: true, Skin: 1e-3, CheckEvery: 8, Bodies: []model.Surface{{Stiffness: 1}}}
		}, false},
		{"spans", func(r *plainRun) {
			r.params = r.params.Clone()
			r.params.Contacts[1].Touches = model.TouchTriangles
		}, false},
	} {
		changed := r
		c.changes(&changed)
		if got := sourcesOf(t, ctx, changed); slices.Equal(got, was) != c.same {
			t.Errorf("%s: the same sources: %v", c.name, !c.same)
		}
	}
}
