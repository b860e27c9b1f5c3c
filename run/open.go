package run

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/go-gl/mathgl/mgl64"

	"hooke/engine"
	"hooke/files/npy"
	"hooke/machine/panics"
	"hooke/model"
	"hooke/model/inelastic"
	"hooke/model/rod"
	"hooke/physics"
	"hooke/physics/bigstep"
	"hooke/scene"
	"hooke/scene/open"
)

// Open makes the scene of a preset or file, or of several side by side, and tells the
// listener about parts that were left out or look wrong. Cancelling the context ends the wait, with
// ErrInterrupted.
func Open(ctx context.Context, names []string, o scene.Options, listener engine.Listener) (*scene.Scene, error) {
	// The goroutine cannot be stopped; its outcome is ignored then.
	type opened struct {
		scene *scene.Scene
		err   error
	}
	result := make(chan opened, 1)
	go func() {
		var r opened
		r.err = panics.Guard(func() (err error) {
			r.scene, err = open.SideBySide(names, o)
			return err
		})
		result <- r
	}()
	done := listener.Begin("building " + strings.Join(names, ", "))
	defer done()
	var s *scene.Scene
	select {
	case <-ctx.Done():
		return nil, fmt.Errorf("%w while the structure was built", ErrInterrupted)
	case r := <-result:
		done()
		if r.err != nil {
			return nil, r.err
		}
		s = r.scene
	}
	for _, note := range s.Report.Notes {
		listener.Notef("note: %s", note)
	}
	if warning := StepWarning(s.Model, s.Params); warning != "" {
		listener.Notef("warning: %s", warning)
	}
	return s, nil
}

// StepWarning returns a warning about the step of a run; empty if the step is fine.
func StepWarning(m *model.Model, p model.Params) string {
	switch safe := physics.SafeStep(m, p); {
	case safe == 0 && bigstep.JitterWords(m, p) != "": // it says so, too
	case safe == 0:
		return fmt.Sprintf("no step is safe for %v here; at dt = %.3g s expect it to gain energy until it diverges", p.Integrator, p.DT)
	case p.DT > safe:
		return fmt.Sprintf("dt = %.3g s is above the safe step %.3g s of %v; expect it to diverge%s", p.DT, safe, p.Integrator, bigstep.Instead(m, p))
	}
	return cmp.Or(bigstep.LoadWords(m, p), bigstep.JitterWords(m, p), bigstep.SoftWords(m, p))
}

// StartFrom makes a scene start, at step 0, with the positions and velocities of a final.npz.
// They may be float64, and relative to the file's array origin. An empty path changes
// nothing.
func StartFrom(s *scene.Scene, path string) error {
	if path == "" {
		return nil
	}
	arrays, err := npy.ReadArchive(path)
	if err != nil {
		return fmt.Errorf("--start: %w", err)
	}
	start := s.Model.Start()
	at, err := originOf(arrays)
	for name, into := range map[string][]model.Vec3{"positions": start.Position, "velocities": start.Velocity} {
		if err == nil {
			err = vectorsOf(arrays, name, "masses", into)
		}
	}
	if err == nil {
		err = turnedOf(arrays, start)
	}
	if err == nil {
		err = changedOf(arrays, s.Model.Unchanged(), start)
	}
	if err != nil {
		return fmt.Errorf("--start: %s: %w", path, err)
	}
	start = start.From(at.Mul(-1))
	if err := s.Model.ValidateState(start); err != nil {
		return fmt.Errorf("--start: %s: %w", path, err)
	}
	if err := withinFloat32(start); err != nil {
		return fmt.Errorf("--start: %s: %w", path, err)
	}
	s.Start = start
	return nil
}

// withinFloat32 returns an error for a state beyond float32, in which states are written and
// drawn.
func withinFloat32(s *model.State) error {
	for i := range s.Position {
		for _, of := range []struct {
			what, unit string
			v          model.Vec3
		}{{"position", "m", s.Position[i]}, {"velocity", "m/s", s.Velocity[i]}} {
			if max(math.Abs(of.v[0]), math.Abs(of.v[1]), math.Abs(of.v[2])) > math.MaxFloat32 {
				return fmt.Errorf("mass %d: the %s %.4g %s is beyond float32, in which states are written; give positions and velocities below 3.4e38", i, of.what, of.v, of.unit)
			}
		}
	}
	return nil
}

