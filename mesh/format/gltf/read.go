// Package gltf reads and writes glTF 2.0, .gltf with its buffers beside it or in it, and .glb.
package gltf

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"hooke/mesh"
	"hooke/mesh/scan"
)

// Recognize says whether a file is glTF: the mark of its binary form, or JSON
// with one of its tables.
func Recognize(head []byte, _ int64) bool {
	if bytes.HasPrefix(head, []byte("glTF")) {
		return true
	}
	text := bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")), " \t\r\n")
	if !bytes.HasPrefix(text, []byte("{")) {
		return false
	}
	for _, key := range []string{`"asset"`, `"accessors"`, `"bufferViews"`} {
		if bytes.Contains(text, []byte(key)) {
			return true
		}
	}
	return false
}

// Read reads glTF 2.0, as JSON with its buffers beside or inside it, or as one
// binary file (GLB). All meshes of the default scene are merged into one surface,
// every one placed by its node's transforms. What comes out has y up by the
// specification, and is turned so that z is up unless options keep it. Triangles, strips, fans and lines are read;
// points, morph targets, skins (the bind pose stays) and animations are not, and of
// materials the names alone, which are labels with those of nodes and meshes.
func Read(in *scan.Source) (*mesh.File, error) {
	file := &mesh.File{Format: "glTF", Surface: &mesh.Surface{}}
	data := &gltfData{in: in}
	text, err := data.open(file)
	if err == nil {
		data.document, err = parseGLTF(text)
	}
	if err == nil {
		b := gltfBuilder{data: data, surface: file.Surface}
		err = b.scene()
		file.Notes = append(file.Notes, b.notes()...)
		file.FaceLabels, file.LineLabels, file.LabelNames = b.faceLabels.Values.Join(), b.lineLabels.Values.Join(), b.parts.Names
		file.Surface.Tidy()
	}
	if err == nil && !in.KeepUp && len(file.Surface.Vertices) > 0 {
		file.Surface.TurnUp('y')
		file.Notes = append(file.Notes, "y is up in it, as in all glTF; it was turned so that z is up (up z leaves its axes as they are)")
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", in.Name, err)
	}
	return file, nil
}

// Layout of a GLB file [bytes].
const (
	glbHeader = 12 // mark, version, length
	glbChunk  = 8  // length, type
	glbJSON   = "JSON"
	glbBinary = "BIN\x00"
)

// open returns the JSON, and keeps the GLB's buffer.
func (d *gltfData) open(file *mesh.File) ([]byte, error) {
	if mark, _ := d.in.Peek(4); string(mark) != "glTF" {
		text, err := io.ReadAll(d.in)
		d.bytes = int64(len(text))
		if err != nil {
			return nil, fmt.Errorf("cannot read: %w", err)
		}
		return text, nil
	}
	file.Format = "glTF (GLB)"
	blocks := scan.Blocks{In: d.in}
	at := func(err error) error { return fmt.Errorf("byte %d: %w", blocks.Offset, err) }
	header, err := blocks.Next(glbHeader)
	if err != nil {
		return nil, at(err)
	}
	if version := binary.LittleEndian.Uint32(header[4:]); version != 2 {
		return nil, fmt.Errorf("byte 4: GLB version %d; version 2 is read", version)
	}
	length := int64(binary.LittleEndian.Uint32(header[8:]))
	if d.in.Size >= 0 && length > d.in.Size {
		return nil, fmt.Errorf("byte 8: the header announces %d bytes, the file has %d; is it cut off?", length, d.in.Size)
	}
	var text []byte
	for chunk := 0; blocks.Offset < length; chunk++ {
		header, err := blocks.Next(glbChunk)
		if err != nil {
			return nil, at(err)
		}
		size, kind := int64(binary.LittleEndian.Uint32(header)), string(header[4:8])
		if size > length-blocks.Offset {
			return nil, at(fmt.Errorf("chunk %d announces %d bytes, the file's length leaves %d", chunk, size, length-blocks.Offset))
		}
		switch {
		case chunk == 0 && kind != glbJSON:
			return nil, at(fmt.Errorf("the first chunk is %s, not JSON", scan.Quoted([]byte(kind))))
		case chunk == 0:
			text, err = d.chunkData(&blocks, size)
		case chunk == 1 && kind == glbBinary:
			d.chunk, err = d.chunkData(&blocks, size)
		default:
			err = blocks.Skip(size)
		}
		if err != nil {
			return nil, at(err)
		}
	}
	if text == nil {
		return nil, at(errors.New("no JSON chunk"))
	}
	d.bytes = blocks.Offset
	if rest, _ := blocks.Rest(1); rest > 0 {
		file.Notes = append(file.Notes, fmt.Sprintf("data after the %d bytes that the header announces was passed over", length))
	}
	return text, nil
}

// chunkData reads size bytes, which a header claims: at once where the file is
// known to be as long, else as they come.
func (d *gltfData) chunkData(blocks *scan.Blocks, size int64) ([]byte, error) {
	var data bytes.Buffer
	if d.in.Size >= size {
		data.Grow(int(size))
	}
	n, err := io.CopyN(&data, d.in.Reader, size)
	blocks.Offset += n
	if err == io.EOF {
		return nil, scan.ErrEnds
	} else if err != nil {
		return nil, fmt.Errorf("cannot read: %w", err)
	}
	return data.Bytes(), nil
}
