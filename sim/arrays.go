package sim

import (
	"context"
	"errors"

	"hooke/files/npy"
	"hooke/mesh/format/structure"
	"hooke/scene"
	"hooke/scene/open"
)

// OpenArrays makes a structure of arrays and puts it into an engine: masses and springs, or a mesh that becomes one.
// The arrays have the names, shapes and meanings that a structure has as an NPZ file, and are judged by its reader
// (structure.FromArrays); it only reads them: positions [n, 3] with ends [m, 2], masses, stiffness and more; or positions with triangles [k, 3] or
// tetrahedra [k, 4]. name is for people. The options are those that a mesh file takes, ground and gravity. Without
// ground nothing is under the structure.
func OpenArrays(name string, arrays []npy.Array, o Options) (*Sim, error) {
	if len(arrays) == 0 {
		return nil, Wrongf("there are no arrays; give at least positions and ends")
	}
	file, err := structure.FromArrays(name, arrays)
	if err != nil {
		return nil, Wrong(err)
	}
	file.Name, file.Format = name, "arrays"
	if file.Surface != nil {
		file.Surface.Name = name
	}
	o.Scene.Lone = true // as in OpenIn
	s, err := open.Mesh(file, name, o.Scene, func(s *scene.Scene) {
		if !o.Ground {
			s.Params.Contacts, s.ChosenContacts = nil, nil
		}
		if o.Gravity != nil {
			s.Params.Gravity = *o.Gravity
		}
	})
	if err != nil && !errors.Is(err, context.Canceled) {
		return nil, Wrong(err)
	} else if err != nil {
		return nil, err
	}
	for _, note := range s.Report.Notes {
		o.Listener.Notef("note: %s", note)
	}
	return in(s, o, "")
}
