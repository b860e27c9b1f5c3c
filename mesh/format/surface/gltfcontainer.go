package surface

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"

	"hooke/mesh/emit"
)

// These are glTF's numbers for the arrays that this file writes, besides the component types.
const (
	gltfTargetVertices = 34962 // target of a buffer view: vertex attributes
	gltfTargetIndices  = 34963
	gltfModePoints     = 0
	gltfModeLines      = 1
	gltfModeTriangles  = 4
)

// gltfPart is a range of the buffer, and its meaning.
type gltfPart struct {
	components string // VEC3 or SCALAR
	component  int
	target     int
	count      int64
	bytes      int64 // a multiple of 4
	lo, hi     []float32
}

// gltfObject is an object of glTF's JSON as it is written.
type gltfObject = map[string]any

// gltfUpright returns the rotation of a node, as a quaternion x, y, z, w, that turns z up
// into y up: by −90° about x.
func gltfUpright() [4]float64 { return [4]float64{-math.Sqrt2 / 2, 0, 0, math.Sqrt2 / 2} }

// gltfText returns the JSON of a document with one scene of node 0, and the size of its buffer
// [bytes], in which the parts follow each other. Accessor i is part i. uri says where the buffer
// is; without a URI it is in the same file.
func gltfText(parts []gltfPart, uri string, document gltfObject) (text []byte, size int64, err error) {
	var views, accessors []gltfObject
	for i, p := range parts {
		view := gltfObject{"buffer": 0, "byteOffset": size, "byteLength": p.bytes}
		if p.target != 0 {
			view["target"] = p.target
		}
		views = append(views, view)
		accessor := gltfObject{"bufferView": i, "componentType": p.component, "count": p.count, "type": p.components}
		if p.lo != nil {
			accessor["min"], accessor["max"] = p.lo, p.hi
		}
		accessors = append(accessors, accessor)
		size += p.bytes
	}
	buffer := gltfObject{"byteLength": size}
	if uri != "" {
		buffer["uri"] = uri
	}
	document["asset"] = gltfObject{"version": "2.0", "generator": "hooke"}
	document["scene"], document["scenes"] = 0, []gltfObject{{"nodes": []int{0}}}
	document["accessors"], document["bufferViews"], document["buffers"] = accessors, views, []gltfObject{buffer}
	if text, err = json.Marshal(document); err != nil {
		return nil, 0, errors.Join(errors.New("export: cannot describe the mesh"), err)
	}
	for len(text)%4 != 0 {
		text = append(text, ' ')
	}
	return text, size, nil
}

// gltfDescribe returns the JSON of a file and the size of its buffer [bytes], as gltfText does.
type gltfDescribe func(uri string) (text []byte, size int64, err error)

// writeGLBFile writes a binary glTF file: the JSON, and the buffer that the second function
// writes, which must be as long as the JSON says.
func writeGLBFile(w io.Writer, describe gltfDescribe, buffer func(out *emit.Writer) error) error {
	text, size, err := describe("")
	if err != nil {
		return err
	}
	total := glbHeader + glbChunk + int64(len(text)) + glbChunk + size
	if total > math.MaxUint32 {
		return fmt.Errorf("export: the mesh needs %d bytes, GLB files have at most %d; write PLY", total, uint32(math.MaxUint32))
	}
	out := emit.New(w)
	order := binary.LittleEndian
	head := order.AppendUint32([]byte("glTF\x02\x00\x00\x00"), uint32(total))
	head = append(order.AppendUint32(head, uint32(len(text))), glbJSON...)
	head = append(head, text...)
	head = append(order.AppendUint32(head, uint32(size)), glbBinary...)
	if _, err := out.Write(head); err != nil {
		return err
	}
	if err := buffer(out); err != nil {
		return err
	}
	return out.Flush()
}

// gltfBufferMark stands in the JSON of a text file where its buffer belongs.
const gltfBufferMark = "*buffer*"

// writeGLTFText writes the same file as text: JSON that contains the buffer as base64.
func writeGLTFText(w io.Writer, describe gltfDescribe, buffer func(out *emit.Writer) error) error {
	text, _, err := describe("data:application/octet-stream;base64," + gltfBufferMark)
	if err != nil {
		return err
	}
	before, after, _ := bytes.Cut(text, []byte(gltfBufferMark))
	if _, err := w.Write(before); err != nil {
		return err
	}
	encoder := base64.NewEncoder(base64.StdEncoding, w)
	out := emit.New(encoder)
	if err := buffer(out); err != nil {
		return err
	}
	if err := errors.Join(out.Flush(), encoder.Close()); err != nil {
		return err
	}
	_, err = w.Write(append(bytes.TrimRight(after, " "), '\n'))
	return err
}
