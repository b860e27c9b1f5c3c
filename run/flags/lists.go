package flags

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"hooke/scene"
)

// countsFlag is the flag value of a list of numbers of springs: 56k,1M.
type countsFlag struct{ values *[]int64 }

func (f countsFlag) Type() string { return "counts" }
func (f countsFlag) String() string {
	if f.values == nil {
		return ""
	}
	var words []string
	for _, value := range *f.values {
		words = append(words, shortCount(value))
	}
	return strings.Join(words, ",")
}

func (f countsFlag) Set(text string) error {
	var values []int64
	for word := range strings.SplitSeq(text, ",") {
		value, err := scene.ParseCount(strings.TrimSpace(word))
		if err != nil {
			return err
		}
		values = append(values, value)
	}
	*f.values = values
	return nil
}

// choicesFlag is the flag value of a list of words out of a few. The word "all" means all
// of them.
type choicesFlag struct {
	values  *[]string
	allowed []string
}

func (f choicesFlag) Type() string { return strings.Join(append(slices.Clone(f.allowed), "all"), ",") }
func (f choicesFlag) String() string {
	if f.values == nil || slices.Equal(*f.values, f.allowed) {
		return "all"
	}
	return strings.Join(*f.values, ",")
}

func (f choicesFlag) Set(text string) error {
	var values []string
	for word := range strings.SplitSeq(text, ",") {
		word = strings.TrimSpace(word)
		switch {
		case word == "all":
			values = append(values, f.allowed...)
		case slices.Contains(f.allowed, word):
			values = append(values, word)
		default:
			return fmt.Errorf("%q is unknown; known are %s, and all", word, strings.Join(f.allowed, ", "))
		}
	}
	// The words are stored in the order of the known ones, each once.
	*f.values = slices.DeleteFunc(slices.Clone(f.allowed), func(known string) bool { return !slices.Contains(values, known) })
	return nil
}

// listFlag is the flag value of a list of words out of a few. An empty list is refused.
type listFlag struct {
	values  *[]string
	allowed []string
}

func (f listFlag) Type() string { return strings.Join(f.allowed, ",") }
func (f listFlag) String() string {
	if f.values == nil {
		return ""
	}
	return strings.Join(*f.values, ",")
}

func (f listFlag) Set(text string) error {
	if strings.TrimSpace(text) == "" {
		return errors.New("name at least one of " + strings.Join(f.allowed, ", "))
	}
	return choicesFlag(f).Set(text)
}

// Counts returns a flag value for numbers of springs, such as 56k,1M. It stores into
// values.
func Counts(values *[]int64) pflag.Value { return countsFlag{values} }

// Choices returns a flag value for words out of allowed, or all of them. It stores into
// values.
func Choices(values *[]string, allowed []string) pflag.Value { return choicesFlag{values, allowed} }

// List returns a flag value for words out of allowed, at least one. It stores into
// values.
func List(values *[]string, allowed []string) pflag.Value { return listFlag{values, allowed} }
