package format

import (
	"bytes"
	"compress/gzip"
	"strings"
	"testing"

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
