package mesh

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
)

// LabelUnion makes labels for elements that are in several groups: such an element has one
// label with the names of all its groups. The zero value has no labels.
type LabelUnion struct {
	highest int32                // no label of the file is larger
	of      map[string]int32     // label of a dimension and the labels that it stands for
	members map[labelKey][]int32 // labels that a label stands for, ascending
	made    []labelKey           // in the order in which they were made
	total   int                  // members of all labels
	full    bool
}

// mostUnited bounds the memory for labels of several groups: a file could name each
// element in one group more than the element before.
const mostUnited = 1 << 14

// Above makes all further labels larger than the given ones.
func (u *LabelUnion) Above(labels []int32) {
	for _, label := range labels {
		u.highest = max(u.highest, label)
	}
}

// Of returns the label of an element of dimension dim that is in the groups of all given
// labels; 0 is no group. When the memory for unions is full, it returns the first of them,
// and Full returns true.
func (u *LabelUnion) Of(dim int, labels ...int32) int32 {
	var all []int32
	for _, label := range labels {
		if parts := u.members[labelKey{dim, label}]; parts != nil {
			all = append(all, parts...)
		} else if label != 0 {
			all = append(all, label)
		}
	}
	slices.Sort(all)
	all = slices.Compact(all)
	switch len(all) {
	case 0:
		return 0
	case 1:
		return all[0]
	}
	key := []byte{byte(dim)}
	for _, label := range all {
		key = binary.LittleEndian.AppendUint32(key, uint32(label))
	}
	if label, ok := u.of[string(key)]; ok {
		return label
	}
	if u.total+len(all) > mostUnited || u.highest == math.MaxInt32 {
		u.full = true
		for _, label := range labels {
			if label != 0 {
				return label
			}
		}
	}
	if u.of == nil {
		u.of, u.members = make(map[string]int32), make(map[labelKey][]int32)
	}
	u.highest++
	u.total += len(all)
	made := labelKey{dim, u.highest}
	u.of[string(key)], u.members[made], u.made = made.label, all, append(u.made, made)
	return made.label
}

// Full reports whether an element lost a group because there were too many combinations.
func (u *LabelUnion) Full() bool { return u.full }

// Names returns the given names of a file and those of the labels made here. A label without
// a name gets the name that LabelGroups gives it.
func (u *LabelUnion) Names(names []LabelName) []LabelName {
	if len(u.made) == 0 {
		return names
	}
	of := make(map[labelKey][]string)
	for _, n := range names {
		key := labelKey{n.Dim, n.Label}
		// A file may repeat names; each union holds one of each.
		if n.Name != "" && len(of[key]) < mostNames && !slices.Contains(of[key], n.Name) {
			of[key] = append(of[key], n.Name)
		}
	}
	for _, made := range u.made {
		for _, label := range u.members[made] {
			lent := of[labelKey{made.dim, label}]
			if lent == nil {
				lent = []string{unnamed(made.dim, label)}
			}
			for _, name := range lent {
				names = append(names, LabelName{made.dim, made.label, name})
			}
		}
	}
	return names
}

// mostNames is how many names a label of several groups takes from each of them.
const mostNames = 16

// unnamed returns the name of the group of a label without a name.
func unnamed(dim int, label int32) string {
	return fmt.Sprintf("%s/%d", [...]string{"vertices", "lines", "faces", "tets"}[dim], label)
}

// unite adds a note about the groups that a full union lost.
func (f *File) unite(u *LabelUnion, names []LabelName) {
	f.LabelNames = u.Names(names)
	if u.Full() {
		f.Notes = append(f.Notes, "elements are in too many combinations of groups: some were left in the first of theirs")
	}
}
