package structure

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"hooke/mesh"
	"hooke/mesh/emit"
	"hooke/model"
)

// voxelKind is an entry of the palette.
type voxelKind struct {
	modulus, density, amplitude float64 // [Pa], [kg/m³], dimensionless
	fixed                       bool
}

// voxelKinds are the entries of the palette, and the entry of each mass.
type voxelKinds struct {
	*emit.Kinds[voxelKind]             // entries with numbers of six digits, which tell voxels apart
	exact                  []voxelKind // exact numbers of the first voxel of each entry
}

// maxVoxelKinds is the number of kinds that one digit can name.
const maxVoxelKinds = 9

// WriteVoxCAD writes a voxel robot for VoxCAD and voxcraft-sim, which hooke also reads. The
// masses of the structure must lie on a cubic lattice, with springs from each to all of its
// up to 26 neighbors. WriteVoxCAD returns an error that says why for a structure that is not
// regular, has more than 9 kinds of voxels, or is pinned along single axes. It leaves out
// where the robot stands: the box begins at 0. Numbers of materials have twelve digits.
// Format: VoxCAD's and voxcraft-sim's wiki, compression ASCII_READABLE.
func WriteVoxCAD(w io.Writer, f *mesh.File) error {
	m, motion := f.Structure, f.Voxels
	if motion == nil {
		motion = &mesh.Voxels{} // voxels that do not move
	}
	for i, kg := range m.Mass {
		if pin := m.PinOf(i); pin != 0 && pin != model.PinAll {
			return fmt.Errorf("export: mass %d is pinned along some axes; a voxel is fixed or free: write NPZ", i)
		}
		if kg <= 0 {
			return fmt.Errorf("export: mass %d has 0 kg, and voxels have a density; give it a mass", i)
		}
	}
	g, err := newVoxelGrid(m)
	if err != nil {
		return err
	}
	kinds, err := g.kinds(m, motion)
	if err != nil {
		return err
	}
	out := emit.New(w)
	out.Text("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<VXA Version=\"1.1\">\n")
	out.Text("<Simulator><Damping><BondDampingZ>%s</BondDampingZ></Damping></Simulator>\n", voxcadDigits(g.damping, 12))
	out.Text("<Environment><Gravity><GravEnabled>1</GravEnabled><GravAcc>%g</GravAcc><FloorEnabled>1</FloorEnabled></Gravity>\n", model.EarthGravity()[2])
	if motion.Frequency > 0 {
		// CTE is the amplitude, since the temperature swings by 1 K.
		out.Text("<Thermal><TempEnabled>1</TempEnabled><TempAmp>1</TempAmp><TempBase>25</TempBase><VaryTempEnabled>1</VaryTempEnabled><TempPeriod>%s</TempPeriod></Thermal>\n",
			voxcadDigits(1/motion.Frequency, -1))
	}
	out.Text("</Environment>\n<VXC Version=\"0.94\">\n<Lattice><Lattice_Dim>%s</Lattice_Dim><X_Dim_Adj>1</X_Dim_Adj><Y_Dim_Adj>1</Y_Dim_Adj><Z_Dim_Adj>1</Z_Dim_Adj></Lattice>\n<Palette>\n", voxcadDigits(g.size, -1))
	for i, kind := range kinds.exact {
		kind.write(out, i+1, nameOfKind(m, kinds, int64(i)+1))
	}
	out.Text("</Palette>\n<Structure Compression=\"ASCII_READABLE\">\n<X_Voxels>%d</X_Voxels><Y_Voxels>%d</Y_Voxels><Z_Voxels>%d</Z_Voxels>\n", g.counts[0], g.counts[1], g.counts[2])
	g.layers(out, "Data", func(b []byte, mass uint32) []byte {
		if mass == 0 {
			return append(b, '0')
		}
		return append(b, '0'+byte(kinds.Of[mass-1]))
	})
	if motion.Frequency > 0 {
		g.layers(out, "PhaseOffset", func(b []byte, mass uint32) []byte {
			if mass == 0 {
				return append(b, "0,"...)
			}
			return append(strconv.AppendFloat(b, motion.Phase[mass-1]/(2*math.Pi), 'g', -1, 64), ',')
		})
	}
	out.Text("</Structure>\n</VXC>\n</VXA>\n")
	return out.Flush()
}

