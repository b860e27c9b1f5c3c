package mesh

import (
	"strings"

	"hooke/mesh/scan"
)

// PartLabels numbers what an OBJ or glTF file says a polygon or line belongs to: its
// object (node), its groups (mesh) and its material together are one label, which has
// all their names.
type PartLabels struct {
	object, groups, material string // groups are apart by line ends
	stale                    bool   // current is not of these
	current                  int32
	known                    map[string]int32
	Names                    []LabelName
	More                     bool // there were more labels than MostPartLabels
}

// MostPartLabels bounds what the names of a file take: about 64 MiB at the worst,
// and never more than a few times the file.
const MostPartLabels = 1 << 16

// Statement takes the names of `o`, `g` or `usemtl`.
func (l *PartLabels) Statement(keyword byte, line scan.Fields) {
	var names []string
	for word := line.Next(); len(word) > 0; word = line.Next() {
		names = append(names, string(word[:min(len(word), scan.MaxTextWord)]))
		if keyword != 'g' && len(names) > 0 {
			// The name of an object or a material is the rest of the line.
			if rest := strings.TrimSpace(string(line.Rest)); rest != "" {
				names[0] = (names[0] + " " + rest)[:min(len(names[0])+1+len(rest), scan.MaxTextWord)]
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

// Part takes the names of an object, of one group and of a material at once.
func (l *PartLabels) Part(object, group, material string) {
	// Line ends would divide a group.
	group = strings.Map(func(r rune) rune {
		if r == '\n' || r == '\r' {
			return ' '
		}
		return r
	}, group)
	l.object, l.groups, l.material, l.stale = object, group, material, true
}

// Label is that of the element at hand, 0 where nothing was named.
func (l *PartLabels) Label() int64 {
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
	if !ok && len(l.known) == MostPartLabels {
		l.More = true
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
				l.Names = append(l.Names, LabelName{Dim: 2, Label: at, Name: name}, LabelName{Dim: 1, Label: at, Name: name})
			}
		}
	}
	l.current = at
	return int64(at)
}
