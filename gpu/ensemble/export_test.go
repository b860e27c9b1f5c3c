package ensemble

import "hooke/ensemble"

// Told is what the engine says that its members take on the device, by array [bytes].
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
