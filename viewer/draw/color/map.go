package color

import "math"

// Map is a table of colors: red, green and blue from 0 to 1 in sRGB. In a map of values
// the values ascend with the entries. In a diverging map such as CoolWarm the middle
// entry stands for 0, the first one for the lower end of the range, and the last one for
// the upper end.
type Map [][3]float64

// CoolWarm returns Kenneth Moreland's diverging map from cool blue through light gray to
// warm red. entries must be at least 2; an odd number has a middle. The map is
// perceptually even on both sides, since it interpolates colors in Msh, the polar form of
// CIELAB.
//
// Source: K. Moreland, Diverging Color Maps for Scientific Visualization,
// Proc. 5th Int. Symposium on Visual Computing (2009), section 4 and its
// appendix; end points Msh (80, 1.08, −1.1) and (80, 1.08, 0.5), middle M = 88.
func CoolWarm(entries int) Map {
	cool, warm := msh{80, 1.08, -1.1}, msh{80, 1.08, 0.5}
	const middle = 88
	table := make(Map, entries)
	for i := range table {
		share := float64(i) / float64(entries-1)
		end, toward := cool, 1-2*share // 1 at the end, 0 in the middle
		if share > 0.5 {
			end, toward = warm, 2*share-1
		}
		white := msh{middle, 0, adjustHue(end, middle)}
		table[i] = mix(white, end, toward).rgb()
	}
	return table
}

// Bytes returns the table as opaque RGBA texels, 4 bytes for each entry.
func (m Map) Bytes() []byte {
	var out []byte
	for _, color := range m {
		for _, channel := range color {
			out = append(out, byte(math.Round(255*channel)))
		}
		out = append(out, 255)
	}
	return out
}

// msh is a color as magnitude, saturation angle and hue angle in CIELAB.
type msh struct{ m, s, h float64 }

func mix(a, b msh, share float64) msh {
	return msh{a.m + (b.m-a.m)*share, a.s + (b.s-a.s)*share, a.h + (b.h-a.h)*share}
}

// adjustHue turns the hue of an unsaturated color of magnitude m away from the hue of a
// saturated one, so that the way between them is straight to the eye.
func adjustHue(saturated msh, m float64) float64 {
	if saturated.m >= m {
		return saturated.h
	}
	spin := saturated.s * math.Sqrt(m*m-saturated.m*saturated.m) / (saturated.m * math.Sin(saturated.s))
	if saturated.h > -math.Pi/3 {
		return saturated.h + spin
	}
	return saturated.h - spin
}

// rgb converts Msh to CIELAB, XYZ (white point D65) and sRGB.
func (c msh) rgb() [3]float64 {
	lightness := c.m * math.Cos(c.s)
	a := c.m * math.Sin(c.s) * math.Cos(c.h)
	b := c.m * math.Sin(c.s) * math.Sin(c.h)

	fy := (lightness + 16) / 116
	x := 0.95047 * inverseLab(fy+a/500)
	y := inverseLab(fy)
	z := 1.08883 * inverseLab(fy-b/200)

	return [3]float64{
		gamma(3.2406*x - 1.5372*y - 0.4986*z),
		gamma(-0.9689*x + 1.8758*y + 0.0415*z),
		gamma(0.0557*x - 0.2040*y + 1.0570*z),
	}
}

// inverseLab undoes the cube root of CIELAB, including the linear part near zero.
func inverseLab(f float64) float64 {
	if f > 6.0/29 {
		return f * f * f
	}
	return 3 * (6.0 / 29) * (6.0 / 29) * (f - 4.0/29)
}

// gamma encodes linear light as sRGB, from 0 to 1.
func gamma(linear float64) float64 {
	linear = min(max(linear, 0), 1)
	if linear <= 0.0031308 {
		return 12.92 * linear
	}
	return 1.055*math.Pow(linear, 1/2.4) - 0.055
}

// Viridis returns the perceptually even map from dark violet through green to yellow, for
// values that begin at zero. entries must be at least 2.
//
// Source: S. van der Walt and N. Smith, mpl colormaps (2015, CC0): nine of its colors
// with straight lines between them, which stay within 0.02 of that map.
func Viridis(entries int) Map {
	anchors := Map{
		{0.267, 0.005, 0.329}, {0.279, 0.175, 0.483}, {0.230, 0.322, 0.546}, {0.173, 0.449, 0.558}, {0.128, 0.567, 0.551},
		{0.158, 0.684, 0.502}, {0.369, 0.789, 0.383}, {0.678, 0.864, 0.190}, {0.993, 0.906, 0.144},
	}
	table := make(Map, entries)
	for i := range table {
		at := float64(i) / float64(entries-1) * float64(len(anchors)-1)
		k := min(int(at), len(anchors)-2)
		for c := range 3 {
			table[i][c] = anchors[k][c] + (at-float64(k))*(anchors[k+1][c]-anchors[k][c])
		}
	}
	return table
}

// Names returns the map for names: gray for no name, then twelve colors that most people
// can tell apart, also most of those who see few colors.
//
// Source: after M. Okabe and K. Ito, Color Universal Design (2008), with lighter and
// darker colors between.
func Names() Map {
	return Map{
		{0.55, 0.58, 0.62}, {0.34, 0.71, 0.91}, {0.90, 0.62, 0.00}, {0.00, 0.62, 0.45}, {0.80, 0.47, 0.65}, {0.84, 0.37, 0.00},
		{0.94, 0.89, 0.26}, {0.00, 0.45, 0.70}, {0.62, 0.80, 0.42}, {0.60, 0.44, 0.80}, {0.98, 0.66, 0.60}, {0.50, 0.36, 0.22}, {0.45, 0.84, 0.80},
	}
}

// Map returns the color map of a coloring with the given number of entries; a named coloring has the
// map of Names, whatever entries is.
func (c Coloring) Map(entries int) Map {
	switch {
	case c.Named():
		return Names()
	case c.Signed():
		return CoolWarm(entries)
	}
	return Viridis(entries)
}
