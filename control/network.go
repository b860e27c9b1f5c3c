package control

// network is layers of units: each is tanh of the weighted sum of those before, and its bias; the last layer has
// a unit for each output.
type network struct {
	*Controller
	from, to []float64 // scratch
}

func newNetwork(c *Controller, numbers int) *network {
	most := max(numbers, len(c.Inputs))
	for _, units := range c.Layers {
		most = max(most, units)
	}
	return &network{c, make([]float64, most), make([]float64, most)}
}

// weights returns the number of weights of a network with the given number of inputs.
func (c *Controller) weights(numbers int) int {
	total, before := 0, numbers
	for _, units := range append(append([]int(nil), c.Layers...), len(c.Inputs)) {
		total += units * (before + 1)
		before = units
	}
	return total
}

func (n *network) act(_ int64, _ float64, y, u []float64) {
	from, to, weights := n.from[:len(y)], n.to, n.Weights
	copy(from, y)
	for layer := range len(n.Layers) + 1 {
		units := len(u)
		if layer < len(n.Layers) {
			units = n.Layers[layer]
		}
		for i := range units {
			row := weights[i*(len(from)+1):]
			sum := 0.0
			for k, x := range from {
				sum += row[k] * x
			}
			to[i] = Tanh(sum + row[len(from)])
		}
		weights = weights[units*(len(from)+1):]
		from, to = to[:units], from[:cap(from)]
	}
	for i := range u {
		u[i] += of(n.Bias, i, 0) + of(n.Amplitude, i, 1)*from[i]
	}
}

func (n *network) state() []uint64  { return nil }
func (n *network) restore([]uint64) {}

// Tanh returns the hyperbolic tangent by a fraction of polynomials of degree 7 and 6 (Lambert's continued fraction, ended after seven terms),
// held at ±1 beyond ±4.97: the same bits everywhere, off by 1e-4 at most.
func Tanh(x float64) float64 {
	const end = 4.97
	if x > end {
		return 1
	} else if x < -end {
		return -1
	}
	s := x * x
	above := float64(135135+float64(s*float64(17325+float64(s*(378+s))))) * x
	return above / float64(135135+float64(s*float64(62370+float64(s*(3150+float64(28*s))))))
}
