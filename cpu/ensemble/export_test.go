package ensemble

// Stepped is how many packs have a member that is stepped.
func (e *Engine) Stepped() (count int) {
	for _, of := range e.packs {
		for _, p := range of {
			if p.alive != 0 {
				count++
			}
		}
	}
	return count
}
