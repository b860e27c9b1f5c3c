package emit

import "hooke/mesh"

// HasLabels reports whether any element of a file has labels.
func HasLabels(f *mesh.File) bool {
	return f.VertexLabels != nil || f.LineLabels != nil || f.FaceLabels != nil || f.TetLabels != nil
}

// LabelAt returns the label of element i, 0 without labels.
func LabelAt(labels []int32, i int) int32 {
	if i < len(labels) {
		return labels[i]
	}
	return 0
}

// EachTriangle cuts every polygon into a fan around its first corner and calls do for
// each triangle. It returns the first error of do at once.
func EachTriangle(s *mesh.Surface, do func(a, b, c uint32) error) error {
	for i := range s.FaceCount() {
		f := s.Face(i)
		for c := 2; c < len(f); c++ {
			if err := do(f[0], f[c-1], f[c]); err != nil {
				return err
			}
		}
	}
	return nil
}

// EachCell calls do for vertices with a label, lines, polygons and tetrahedra, with their
// dimension, from 0. Beside tetrahedra, polygons are their surface, which readers find
// again, so that only polygons with a label are visited. EachCell returns the first error
// of do at once.
func EachCell(f *mesh.File, do func(dim int, corners []uint32, label int32) error) error {
	for i, label := range f.VertexLabels {
		if label == 0 {
			continue
		}
		if err := do(0, []uint32{uint32(i)}, label); err != nil {
			return err
		}
	}
	s := f.Surface
	for i := range s.Lines {
		if err := do(1, s.Lines[i][:], LabelAt(f.LineLabels, i)); err != nil {
			return err
		}
	}
	for i := range s.FaceCount() {
		label := LabelAt(f.FaceLabels, i)
		if len(f.Tets) > 0 && label == 0 {
			continue
		}
		if err := do(2, s.Face(i), label); err != nil {
			return err
		}
	}
	for i := range f.Tets {
		if err := do(3, f.Tets[i][:], LabelAt(f.TetLabels, i)); err != nil {
			return err
		}
	}
	return nil
}

// EachSimple returns EachCell with polygons of more than four corners cut into fans.
func EachSimple(f *mesh.File, do func(dim int, corners []uint32, label int32) error) error {
	return EachCell(f, func(dim int, corners []uint32, label int32) error {
		if dim != 2 || len(corners) <= 4 {
			return do(dim, corners, label)
		}
		for c := 2; c < len(corners); c++ {
			if err := do(dim, []uint32{corners[0], corners[c-1], corners[c]}, label); err != nil {
				return err
			}
		}
		return nil
	})
}
