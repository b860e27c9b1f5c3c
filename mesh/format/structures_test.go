package format

import (
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hooke/mesh"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// Both NPZ files, plain and compressed with other types and orders, give the same
// structure.
func TestNPZStructures(t *testing.T) {
	for _, file := range []string{"cube.npz", "cube-compressed.npz"} {
		f, err := Read(filepath.Join(volumeFolder, file))
		if err != nil {
			t.Error(err)
			continue
		}
		m := f.Structure
		// A cube of 24 tetrahedra has 12 edges, 4 half diagonals on each of 6
		// faces, and 14 springs to its center.
		if m.MassCount() != 15 || m.SpringCount() != 12+24+14 || len(m.Materials) != 6 {
			t.Errorf("%s: %d masses, %d springs, %d materials, want 15, 50, 6", file, m.MassCount(), m.SpringCount(), len(m.Materials))
		}
		for i, p := range m.RestPosition {
			if p.Sub(modeltest.DicedVertices()[i]).Len() > 1e-15 || m.Mass[i] != 0.25 || f.Velocity[i] != (model.Vec3{0, 0, 2}) {
				t.Errorf("%s: mass %d is %g kg at %v with %v", file, i, m.Mass[i], p, f.Velocity[i])
			}
			want := model.Pin(0)
			if i < 4 || i == 8 { // the lowest face
				want = model.PinAll
			}
			must.Be(t, m.PinOf(i), want, "%s: pin of mass %d", file, i)
		}
		for s, ends := range m.Ends {
			material := m.Materials[m.MaterialOf[s]]
			length := m.RestPosition[ends[0]].Sub(m.RestPosition[ends[1]]).Len()
			if material.Stiffness != 100+float64(s%5) || material.Damping != 0.5 || math.Abs(m.RestLength[s]-length) > 1e-15 {
				t.Errorf("%s: spring %d has %v and %g m, want k = %d, c = 0.5 and %g m", file, s, material, m.RestLength[s], 100+s%5, length)
			}
		}
		if notes := strings.Join(f.Notes, ";"); strings.Contains(notes, `"note"`) != (file == "cube.npz") {
			t.Errorf("%s: notes are %q", file, notes)
		}
	}
}

// Positions and ends alone are a mesh of lines.
func TestNPZLines(t *testing.T) {
	f := must.Get(Read(filepath.Join(volumeFolder, "lines.npz")))(t)
	checkVertices(t, f, modeltest.DicedVertices())
	must.Hold(t, len(f.Surface.Lines) == 50 && f.Structure == nil, "%d lines, want 50", len(f.Surface.Lines))
}

const lammpsChain = `LAMMPS data file: a triangle in a periodic box

3 atoms
3 bonds
1 atom types
2 bond types
0 10 xlo xhi
0 10 ylo yhi
0 10 zlo zhi

Masses

1 0.5

Bond Coeffs # harmonic

1 50 1.5
2 25 1

Atoms # bond

7 1 1 9.5 5 5 0 0 0
3 1 1 0.5 5 5 1 0 0
5 1 1 9.5 6 5 0 0 0

Velocities

3 1 2 3
5 0 0 0
7 0 0 -1

Bonds

1 1 7 3
2 2 7 5
3 1 5 3
`

// k is 2K, images are unwrapped, ids are looked up.
func TestLAMMPS(t *testing.T) {
	f := must.Get(readText(t, lammpsChain, "chain.data"))(t)
	m := f.Structure
	wantAt := []model.Vec3{{9.5, 5, 5}, {10.5, 5, 5}, {9.5, 6, 5}}
	wantV := []model.Vec3{{0, 0, -1}, {1, 2, 3}, {}}
	if !slices.Equal(m.RestPosition, wantAt) || !slices.Equal(f.Velocity, wantV) {
		t.Errorf("positions %v, velocities %v; want %v, %v", m.RestPosition, f.Velocity, wantAt, wantV)
	}
	must.BeAll(t, m.Ends, []model.Ends{{0, 1}, {0, 2}, {2, 1}}, "ends")
	if m.Materials[1].Stiffness != 100 || m.Materials[2].Stiffness != 50 || !slices.Equal(m.RestLength, []float64{1.5, 1, 1.5}) || m.Mass[0] != 0.5 {
		t.Errorf("materials %v, rest lengths %v, masses %v", m.Materials, m.RestLength, m.Mass)
	}
	if notes := strings.Join(f.Notes, ";"); !strings.Contains(notes, "unwrapped") || !strings.Contains(notes, "SI") {
		t.Errorf("notes are %q", notes)
	}
}

// Every atom style, with and without its name and image flags.
func TestLAMMPSStyles(t *testing.T) {
	for _, c := range []struct{ comment, before string }{
		{"# bond", "4 1 "}, {"", "4 1 "}, {"# molecular", "4 1 "}, {"# angle", "4 1 "}, {"# full", "4 1 -0.5 "}, {"", "4 1 -0.5 "},
		{"# atomic", "1 "}, {"", "1 "}, {"# charge", "1 -0.5 "},
	} {
		for _, images := range []string{"", " 0 0 0"} {
			text := "title\n2 atoms\n1 bonds\n1 atom types\n1 bond types\n\nMasses\n\n1 2\n\nAtoms " + c.comment + "\n\n" +
				"1 " + c.before + "1 2 3" + images + "\n2 " + c.before + "2 2 3" + images + "\n\nBonds\n\n1 1 1 2\n"
			f, err := readText(t, text, "x.lmp")
			if err != nil {
				t.Errorf("%q%q: %v", c.comment, images, err)
				continue
			}
			if p := f.Structure.RestPosition; p[0] != (model.Vec3{1, 2, 3}) || p[1] != (model.Vec3{2, 2, 3}) {
				t.Errorf("%q%q: positions %v", c.comment, images, p)
			}
		}
	}
}

// A free structure that fills its box is no periodic one, and a bond across it is.
func TestLAMMPSBoxes(t *testing.T) {
	box := func(coeffs string, x float64) string {
		return strings.NewReplacer("COEFFS", coeffs, "X", map[bool]string{true: "9.5", false: "10"}[x < 10]).Replace(
			"t\n2 atoms\n1 bonds\n1 atom types\n1 bond types\n0 10 xlo xhi\n0 10 ylo yhi\n0 10 zlo zhi\n\nMasses\n\n1 2\n\nCOEFFS" +
				"Atoms # bond\n\n1 1 1 0 5 5\n2 1 1 X 5 5\n\nBonds\n\n1 1 1 2\n")
	}
	for _, c := range []struct {
		coeffs string
		x      float64
		want   string
	}{
		{"Bond Coeffs\n\n1 1 10\n\n", 10, ""},
		{"", 10, ""},
		{"Bond Coeffs\n\n1 1 9.5\n\n", 9.5, ""},
		{"Bond Coeffs\n\n1 1 0.5\n\n", 9.5, "across the periodic box"},
		{"", 9.5, "across the periodic box"},
	} {
		_, err := readText(t, box(c.coeffs, c.x), "x.data")
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q at %g: %v, want %q", c.coeffs, c.x, err, c.want)
		}
	}
}

