package cli

import (
	"fmt"

	"hooke/model"
	"hooke/npy"
	"hooke/scene"
)

// startFrom makes a scene start from the positions and velocities of a
// final.npz, at step 0; an empty path leaves it alone.
func startFrom(s *scene.Scene, path string) error {
	if path == "" {
		return nil
	}
	arrays, err := npy.ReadArchive(path)
	if err != nil {
		return fmt.Errorf("--start: %w", err)
	}
	start := s.Model.Start()
	for name, into := range map[string][]model.Vec3{"positions": start.Position, "velocities": start.Velocity} {
		if err := vectorsOf(arrays, name, into); err != nil {
			return fmt.Errorf("--start: %s: %w", path, err)
		}
	}
	if err := s.Model.ValidateState(start); err != nil {
		return fmt.Errorf("--start: %s: %w", path, err)
	}
	s.Start = start
	return nil
}

// vectorsOf copies the named array of vectors, which must be as many.
func vectorsOf(arrays []npy.Array, name string, into []model.Vec3) error {
	for _, a := range arrays {
		numbers, ok := a.Data.([]float32)
		if a.Name != name || !ok {
			continue
		}
		if len(a.Shape) != 2 || a.Shape[0] != len(into) || a.Shape[1] != 3 {
			return fmt.Errorf("array %q has the shape %v; the structure has %d masses: give a file of the same structure", name, a.Shape, len(into))
		}
		for i := range into {
			into[i] = model.Vec3{float64(numbers[3*i]), float64(numbers[3*i+1]), float64(numbers[3*i+2])}
		}
		return nil
	}
	return fmt.Errorf("there is no array %q of float32; give a final.npz that run or relax wrote", name)
}
