package chain

// Skyline is a symmetric matrix that keeps each row from its first entry to the diagonal.
type Skyline struct {
	first  []int // column of the first entry of each row
	at     []int // index of that entry among values; one more than rows
	values []float64
}

// NewSkyline returns a matrix whose row i begins at column first[i] <= i.
func NewSkyline(first []int) Skyline {
	m := Skyline{first: first, at: make([]int, len(first)+1)}
	for i, from := range first {
		m.at[i+1] = m.at[i] + i - from + 1
	}
	m.values = make([]float64, m.at[len(first)])
	return m
}

// Rows returns the number of rows.
func (m *Skyline) Rows() int { return len(m.first) }

// First returns the column at which a row begins.
func (m *Skyline) First(row int) int { return m.first[row] }

// Clear makes all entries 0.
func (m *Skyline) Clear() { clear(m.values) }

// row are the entries of row i from its first column to the diagonal.
func (m *Skyline) row(i int) []float64 { return m.values[m.at[i]:m.at[i+1]] }

// Add adds to an entry of the lower triangle, or to its mirror image.
func (m *Skyline) Add(i, j int, value float64) {
	if j > i {
		i, j = j, i
	}
	m.values[m.at[i]+j-m.first[i]] += value
}

// At is an entry, before Factor.
func (m *Skyline) At(i, j int) float64 {
	if j > i {
		i, j = j, i
	}
	if j < m.first[i] {
		return 0
	}
	return m.values[m.at[i]+j-m.first[i]]
}

// Diagonal is an entry of the diagonal.
func (m *Skyline) Diagonal(i int) float64 { return m.values[m.at[i+1]-1] }

// Factor makes the matrix L D Lᵀ, in place: D on the diagonal, L below it with ones left out.
func (m *Skyline) Factor() {
	for i := range m.first {
		row, from := m.row(i), m.first[i]
		for j := from; j < i; j++ { // row holds L D so far
			other, begin := m.row(j), max(from, m.first[j])
			a, b := row[begin-from:j-from], other[begin-m.first[j]:]
			sum := row[j-from]
			for k, x := range a {
				sum -= x * b[k]
			}
			row[j-from] = sum
		}
		diagonal := row[i-from]
		for j := from; j < i; j++ {
			scaled := row[j-from] / m.Diagonal(j)
			diagonal -= scaled * row[j-from]
			row[j-from] = scaled
		}
		row[i-from] = diagonal
	}
}

// Definite says, after Factor, whether the matrix is positive definite.
func (m *Skyline) Definite() bool {
	for i := range m.first {
		if !(m.Diagonal(i) > 0) {
			return false
		}
	}
	return true
}

// Solve solves for the right side x, in place, after Factor.
func (m *Skyline) Solve(x []float64) {
	for i := range x {
		from := m.first[i]
		row := m.row(i)
		for k, l := range row[:i-from] {
			x[i] -= l * x[from+k]
		}
	}
	for i := range x {
		x[i] /= m.Diagonal(i)
	}
	for i := len(x) - 1; i >= 0; i-- {
		from := m.first[i]
		for k, l := range m.row(i)[:i-from] {
			x[from+k] -= l * x[i]
		}
	}
}
