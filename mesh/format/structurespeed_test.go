package format

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"testing"

	"hooke/mesh/join"
	"hooke/mesh/materials"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
	"hooke/physics"
)

// npzOf makes an NPZ file of one long chain, as numpy.savez writes it.
func npzOf(tb testing.TB, springs, different int) []byte {
	tb.Helper()
	var file bytes.Buffer
	archive := zip.NewWriter(&file)
	add := func(name, descr, shape string, fill func(b []byte) []byte) {
		w := must.Get(archive.CreateHeader(&zip.FileHeader{Name: name + ".npy", Method: zip.Store}))(tb)
		header := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': (%s), }", descr, shape)
		data := append([]byte("\x93NUMPY\x01\x00"), byte(len(header)), byte(len(header)>>8))
		if _, err := w.Write(fill(append(data, header...))); err != nil {
			tb.Fatal(err)
		}
	}
	reals := func(count int, at func(i int) float64) func(b []byte) []byte {
		return func(b []byte) []byte {
			for i := range count {
				b = binary.LittleEndian.AppendUint64(b, math.Float64bits(at(i)))
			}
			return b
		}
	}
	masses := springs/13 + 2
	add("positions", "<f8", fmt.Sprintf("%d, 3", masses), reals(3*masses, func(i int) float64 { return float64(i) }))
	add("masses", "<f8", fmt.Sprintf("%d,", masses), reals(masses, func(int) float64 { return 1 }))
	add("ends", "<i8", fmt.Sprintf("%d, 2", springs), func(b []byte) []byte {
		for i := range springs {
			b = binary.LittleEndian.AppendUint64(b, uint64(i%(masses-1)))
			b = binary.LittleEndian.AppendUint64(b, uint64(i%(masses-1)+1))
		}
		return b
	})
	add("rest_length", "<f8", fmt.Sprintf("%d,", springs), reals(springs, func(int) float64 { return 5 }))
	add("stiffness", "<f8", fmt.Sprintf("%d,", springs), reals(springs, func(i int) float64 { return float64(100 + i%different) }))
	must.Do(tb, archive.Close())
	return file.Bytes()
}

// BenchmarkReadNPZ reads 1 M springs, 34 MB, with a thousand different stiffnesses.
func BenchmarkReadNPZ(b *testing.B) {
	data := npzOf(b, 1_000_000, 1000)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		f, err := ReadOptions{}.ReadStream(bytes.NewReader(data), int64(len(data)), "x.npz")
		if err != nil || f.Structure.SpringCount() != 1_000_000 {
			b.Fatal(err)
		}
	}
}

// A structure with more different springs than a palette holds is refused in
// words, and one that just fits is read.
func TestNPZPaletteLimit(t *testing.T) {
	p := materials.NewPairs("x")
	for k := range materials.Most {
		if _, ok := p.Material(float64(k), 1); !ok {
			t.Fatal(k)
		}
	}
	if entry, ok := p.Material(5, 1); !ok || entry != 6 {
		t.Errorf("a pair that is there gives %d, %v; want 6", entry, ok)
	}
	if _, ok := p.Material(-1, 1); ok {
		t.Error("pair 65,536 was accepted")
	}
}

// A structure whose springs differ more than a palette holds keeps k and c of each
// spring, and they come out as they went in.
func TestNPZOfDifferentSprings(t *testing.T) {
	const springs = materials.Most + 5
	f := must.Get(ReadOptions{}.ReadStream(bytes.NewReader(npzOf(t, springs, springs)), -1, "x.npz"))(t)
	m := f.Structure
	must.Do(t, m.Validate())
	if len(m.Own) != springs || len(m.Materials) != 2 || len(f.Notes) != 1 {
		t.Fatalf("%d springs with k and c of their own, %d materials, notes %q", len(m.Own), len(m.Materials), f.Notes)
	}
	r := physics.NewResolver(m, 0)
	for _, s := range []int{0, 1, materials.Most - 1, materials.Most, springs - 1} {
		if got, want := r.Spring(s), (model.Coefficients{Stiffness: float64(100 + s)}); got != want {
			t.Errorf("spring %d: %+v, want %+v", s, got, want)
		}
	}
	// They go with their springs into other models.
	plain := modeltest.Pair([2]float64{1, 1}, [2]model.Pin{}, 1, 1, 7, 0)
	both := must.Get(join.Merge("both", join.Part{Model: plain}, join.Part{Model: m, Move: model.Vec3{1e6}}))(t)
	must.Do(t, both.Validate())
	r = physics.NewResolver(both, 0)
	at := plain.SpringCount()
	if r.Spring(0).Stiffness != 7 || r.Spring(at).Stiffness != 100 || r.Spring(at+springs-1).Stiffness != 100+springs-1 {
		t.Errorf("merged: %v, %v, %v", r.Spring(0), r.Spring(at), r.Spring(at+springs-1))
	}
}
