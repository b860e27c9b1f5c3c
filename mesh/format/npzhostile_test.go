package format

import (
	"archive/zip"
	"bytes"
	"strings"
	"testing"

	"hooke/mesh"
	"hooke/must"
)

// Damaged, lying and swollen archives are refused.
func TestHostileNPZ(t *testing.T) {
	archive := func(method uint16, arrays ...string) string {
		var b bytes.Buffer
		z := zip.NewWriter(&b)
		for i := 0; i < len(arrays); i += 2 {
			w := must.Get(z.CreateHeader(&zip.FileHeader{Name: arrays[i] + ".npy", Method: method}))(t)
			if _, err := w.Write([]byte(arrays[i+1])); err != nil {
				t.Fatal(err)
			}
		}
		must.Do(t, z.Close())
		return b.String()
	}
	npy := func(descr, shape, data string) string {
		header := "{'descr': '" + descr + "', 'fortran_order': False, 'shape': (" + shape + "), }"
		return "\x93NUMPY\x01\x00" + string([]byte{byte(len(header)), 0}) + header + data
	}
	two := npy("|u1", "2, 3", "\x00\x00\x00\x01\x00\x00")
	ends := npy("|u1", "1, 2", "\x00\x01")
	one := npy("|u1", "", "\x01")
	good := archive(zip.Store, "positions", two, "ends", ends, "masses", one, "stiffness", one)
	if f, err := readText(t, good, "x.npz"); err != nil || f.Structure.SpringCount() != 1 || f.Structure.RestLength[0] != 1 {
		t.Fatalf("the good one: %v", err)
	}
	flipped := []byte(good)
	flipped[strings.Index(good, "\x00\x00\x00\x01\x00\x00")+1] ^= 1
	for _, c := range []struct{ what, file, want string }{
		{"flipped bit", string(flipped), "checksum"},
		{"bomb", archive(zip.Deflate, "positions", npy("|u1", "8000000, 3", strings.Repeat("\x00", 24_000_000))), "grows more than"},
		{"claim", archive(zip.Store, "positions", npy("<f8", "99999999, 3", "")), "bytes are there"},
		{"overflow", archive(zip.Store, "positions", npy("<f8", "500000000000, 500000000000", "")), "more than any file holds"},
		{"no positions", archive(zip.Store, "x", two), `no array "positions"`},
		{"no ends", archive(zip.Store, "positions", two), `no array "ends"`},
		{"no masses", archive(zip.Store, "positions", two, "ends", ends, "stiffness", one), "give masses"},
		{"no stiffness", archive(zip.Store, "positions", two, "ends", ends, "masses", one), "give stiffness"},
		{"shape", archive(zip.Store, "positions", two, "ends", ends, "masses", npy("|u1", "3", "\x01\x01\x01"), "stiffness", one), "it must be [2] or one number"},
		{"index", archive(zip.Store, "positions", two, "ends", npy("|i1", "1, 2", "\x00\xff"), "masses", one, "stiffness", one), "has -1 at [0, 1]"},
		{"half index", archive(zip.Store, "positions", two, "ends", npy("<f2", "1, 2", "\x00\x00\x00\x38"), "masses", one, "stiffness", one), "has 0.5"},
		{"NaN", archive(zip.Store, "positions", npy("<f2", "1, 3", "\x00\x7e\x00\x00\x00\x00"), "ends", ends), "NaN"},
		{"pickle", archive(zip.Store, "positions", npy("|O", "2, 3", "cos\nsystem\n")), "numbers of type"},
		{"zero mass", archive(zip.Store, "positions", two, "ends", ends, "masses", npy("|u1", "", "\x00"), "stiffness", one), "mass is 0 kg"},
		{"not a zip", "PK\x03\x04 x.npy", "not an NPZ file"},
	} {
		checkRead(t, len(c.file), func() (*mesh.File, error) {
			f, err := readText(t, c.file, "x.npz")
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: %v, want %q", c.what, err, c.want)
			}
			return f, err
		})
	}
}

// Entries that share their bytes get the file's size together, not each.
func TestNPZEntriesMayNotOverlap(t *testing.T) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	w := must.Get(z.CreateHeader(&zip.FileHeader{Name: "a.npy", Method: zip.Store}))(t)
	header := "{'descr': '|u1', 'fortran_order': False, 'shape': (100000,), }"
	if _, err := w.Write([]byte("\x93NUMPY\x01\x00" + string([]byte{byte(len(header)), 0}) + header + strings.Repeat("\x01", 100_000))); err != nil {
		t.Fatal(err)
	}
	must.Do(t, z.Close())
	// The directory's one record, again under other names.
	data := b.String()
	directory, end := strings.Index(data, "PK\x01\x02"), strings.Index(data, "PK\x05\x06")
	records := ""
	for _, name := range []string{"a.npy", "b.npy", "c.npy"} {
		records += strings.Replace(data[directory:end], "a.npy", name, 1)
	}
	tail := []byte(data[end:])
	tail[8], tail[10] = 3, 3
	tail[12], tail[13] = byte(len(records)), byte(len(records)>>8)
	file := data[:directory] + records + string(tail)
	if _, err := readText(t, file, "x.npz"); err == nil || !strings.Contains(err.Error(), `array "b" claims`) {
		t.Errorf("three entries of the same bytes: %v", err)
	}
}
