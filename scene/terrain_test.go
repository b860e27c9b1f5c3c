package scene

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"hooke/files/npy"
	"hooke/model/grid"
	"hooke/must"
)

// Generated grounds have the range of their height, depend on the seed alone, and noise is smooth.
func TestMakeTerrain(t *testing.T) {
	for _, name := range TerrainMakers() {
		r := grid.Recipe{Make: name, Height: 0.5, Seed: 3, Count: 65}
		h := must.Get(MakeTerrain(r, [2]float64{8, 4}))(t)
		low, high := h.Range()
		must.Hold(t, math.Abs(high-low-0.5) < 1e-9 && h.Recipe == r, "%s goes from %g to %g m; recipe %+v", name, low, high, h.Recipe)
		again, other := must.Get(MakeTerrain(r, [2]float64{8, 4}))(t), r
		other.Seed = 4
		different, same := must.Get(MakeTerrain(other, [2]float64{8, 4}))(t), 0
		for k := range 65 * 65 {
			must.Be(t, again.Height(k%65, k/65), h.Height(k%65, k/65), "%s: height %d", name, k)
			if different.Height(k%65, k/65) == h.Height(k%65, k/65) {
				same++
			}
		}
		must.Hold(t, (same == 65*65) == (name == "slope"), "%s: another seed has %d equal heights", name, same)
	}
	slope := must.Get(MakeTerrain(grid.Recipe{Make: "slope", Height: 1, Count: 5}, [2]float64{2, 4}))(t)
	z, dx, _ := slope.At(1.5, 1)
	must.Hold(t, math.Abs(z-0.25) < 1e-12 && math.Abs(dx-0.5) < 1e-12, "the slope has %g m, %g", z, dx)
	smooth := must.Get(MakeTerrain(grid.Recipe{Make: "noise", Height: 1, Count: 513}, [2]float64{8, 8}))(t)
	must.Hold(t, smooth.Steepest() < 1+25, "noise of 1 m over 8 m has 1/n_z² of %g", smooth.Steepest())
	for _, r := range []grid.Recipe{{Make: "hills", Count: 9}, {Make: "noise", Count: 1}, {Make: "noise", Count: 1 << 20}} {
		if _, err := MakeTerrain(r, [2]float64{1, 1}); err == nil {
			t.Errorf("%+v is made", r)
		}
	}
}

// picture returns a picture whose pixel in column i and row j has the value of a function.
func picture(t testing.TB, columns, rows int, value func(i, j int) uint16) []byte {
	t.Helper()
	pixels := image.NewGray16(image.Rect(0, 0, columns, rows))
	for j := range rows {
		for i := range columns {
			pixels.SetGray16(i, j, color.Gray16{Y: value(i, j)})
		}
	}
	var out bytes.Buffer
	must.Do(t, png.Encode(&out, pixels))
	return out.Bytes()
}

// array returns an array of float64.
func array(t testing.TB, values []float64, shape ...int) []byte {
	t.Helper()
	var out bytes.Buffer
	must.Do(t, npy.Numbers("heights", values, shape...).Write(&out))
	return out.Bytes()
}

// Files have the heights that they say, with the lowest y in the last row of a picture and in the
// first of an array.
func TestReadTerrain(t *testing.T) {
	folder := t.TempDir()
	put := func(name string, data []byte) string {
		path := filepath.Join(folder, name)
		must.Do(t, os.WriteFile(path, data, 0o600))
		return path
	}
	h := must.Get(ReadTerrain(put("a.png", picture(t, 3, 2, func(i, j int) uint16 { return uint16(65535 * i / 2 * (1 - j)) })), grid.Recipe{Height: 4}, [2]float64{2, 1}))(t)
	columns, rows := h.Counts()
	must.Hold(t, columns == 3 && rows == 2 && h.Height(2, 1) == 4 && h.Height(2, 0) == 0 && math.Abs(h.Height(1, 1)-2) < 1e-4, "the picture has %d × %d, %g, %g, %g m", columns, rows, h.Height(2, 1), h.Height(2, 0), h.Height(1, 1))
	h = must.Get(ReadTerrain(put("a.npy", array(t, []float64{0, 1, 2, 3, 4, 5}, 2, 3)), grid.Recipe{}, [2]float64{2, 1}))(t)
	columns, rows = h.Counts()
	must.Hold(t, columns == 3 && rows == 2 && h.Height(2, 0) == 2 && h.Height(0, 1) == 3, "the array has %d × %d, %g, %g m", columns, rows, h.Height(2, 0), h.Height(0, 1))
	if _, err := ReadTerrain(filepath.Join(folder, "none.png"), grid.Recipe{}, [2]float64{1, 1}); err == nil || !strings.Contains(err.Error(), "none.png") {
		t.Errorf("a missing file: %v", err)
	}
}

