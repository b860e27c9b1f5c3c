package shaders

// These are the storage records of springs that touch springs, and of masses that touch triangles.
type (
	// MeetPair is two parts that are near: two springs, or a mass and a triangle. The array
	// begins with a record of which A is the number of pairs, B the mass against whose way
	// that of others counts, and Reach the skin [m]. Pairs of springs come first; those of a
	// mass are neighbors. It takes 40 bytes.
	MeetPair struct {
		A, B, C, D      uint32  // masses: of one spring and the other, or the mass and the corners
		Triangle        uint32  // its number; all ones: two springs
		Reach           float32 // D [m]
		Stiffness       float32 // kc [N/m]
		Ratios          float32 // sum of both damping ratios
		StaticFriction  float32 // μs
		KineticFriction float32 // μk
	}
	// MeetNear says where a triangle is closest to a mass that is near. It takes 20 bytes.
	MeetNear struct {
		ShareA, ShareB, ShareC float32 // of the corners
		Distance               float32 // [m]; below 0: D or more
		Side                   int32   // from which the mass came, 1 or −1; 0: not known, or it does not touch
	}
	// MeetSide is a side that is remembered, four for each mass: the number of a triangle that
	// it touched, plus 1, negative where it came from the negative side; 0: none. It takes 4
	// bytes.
	MeetSide struct {
		Entry int32
	}
	// MeetTriangle is a triangle that collides. It takes 12 bytes.
	MeetTriangle struct {
		A, B, C uint32
	}
	// MeetStatus holds the report of the device. There is one record, of 4 bytes.
	MeetStatus struct {
		Moved uint32 // farthest way of a mass since lists were made, in thousandths of the skin
	}
)

// meetRecords are the blocks of parts that meet.
func meetRecords() []Record {
	return []Record{
		storage("MeetPair", BindMeetPair, "meetPair", MeetPair{}),
		storage("MeetNear", BindMeetNear, "meetNear", MeetNear{}),
		storage("MeetSide", BindMeetSide, "meetSide", MeetSide{}),
		storage("MeetTriangle", BindMeetTriangle, "meetTriangle", MeetTriangle{}),
		storage("MeetStatus", BindMeetStatus, "meetStatus", MeetStatus{}),
	}
}

// These are the passes of parts that meet.
const (
	MeetNearPass  Name = "meet_near.comp"
	MeetPass      Name = "meet.comp"
	MeetWatchPass Name = "meet_watch.comp"
)
