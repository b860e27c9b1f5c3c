package surface

import (
	"fmt"

	"hooke/mesh"
)

// gltfElements turns a primitive's corners into polygons and lines.
type gltfElements struct {
	surface  *mesh.Surface
	vertices gltfVertexRun
	indices  []uint32 // nil where the corners are all vertices in order
	mirrored bool     // a reflection placed the mesh, so that its polygons must be turned over
}

// add reads count corners in the way that mode says.
func (e *gltfElements) add(mode, count int) error {
	switch mode {
	case gltfLines:
		if count%2 != 0 {
			return fmt.Errorf("%d indices do not make pairs", count)
		}
		for i := 0; i < count; i += 2 {
			if err := e.line(i, i+1); err != nil {
				return err
			}
		}
	case gltfLineStrip, gltfLineLoop:
		for i := 1; i < count; i++ {
			if err := e.line(i-1, i); err != nil {
				return err
			}
		}
		if mode == gltfLineLoop && count > 2 {
			return e.line(count-1, 0)
		}
	case gltfTriangles:
		if count%3 != 0 {
			return fmt.Errorf("%d indices do not make triangles", count)
		}
		for i := 0; i < count; i += 3 {
			if err := e.triangle(i, i+1, i+2); err != nil {
				return err
			}
		}
	case gltfTriangleStrip:
		for i := 2; i < count; i++ {
			if err := e.triangle(i-2, i-1+i%2, i-i%2); err != nil {
				return err
			}
		}
	case gltfTriangleFan:
		for i := 2; i < count; i++ {
			if err := e.triangle(i-1, i, 0); err != nil {
				return err
			}
		}
	}
	return nil
}

func (e *gltfElements) triangle(i, j, k int) error {
	if e.mirrored {
		j, k = k, j
	}
	var t [3]uint32
	for c, at := range [3]int{i, j, k} {
		var err error
		if t[c], err = e.vertex(at); err != nil {
			return err
		}
	}
	return e.surface.AddPolygon(t[:], false)
}

func (e *gltfElements) line(i, j int) error {
	a, err := e.vertex(i)
	if err != nil {
		return err
	}
	b, err := e.vertex(j)
	if err != nil {
		return err
	}
	if a == b {
		e.surface.Degenerate++
		return nil
	}
	e.surface.Lines = append(e.surface.Lines, [2]uint32{a, b})
	return nil
}

// vertex returns the surface's number of corner i.
func (e *gltfElements) vertex(i int) (uint32, error) {
	index := uint32(i)
	if e.indices != nil {
		index = e.indices[i]
	}
	if index >= e.vertices.count {
		return 0, fmt.Errorf("index %d: vertex %d does not exist; there are %d", i, index, e.vertices.count)
	}
	return e.vertices.first + index, nil
}
