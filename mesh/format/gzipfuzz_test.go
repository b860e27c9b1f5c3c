package format

import (
	"bytes"
	"compress/gzip"
	"reflect"
	"testing"

	"hooke/mesh"
	"hooke/must"
)

// FuzzGzip reads the same bytes plain and compressed: both must give the same file or
// both be refused, and a compressed file that was changed or cut must never be taken
// for a shorter one.
func FuzzGzip(f *testing.F) {
	for _, text := range []string{squareOBJ, squareOFF, squarePLY, squareSTL, labeledVTK, lammpsChain, vxaRobot, squareOBJ + "l 1 2\n# the end"} {
		f.Add([]byte(text), uint16(0), byte(0))
		f.Add([]byte(text), uint16(30), byte(1))
	}
	f.Fuzz(func(t *testing.T, data []byte, at uint16, flip byte) {
		if bytes.HasPrefix(data, []byte("\x1f\x8b")) {
			return // compressed twice is refused
		}
		var packed bytes.Buffer
		w := gzip.NewWriter(&packed)
		if _, err := w.Write(data); err != nil {
			t.Fatal(err)
		}
		must.Do(t, w.Close())
		plain, plainErr := ReadOptions{}.ReadStream(bytes.NewReader(data), int64(len(data)), "a.obj")
		zipped, zippedErr := ReadOptions{}.ReadStream(bytes.NewReader(packed.Bytes()), int64(packed.Len()), "a.obj")
		if (plainErr == nil) != (zippedErr == nil) {
			t.Fatalf("plain: %v; compressed: %v", plainErr, zippedErr)
		}
		if plainErr == nil && !sameFile(plain, zipped) {
			t.Fatalf("plain %+v and compressed %+v differ", plain, zipped)
		}

		cut := packed.Bytes()[:packed.Len()-1-int(at)%packed.Len()]
		if file, err := (ReadOptions{}).ReadStream(bytes.NewReader(cut), int64(len(cut)), "a.obj"); err == nil {
			t.Fatalf("a file cut to %d of %d compressed bytes was taken: %+v", len(cut), packed.Len(), file)
		}
		if flip == 0 {
			return
		}
		// The last eight bytes are the sum and the length of what was compressed.
		changed := bytes.Clone(packed.Bytes())
		changed[len(changed)-8+int(at)%8] ^= flip
		if file, err := (ReadOptions{}).ReadStream(bytes.NewReader(changed), int64(len(changed)), "a.obj"); err == nil {
			t.Fatalf("a wrong sum was taken: %+v", file)
		}
	})
}

// sameFile says whether two files hold the same mesh or structure.
func sameFile(a, b *mesh.File) bool {
	return reflect.DeepEqual(a.Surface, b.Surface) && reflect.DeepEqual(a.Structure, b.Structure) &&
		reflect.DeepEqual(a.Tets, b.Tets) && reflect.DeepEqual(a.Velocity, b.Velocity)
}
