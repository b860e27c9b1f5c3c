package format

import (
	"bytes"
	"compress/gzip"
	"reflect"
	"strings"
	"testing"

	"hooke/mesh"
	"hooke/must"
)

func zipped(t *testing.T, data []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write(data); err != nil {
		t.Fatal(err)
	}
	must.Do(t, w.Close())
	return b.Bytes()
}

// Compressed bombs end early; broken compression is an error; twice is refused.
func TestGzip(t *testing.T) {
	var bomb bytes.Buffer
	w := gzip.NewWriter(&bomb)
	line := bytes.Repeat([]byte("#"), 1<<16-1)
	line = append(line, '\n')
	for range 1 << 10 { // 64 MiB
		if _, err := w.Write(line); err != nil {
			t.Fatal(err)
		}
	}
	must.Do(t, w.Close())
	whole := zipped(t, []byte(squareOBJ))
	flipped := bytes.Clone(whole)
	flipped[len(flipped)-6] ^= 1 // in the checksum
	for _, c := range []struct {
		name string
		data []byte
		want string
	}{
		{"bomb.obj.gz", bomb.Bytes(), "gzip data that grows more than 200 times"},
		{"cut.obj.gz", whole[:len(whole)-9], "cannot read: broken gzip data: unexpected EOF"},
		{"flipped.obj.gz", flipped, "cannot read: broken gzip data: gzip: invalid checksum"},
		{"twice.obj.gz", zipped(t, whole), "twice.obj.gz:1: this is a file compressed twice (gzip in gzip)"},
		{"head.obj.gz", whole[:5], "head.obj.gz: broken gzip data: unexpected EOF"},
	} {
		_, err := (ReadOptions{}).ReadStream(bytes.NewReader(c.data), int64(len(c.data)), c.name)
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), c.name) {
			t.Errorf("%s: error %v, want %s", c.name, err, c.want)
		}
	}
}

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
