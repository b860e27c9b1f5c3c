package scan

// Pile gathers values whose number is not known beforehand. It keeps them in
// blocks, so that growing neither copies nor doubles what is held: joining takes the
// table once more, and nothing else is ever allocated. The zero value is empty.
type Pile[T any] struct {
	full  [][]T // each full to the brim
	last  []T
	count int // in full
}

// Sizes of blocks [values]: doubling from the first to the largest.
const (
	firstBlock   = 256
	largestBlock = 1 << 16
)

// Add appends one value.
func (p *Pile[T]) Add(value T) {
	if len(p.last) == cap(p.last) {
		p.grow()
	}
	p.last = append(p.last, value)
}

func (p *Pile[T]) grow() {
	size := firstBlock
	if p.last != nil {
		size = min(2*cap(p.last), largestBlock)
		p.full = append(p.full, p.last)
		p.count += len(p.last)
	}
	p.last = make([]T, 0, size)
}

// Len is the number of values.
func (p *Pile[T]) Len() int { return p.count + len(p.last) }

// Join returns all values in one table, nil for none, and empties the pile.
func (p *Pile[T]) Join() []T {
	if p.Len() == 0 {
		return nil
	}
	if len(p.full) == 0 && cap(p.last) <= firstBlock {
		all := p.last
		*p = Pile[T]{}
		return all
	}
	all := make([]T, 0, p.Len())
	for i, block := range p.full {
		all = append(all, block...)
		p.full[i] = nil
	}
	all = append(all, p.last...)
	*p = Pile[T]{}
	return all
}
