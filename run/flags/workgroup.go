package flags

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"hooke/gpu"
)

// workGroupFlag is the flag value of the size of a work group. 0 leaves the choice to the
// engine; a user cannot give it.
type workGroupFlag struct{ value *int }

func (f workGroupFlag) Type() string { return strings.Join(workGroupNames(), "|") }
func (f workGroupFlag) String() string {
	if f.value == nil || *f.value == 0 {
		return ""
	}
	return strconv.Itoa(*f.value)
}

func (f workGroupFlag) Set(text string) error {
	size, err := strconv.Atoi(text)
	if err != nil || !slices.Contains(gpu.WorkGroups(), size) {
		return fmt.Errorf("choose %s", strings.Join(workGroupNames(), " or "))
	}
	*f.value = size
	return nil
}

func workGroupNames() (names []string) {
	for _, size := range gpu.WorkGroups() {
		names = append(names, strconv.Itoa(size))
	}
	return names
}

// workGroupsFlag is the flag value of a list of sizes.
type workGroupsFlag struct{ values *[]int }

func (f workGroupsFlag) Type() string { return "sizes" }
func (f workGroupsFlag) String() string {
	if f.values == nil {
		return ""
	}
	return strings.Trim(strings.Join(strings.Fields(fmt.Sprint(*f.values)), ","), "[]")
}

func (f workGroupsFlag) Set(text string) error {
	var sizes []int
	for word := range strings.SplitSeq(text, ",") {
		size := 0
		if err := (workGroupFlag{&size}).Set(strings.TrimSpace(word)); err != nil {
			return fmt.Errorf("%q: %w", word, err)
		}
		if !slices.Contains(sizes, size) {
			sizes = append(sizes, size)
		}
	}
	*f.values = sizes
	return nil
}

// WorkGroups returns a flag value for sizes of work groups. It stores into values.
func WorkGroups(values *[]int) pflag.Value { return workGroupsFlag{values} }

// AddWorkGroup adds the flag --workgroup to a verb. The flag stores into value, which
// stays 0 unless the user gives the flag.
func AddWorkGroup(cmd *cobra.Command, value *int) {
	EngineSection.Add(cmd, func(set *pflag.FlagSet) {
		set.Var(workGroupFlag{value}, "workgroup", "`size` of a work group of the gpu engine: "+strings.Join(workGroupNames(), ", ")+"; changes no result (default: the fastest with --pipeline auto, else 256)")
	})
}
