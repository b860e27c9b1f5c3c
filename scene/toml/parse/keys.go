package parse

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/go-gl/mathgl/mgl64"
	"github.com/pelletier/go-toml/v2/unstable"

	"hooke/files/safefile"
	"hooke/model"
)

// The getters below read keys of tables that Read has checked. For a key that is not given
// they return zero, or the fallback.

// Text returns the text of a key; empty where it is not given.
func (t *Table) Text(key string) string {
	if v := t.Value(key); v != nil && v.kind == unstable.String {
		return v.Text
	}
	return ""
}

// Number returns the number of a key, whole or not.
func (t *Table) Number(key string, fallback float64) float64 {
	if v := t.Value(key); v != nil {
		if x, ok := v.number(); ok {
			return x
		}
	}
	return fallback
}

// Whole returns the whole number of a key. It is exact, also where a float64 is not.
func (t *Table) Whole(key string) int64 {
	if v := t.Value(key); v != nil {
		return v.Whole()
	}
	return 0
}

// Whole returns the whole number of a value. It is exact, also where a float64 is not.
func (v *Value) Whole() int64 {
	x, _ := strconv.ParseInt(strings.TrimPrefix(strings.ReplaceAll(v.Text, "_", ""), "+"), 0, 64)
	return x
}

// Flag reports whether the key is true.
func (t *Table) Flag(key string) bool {
	v := t.Value(key)
	return v != nil && v.kind == unstable.Bool && v.Text == "true"
}

// Vector returns the list of three numbers of a key.
func (t *Table) Vector(key string, fallback model.Vec3) model.Vec3 {
	v := t.Value(key)
	if v == nil || len(v.Items) != 3 {
		return fallback
	}
	return v.vector()
}

// vector returns the list of three numbers of a value.
func (v *Value) vector() (out model.Vec3) {
	for axis := range 3 {
		out[axis], _ = v.Items[axis].number()
	}
	return out
}

// Direction returns the vector of a key, scaled to unit length unless it has that already.
func (t *Table) Direction(key string, fallback model.Vec3) model.Vec3 {
	d := t.Vector(key, fallback)
	if largest := max(math.Abs(d[0]), math.Abs(d[1]), math.Abs(d[2])); largest > 0 && math.Abs(d.Len()-1) > 1e-12 {
		return d.Mul(1 / largest).Normalize() // the square of a small number may be 0
	}
	return d
}

// Texts returns the one text of a key, or the texts of its list; nil where it is not given.
func (t *Table) Texts(key string) []string {
	v := t.Value(key)
	switch {
	case v == nil:
		return nil
	case v.kind != unstable.Array:
		return []string{v.Text}
	}
	var out []string
	for _, item := range v.Items {
		out = append(out, item.Text)
	}
	return out
}

// OneMass returns the name of a mass, or where that is empty the number of one.
func (t *Table) OneMass(key string) (name string, number int64) { return t.Text(key), t.Whole(key) }

// Numbers returns the number of a key, or those of its list; nil where the key is not given.
func (t *Table) Numbers(key string) (out []float64) {
	v := t.Value(key)
	if v == nil {
		return nil
	}
	items := v.Items
	if v.kind != unstable.Array {
		items = []Value{*v}
	}
	for i := range items {
		x, _ := items[i].number()
		out = append(out, x)
	}
	return out
}

// Sizes returns the whole number of a key, or the up to three numbers of its list; the others
// are zero. An error says that a number is larger than 2^31 − 1.
func (t *Table) Sizes(key string) (out [3]int, err error) {
	v := t.Value(key)
	if v == nil {
		return out, nil
	}
	items := v.Items
	if v.kind != unstable.Array {
		items = []Value{*v}
	}
	for i := range items {
		n := items[i].Whole()
		if n > math.MaxInt32 {
			return out, fmt.Errorf("%d is too large; at most %d", n, math.MaxInt32)
		}
		out[i] = int(n)
	}
	return out, nil
}

// Turn returns the rotation by the three angles of a key [°]: about x, then y, then z. It is the
// zero quaternion, which stands for no turn, when all angles are zero or not given.
func (t *Table) Turn(key string) mgl64.Quat {
	angles := t.Vector(key, model.Vec3{})
	if angles == (model.Vec3{}) {
		return mgl64.Quat{}
	}
	turn := mgl64.QuatIdent()
	for axis, angle := range angles {
		var about model.Vec3
		about[axis] = 1
		turn = mgl64.QuatRotate(angle*math.Pi/180, about).Mul(turn)
	}
	return turn.Normalize()
}

// Curve holds the points of a curve that is written in the scene file. It is empty where
// the key names a file or is not given.
func (t *Table) Curve(key string) (c model.Curve) {
	v := t.Value(key)
	if v == nil || v.kind != unstable.Array {
		return c
	}
	for i := range v.Items {
		at, _ := v.Items[i].Items[0].number()
		value, _ := v.Items[i].Items[1].number()
		c.At, c.Value = append(c.At, at), append(c.Value, value)
	}
	return c
}

// Points holds the points of a list of pairs; none where the key names a file.
func (t *Table) Points(key string) (out [][2]float64) {
	v := t.Value(key)
	if v == nil || v.kind != unstable.Array {
		return nil
	}
	for i := range v.Items {
		at, _ := v.Items[i].Items[0].number()
		value, _ := v.Items[i].Items[1].number()
		out = append(out, [2]float64{at, value})
	}
	return out
}

// Path holds the points of the path of a key: times [s] and offsets [m].
func (t *Table) Path(key string) (out []model.PathPoint) {
	v := t.Value(key)
	if v == nil {
		return nil
	}
	for i := range v.Items {
		var n [4]float64
		for j := range n {
			n[j], _ = v.Items[i].Items[j].number()
		}
		out = append(out, model.PathPoint{Time: n[0], Offset: model.Vec3{n[1], n[2], n[3]}})
	}
	return out
}

// Stray returns the fault in the path of a file that a scene names; empty for a valid path.
func Stray(name string) string { return safefile.Stray(name, Owner) }

// Owner names, for messages, the file in whose folder the files of a scene lie.
const Owner = "the scene file"
