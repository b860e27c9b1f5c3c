package mesh

import (
	"strings"
)

// objLabels numbers what an OBJ file says a polygon or line belongs to: its
// object, its groups and its material together are one label, which has all their
// names.
type objLabels struct {
	object, groups, material string // groups are apart by line ends
	stale                    bool   // current is not of these
	current                  int32
	known                    map[string]int32
	names                    []LabelName
	more                     bool // there were more labels than mostOBJLabels
}

// mostOBJLabels bounds what the names of a file take: about 64 MiB at the worst,
// and never more than a few times the file.
const mostOBJLabels = 1 << 16

// statement takes the names of `o`, `g` or `usemtl`.
func (l *objLabels) statement(keyword byte, line fields) {
	var names []string
	for word := line.next(); len(word) > 0; word = line.next() {
		names = append(names, string(word[:min(len(word), maxTextWord)]))
		if keyword != 'g' && len(names) > 0 {
			// The name of an object or a material is the rest of the line.
			if rest := strings.TrimSpace(string(line.rest)); rest != "" {
				names[0] = (names[0] + " " + rest)[:min(len(names[0])+1+len(rest), maxTextWord)]
			}
			break
		}
	}
	text := strings.Join(names, "\n")
	switch keyword {
	case 'o':
		l.object = text
	case 'g':
		l.groups = text
	default:
		l.material = text
	}
	l.stale = true
}

// label is that of the element at hand, 0 where nothing was named.
func (l *objLabels) label() int64 {
	if !l.stale {
		return int64(l.current)
	}
	l.stale = false
	if l.object == "" && l.groups == "" && l.material == "" {
		l.current = 0
		return 0
	}
	key := l.object + "\r" + l.groups + "\r" + l.material
	at, ok := l.known[key]
	if !ok && len(l.known) == mostOBJLabels {
		l.more = true
		l.current = 0
		return 0
	}
	if !ok {
		if l.known == nil {
			l.known = make(map[string]int32)
		}
		at = int32(len(l.known) + 1)
		l.known[key] = at
		for _, name := range append(strings.Split(l.groups, "\n"), l.object, l.material) {
			if name != "" {
				l.names = append(l.names, LabelName{Dim: 2, Label: at, Name: name}, LabelName{Dim: 1, Label: at, Name: name})
			}
		}
	}
	l.current = at
	return int64(at)
}