// turnedOf copies the orientations and angular velocities of segments of rods, if the file
// has them; else segments start as at rest.
func turnedOf(arrays []npy.Array, start *model.State) error {
	n := len(start.Orientation)
	if !slices.ContainsFunc(arrays, func(a npy.Array) bool { return a.Name == "orientation" || a.Name == "angular_velocity" }) {
		return nil
	}
	found := false
	for _, a := range arrays {
		if a.Name != "orientation" {
			continue
		}
		number, known := numbersOf(a)
		if !known || len(a.Shape) != 2 || a.Shape[0] != n || a.Shape[1] != 4 {
			return fmt.Errorf("array %q has the shape %v; the structure has %d segments of rods: give a file of the same structure", a.Name, a.Shape, n)
		}
		for i := range start.Orientation {
			q := mgl64.Quat{W: number(4 * i), V: model.Vec3{number(4*i + 1), number(4*i + 2), number(4*i + 3)}}
			start.Orientation[i] = rod.Unit(q)
		}
		found = true
	}
	if !found {
		return fmt.Errorf("there is an array %q and none %q of float32 or float64; give a final.npz that run wrote", "angular_velocity", "orientation")
	}
	return vectorsOf(arrays, "angular_velocity", "segments of rods", start.AngularVelocity)
}

// changedOf sets the changes of springs that tear, yield or creep to those of the file, if it has
// them. changes are those of unchanged springs.
func changedOf(arrays []npy.Array, changes []inelastic.Change, start *model.State) error {
	if !slices.ContainsFunc(arrays, func(a npy.Array) bool { return a.Name == inelastic.Names()[0] }) {
		return nil
	}
	start.Changes = changes
	flat := inelastic.Numbers(start.Changes)
	for k, name := range inelastic.Names() {
		for _, a := range arrays {
			if a.Name != name || len(flat) == 0 {
				continue
			}
			number, known := numbersOf(a)
			if !known || len(a.Shape) != 1 || a.Shape[0] != len(start.Changes) {
				return fmt.Errorf("array %q has the shape %v; the structure has %d springs: give a file of the same structure", name, a.Shape, len(start.Changes))
			}
			for s := range start.Changes {
				flat[inelastic.PerChange*s+k] = number(s)
			}
		}
	}
	inelastic.SetNumbers(start.Changes, flat)
	return nil
}

// numbersOf reads the numbers of an array of float32 or float64; false for others.
func numbersOf(a npy.Array) (number func(i int) float64, known bool) {
	switch numbers := a.Data.(type) {
	case []float32:
		return func(i int) float64 { return float64(numbers[i]) }, true
	case []float64:
		return func(i int) float64 { return numbers[i] }, true
	}
	return nil, false
}

// vectorsOf copies the named array into a slice of vectors; an array of another length
// is an error.
func vectorsOf(arrays []npy.Array, name, of string, into []model.Vec3) error {
	for _, a := range arrays {
		if a.Name != name {
			continue
		}
		number, known := numbersOf(a)
		if !known {
			continue
		}
		if len(a.Shape) != 2 || a.Shape[0] != len(into) || a.Shape[1] != 3 {
			return fmt.Errorf("array %q has the shape %v; the structure has %d %s: give a file of the same structure", name, a.Shape, len(into), of)
		}
		for i := range into {
			into[i] = model.Vec3{number(3 * i), number(3*i + 1), number(3*i + 2)}
		}
		return nil
	}
	return fmt.Errorf("there is no array %q of float32 or float64; give a final.npz that run or relax wrote", name)
}

// originOf returns the point to which positions of a file are relative [m]; zero if it names
// none.
func originOf(arrays []npy.Array) (at model.Vec3, err error) {
	for _, a := range arrays {
		if a.Name != "origin" {
			continue
		}
		data, ok := a.Data.([]float64)
		if !ok || len(data) != 3 || len(a.Shape) != 1 {
			return at, fmt.Errorf("array \"origin\" is %T of shape %v; it must be float64 of shape [3]", a.Data, a.Shape)
		}
		return model.Vec3(data), nil
	}
	return at, nil
}
