package parse

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/go-gl/mathgl/mgl64"
	"github.com/pelletier/go-toml/v2/unstable"

	"hooke/model"
	"hooke/safefile"
)

// The getters below read keys of tables that were checked; a key that is not
// given is zero, or the value named after it.

// Text is a text; empty where there is none.
func (t *Table) Text(key string) string {
	if v := t.Value(key); v != nil && v.kind == unstable.String {
		return v.Text
	}
	return ""
}

// Number is a number, whole or not.
func (t *Table) Number(key string, fallback float64) float64 {
	if v := t.Value(key); v != nil {
		if x, ok := v.number(); ok {
			return x
		}
	}
	return fallback
}

// Whole is a whole number, exact where a float64 is not.
func (t *Table) Whole(key string) int64 {
	if v := t.Value(key); v != nil {
		return v.Whole()
	}
	return 0
}

// Whole is a whole number, exact where a float64 is not.
func (v *Value) Whole() int64 {
	x, _ := strconv.ParseInt(strings.TrimPrefix(strings.ReplaceAll(v.Text, "_", ""), "+"), 0, 64)
	return x
}

// Flag says whether the key is true.
func (t *Table) Flag(key string) bool {
	v := t.Value(key)
	return v != nil && v.kind == unstable.Bool && v.Text == "true"
}

// Vector is a list of three numbers.
func (t *Table) Vector(key string, fallback model.Vec3) model.Vec3 {
	v := t.Value(key)
	if v == nil || len(v.Items) != 3 {
		return fallback
	}
	for axis := range 3 {
		fallback[axis], _ = v.Items[axis].number()
	}
	return fallback
}

// Direction is a vector made one long, unless it is already.
func (t *Table) Direction(key string, fallback model.Vec3) model.Vec3 {
	d := t.Vector(key, fallback)
	if length := d.Len(); math.Abs(length-1) > 1e-12 && length > 0 {
		return d.Normalize()
	}
	return d
}

// Texts is a text, or the texts of a list.
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

// Sizes are a whole number or up to three, the others zero.
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

// Turn is the rotation by three angles [°]: about x, then y, then z. It is zero,
// not at all, when none is given.
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

// Curve are the points of a curve written in the scene file.
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

// Path are the points of a path.
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

// Stray says what is wrong with the path of a file that a scene names; empty:
// nothing.
func Stray(name string) string { return safefile.Stray(name, Owner) }

// Owner is whose folder files lie in that a scene names.
const Owner = "the scene file"
