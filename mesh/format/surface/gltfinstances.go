package surface

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl64"

	"hooke/mesh/scan"
)

// gltfInstancing places many copies of the mesh of a node, each by a row of every
// attribute. Format: the extension EXT_mesh_gpu_instancing.
type gltfInstancing struct {
	Attributes struct {
		Translation *int `json:"TRANSLATION"`
		Rotation    *int `json:"ROTATION"`
		Scale       *int `json:"SCALE"`
	} `json:"attributes"`
}

// instances adds the copies of a node's mesh, each placed by its own translation,
// rotation and scale, and then as the node is. An attribute that is not given moves
// nothing; without any there is one copy.
func (b *gltfBuilder) instances(node *gltfNode, place mgl64.Mat4) error {
	var parts []gltfInstancePart
	given := node.Extensions.Instancing.Attributes
	for _, part := range []struct {
		name       string
		accessor   *int
		components int
		apply      func(v [4]float64) mgl64.Mat4
	}{
		{"TRANSLATION", given.Translation, 3, func(v [4]float64) mgl64.Mat4 { return mgl64.Translate3D(v[0], v[1], v[2]) }},
		{"ROTATION", given.Rotation, 4, func(v [4]float64) mgl64.Mat4 { return gltfTurn(v[:]) }},
		{"SCALE", given.Scale, 3, func(v [4]float64) mgl64.Mat4 { return mgl64.Scale3D(v[0], v[1], v[2]) }},
	} {
		if part.accessor == nil {
			continue
		}
		rows, err := b.data.instanceRows(*part.accessor, part.components)
		if err != nil {
			return fmt.Errorf("instances: %s: accessor %d: %w", part.name, *part.accessor, err)
		}
		if len(parts) > 0 && len(rows) != len(parts[0].rows) {
			return fmt.Errorf("instances: %s has %d rows, and others %d", part.name, len(rows), len(parts[0].rows))
		}
		parts = append(parts, gltfInstancePart{rows, part.apply})
	}
	if len(parts) == 0 {
		return b.mesh(*node.Mesh, node.Name, place)
	}
	for i := range parts[0].rows {
		one := place
		for _, part := range parts {
			one = one.Mul4(part.apply(part.rows[i]))
		}
		// A mesh without vertices takes time, too.
		if err := b.data.work(1); err != nil {
			return err
		}
		if err := b.mesh(*node.Mesh, node.Name, one); err != nil {
			return fmt.Errorf("instance %d: %w", i, err)
		}
	}
	return nil
}

// gltfInstancePart is one attribute of all instances.
type gltfInstancePart struct {
	rows  [][4]float64
	apply func(v [4]float64) mgl64.Mat4
}

// instanceRows reads an attribute of instances, with the sparse rows put in.
func (d *gltfData) instanceRows(index, components int) ([][4]float64, error) {
	a, err := d.accessor(index)
	if err != nil {
		return nil, err
	}
	if want := fmt.Sprintf("VEC%d", components); a.Type != want || a.ComponentType == gltfUint {
		return nil, fmt.Errorf("type %s of component type %d; it is %s of float, byte or short", scan.Quoted([]byte(a.Type)), a.ComponentType, want)
	}
	if err := d.work(a.Count); err != nil {
		return nil, err
	}
	dense, where, what, err := d.columns(a, components, true)
	if err != nil {
		return nil, err
	}
	list := make([][4]float64, a.Count)
	read := func(from gltfColumn, row, to int64) {
		for c := range components {
			list[to][c] = from.real(row, c, a.Normalized)
		}
	}
	for i := range dense.count {
		read(dense, i, i)
	}
	for i := range where.count {
		at := int64(where.integer(i))
		if at >= a.Count {
			return nil, fmt.Errorf("sparse index %d is out of range", at)
		}
		read(what, i, at)
	}
	return list, nil
}