const vxaRobot = `<?xml version="1.0" encoding="ISO-8859-1"?>
<VXA Version="1.1">
<Simulator><Damping><BondDampingZ>1</BondDampingZ></Damping></Simulator>
<Environment><Thermal><TempEnabled>1</TempEnabled><TempAmp>39</TempAmp><VaryTempEnabled>1</VaryTempEnabled><TempPeriod>0.25</TempPeriod></Thermal></Environment>
<VXC Version="0.93">
<Lattice><Lattice_Dim>0.01</Lattice_Dim><X_Dim_Adj>1</X_Dim_Adj></Lattice>
<Palette>
<Material ID="1"><Name>Passive</Name><Mechanical><Elastic_Mod>1e6</Elastic_Mod><Density>1000</Density><CTE>0</CTE></Mechanical></Material>
<Material ID="2"><Name>Active</Name><Mechanical><Elastic_Mod>3e6</Elastic_Mod><Density>2000</Density><CTE>0.01</CTE></Mechanical></Material>
</Palette>
<Structure Compression="ASCII_READABLE"><X_Voxels>3</X_Voxels><Y_Voxels>2</Y_Voxels><Z_Voxels>2</Z_Voxels>
<Data><Layer><![CDATA[110020]]></Layer><Layer><![CDATA[000020]]></Layer></Data>
<PhaseOffset><Layer><![CDATA[0.1,0.2,0,0,0.25,0,]]></Layer><Layer>0,0,0,0,-0.5,0</Layer></PhaseOffset>
</Structure></VXC></VXA>`

