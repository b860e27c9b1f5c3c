package cpu

import "slices"

// none are empty lists for what is left of each lane.
func (b *builder) none() *[width][]item {
	for lane := range b.left {
		b.left[lane] = b.left[lane][:0]
	}
	return &b.left
}

// columns writes what is left of each lane, side by side. Lanes that have less
// are filled with the mass itself, over no distance: no force.
func (b *builder) columns(left *[width][]item) {
	most := 0
	for _, items := range left {
		most = max(most, len(items))
	}
	words := b.format.words()
	for k := range most {
		at := len(b.out.columns)
		b.out.columns = append(b.out.columns, make([]uint32, width*words)...)
		column := b.out.columns[at:]
		for lane := range left {
			if k < len(left[lane]) {
				b.entry(column, lane, &left[lane][k])
			} else {
				column[lane] = uint32(lane) << 4
			}
		}
	}
}

// entry writes one entry of a column.
func (b *builder) entry(column []uint32, lane int, it *item) {
	s := int(it.entry >> 1)
	column[lane] = uint32(it.offset) << 4
	switch b.format {
	case byClass:
		column[lane] |= uint32(b.classes.of[s])
	case byLaw:
		column[lane] |= uint32(slices.Index(b.classes.laws, b.lawOf.spring(s)))
		column[width+lane] = number(b.model.RestLength[s])
	case own:
		k := b.resolver.Spring(s)
		column[lane] |= uint32(slices.Index(b.classes.kinds, b.lawOf.spring(s).kind()))
		column[width+lane] = number(b.model.RestLength[s])
		column[2*width+lane], column[3*width+lane] = number(k.Stiffness), number(k.Damping)
	}
}

// hub writes the columns of a hub's own slice.
func (b *builder) hub(h hub) {
	left := b.none()
	mass := b.order.massOf[h.lane]
	for i, entry := range b.in.at(mass) {
		offset := int32(b.order.laneOf[neighbor(b.model, entry)]) - int32(h.slice*width)
		left[i%width] = append(left[i%width], item{entry: entry, offset: offset})
	}
	b.out.irregular += int64(len(b.in.at(mass)))
	b.columns(left)
}
