package flags

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"hooke/model"
)

// freeVectorFlag is the flag value of a vector, which may be 0, and is nil if it was not given.
type freeVectorFlag struct{ value **model.Vec3 }

func (f freeVectorFlag) Type() string { return "x,y,z" }
func (f freeVectorFlag) String() string {
	if f.value == nil || *f.value == nil {
		return ""
	}
	return fmt.Sprintf("%g,%g,%g", (**f.value)[0], (**f.value)[1], (**f.value)[2])
}

func (f freeVectorFlag) Set(text string) error {
	v, err := parseVector(text)
	if err == nil {
		*f.value = &v
	}
	return err
}

// Vector returns a flag value for a vector, x,y,z, which it stores into value.
func Vector(value **model.Vec3) pflag.Value { return freeVectorFlag{value} }

// Direction returns a flag value for a vector, x,y,z, that is not 0. It stores into value.
func Direction(value *model.Vec3) pflag.Value { return vectorFlag{value} }

// parseVector reads three numbers with commas between them.
func parseVector(text string) (v model.Vec3, err error) {
	words := strings.Split(text, ",")
	if len(words) != 3 {
		return v, errors.New("give three numbers, such as 1,0,0")
	}
	for axis, word := range words {
		x, err := strconv.ParseFloat(strings.TrimSpace(word), 64)
		if err != nil || x-x != 0 {
			return v, errors.New("give three numbers, such as 1,0,0")
		}
		v[axis] = x
	}
	return v, nil
}

// vectorFlag is the flag value of a direction.
type vectorFlag struct{ value *model.Vec3 }

func (f vectorFlag) Type() string { return "x,y,z" }
func (f vectorFlag) String() string {
	if f.value == nil || *f.value == (model.Vec3{}) {
		return ""
	}
	return fmt.Sprintf("%g,%g,%g", f.value[0], f.value[1], f.value[2])
}

func (f vectorFlag) Set(text string) error {
	v, err := parseVector(text)
	if err != nil {
		return err
	}
	if v == (model.Vec3{}) {
		return errors.New("0,0,0 is no direction; give three numbers, such as 1,0,0")
	}
	*f.value = v
	return nil
}
