package surface

import (
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strings"

	"hooke/mesh/scan"
)

// gltfData gives the numbers of accessors.
type gltfData struct {
	in       *scan.Source
	document *gltfDocument
	buffers  [][]byte // nil until the first buffer is needed
	loaded   []bool
	chunk    []byte            // the GLB's own buffer; nil without one
	files    map[string][]byte // contents of other files, by URI
	bytes    int64             // size of the file and of the other files that were read so far
	rows     int64             // rows that were read so far, see work
}

// buffer returns the byteLength bytes of a buffer.
func (d *gltfData) buffer(index int) ([]byte, error) {
	if index < 0 || index >= len(d.document.Buffers) {
		return nil, fmt.Errorf("buffer %d does not exist; there are %d", index, len(d.document.Buffers))
	}
	if d.loaded == nil {
		d.loaded = make([]bool, len(d.document.Buffers))
		d.buffers = make([][]byte, len(d.document.Buffers))
	}
	if d.loaded[index] {
		return d.buffers[index], nil
	}
	b := d.document.Buffers[index]
	data, err := d.load(index, b)
	if err == nil && (b.ByteLength < 1 || b.ByteLength > int64(len(data))) {
		err = fmt.Errorf("byteLength is %d, the data has %d bytes", b.ByteLength, len(data))
	}
	if err != nil {
		return nil, fmt.Errorf("buffer %d: %w", index, err)
	}
	data = data[:b.ByteLength]
	d.buffers[index], d.loaded[index] = data, true
	return data, nil
}

func (d *gltfData) load(index int, b gltfBuffer) ([]byte, error) {
	if b.URI == "" {
		if index != 0 || d.chunk == nil {
			return nil, errors.New("no uri, and no binary chunk for it")
		}
		return d.chunk, nil
	}
	if scheme, data, ok := strings.Cut(b.URI, ":"); ok && strings.EqualFold(scheme, "data") {
		kind, text, ok := strings.Cut(data, ",")
		if !ok || !strings.HasSuffix(kind, ";base64") {
			return nil, errors.New("a data URI that is not base64")
		}
		bytes, err := base64.StdEncoding.DecodeString(text)
		if err != nil {
			return nil, fmt.Errorf("data URI: %w", err)
		}
		return bytes, nil
	}
	if data, ok := d.files[b.URI]; ok {
		return data, nil
	}
	name, err := gltfSidecar(b.URI)
	if err != nil {
		return nil, err
	}
	side, err := d.in.Sidecar(name)
	if err != nil {
		return nil, err
	}
	defer side.Close()
	// The size of the file, and not byteLength, decides how much memory this takes.
	data, err := io.ReadAll(side)
	if err != nil {
		return nil, fmt.Errorf("%s: cannot read: %w", side.Name, err)
	}
	if d.files == nil {
		d.files = make(map[string][]byte)
	}
	d.files[b.URI] = data
	d.bytes += int64(len(data))
	return data, nil
}

// gltfSidecar returns the name of the file that a URI names: a relative path with its
// percent signs decoded. Source.Sidecar checks that the file stays in its folder.
func gltfSidecar(uri string) (string, error) {
	refused := func(what string) (string, error) {
		return "", fmt.Errorf("uri %s: %s is not read; files it needs must lie in its own folder", scan.Quoted([]byte(uri)), what)
	}
	switch colon, slash := strings.IndexByte(uri, ':'), strings.IndexByte(uri, '/'); {
	case colon >= 0 && (slash < 0 || colon < slash):
		return refused("an address with a scheme")
	case strings.ContainsAny(uri, "?#"):
		return refused("an address with a query")
	}
	name, err := url.PathUnescape(uri)
	if err != nil {
		return refused("a broken percent sign")
	}
	name = strings.TrimPrefix(name, "./")
	if strings.ContainsAny(name, "\\\x00:") {
		return refused("a name with a backslash, a colon or a zero")
	}
	return name, nil
}

// view returns the bytes of a buffer view from offset on, and its stride (0 where the
// file gives none).
func (d *gltfData) view(index int, offset int64) (data []byte, stride int64, err error) {
	if index < 0 || index >= len(d.document.BufferViews) {
		return nil, 0, fmt.Errorf("bufferView %d does not exist; there are %d", index, len(d.document.BufferViews))
	}
	v := d.document.BufferViews[index]
	data, err = d.buffer(v.Buffer)
	if err != nil {
		return nil, 0, fmt.Errorf("bufferView %d: %w", index, err)
	}
	size := int64(len(data))
	switch {
	case v.ByteOffset < 0 || v.ByteOffset > size || v.ByteLength < 0 || v.ByteLength > size-v.ByteOffset:
		return nil, 0, fmt.Errorf("bufferView %d: bytes %d + %d lie outside the %d of buffer %d", index, v.ByteOffset, v.ByteLength, size, v.Buffer)
	case v.ByteStride < 0 || v.ByteStride > 252:
		return nil, 0, fmt.Errorf("bufferView %d: a stride of %d; 4 to 252 are possible", index, v.ByteStride)
	case offset < 0 || offset > v.ByteLength:
		return nil, 0, fmt.Errorf("bufferView %d: byteOffset %d lies outside its %d bytes", index, offset, v.ByteLength)
	}
	return data[v.ByteOffset+offset : v.ByteOffset+v.ByteLength], v.ByteStride, nil
}
