package ranges

// roomOfMass is how many pairs of springs, or of masses and triangles, that are near there is room for at first, for
// each mass.
const roomOfMass = 4

// FirstMeetRoom returns Counts.MeetRoom of a run that begins.
func FirstMeetRoom(n Counts) int64 { return max(64, roomOfMass*n.Meeting) }

// meetArrays lists the arrays of springs that touch springs, and of masses that touch triangles. They
// are whole: a model that meets is not divided.
func meetArrays() []array {
	meets := func(c *counted) bool { return c.Meeting > 0 }
	triangles := func(c *counted) bool { return c.MeetTriangles > 0 }
	room := func(times int64) func(c *counted) int64 {
		return func(c *counted) int64 { return times * c.MeetRoom }
	}
	return []array{
		{name: "MeetPair", of: wholly, count: func(c *counted) int64 { return 1 + c.MeetRoom }, when: meets},
		{name: "MeetNear", of: wholly, count: room(1), when: triangles},
		{name: "MeetPush", record: "SpanPush", of: wholly, count: room(4), when: meets},
		{name: "MeetFriction", record: "SpanPush", of: wholly, count: room(4), when: func(c *counted) bool { return c.MeetFriction }},
		{name: "MeetAt", record: "Incidence", of: wholly, count: func(c *counted) int64 { return 2*c.Masses + 1 + 4*c.MeetRoom }, when: meets},
		{name: "MeetSide", of: wholly, count: func(c *counted) int64 { return 4 * c.Masses }, when: triangles},
		{name: "MeetTriangle", of: wholly, count: func(c *counted) int64 { return c.MeetTriangles }, when: triangles},
		{name: "MeetBuilt", record: "Built", of: wholly, count: func(c *counted) int64 { return c.Meeting }, when: meets},
		{name: "MeetStatus", count: one, when: meets},
	}
}
