package direct

// skyline is a symmetric matrix whose rows are kept from their first entry that is not 0 to the diagonal:
// what elimination fills in lies there, too.
type skyline struct {
	first  []int // column of the first entry of each row
	at     []int // place of that entry among values; one more than rows
	values []float64
}

// newSkyline is a matrix of n rows, of which row i begins at column first[i] <= i.
func newSkyline(first []int) skyline {
	s := skyline{first: first, at: make([]int, len(first)+1)}
	for i, from := range first {
		s.at[i+1] = s.at[i] + i - from + 1
	}
	s.values = make([]float64, s.at[len(first)])
	return s
}

// row are the entries of row i from its first column to the diagonal.
func (s *skyline) row(i int) []float64 { return s.values[s.at[i]:s.at[i+1]] }

// add adds to an entry of the lower triangle, or to its mirror image.
func (s *skyline) add(i, j int, value float64) {
	if j > i {
		i, j = j, i
	}
	s.values[s.at[i]+j-s.first[i]] += value
}

// factor makes the matrix L D Lᵀ, in place: D on the diagonal, L below it with ones left out.
func (s *skyline) factor() {
	for i := range s.first {
		row, from := s.row(i), s.first[i]
		for j := from; j < i; j++ { // row holds L D so far
			other, begin := s.row(j), max(from, s.first[j])
			a, b := row[begin-from:j-from], other[begin-s.first[j]:]
			sum := row[j-from]
			for k, x := range a {
				sum -= x * b[k]
			}
			row[j-from] = sum
		}
		diagonal := row[i-from]
		for j := from; j < i; j++ {
			scaled := row[j-from] / s.values[s.at[j+1]-1]
			diagonal -= scaled * row[j-from]
			row[j-from] = scaled
		}
		row[i-from] = diagonal
	}
}

// solve solves for the right side x, in place, after factor.
func (s *skyline) solve(x []float64) {
	for i := range x {
		from := s.first[i]
		row := s.row(i)
		for k, l := range row[:i-from] {
			x[i] -= l * x[from+k]
		}
	}
	for i := range x {
		x[i] /= s.values[s.at[i+1]-1]
	}
	for i := len(x) - 1; i >= 0; i-- {
		from := s.first[i]
		for k, l := range s.row(i)[:i-from] {
			x[from+k] -= l * x[i]
		}
	}
}