// Voxels become masses at their centers; stiffness and mass follow from material and size.
func TestVoxCAD(t *testing.T) {
	f := must.Get(readText(t, vxaRobot, "robot.vxa"))(t)
	m := f.Structure
	want := []model.Vec3{{0.005, 0.005, 0.005}, {0.015, 0.005, 0.005}, {0.015, 0.015, 0.005}, {0.015, 0.015, 0.015}}
	for i, p := range m.RestPosition {
		must.Hold(t, p.Sub(want[i]).Len() <= 1e-15, "mass %d is at %v, want %v", i, p, want[i])
	}
	// 0-1, 0-2, 1-2, 0-3, 1-3, 2-3: all are neighbors, across faces, edges and corners.
	if len(want) != m.MassCount() || m.SpringCount() != 6 {
		t.Fatalf("%d masses, %d springs; want 4, 6", m.MassCount(), m.SpringCount())
	}
	kPassive, kMixed, kActive := 1e6*0.01/2.7, 1.5e6*0.01/2.7, 3e6*0.01/2.7
	for s, ends := range m.Ends {
		k, massA, massB := kMixed, 1e-3, 2e-3
		switch {
		case ends[1] < 2:
			k, massB = kPassive, 1e-3
		case ends[0] >= 2:
			k, massA = kActive, 2e-3
		}
		got := m.Materials[m.MaterialOf[s]]
		c := 2 * math.Sqrt(k*massA*massB/(massA+massB)) // critical
		if math.Abs(got.Stiffness/k-1) > 1e-12 || math.Abs(got.Damping/c-1) > 1e-12 {
			t.Errorf("spring %v: %v, want k = %g, c = %g", ends, got, k, c)
		}
	}
	v := f.Voxels
	if v.Frequency != 4 || v.Size != 0.01 || !slices.Equal(v.Amplitude, []float64{0, 0, 0.39, 0.39}) {
		t.Errorf("frequency %g, amplitudes %v; want 4, 0 0 0.39 0.39", v.Frequency, v.Amplitude)
	}
	for i, periods := range []float64{0.1, 0.2, 0.25, -0.5} {
		must.Hold(t, math.Abs(v.Phase[i]-2*math.Pi*periods) <= 1e-15, "phase %d is %g, want %g periods", i, v.Phase[i], periods)
	}
	// Springs swing by the mean of their voxels: those of two passive ones not at all,
	// mixed ones half as much, and the one between the active ones by the sum of a sine at
	// a quarter and one at half a period: 0.39/√2 at three eighths.
	for s, ends := range m.Ends {
		amplitude, phase := 0.0, 0.0
		if n := m.ActuatorOf[s]; n > 0 {
			amplitude, phase = f.Actuators[n-1].Amplitude, f.Actuators[n-1].Phase/(2*math.Pi)
		}
		wantAmplitude, wantPhase := 0.0, 0.0
		switch {
		case ends == model.Ends{2, 3}:
			wantAmplitude, wantPhase = 0.39/math.Sqrt2, 0.375
		case ends[1] == 2:
			wantAmplitude, wantPhase = 0.195, 0.25
		case ends[1] == 3:
			wantAmplitude, wantPhase = 0.195, 0.5
		}
		turns := math.Remainder(phase-wantPhase, 1)
		if math.Abs(amplitude-wantAmplitude) > 1e-6 || math.Abs(turns) > 1e-6 {
			t.Errorf("spring %v swings by %g at %g periods, want %g at %g", ends, amplitude, phase, wantAmplitude, wantPhase)
		}
	}
	if g, ok := m.Group("Active"); !ok || !slices.Equal(g.Masses, []uint32{2, 3}) {
		t.Errorf("group Active is %v", g)
	}
}

// readText reads a file that is given as text, under a name.
func readText(t *testing.T, text, name string) (*mesh.File, error) {
	t.Helper()
	return ReadOptions{}.ReadStream(strings.NewReader(text), int64(len(text)), name)
}
