package mesh

import (
	"strings"

	"hooke/mesh/scan"
)

// PartLabels numbers the parts of an OBJ or glTF file. The object (node), the groups (mesh)
// and the material of a polygon or line together are one label with all their names. The zero
// value has no labels.
type PartLabels struct {
	object, groups, material string // line ends separate the groups
	stale                    bool   // whether current is out of date
	current                  int32
	known                    map[string]int32
	Names                    []LabelName
	More                     bool // whether there were more than MaxPartLabels labels
}

// MaxPartLabels bounds the memory for the names of a file: at most about 64 MiB, and never
// more than a few times the size of the file.
const MaxPartLabels = 1 << 16

// Statement reads the names after `o`, `g` or `usemtl`; keyword is its first letter.
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

// Part sets the names of the object, of one group and of the material together.
func (l *PartLabels) Part(object, group, material string) {
	// A line end would separate two groups.
	group = strings.Map(func(r rune) rune {
		if r == '\n' || r == '\r' {
			return ' '
		}
		return r
	}, group)
	l.object, l.groups, l.material, l.stale = object, group, material, true
}

// Label returns the label of the current element; 0 before any name.
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
	if !ok && len(l.known) == MaxPartLabels {
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
