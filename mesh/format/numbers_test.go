package format

import (
	"math"
	"os"
	"path/filepath"
	"testing"
)

// Lists of numbers, as text or NumPy arrays, end in finite numbers or an error.
func FuzzReadNumbers(f *testing.F) {
	f.Add([]byte("1, 2.5 # kg\n-3e2"))
	f.Add([]byte("\x93NUMPY\x01\x00\x38\x00{'descr': '<f4', 'fortran_order': False, 'shape': (1,)}\n\x00\x00\x80\x3f"))
	path := filepath.Join(f.TempDir(), "numbers")
	f.Fuzz(func(t *testing.T, data []byte) {
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
		numbers, err := ReadNumbers(path)
		if err != nil {
			return
		}
		if len(numbers) > len(data) {
			t.Errorf("%d numbers in %d bytes", len(numbers), len(data))
		}
		for _, x := range numbers {
			if math.IsNaN(x) || math.IsInf(x, 0) {
				t.Errorf("%g", x)
			}
		}
	})
}
