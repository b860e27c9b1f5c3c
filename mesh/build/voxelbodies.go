package build

import "hooke/model"

// Bodies counts the parts of the robot that no spring joins, and the voxels of the largest.
func (r *VoxelRobot) Bodies() (count, largest int) {
	m := r.Model
	root := make([]uint32, m.MassCount())
	size := make([]int, len(root))
	for i := range root {
		root[i], size[i] = uint32(i), 1
	}
	find := func(i uint32) uint32 {
		for root[i] != i {
			root[i] = root[root[i]]
			i = root[i]
		}
		return i
	}
	count = len(root)
	for s, ends := range m.Ends {
		a, b := find(ends[0]), find(ends[1])
		if m.MaterialOf[s] == model.Removed || a == b {
			continue
		}
		if size[a] < size[b] {
			a, b = b, a
		}
		root[b], size[a] = a, size[a]+size[b]
		count--
	}
	for i, of := range root {
		if of == uint32(i) {
			largest = max(largest, size[i])
		}
	}
	return count, largest
}
