package grid

import (
	"encoding/binary"

	"hooke/files/hdf"
	"hooke/files/safefile"
	"hooke/mesh/format/vtk"
)

// arraysOf returns the arrays of a grid in the order of the file: constant arrays first.
func (t *gridTape) arraysOf(g *vtk.Grid) (all []tapeArray) {
	cells, shapes := g.Topology()
	corners := cells.Bytes / 4
	ends := safefile.Rows{Count: cells.Count + 1, Bytes: 8, Append: func(to []byte, first, last int) []byte {
		for i := first; i < last; i++ {
			to = binary.LittleEndian.AppendUint64(to, uint64(corners*i))
		}
		return to
	}}
	add := func(folder string, once, flat bool, a vtk.GridArray) {
		all = append(all, tapeArray{folder: folder, once: once, rows: a.Rows,
			Array: hdf.Array{Name: a.Name, Kind: hdf.Kind(a.Kind), Components: a.Components, Flat: flat, Rows: a.Rows.Count, Zlib: t.zlib}})
	}
	add("", true, true, vtk.GridArray{Kind: "Int32", Name: "Connectivity", Components: corners, Rows: cells})
	add("", true, false, vtk.GridArray{Kind: "Int64", Name: "Offsets", Components: 1, Rows: ends})
	add("", true, false, vtk.GridArray{Kind: "UInt8", Name: "Types", Components: 1, Rows: shapes})
	add("", false, false, g.Points)
	for _, a := range g.PointData {
		add("PointData", a.Constant, false, a)
	}
	for _, a := range g.CellData {
		add("CellData", a.Constant, false, a)
	}
	return all
}

// root describes the file: the group VTKHDF with the grid and its Steps, and the index.
func (t *gridTape) root() hdf.Group {
	frames := len(t.frames)
	stepped := func(stride int64) []int64 {
		out := make([]int64, frames)
		for k := range out {
			out[k] = int64(k) * stride
		}
		return out
	}
	ones := make([]int64, frames)
	var times []float64
	var numbers []int64
	for k, f := range t.frames {
		ones[k], times, numbers = 1, append(times, f.time), append(numbers, f.step)
	}
	grid := hdf.Group{Name: "VTKHDF", Texts: map[string]string{"Type": "UnstructuredGrid"}, Ints: map[string][]int64{"Version": {2, 1}}}
	steps := hdf.Group{Name: "Steps", Ints: map[string][]int64{"NSteps": {int64(frames)}}}
	folders := map[string]*hdf.Group{"": &grid}
	offsets := map[string]*hdf.Group{}
	for _, name := range []string{"PointData", "CellData"} {
		folders[name], offsets[name] = &hdf.Group{Name: name}, &hdf.Group{Name: name + "Offsets"}
	}
	for _, a := range t.arrays {
		folders[a.folder].Arrays = append(folders[a.folder].Arrays, a.Array)
		stride := a.Stride()
		if a.once {
			stride = 0
		}
		switch {
		case a.folder != "":
			offsets[a.folder].Lists = append(offsets[a.folder].Lists, hdf.List{Name: a.Name, Data: stepped(stride)})
		case a.Name == "Points":
			steps.Lists = append(steps.Lists, hdf.List{Name: "PointOffsets", Data: stepped(stride)})
		}
	}
	cells, _ := t.grid.Topology()
	grid.Lists = []hdf.List{{Name: "NumberOfPoints", Data: []int64{int64(t.grid.Count)}}, {Name: "NumberOfCells", Data: []int64{int64(cells.Count)}},
		{Name: "NumberOfConnectivityIds", Data: []int64{int64(cells.Count * cells.Bytes / 4)}}}
	steps.Lists = append(steps.Lists, hdf.List{Name: "Values", Data: times}, hdf.List{Name: "NumberOfParts", Data: ones}, hdf.List{Name: "PartOffsets", Data: stepped(0)},
		hdf.List{Name: "CellOffsets", Data: stepped(0)}, hdf.List{Name: "ConnectivityIdOffsets", Data: stepped(0)}, hdf.List{Name: "step", Data: numbers})
	steps.Groups = []hdf.Group{*offsets["PointData"], *offsets["CellData"]}
	grid.Groups = []hdf.Group{*folders["PointData"], *folders["CellData"], steps}
	return hdf.Group{Groups: []hdf.Group{grid}, Lists: []hdf.List{{Name: "hooke_index", Data: append(t.words, int64(len(t.words)+1))}}}
}

// close completes the file.
func (t *gridTape) close() error {
	description, superblock := hdf.Describe(t.root(), t.end, "hooke_index")
	_, err := t.data.Write(description)
	if err == nil {
		err = t.data.Patch(superblock, 0)
	}
	if err != nil {
		return err
	}
	if err := t.data.Commit(); err != nil {
		return err
	}
	return t.index.Remove()
}

// discard ends the writing.
func (t *gridTape) discard() {
	if t.data != nil {
		t.data.Discard()
	}
	if t.index != nil {
		t.index.Discard()
	}
}
