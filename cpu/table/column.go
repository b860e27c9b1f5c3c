package table

import "slices"

// none returns an empty list for each lane, to take the items that are in no slot.
func (b *builder[T]) none() *[Width][]item {
	for lane := range b.left {
		b.left[lane] = b.left[lane][:0]
	}
	return &b.left
}

// columns writes the left items of the lanes, side by side. It fills lanes that have fewer
// items with the mass itself as its neighbor: over no distance there is no force.
func (b *builder[T]) columns(left *[Width][]item) {
	most := 0
	for _, items := range left {
		most = max(most, len(items))
	}
	words := b.words()
	for k := range most {
		at := len(b.out.columns)
		b.out.columns = append(b.out.columns, make([]uint32, Width*words)...)
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
func (b *builder[T]) entry(column []uint32, lane int, it *item) {
	s := int(it.entry >> 1)
	column[lane] = uint32(it.offset) << 4
	switch b.format {
	case ByClass:
		column[lane] |= uint32(it.class)
	case ByLaw:
		column[lane] |= uint32(slices.Index(b.classes.Laws, b.lawOf.spring(s)))
		*numberAt[T](column, wordOf[T](0, lane)) = T(b.model.RestLength[s])
	case Own:
		k := b.resolver.Spring(s)
		kind := b.lawOf.spring(s).kind()
		place := slices.Index(b.classes.Kinds, kind)
		if place < 0 { // of plainKinds
			place = slices.Index(b.classes.Kinds, Law[T]{Cable: kind.Cable})
			b.out.driven = append(b.out.driven, Driven[T]{uint32(len(b.out.columns) - len(column) + wordOf[T](0, lane)), T(b.model.RestLength[s]), kind.Actuator})
		}
		column[lane] |= uint32(place)
		*numberAt[T](column, wordOf[T](0, lane)) = T(b.model.RestLength[s])
		*numberAt[T](column, wordOf[T](1, lane)), *numberAt[T](column, wordOf[T](2, lane)) = T(k.Stiffness), T(k.Damping)
	}
}

// hub writes the columns of the slice of a hub.
func (b *builder[T]) hub(h Hub) {
	left := b.none()
	mass := b.order.MassOf[h.Lane]
	for i, entry := range b.in.at(mass) {
		offset := int32(b.order.LaneOf[b.neighbor(mass, entry)]) - int32(h.Slice*Width)
		left[i%Width] = append(left[i%Width], item{class: b.classOf(mass, entry), entry: entry, offset: offset})
	}
	b.out.irregular += int64(len(b.in.at(mass)))
	b.columns(left)
}
