package ensemble

import (
	"fmt"

	"hooke/gpu"
	"hooke/gpu/ensemble/collide"
	"hooke/gpu/ensemble/own"
	"hooke/gpu/limits"
	"hooke/lab/ensemble"
	"hooke/shaders"
)

// Sizes of items on the device [bytes].
const (
	vectorBytes = 16
	wordBytes   = 4
)

// array is an array of a block of members, with its memory per member.
type array struct {
	name string
	each int64 // [bytes]
}

// arraysOf returns the arrays of the blocks of a kind.
func (k *kind) arraysOf() []array {
	n, l := int64(k.table.kind.Model.MassCount()), k.layout
	out := []array{{"Position", vectorBytes * n}, {"Velocity", vectorBytes * n}}
	if k.copies == 2 {
		out = append(out, array{"NextPosition", vectorBytes * n}, array{"NextVelocity", vectorBytes * n})
	}
	out = append(out, array{"MemberValue", wordBytes * int64(l.value.count)}, array{"MemberWord", wordBytes * int64(l.word.count+l.pairs)},
		array{"MemberRest", wordBytes * int64(l.rest.count)}, array{"MemberPhase", wordBytes * int64(l.phase)})
	if n := int64(len(k.table.sensed)); n > 0 {
		out = append(out, array{"MemberSensed", wordBytes * sensedRows * n})
	}
	for _, name := range wishNames[:k.wishes()] {
		out = append(out, array{name, vectorBytes * n})
	}
	if l.sum != nil {
		out = append(out, array{"MemberSum", wordBytes * int64(l.sum.count)}, array{"MemberSumAside", wordBytes * int64(l.sum.count)},
			array{"MemberWordAside", wordBytes * int64(l.word.count)}, array{"MemberFrame", wordBytes * (3*n + int64(k.table.driven))}) // positions at t_0, and lengths of driven springs at the last sample
	}
	return out
}

// wishNames are the arrays of the friction of pairs.
var wishNames = []string{"MemberWish", "OtherWish"}

// wishes returns how many of them a block has: with one copy of the state they are in shared memory.
func (k *kind) wishes() int {
	if k.copies == 1 {
		return 0
	}
	return k.table.pairs.Wishes()
}

// mostMembers returns the largest number of members of a block of the kind on a device: whole
// packs. An error names the part of a single pack that does not fit.
func (k *kind) mostMembers(l limits.Limits) (int, error) {
	m := k.table.kind.Model
	if bytes := wordBytes * int64(len(k.table.words)); bytes > l.StorageBlockBytes {
		return 0, fmt.Errorf("the table of %d masses and %d springs is %w: it takes %d bytes, allowed are %d (GL_MAX_SHADER_STORAGE_BLOCK_SIZE)", m.MassCount(), m.SpringCount(), limits.ErrTooLarge, bytes, l.StorageBlockBytes)
	}
	if groups := massGroups(m.MassCount()); k.copies == 2 && int64(groups) > int64(l.WorkGroups[0]) {
		return 0, fmt.Errorf("%d masses are %w: a pack takes %d work groups, allowed are %d (GL_MAX_COMPUTE_WORK_GROUP_COUNT)", m.MassCount(), limits.ErrTooLarge, groups, l.WorkGroups[0])
	}
	packs := int64(min(l.WorkGroups[0], l.WorkGroups[1]))
	for _, a := range k.arraysOf() {
		pack := shaders.Pack * a.each
		if pack > l.StorageBlockBytes {
			return 0, fmt.Errorf("%d masses are %w: a pack of %d members takes %d bytes of %s, allowed are %d (GL_MAX_SHADER_STORAGE_BLOCK_SIZE)",
				m.MassCount(), limits.ErrTooLarge, shaders.Pack, pack, a.name, l.StorageBlockBytes)
		}
		if pack > 0 {
			packs = min(packs, l.StorageBlockBytes/pack)
		}
	}
	return int(packs) * shaders.Pack, nil
}

// residentGroup is the largest work group of the pipeline ensemble-resident. Several work groups share a
// processor of the device, so that it need not have an invocation for each mass.
const residentGroup = 256

// groupOf returns the size of a work group that has a member of the given number of masses.
func groupOf(masses int) int {
	group := 32
	for group < residentGroup && group < masses {
		group *= 2
	}
	return group
}

// eachOf returns how many masses an invocation of such a work group has.
func eachOf(masses, group int) int { return max(1, (masses+group-1)/group) }

// shared returns the shared memory of a member [bytes]: 24 for each mass, and 4 for each law,
// each component of a force and each other number that changes with time; with friction of
// colliding masses 16 more for each mass.
func (t *table) shared() int64 {
	return wordBytes * int64(6*t.kind.Model.MassCount()+1+len(t.laws)+1+3*len(t.kind.Params.Forces)+t.signals.count+t.flagWords+1+t.pairs.Shared())
}

// unfit returns the reason why no work group can have a member of the kind; empty where one can.
func (t *table) unfit(l limits.Limits) string {
	if need := t.shared(); need > int64(l.SharedBytes) {
		return fmt.Sprintf("a member of %d masses takes %d bytes of shared memory, and this device has %d (GL_MAX_COMPUTE_SHARED_MEMORY_SIZE)", t.kind.Model.MassCount(), need, l.SharedBytes)
	}
	return ""
}

// Bytes returns the approximate memory of an engine on the device for members of a settled
// kind, in the pipeline that takes the most; o are the options of engines of members that
// have their own [bytes].
func Bytes(k ensemble.Kind, members int64, o gpu.Options) int64 {
	if Alone(k, o.Precision) != "" {
		each, _ := own.Bytes(k, o) // New says what is wrong with a kind
		return members * each
	}
	const masses, values = 4*vectorBytes + 3*wordBytes, 512 // values: a member's own numbers
	packs, m := (members+shaders.Pack-1)/shaders.Pack, k.Model
	return packs*shaders.Pack*(masses*int64(m.MassCount())+wordBytes*collide.Words(m)+values+senses(k)) + 16*int64(m.SpringCount())
}

// sensedRows is how many rows of a block have the motion of a mass that sensors read.
const sensedRows = 6

// senses returns the memory of the sensors of a member of a kind on the device [bytes].
func senses(k ensemble.Kind) int64 {
	if k.Control == nil {
		return 0
	}
	return wordBytes * sensedRows * int64(k.Control.Reads(k.Model, k.Params))
}

// bytes returns the memory of the given number of members on the device.
func (k *kind) bytes(members int) (sum int64) {
	packs := int64(members+shaders.Pack-1) / shaders.Pack
	for _, a := range k.arraysOf() {
		sum += packs * shaders.Pack * a.each
	}
	return sum
}

// crowded returns an error where members need more memory than the device has free, as far as its driver tells.
func crowded(members int, need, free int64, known bool) error {
	if known && need > free {
		return fmt.Errorf("ensemble: %d members are %w: they take %d bytes, and %d are free", members, limits.ErrTooLarge, need, free)
	}
	return nil
}
