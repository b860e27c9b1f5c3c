package color

// Metric is a number of each robot, such as its speed, by which its masses can be colored.
type Metric struct {
	Name, Unit string
	Low, High  float64   // at the ends of the color map
	OfMass     []float32 // of each mass of the model
}

// Share returns the position of a value on the color map, 0 to 1; the middle where all values are equal.
func (m *Metric) Share(value float64) float64 {
	low, high := m.Ends()
	return min(max((value-low)/(high-low), 0), 1)
}

// Ends returns the values at the ends of the color map, which differ.
func (m *Metric) Ends() (low, high float64) {
	if m.High > m.Low {
		return m.Low, m.High
	}
	wide := 1e-3 * max(m.Low, -m.Low)
	if wide == 0 {
		wide = 1
	}
	return m.Low - wide, m.Low + wide
}
