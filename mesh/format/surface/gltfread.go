package surface

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"hooke/mesh"
	"hooke/mesh/scan"
)

// recognizeGLTF reports whether a file is glTF. It looks for the mark of the binary form, or for
// JSON with one of glTF's tables.
func recognizeGLTF(head []byte, _ int64) bool {
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

// ReadGLTF reads glTF 2.0, as JSON with its buffers beside or inside it, or as one binary
// file (GLB). It merges all meshes of the default scene into one surface, and places each
// by the transforms of its nodes. By the specification y is up in the file; ReadGLTF turns
// the surface so that z is up, unless options keep the axes. It reads triangles, strips,
// fans and lines. It does not read points, morph targets, skins (the bind pose stays) and
// animations. Of materials it reads only the names, which are labels together with the
// names of nodes and meshes. Errors name the file.
func ReadGLTF(in *scan.Source) (*mesh.File, error) {
	file := &mesh.File{Format: "glTF", Surface: &mesh.Surface{}, UpNamed: true}
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

// This is the layout of a GLB file [bytes].
const (
	glbHeader = 12 // header of the file: mark, version, length
	glbChunk  = 8  // header of a chunk: length, type
	glbJSON   = "JSON"
	glbBinary = "BIN\x00"
)

// open returns the JSON, and keeps the buffer of a GLB file in chunk.
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

// chunkData reads the size bytes that a header announces. It takes memory for them at
// once where the file is known to be that long, otherwise as they come.
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
