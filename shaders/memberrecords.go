package shaders

// These are the records of ensembles. Numbers of members lie in rows: row k of an array has that
// number of all members of a block, side by side, so that 32 members are read at once. What rows
// there are, package gpu/ensemble says.
type (
	// MemberTable is a word of the data that all members of a kind share: masses, springs,
	// muscles. It takes 4 bytes.
	MemberTable struct {
		Word uint32
	}
	// MemberValue is a number that the host has for each member. It takes 4 bytes.
	MemberValue struct {
		Value float32
	}
	// MemberWord is an integer of a member: whether it has ended, its age, the contacts of
	// its masses. It takes 4 bytes.
	MemberWord struct {
		Word uint32
	}
	// MemberRest is a number of a member that changes with every step: rest lengths, external forces,
	// smoothed muscles. It takes 4 bytes.
	MemberRest struct {
		Value float32
	}
	// MemberPhase is half of a number of 64 bits, of which 2^64 is a cycle. It takes 4 bytes.
	MemberPhase struct {
		Word uint32
	}
	// MemberSum is a sum of measurements of a member. It takes 4 bytes.
	MemberSum struct {
		Value float32
	}
	// MemberFrame is where a mass was from the center of mass when measuring began [m]. It takes 4
	// bytes.
	MemberFrame struct {
		Value float32
	}
	// MemberSensed is a component of the position [m] or velocity [m/s] of a mass that sensors read, as it was at a boundary. It takes
	// 4 bytes.
	MemberSensed struct {
		Value float32
	}
	// MemberWish is the velocity in which a step would end without the friction of pairs [m/s], and how
	// many masses push this one. It takes 16 bytes.
	MemberWish [4]float32
)

// MemberRow is the uniform block of a dispatch of an ensemble. It takes 16 bytes.
type MemberRow struct {
	Steps   uint32  // steps that the dispatch makes or judges; 0: it does something again, or out of turn
	Members uint32  // of the block, with those that only fill the last pack
	Copy    uint32  // the copy of the state that is the present one, 0 or 1
	DT      float32 // [s]
}

// Pack is the number of members that lie side by side.
const Pack = 32

// MemberRows is the number of masses that a work group of a pack has, or of parts of a sum.
const MemberRows = 8

// These are the bindings of ensembles. Position and velocity have those of other passes.
const (
	BindMemberFrame  Binding = 1
	BindMemberRest   Binding = 2
	BindMemberWish   Binding = 2
	BindMemberTable  Binding = 3
	BindMemberPhase  Binding = 4
	BindMemberSum    Binding = 4
	BindMemberSensed Binding = 4
	BindMemberValue  Binding = 5
	BindMemberWord   Binding = 7
	BindMemberRow            = BindRange
)

// memberRecords are the blocks of ensembles.
func memberRecords() []Record {
	return []Record{
		storage("MemberTable", BindMemberTable, "memberTable", MemberTable{}),
		storage("MemberValue", BindMemberValue, "memberValue", MemberValue{}),
		storage("MemberWord", BindMemberWord, "memberWord", MemberWord{}),
		storage("MemberRest", BindMemberRest, "memberRest", MemberRest{}),
		storage("MemberPhase", BindMemberPhase, "memberPhase", MemberPhase{}),
		storage("MemberSum", BindMemberSum, "memberSum", MemberSum{}),
		storage("MemberFrame", BindMemberFrame, "memberFrame", MemberFrame{}),
		storage("MemberSensed", BindMemberSensed, "memberSensed", MemberSensed{}),
		storage("MemberWish", BindMemberWish, "memberWish", MemberWish{}).as("vec4", ""),
		uniform("MemberRow", BindMemberRow, "memberRow", MemberRow{}),
	}
}

// These are the passes of ensembles.
const (
	MemberBegin    Name = "member_begin.comp"
	MemberStep     Name = "member_step.comp"
	MemberResident Name = "member_resident.comp"
	MemberLook     Name = "member_look.comp"
	MemberSample   Name = "member_sample.comp"
	MemberList     Name = "member_list.comp"
	MemberFriction Name = "member_friction.comp"
	MemberSense    Name = "member_sense.comp"
)
