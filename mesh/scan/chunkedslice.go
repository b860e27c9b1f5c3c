package scan

// ChunkedSlice collects values whose number is not known beforehand. It keeps them in
// blocks, so that growing copies nothing: only Join allocates memory for all values
// once more. The zero value is empty.
type ChunkedSlice[T any] struct {
	full  [][]T // full blocks
	last  []T   // the block that grows
	count int   // values in full
}

// Sizes of blocks [values]: doubling from the first to the largest.
const (
	firstBlock   = 256
	largestBlock = 1 << 16
)

// Add appends one value.
func (c *ChunkedSlice[T]) Add(value T) {
	if len(c.last) == cap(c.last) {
		c.grow()
	}
	c.last = append(c.last, value)
}

func (c *ChunkedSlice[T]) grow() {
	size := firstBlock
	if c.last != nil {
		size = min(2*cap(c.last), largestBlock)
		c.full = append(c.full, c.last)
		c.count += len(c.last)
	}
	c.last = make([]T, 0, size)
}

// Len returns the number of values.
func (c *ChunkedSlice[T]) Len() int { return c.count + len(c.last) }

// Join returns all values in one slice, nil for none, and empties the chunked slice.
func (c *ChunkedSlice[T]) Join() []T {
	if c.Len() == 0 {
		return nil
	}
	if len(c.full) == 0 && cap(c.last) <= firstBlock {
		all := c.last
		*c = ChunkedSlice[T]{}
		return all
	}
	all := make([]T, 0, c.Len())
	for i, block := range c.full {
		all = append(all, block...)
		c.full[i] = nil
	}
	all = append(all, c.last...)
	*c = ChunkedSlice[T]{}
	return all
}
