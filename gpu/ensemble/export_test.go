package ensemble

import "hooke/lab/ensemble"

// Told returns the memory that the engine reports for its members on the device, by array [bytes].
func (e *Engine) Told() map[string]int64 {
	out := map[string]int64{}
	for i, k := range e.kinds {
		packs := int64(len(ensemble.MembersOf(i, e.members))+Pack-1) / Pack
		for _, a := range k.arraysOf() {
			out["hooke.ensemble."+a.name] += packs * Pack * a.each
		}
	}
	return out
}

// GatherEvery makes the engine check for ended members at that interval of steps.
func (e *Engine) GatherEvery(steps int64) { e.gatherEvery = steps }

// Stepped is how many packs have a member that is stepped.
func (e *Engine) Stepped() (count int) {
	for _, b := range e.blocks {
		words := e.wordsOf(b)
		for pack := range b.packs() {
			living := 0
			for at := range Pack {
				if b.wordOf(words, "ENDED", 0, pack*Pack+at) == 0 {
					living++
				}
			}
			if living > 0 {
				count++
			}
		}
	}
	return count
}
