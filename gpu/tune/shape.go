package tune

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"math"

	"hooke/gpu"
	"hooke/gpu/ranges"
	"hooke/gpu/settings"
	"hooke/model"
	"hooke/order"
	"hooke/shaders"
)

// Shape returns a name of 32 hexadecimal digits that tells models apart whose steps cost
// differently. It depends on the numbers of masses, springs, materials and guides, on the
// largest number of springs at a mass, on how far apart in the order of masses springs
// reach, on integrator and the way of its sweeps, precision and the features of the run, and on the shaders. A
// measurement of one model holds for another of the same shape on the same device. An
// error says that the shaders cannot be read.
func Shape(m *model.Model, p model.Params, o gpu.Options) (string, error) {
	largest := uint32(0)
	for _, n := range ranges.SpringDegrees(m) {
		largest = max(largest, n)
	}
	sum := sha256.New()
	fmt.Fprintln(sum, m.MassCount(), m.SpringCount(), len(m.Materials), m.PerSpring(), largest, math.Round(4*order.Distance(m)), p.Ledger,
		len(p.Guides), p.Forward, settings.Variant(m, p, o.Precision))
	files := o.Shaders
	if files == nil {
		files = shaders.Files()
	}
	names, err := fs.Glob(files, "*.*")
	if err != nil {
		return "", fmt.Errorf("gpu: %w", err)
	}
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return "", fmt.Errorf("gpu: %w", err)
		}
		fmt.Fprintf(sum, "%s %d\n%s", name, len(text), text)
	}
	return hex.EncodeToString(sum.Sum(nil)[:16]), nil
}
