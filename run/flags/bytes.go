package flags

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/pflag"
)

// byteFlag is the flag value of a size in bytes: 20MB, 500kB, 1.5GB, 100000.
type byteFlag struct{ value *int64 }

func (f byteFlag) Type() string { return "size" }
func (f byteFlag) String() string {
	if f.value == nil || *f.value == 0 {
		return ""
	}
	return fmt.Sprint(*f.value)
}

func (f byteFlag) Set(text string) error {
	number, unit := strings.TrimSpace(text), 1.0
	for _, u := range []struct {
		name string
		size float64
	}{{"kB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"B", 1}} {
		if cut, ok := strings.CutSuffix(number, u.name); ok {
			number, unit = strings.TrimSpace(cut), u.size
			break
		}
	}
	size, err := strconv.ParseFloat(number, 64)
	if size *= unit; err != nil || !(size >= 1) || size > math.MaxInt64/2 {
		return errors.New("give a size, such as 20MB or 500kB")
	}
	*f.value = int64(size)
	return nil
}

// Bytes returns a flag value for a size in bytes. It stores into value.
func Bytes(value *int64) pflag.Value { return byteFlag{value} }
