package structure

import (
	"bytes"
	"compress/zlib"
	"encoding/base64"
	"fmt"
	"io"
	"strings"

	"hooke/mesh/scan"
)

// This file reads the voxels of a VoxCAD file, layer by layer.

// beginStructure drops the voxels of an earlier file, and reads how this one writes
// layers.
func (v *voxcad) beginStructure(x *scan.XML, tag scan.Tag) {
	v.compression = tag.Get("Compression")
	switch v.compression {
	case "":
		v.compression = "ASCII_READABLE"
	case "ASCII_READABLE", "BASE64", "ZLIB":
	default:
		x.Fault("voxels compressed as %.40q; save them as ASCII_READABLE", v.compression)
	}
	v.counts, v.data, v.phase, v.packed, v.layers, v.phaseLayers, v.hasStructure = [3]int{}, nil, nil, 0, 0, 0, true
}

// layerSize returns the number of voxels of a layer, and reports a fault where it cannot
// be.
func (v *voxcad) layerSize(x *scan.XML, layer int) int {
	size := int64(v.counts[0]) * int64(v.counts[1])
	if x.Err == nil && (size == 0 || size > maxLayer || layer >= v.counts[2]) {
		x.Fault("layer %d of %d × %d × %d voxels", layer+1, v.counts[0], v.counts[1], v.counts[2])
	}
	return int(size)
}

// dataLayer reads one byte per voxel: its material as a digit, or as a character that
// lies as far behind '0' as its number; 0 stands for no voxel.
func (v *voxcad) dataLayer(x *scan.XML) {
	size := v.layerSize(x, v.layers)
	text := []byte(x.Text(maxLayer))
	v.packed += len(text)
	if v.compression != "ASCII_READABLE" {
		text = v.unpacked(x, text, size)
	}
	if x.Err == nil && len(text) != size {
		x.Fault("layer %d has %d voxels; it should have %d × %d", v.layers+1, len(text), v.counts[0], v.counts[1])
		return
	}
	v.data = append(v.data, text...)
	v.layers++
}

// unpacked undoes base64, and zlib where the layers have it. It returns at most one byte
// more than size, with numbers of materials turned into characters.
func (v *voxcad) unpacked(x *scan.XML, text []byte, size int) []byte {
	if x.Err != nil {
		return nil
	}
	text = bytes.Map(func(r rune) rune {
		if r < 128 && scan.BlankSpace(byte(r)) {
			return -1
		}
		return r
	}, text)
	data := make([]byte, base64.StdEncoding.DecodedLen(len(text)))
	n, err := base64.StdEncoding.Decode(data, text)
	data = data[:n]
	if err == nil && v.compression == "ZLIB" {
		data, err = v.inflated(data, size)
	}
	if err != nil {
		x.Fault("layer %d: %w; save it as ASCII_READABLE", v.layers+1, err)
		return nil
	}
	for i, material := range data {
		if material >= maxVoxMaterials {
			x.Fault("layer %d has material %d; they go up to %d", v.layers+1, material, maxVoxMaterials-1)
			return nil
		}
		data[i] = '0' + material
	}
	return data
}

// inflated undoes zlib. It returns an error for layers that grow beyond the limits of
// gzip.
func (v *voxcad) inflated(data []byte, size int) ([]byte, error) {
	if len(v.data)+size > max(scan.GraceBytes, scan.MaxExpansion*v.packed) {
		return nil, fmt.Errorf("%d bytes of layers would grow more than %d times", v.packed, scan.MaxExpansion)
	}
	z, err := zlib.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("zlib: %w", err)
	}
	out, err := io.ReadAll(io.LimitReader(z, int64(size)+1))
	if err != nil {
		return nil, fmt.Errorf("zlib: %w", err)
	}
	return out, nil
}

// phaseLayer reads one number per voxel, with commas between the numbers.
func (v *voxcad) phaseLayer(x *scan.XML) {
	size := v.layerSize(x, v.phaseLayers)
	text := x.Text(maxLayer)
	count := 0
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ',' || r < 128 && scan.BlankSpace(byte(r)) }) {
		value, err := scan.ParseFloat([]byte(word))
		if err != nil {
			x.Fault("phase of layer %d: %w", v.phaseLayers+1, err)
			return
		}
		v.phase = append(v.phase, value)
		count++
	}
	if x.Err == nil && count != size {
		x.Fault("layer %d has %d phases; it should have %d × %d", v.phaseLayers+1, count, v.counts[0], v.counts[1])
	}
	v.phaseLayers++
}
