package scene

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

func (t *tomlTable) text(key string) string {
	if v := t.value(key); v != nil && v.kind == unstable.String {
		return v.text
	}
	return ""
}

func (t *tomlTable) number(key string, fallback float64) float64 {
	if v := t.value(key); v != nil {
		if x, ok := v.number(); ok {
			return x
		}
	}
	return fallback
}

// whole is a whole number, exact where a float64 is not.
func (t *tomlTable) whole(key string) int64 {
	if v := t.value(key); v != nil {
		return v.whole()
	}
	return 0
}

func (v *tomlValue) whole() int64 {
	x, _ := strconv.ParseInt(strings.TrimPrefix(strings.ReplaceAll(v.text, "_", ""), "+"), 0, 64)
	return x
}

func (t *tomlTable) flag(key string) bool {
	v := t.value(key)
	return v != nil && v.kind == unstable.Bool && v.text == "true"
}

func (t *tomlTable) vector(key string, fallback model.Vec3) model.Vec3 {
	v := t.value(key)
	if v == nil || len(v.items) != 3 {
		return fallback
	}
	for axis := range 3 {
		fallback[axis], _ = v.items[axis].number()
	}
	return fallback
}

// direction is a vector made one long, unless it is already.
func (t *tomlTable) direction(key string, fallback model.Vec3) model.Vec3 {
	d := t.vector(key, fallback)
	if length := d.Len(); math.Abs(length-1) > 1e-12 && length > 0 {
		return d.Normalize()
	}
	return d
}

// texts is a text, or the texts of a list.
func (t *tomlTable) texts(key string) []string {
	v := t.value(key)
	switch {
	case v == nil:
		return nil
	case v.kind != unstable.Array:
		return []string{v.text}
	}
	var out []string
	for _, item := range v.items {
		out = append(out, item.text)
	}
	return out
}

// sizes are a whole number or up to three, the others zero.
func (t *tomlTable) sizes(key string) (out [3]int, err error) {
	v := t.value(key)
	if v == nil {
		return out, nil
	}
	items := v.items
	if v.kind != unstable.Array {
		items = []tomlValue{*v}
	}
	for i := range items {
		n := items[i].whole()
		if n > math.MaxInt32 {
			return out, fmt.Errorf("%d is too large; at most %d", n, math.MaxInt32)
		}
		out[i] = int(n)
	}
	return out, nil
}

// turn is the rotation by three angles [°]: about x, then y, then z. It is zero,
// not at all, when none is given.
func (t *tomlTable) turn(key string) mgl64.Quat {
	angles := t.vector(key, model.Vec3{})
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

// curve are the points of a curve written in the scene file.
func (t *tomlTable) curve(key string) (c model.Curve) {
	v := t.value(key)
	if v == nil || v.kind != unstable.Array {
		return c
	}
	for i := range v.items {
		at, _ := v.items[i].items[0].number()
		value, _ := v.items[i].items[1].number()
		c.At, c.Value = append(c.At, at), append(c.Value, value)
	}
	return c
}

// path are the points of a path.
func (t *tomlTable) path(key string) (out []model.PathPoint) {
	v := t.value(key)
	if v == nil {
		return nil
	}
	for i := range v.items {
		var n [4]float64
		for j := range n {
			n[j], _ = v.items[i].items[j].number()
		}
		out = append(out, model.PathPoint{Time: n[0], Offset: model.Vec3{n[1], n[2], n[3]}})
	}
	return out
}

// strayPath says what is wrong with the path of a file that a scene names; empty:
// nothing.
func strayPath(name string) string { return safefile.Stray(name, theSceneFile) }

// theSceneFile is whose folder files lie in that a scene names.
const theSceneFile = "the scene file"
