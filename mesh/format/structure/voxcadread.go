package structure

import (
	"bytes"
	"fmt"
	"math"
	"path"
	"strconv"

	"hooke/mesh"
	"hooke/mesh/scan"
)

// ReadVoxCAD reads a voxel robot of VoxCAD or voxcraft-sim from a .vxa file, or from a .vxd file
// and the base.vxa beside it that it completes. Every voxel becomes a mass at its center
// with springs to its up to 26 neighbors: the lattice with 13 springs per mass. All springs
// of a voxel of modulus E and edge h have k = E h/2.7, with which the lattice has the
// modulus E along its axes (see FillSpec). Between two materials E is their harmonic mean,
// since two halves lie one behind the other. Mass is density · h³. Damping is BondDampingZ,
// as a ratio, where the file gives it. File.Voxels keeps the actuation, which the springs
// get as actuators. Errors name the file.
// Format: VoxCAD's and voxcraft-sim's wiki, compressions ASCII_READABLE, BASE64 and ZLIB.
func ReadVoxCAD(in *scan.Source) (*mesh.File, error) {
	v := &voxcad{}
	if in.Extension() == ".vxd" {
		side, err := in.Sidecar(path.Join(path.Dir(in.Base), "base.vxa"))
		if err != nil {
			return nil, err
		}
		err = v.read(side)
		side.Close() // the file is only read, so an error of closing changes nothing
		if err != nil {
			return nil, err
		}
	}
	if err := v.read(in); err != nil {
		return nil, err
	}
	f, err := v.build(in.Name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", in.Name, err)
	}
	return f, nil
}

// voxcad is the state of reading a robot.
type voxcad struct {
	size      float64 // edge of a voxel [m]
	materials []voxMaterial
	counts    [3]int // voxels along x, y, z

	// These arrays are indexed by voxel, x fastest. phase is nil if the file lacks phases.
	data  []byte
	phase []float64 // in periods

	damping      float64 // damping ratio
	thermal      bool    // temperature acts
	varies       bool    // the temperature swings
	tempAmp      float64 // amplitude of the temperature [K]
	period       float64 // period of the temperature [s]
	compression  string  // compression of the layers of data
	packed       int     // size of the layers of data in the file [bytes]
	layers       int     // number of layers of data
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

// These are the limits of voxel files.
const (
	maxVoxMaterials = 200
	maxLayer        = 1 << 28 // bytes of a layer
)

// read reads one file. Values of a second file replace those of the first.
func (v *voxcad) read(in *scan.Source) error {
	x := scan.NewXML(in)
	for x.Err == nil {
		tag, ok := x.Next()
		if !ok {
			break
		}
		if !tag.End {
			v.element(x, tag)
		}
	}
	return x.Err
}

// element reads the opened element.
func (v *voxcad) element(x *scan.XML, tag scan.Tag) {
	switch tag.Name {
	case "Lattice_Dim":
		v.size = voxNumber(x, tag)
	case "X_Dim_Adj", "Y_Dim_Adj", "Z_Dim_Adj":
		if value := voxNumber(x, tag); x.Err == nil && value != 1 {
			x.Fault("<%s> is %g; only cubic voxels, 1, are read", tag.Name, value)
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
		v.counts[tag.Name[0]-'X'] = x.CheckCount(int64(voxNumber(x, tag)), tag.Name)
	case "Layer":
		if voxcadWithin(x, "Data") {
			v.dataLayer(x)
		} else if voxcadWithin(x, "PhaseOffset") {
			v.phaseLayer(x)
		}
	default:
		v.materialElement(x, tag)
	}
}

// materialElement reads an element of the last material. Outside a palette the element means
// nothing.
func (v *voxcad) materialElement(x *scan.XML, tag scan.Tag) {
	material := &voxMaterial{}
	if len(v.materials) > 0 && voxcadWithin(x, "Material") {
		material = &v.materials[len(v.materials)-1]
	}
	switch tag.Name {
	case "Name":
		material.name = x.Text(scan.MaxTextWord)
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

// voxNumber returns the text of an element as a finite number.
func voxNumber(x *scan.XML, tag scan.Tag) float64 {
	text := x.Text(scan.MaxTextWord)
	value, err := strconv.ParseFloat(text, 64)
	if x.Err == nil && (err != nil || math.IsNaN(value) || math.IsInf(value, 0)) {
		x.Fault("<%.40s> is %.40q; it must be a finite number", tag.Name, text)
	}
	return value
}

// voxcadWithin reports whether the cursor is inside an element of that name.
func voxcadWithin(x *scan.XML, name string) bool {
	for _, open := range x.Open {
		if open == name {
			return true
		}
	}
	return false
}

func (v *voxcad) beginMaterial(x *scan.XML, tag scan.Tag) {
	id, err := strconv.Atoi(tag.Get("ID"))
	if err != nil || id < 0 || id >= maxVoxMaterials || len(v.materials) == maxVoxMaterials {
		x.Fault("<Material> with the ID %.40q; it must be from 0 to %d", tag.Get("ID"), maxVoxMaterials-1)
		return
	}
	v.materials = append(v.materials, voxMaterial{id: id, name: fmt.Sprintf("material %d", id)})
}

// recognizeVoxCAD reports whether a file has the outermost element of a robot.
func recognizeVoxCAD(head []byte, _ int64) bool {
	return bytes.Contains(head, []byte("<VXA")) || bytes.Contains(head, []byte("<VXD")) || bytes.Contains(head, []byte("<VXC"))
}