// claiming returns a picture whose header claims another size.
func claiming(t *testing.T, width, height uint32) []byte {
	data := picture(t, 4, 4, func(int, int) uint16 { return 0 })
	binary.BigEndian.PutUint32(data[16:], width)
	binary.BigEndian.PutUint32(data[20:], height)
	binary.BigEndian.PutUint32(data[29:], crc32.ChecksumIEEE(data[12:29]))
	return data
}

// Broken files are refused with a reason, and sizes that their headers claim cost no memory.
func TestBrokenTerrains(t *testing.T) {
	whole := picture(t, 64, 64, func(i, j int) uint16 { return uint16(i*j) * 977 })
	long := array(t, []float64{0, 1, 2, 3}, 2, 2)
	colored := image.NewRGBA(image.Rect(0, 0, 4, 4))
	var rgb bytes.Buffer
	must.Do(t, png.Encode(&rgb, colored))
	for name, c := range map[string]struct {
		data []byte
		want string
	}{
		"cut.png":     {whole[:len(whole)/2], "cannot be read"},
		"short.png":   {whole[:20], "cannot be read"},
		"empty.png":   {nil, "cannot be read"},
		"huge.png":    {claiming(t, 4096, 4096), "more than its"},
		"larger.png":  {claiming(t, 1<<20, 1<<20), "pixels; give 2 or more"},
		"line.png":    {picture(t, 1, 9, func(int, int) uint16 { return 0 }), "2 or more"},
		"rgb.png":     {rgb.Bytes(), "has colors"},
		"text.png":    {[]byte("hello"), "cannot be read"},
		"nan.npy":     {array(t, []float64{0, 1, math.NaN(), 3}, 2, 2), "row 1, column 0 is NaN"},
		"inf.npy":     {array(t, []float64{0, math.Inf(1), 2, 3}, 2, 2), "row 0, column 1 is +Inf"},
		"flat.npy":    {array(t, []float64{0, 1, 2, 3}, 4), "two axes"},
		"cut.npy":     {long[:len(long)-3], "bytes are there"},
		"longer.npy":  {append(bytes.Clone(long), 0), "bytes are there"},
		"claims.npy":  {bytes.Replace(long, []byte("(2, 2)"), []byte("(9999999, 9)"), 1), "array"},
		"heights.txt": {long, "give a .png or a .npy"},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := decode(c.data, filepath.Ext(name), grid.Recipe{Height: 1}, [2]float64{1, 1})
		runtime.ReadMemStats(&after)
		if allocated := after.TotalAlloc - before.TotalAlloc; err == nil || !strings.Contains(err.Error(), c.want) || allocated > 1<<20 {
			t.Errorf("%s: %d bytes allocated, %v; want %q", name, allocated, err, c.want)
		}
	}
}

// No file makes the readers panic, or take more memory than its size allows.
func FuzzReadTerrain(f *testing.F) {
	f.Add(picture(f, 5, 4, func(i, j int) uint16 { return uint16(i + j) }), true)
	f.Add(array(f, []float64{0, 1, 2, 3}, 2, 2), false)
	f.Fuzz(func(t *testing.T, data []byte, isPicture bool) {
		extension := ".npy"
		if isPicture {
			extension = ".png"
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		h, err := decode(data, extension, grid.Recipe{Height: 1}, [2]float64{1, 1})
		runtime.ReadMemStats(&after)
		if most := uint64(10*mostDeflated*len(data) + 8<<20); after.TotalAlloc-before.TotalAlloc > most {
			t.Errorf("%d bytes take %d", len(data), after.TotalAlloc-before.TotalAlloc)
		}
		if err == nil {
			if columns, rows := h.Counts(); columns < 2 || rows < 2 {
				t.Errorf("%d × %d", columns, rows)
			}
		}
	})
}
