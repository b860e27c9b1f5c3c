package mesh

import (
	"bytes"
	"fmt"
	"math"
	"path"
	"strconv"
)

// Voxels says how the voxels that became masses are actuated: the rest length of
// voxel i swings by Amplitude[i] of itself, as sin(2π Frequency t + Phase[i]).
// 16 bytes per mass.
type Voxels struct {
	Size      float64 // of a voxel's edges [m]
	Frequency float64 // [Hz], 0: nothing is actuated
	Amplitude []float64
	Phase     []float64 // [rad]
}

// readVoxCAD reads a voxel robot of VoxCAD or voxcraft-sim, .vxa, or .vxd with the
// base.vxa beside it that it completes. Every voxel becomes a mass at its center,
// joined to its up to 26 neighbors: the lattice with 13 springs per mass. All
// springs of a voxel of modulus E and edge h have k = E h/2.7, with which the lattice
// has the modulus E along its axes (see FillSpec); between two materials E is their
// harmonic mean, two halves one behind the other. Mass is density · h³. Damping is
// BondDampingZ, as a ratio, where it is given. Actuation is kept in File.Voxels,
// and given to the springs as actuators.
// Format: VoxCAD's and voxcraft-sim's wiki, compressions ASCII_READABLE, BASE64 and ZLIB.
func readVoxCAD(in *source) (*File, error) {
	v := &voxcad{}
	if in.extension() == ".vxd" {
		side, err := in.sidecar(path.Join(path.Dir(in.base), "base.vxa"))
		if err != nil {
			return nil, err
		}
		err = v.read(side)
		side.Close() // only read from
		if err != nil {
			return nil, err
		}
	}
	if err := v.read(in); err != nil {
		return nil, err
	}
	f, err := v.build(in.name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", in.name, err)
	}
	return f, nil
}

// voxcad is a robot on its way in.
type voxcad struct {
	size      float64 // of a voxel [m]
	materials []voxMaterial
	counts    [3]int // voxels along x, y, z

	// By voxel, x fastest. Phase is nil where there is none.
	data  []byte
	phase []float64 // in periods

	damping      float64 // ratio
	thermal      bool    // temperature acts
	varies       bool    // and swings
	tempAmp      float64 // [K]
	period       float64 // [s]
	compression  string  // of layers of data
	packed       int     // bytes of layers of data as they are in the file
	layers       int     // of data
	phaseLayers  int
	hasStructure bool
}

// voxMaterial is one entry of the palette.
type voxMaterial struct {
	id                              int
	name                            string
	modulus, density, expand, phase float64 // E [Pa], [kg/m³], strain per kelvin, periods
	fixed                           bool
}

// Limits of voxel files.
const (
	maxVoxMaterials = 200
	maxLayer        = 1 << 28 // bytes of one layer
)

// read takes one file; what a second one has replaces what the first had.
func (v *voxcad) read(in *source) error {
	x := newXMLScan(in)
	for x.err == nil {
		tag, ok := x.next()
		if !ok {
			break
		}
		if !tag.end {
			v.element(x, tag)
		}
	}
	return x.err
}

// element takes what the element that was opened says.
func (v *voxcad) element(x *xmlScan, tag xmlTag) {
	switch tag.name {
	case "Lattice_Dim":
		v.size = voxNumber(x, tag)
	case "X_Dim_Adj", "Y_Dim_Adj", "Z_Dim_Adj":
		if value := voxNumber(x, tag); x.err == nil && value != 1 {
			x.fault("<%s> is %g; only cubic voxels, 1, are read", tag.name, value)
		}
	case "BondDampingZ":
		v.damping = voxNumber(x, tag)
	case "TempEnabled":
		v.thermal = voxNumber(x, tag) != 0
	case "VaryTempEnabled":
		v.varies = voxNumber(x, tag) != 0
	case "TempAmp", "TempAmplitude":
		v.tempAmp = voxNumber(x, tag)
	case "TempPeriod":
		v.period = voxNumber(x, tag)
	case "Palette":
		v.materials = nil
	case "Material":
		v.beginMaterial(x, tag)
	case "Structure":
		v.beginStructure(x, tag)
	case "X_Voxels", "Y_Voxels", "Z_Voxels":
		v.counts[tag.name[0]-'X'] = x.checkCount(int64(voxNumber(x, tag)), tag.name)
	case "Layer":
		if within(x, "Data") {
			v.dataLayer(x)
		} else if within(x, "PhaseOffset") {
			v.phaseLayer(x)
		}
	default:
		v.materialElement(x, tag)
	}
}

// materialElement takes what an element says of the last material; outside a palette it
// means nothing.
func (v *voxcad) materialElement(x *xmlScan, tag xmlTag) {
	material := &voxMaterial{}
	if len(v.materials) > 0 && within(x, "Material") {
		material = &v.materials[len(v.materials)-1]
	}
	switch tag.name {
	case "Name":
		material.name = x.text(maxTextWord)
	case "Elastic_Mod":
		material.modulus = voxNumber(x, tag)
	case "Density":
		material.density = voxNumber(x, tag)
	case "CTE":
		material.expand = voxNumber(x, tag)
	case "MaterialTempPhase":
		material.phase = voxNumber(x, tag)
	case "Fixed":
		material.fixed = voxNumber(x, tag) != 0
	}
}

// voxNumber is the text of an element as a finite number.
func voxNumber(x *xmlScan, tag xmlTag) float64 {
	text := x.text(maxTextWord)
	value, err := strconv.ParseFloat(text, 64)
	if x.err == nil && (err != nil || math.IsNaN(value) || math.IsInf(value, 0)) {
		x.fault("<%.40s> is %.40q; it must be a finite number", tag.name, text)
	}
	return value
}

// within says whether the place is inside an element of that name.
func within(x *xmlScan, name string) bool {
	for _, open := range x.open {
		if open == name {
			return true
		}
	}
	return false
}

func (v *voxcad) beginMaterial(x *xmlScan, tag xmlTag) {
	id, err := strconv.Atoi(tag.get("ID"))
	if err != nil || id < 0 || id >= maxVoxMaterials || len(v.materials) == maxVoxMaterials {
		x.fault("<Material> with the ID %.40q; it must be from 0 to %d", tag.get("ID"), maxVoxMaterials-1)
		return
	}
	v.materials = append(v.materials, voxMaterial{id: id, name: fmt.Sprintf("material %d", id)})
}

// looksLikeVoxCAD recognizes the outermost element of a robot.
func looksLikeVoxCAD(head []byte, _ int64) bool {
	return bytes.Contains(head, []byte("<VXA")) || bytes.Contains(head, []byte("<VXD")) || bytes.Contains(head, []byte("<VXC"))
}