// kinds sorts the voxels into kinds of material.
func (g *voxelGrid) kinds(m *model.Model, motion *mesh.Voxels) (*voxelKinds, error) {
	if n := m.MassCount(); motion.Frequency > 0 && (len(motion.Amplitude) != n || len(motion.Phase) != n) {
		return nil, fmt.Errorf("export: the motion of %d and %d voxels, and %d masses", len(motion.Amplitude), len(motion.Phase), n)
	}
	kinds := &voxelKinds{Kinds: emit.NewKinds[voxelKind](maxVoxelKinds)}
	for i, kg := range m.Mass {
		kind := voxelKind{modulus: g.modulus[i], density: kg / (g.size * g.size * g.size), fixed: m.PinOf(i) != 0}
		if motion.Frequency > 0 {
			kind.amplitude = motion.Amplitude[i]
		}
		exact := kind
		for _, value := range []*float64{&kind.modulus, &kind.density, &kind.amplitude} {
			*value, _ = strconv.ParseFloat(voxcadDigits(*value, 6), 64) // the number as it is written
		}
		if kinds.Add(kind); len(kinds.exact) < len(kinds.All) {
			kinds.exact = append(kinds.exact, exact)
		}
		if len(kinds.All) > maxVoxelKinds {
			return nil, errors.New("export: more than 9 kinds of voxels (stiffness, density, amplitude, fixed or not); .vxa names them by one digit: write NPZ")
		}
	}
	return kinds, nil
}

// nameOfKind returns the name of the group that holds just the voxels of a kind, or a
// numbered name.
func nameOfKind(m *model.Model, kinds *voxelKinds, number int64) string {
	count := 0
	for _, of := range kinds.Of {
		if of == number {
			count++
		}
	}
	for _, group := range m.Groups {
		same := len(group.Masses) == count
		for i := 0; same && i < count; i++ {
			same = kinds.Of[group.Masses[i]] == number
		}
		if same {
			return group.Name
		}
	}
	return fmt.Sprintf("material %d", number)
}

// write writes an entry of the palette.
func (k voxelKind) write(out *emit.Writer, id int, name string) {
	escaped := strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(name)
	fixed := 0
	if k.fixed {
		fixed = 1
	}
	shade := voxcadDigits(float64(id)/maxVoxelKinds, 2)
	out.Text("<Material ID=\"%d\"><MatType>0</MatType><Name>%s</Name><Display><Red>%s</Red><Green>0.5</Green><Blue>0.5</Blue><Alpha>1</Alpha></Display>\n", id, escaped, shade)
	out.Text("<Mechanical><MatModel>0</MatModel><Elastic_Mod>%s</Elastic_Mod><Fail_Stress>0</Fail_Stress><Density>%s</Density><Poissons_Ratio>0.35</Poissons_Ratio><CTE>%s</CTE><uStatic>0.6</uStatic><uDynamic>0.5</uDynamic><Fixed>%d</Fixed></Mechanical></Material>\n",
		voxcadDigits(k.modulus, 12), voxcadDigits(k.density, 12), voxcadDigits(k.amplitude, 12), fixed)
}

// layers writes one value for every point, with an element for each layer.
func (g *voxelGrid) layers(out *emit.Writer, name string, add func(b []byte, mass uint32) []byte) {
	out.Text("<%s>\n", name)
	layer := g.counts[0] * g.counts[1]
	for z := range g.counts[2] {
		out.Text("<Layer><![CDATA[")
		for _, mass := range g.number[z*layer : (z+1)*layer] {
			_ = out.Put(func(b []byte) []byte { return add(b, mass) }) // an error stays until the flush
		}
		out.Text("]]></Layer>\n")
	}
	out.Text("</%s>\n", name)
}

// voxcadDigits writes a number with n voxcadDigits; −1 writes all voxcadDigits that it takes.
func voxcadDigits(x float64, n int) string { return strconv.FormatFloat(x, 'g', n, 64) }
