package hud

// EdgeMark is an arrow at an edge of the picture that points to things beyond it.
type EdgeMark struct {
	X, Y  float64 // direction out of the picture: one of them is −1 or 1, the other is 0
	Along float64 // position along the edge, −0.5 to 0.5 of its length
	All   bool    // the picture shows nothing at all of the structure
}

// write draws the arrow.
func (m EdgeMark) write(p *Page, scale float32) {
	size, color := 8*scale, p.inks.Dim
	if m.All {
		size, color = 14*scale, p.inks.Accent
	}
	along := float32(m.Along)
	x, y := p.width*(0.5+0.5*float32(m.X)), p.height*(0.5+along)
	if m.X == 0 {
		x, y = p.width*(0.5+along), p.height*(0.5+0.5*float32(m.Y))
	}
	dx, dy := float32(m.X), float32(m.Y)
	x, y = x-dx*3*scale, y-dy*3*scale // the tip
	for _, side := range []float32{-1, 1} {
		p.line(x, y, x-dx*size+side*dy*size, y-dy*size+side*dx*size, 3*scale, color)
	}
}
