package surface

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"hooke/mesh/scan"
)

// These types are the parts of glTF 2.0's JSON that matter for geometry, as in the
// specification (Khronos, "glTF 2.0", section 5). The decoder skips everything else. The
// types are our own, since a complete model spends up to a hundred times the size of the
// file on defaults.

type gltfDocument struct {
	Asset struct {
		Version    string `json:"version"`
		MinVersion string `json:"minVersion"`
	} `json:"asset"`
	ExtensionsRequired []string         `json:"extensionsRequired"`
	Scene              *int             `json:"scene"`
	Scenes             []gltfScene      `json:"scenes"`
	Nodes              []gltfNode       `json:"nodes"`
	Meshes             []gltfMesh       `json:"meshes"`
	Materials          []gltfMaterial   `json:"materials"`
	Accessors          []gltfAccessor   `json:"accessors"`
	BufferViews        []gltfBufferView `json:"bufferViews"`
	Buffers            []gltfBuffer     `json:"buffers"`
}

type gltfScene struct {
	Nodes []int `json:"nodes"`
}

type gltfNode struct {
	Name        string    `json:"name"`
	Children    []int     `json:"children"`
	Mesh        *int      `json:"mesh"`
	Skin        *int      `json:"skin"`
	Matrix      []float64 `json:"matrix"` // 16 numbers, column by column
	Translation []float64 `json:"translation"`
	Rotation    []float64 `json:"rotation"` // quaternion x, y, z, w
	Scale       []float64 `json:"scale"`
	Extensions  struct {
		Instancing *gltfInstancing `json:"EXT_mesh_gpu_instancing"`
	} `json:"extensions"`
}

type gltfMaterial struct {
	Name string `json:"name"`
}

type gltfMesh struct {
	Name       string          `json:"name"`
	Primitives []gltfPrimitive `json:"primitives"`
}

type gltfPrimitive struct {
	Attributes struct {
		Position *int `json:"POSITION"`
	} `json:"attributes"`
	Indices  *int `json:"indices"`
	Mode     *int `json:"mode"`     // gltfTriangles when absent
	Material *int `json:"material"` // counts only for its name
}

// These are the modes of primitives.
const (
	gltfPoints = iota
	gltfLines
	gltfLineLoop
	gltfLineStrip
	gltfTriangles
	gltfTriangleStrip
	gltfTriangleFan
)

type gltfAccessor struct {
	BufferView    *int        `json:"bufferView"`
	ByteOffset    int64       `json:"byteOffset"`
	ComponentType int         `json:"componentType"`
	Normalized    bool        `json:"normalized"`
	Count         int64       `json:"count"`
	Type          string      `json:"type"`
	Sparse        *gltfSparse `json:"sparse"`
}

type gltfSparse struct {
	Count   int64 `json:"count"`
	Indices struct {
		BufferView    int   `json:"bufferView"`
		ByteOffset    int64 `json:"byteOffset"`
		ComponentType int   `json:"componentType"`
	} `json:"indices"`
	Values struct {
		BufferView int   `json:"bufferView"`
		ByteOffset int64 `json:"byteOffset"`
	} `json:"values"`
}

// These are the component types.
const (
	gltfByte   = 5120
	gltfUbyte  = 5121
	gltfShort  = 5122
	gltfUshort = 5123
	gltfUint   = 5125
	gltfFloat  = 5126
)

type gltfBufferView struct {
	Buffer     int   `json:"buffer"`
	ByteOffset int64 `json:"byteOffset"`
	ByteLength int64 `json:"byteLength"`
	ByteStride int64 `json:"byteStride"` // 0 where rows lie close together
}

type gltfBuffer struct {
	URI        string `json:"uri"` // empty for the GLB's own buffer
	ByteLength int64  `json:"byteLength"`
}

// These limit the JSON part, since small objects cost far more memory than text.
const (
	gltfFreeObjects   = 50_000
	gltfBytesAnObject = 24 // for each object beyond gltfFreeObjects
)

// parseGLTF decodes the JSON, and checks the version and the extensions.
func parseGLTF(text []byte) (*gltfDocument, error) {
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	if objects := bytes.Count(text, []byte("{")); objects > gltfFreeObjects+len(text)/gltfBytesAnObject {
		return nil, fmt.Errorf("%d objects in %d bytes of JSON; a mesh has fewer and longer ones", objects, len(text))
	}
	document := &gltfDocument{}
	if err := json.Unmarshal(text, document); err != nil {
		return nil, gltfJSONFault(text, err)
	}
	if version := document.Asset.MinVersion; version != "" && version != "2.0" {
		return nil, fmt.Errorf("it needs glTF %s; 2.0 is read", scan.Quoted([]byte(version)))
	}
	if version := document.Asset.Version; version != "2" && !strings.HasPrefix(version, "2.") {
		return nil, fmt.Errorf("asset version %s; glTF 2.0 is read", scan.Quoted([]byte(version)))
	}
	for _, extension := range document.ExtensionsRequired {
		if !harmlessGLTF(extension) {
			return nil, fmt.Errorf("it needs the extension %s, which is not read; export without it (no compression)", scan.Quoted([]byte(extension)))
		}
	}
	return document, nil
}

// harmlessGLTF reports whether geometry can be read without knowing an extension, or this reader
// knows the extension.
func harmlessGLTF(extension string) bool {
	return slices.Contains([]string{"KHR_mesh_quantization", "KHR_lights_punctual", "KHR_xmp", "KHR_xmp_json_ld", "FB_ngon_encoding", "EXT_mesh_gpu_instancing"}, extension) ||
		strings.HasPrefix(extension, "KHR_materials_") || strings.HasPrefix(extension, "KHR_texture_") || strings.HasPrefix(extension, "EXT_texture_")
}

// gltfJSONFault writes an error of JSON as "line N: fault".
func gltfJSONFault(text []byte, err error) error {
	offset := int64(-1)
	var syntax *json.SyntaxError
	var mismatch *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		offset = syntax.Offset
	case errors.As(err, &mismatch):
		offset = mismatch.Offset
	}
	if offset < 0 {
		return fmt.Errorf("JSON: %w", err)
	}
	line := 1 + bytes.Count(text[:min(offset, int64(len(text)))], []byte("\n"))
	return fmt.Errorf("JSON line %d: %w", line, err)
}
