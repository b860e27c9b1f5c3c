package sweep

import (
	"slices"

	"hooke/scene/open"
)

// name returns the key or the setting with a number, of those of a point: first the settings of all runs, then the variables.
func (s *Spec) name(setting int) string {
	if setting < len(s.Set) {
		return s.Set[setting]
	}
	return s.Vary[setting-len(s.Set)].Key
}

// sample returns the settings of some point.
func (s *Spec) sample() (out []string) {
	out = slices.Clone(s.Set)
	for i := range s.Vary {
		out = append(out, s.Vary[i].Key+"="+s.Vary[i].At(0))
	}
	return out
}

// checkOverwritten refuses settings and variables that have no effect, since later ones set the same numbers: the table
// would tell of differences that the runs do not have. begins: settings say where a search begins, though variables
// overwrite them.
func (p *Plan) checkOverwritten(begins bool) error {
	s := &p.Spec
	for _, w := range p.Base.Overwritten(s.sample()) {
		set, bySet := w.Setting < len(s.Set), w.By < len(s.Set)
		if begins && set && !bySet {
			continue
		}
		last := ""
		if w.Wider && set == bySet {
			last = ", or give " + s.name(w.Setting) + " last"
		}
		return fault(map[bool]string{true: "set", false: "vary"}[set], "%s%s", w.Words(s.name), last)
	}
	return nil
}

// Put puts settings over those of a file, and leaves out those of the file that they, or variables, overwrite.
// varied says whether the variables are over those of the file, too.
func (s *Spec) Put(settings []string, varied bool) {
	weak := len(s.Set)
	s.Set = append(s.Set[:weak:weak], settings...)
	if weak == 0 || len(settings) == 0 && !varied {
		return
	}
	base, err := open.NewBase(s.Scene)
	if err != nil {
		return // Judge tells it
	}
	drop := map[int]bool{}
	for _, w := range base.Overwritten(s.sample()) {
		drop[w.Setting] = w.Setting < weak && w.By >= weak && (w.By < len(s.Set) || varied)
	}
	number := -1
	s.Set = slices.DeleteFunc(s.Set, func(string) bool {
		number++
		return drop[number]
	})
}
