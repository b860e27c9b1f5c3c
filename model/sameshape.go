package model

import (
	"reflect"
	"slices"
)

// SameShape says whether two models in arrays differ in nothing but their name, what masses weigh, and the numbers of their materials.
func SameShape(a, b *Model) bool {
	for _, c := range columns {
		if c.field != "Mass" && !c.equal(a, b) {
			return false
		}
	}
	sameGroup := func(a, b Group) bool { return a.Name == b.Name && slices.Equal(a.Masses, b.Masses) }
	return a.Pattern == nil && b.Pattern == nil && len(a.Mass) == len(b.Mass) && len(a.Materials) == len(b.Materials) && a.Attachments == b.Attachments &&
		slices.EqualFunc(a.Groups, b.Groups, sameGroup) && slices.Equal(a.Triangles, b.Triangles) && (a.Skin == b.Skin || reflect.DeepEqual(a.Skin, b.Skin))
}
