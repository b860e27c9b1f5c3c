package gpu

import (
	"testing"

	"hooke/gpu/gputest"
	"hooke/gpu/limits"
	"hooke/gpu/options"
	"hooke/gpu/ranges"
	"hooke/model"
	"hooke/must"
)

// The least that OpenGL 4.3 promises: blocks of 16 MiB, 65,536 texels.
func leastLimits() limits.Limits {
	return limits.Limits{StorageBlockBytes: 16 << 20, Texels: 65_536, Elements: 1<<32 - 1, OffsetAlignment: 256, TexelAlignment: 256,
		UniformAlignment: 256, WorkGroups: [3]int32{65_535, 65_535, 65_535}}
}

// Where springs reach too far for texels, ranges are as long as storage blocks allow: the attempt with texels
// leaves no trace.
func TestRangesOfStorageBlocksAreLong(t *testing.T) {
	device := leastLimits()
	device.StorageBlockBytes, device.Texels = 32_768, 1024 // as 16 MiB and 65,536 are to 1 M masses
	m, _ := gputest.Random(41, 2000, 9000)
	planned := must.Get(newPlan(device, m, model.Params{DT: 1e-4}, Options{Pipeline: options.Fused, inSoftware: true}))(t)
	pl, d := planned.fused, planned.division
	if d == nil || d.Texels {
		t.Fatalf("divided %v, by texels", d != nil)
	}
	if d.Masses.Each < 256 || d.Springs.Each < 1024 || len(pl.Table.Parts) != d.Masses.Number() {
		t.Errorf("ranges of %d masses and %d springs, %d of the table, a block of %d bytes holds more", d.Masses.Each, d.Springs.Each, len(pl.Table.Parts), device.StorageBlockBytes)
	}
}

// Every window of a divided model is inside its array, begins where devices that want
// most let it, and is no longer than they let it.
func TestWindowsFitTheLeastDevice(t *testing.T) {
	for _, c := range []struct {
		name  string
		block int64
		texel int64
		m     *model.Model
	}{
		{"rows", 16_384, 2048, gputest.Grid(6, 6, 60)},
		{"rows in storage blocks", 16_384, 1, gputest.Grid(6, 6, 60)},
		{"ball", 16_384, 4096, gputest.Ball(14)},
	} {
		for _, precision := range options.Precisions() {
			for _, integrator := range model.Integrators() {
				for _, pipeline := range []string{options.TwoPass, options.Fused} {
					device := leastLimits()
					device.StorageBlockBytes, device.Texels = 4*c.block, 2*c.texel
					p := gputest.PerturbedParams()
					p.Integrator = integrator
					planned := must.Get(newPlan(device, c.m, p, Options{Pipeline: pipeline, Precision: precision, Drawing: true, KeepLastGood: true}))(t)
					pl, n, d := planned.fused, planned.counts, planned.division
					if d == nil {
						t.Fatalf("%s %s %v %v is not divided", c.name, pipeline, precision, integrator)
					}
					name := c.name + " " + pipeline + " " + precision.String()
					positionWords, words := precision.Words()
					checkWindows(t, name+" positions", d.Masses.Windows(16, positionWords), 16*n.Masses*positionWords, device.StorageBlockBytes)
					checkWindows(t, name+" registers", d.Masses.Windows(16, max(1, n.Registers/n.Masses)*positionWords), max(n.Masses, n.Registers)*16*positionWords, device.StorageBlockBytes)
					checkWindows(t, name+" kept", d.Masses.Windows(32, 1), 32*n.Masses, device.StorageBlockBytes)
					checkWindows(t, name+" springs", d.Springs.Windows(8, 1), 8*int64(c.m.SpringCount()), device.StorageBlockBytes)
					texels := int64(16) * device.Texels
					if !d.Texels {
						texels = device.StorageBlockBytes
					}
					checkWindows(t, name+" gathered by masses", d.ByMass.Windows(16, positionWords), 16*n.Masses*positionWords, texels)
					checkWindows(t, name+" gathered by springs", d.BySpring.Windows(16, positionWords), 16*n.Masses*positionWords, texels)
					m := c.m
					if pl != nil {
						m = pl.Model
					}
					checkReach(t, name, d, m, pl == nil)
					if pl == nil {
						forces := 12 * device.Texels
						if !d.ForceTexels {
							forces = device.StorageBlockBytes
						}
						checkWindows(t, name+" forces", d.Forces.Windows(12, words), 12*int64(c.m.SpringCount())*words, forces)
						checkWindows(t, name+" coefficients", ranges.MaterialWindows(d.Springs, n), sizeOf(n, "Material"), device.StorageBlockBytes)
					} else {
						var windows []limits.Window
						for _, part := range pl.Table.Parts {
							windows = append(windows, limits.Window{Offset: 4 * part.Begin, Bytes: 4 * part.Length})
						}
						checkWindows(t, name+" table", windows, 4*n.Table, device.StorageBlockBytes)
					}
				}
			}
		}
	}
}

// checkReach finds the masses that springs and masses look at, and the forces that
// masses gather, in the windows of their ranges.
func checkReach(t *testing.T, name string, d *ranges.Division, m *model.Model, forces bool) {
	t.Helper()
	missing := 0
	in := func(g ranges.Gathering, part int, item int64) {
		if s := g.Spans[g.Window[part]]; item < s.First || item >= s.End {
			missing++
		}
	}
	for s, e := range m.Ends {
		a, b := int64(e[0]), int64(e[1])
		in(d.BySpring, d.Springs.Of(int64(s)), a)
		in(d.BySpring, d.Springs.Of(int64(s)), b)
		if forces {
			in(d.Forces, d.Masses.Of(a), int64(s))
			in(d.Forces, d.Masses.Of(b), int64(s))
		} else {
			in(d.ByMass, d.Masses.Of(a), b)
			in(d.ByMass, d.Masses.Of(b), a)
		}
	}
	for i := range int64(m.MassCount()) {
		in(d.ByMass, d.Masses.Of(i), i)
	}
	must.Hold(t, missing <= 0, "%s: %d items are not in the windows of those that look at them", name, missing)
}

func sizeOf(n ranges.Counts, name string) (bytes int64) {
	for _, s := range ranges.Sizes(n) {
		if s.Name == name {
			bytes += s.Bytes
		}
	}
	return bytes
}

func checkWindows(t *testing.T, name string, windows []limits.Window, all, most int64) {
	t.Helper()
	for k, w := range windows {
		if w.Offset%256 != 0 || w.Offset < 0 || w.Bytes <= 0 || w.Offset+w.Bytes > all || w.Bytes > most {
			t.Errorf("%s: window %d is %+v, of %d bytes, at most %d", name, k, w, all, most)
		}
	}
}
