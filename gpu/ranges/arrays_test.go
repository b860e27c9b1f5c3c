package ranges_test

import (
	"testing"

	"hooke/gpu/options"
	"hooke/gpu/ranges"
)

// Every array is there when what needs it is, as often as it has buffers, and as long as the table says, by hand.
func TestArraysByHand(t *testing.T) {
	n := ranges.Counts{Masses: 100, Springs: 1000, Materials: 3, Precision: options.Double, PerSpring: 1000, Loaded: 100, Registers: 200, Kept: 100, Noted: 100, Lasting: 400, Watched: true,
		Sweeping: true, Impulses: true, Pressed: 50, Taking: 60, Bodies: 2, Rubbing: 100, Spans: 10, Corners: 20, Contacts: 4, OwnStiffness: 1, RubbedSpans: 10}
	want := map[string]int64{
		"Position": 2 * 1600, "Velocity": 2 * 1600, "Ends": 8000, "Spring": 8000, "Material": 12 * 2003, "Force": 0, "External": 2 * 1200, "Incidence": 0, "Status": 44, "Strain": 4000,
		"Stage": 2 * 3200, "Kept": 2 * 1600, "Before": 2 * 1600,
		"SweepEnds": 8000, "SweepSpring": 8000, "SweepMaterial": 12 * 2003, "SpringNumber": 4000, "Impulse": 4000, "Pressed": 50 * 16, "Converged": 8, "Started": 2 * 1600,
		"Mark": 6400, "Ball": 60 * 40, "Built": 60 * 16, "Cell": 60 * 16, "Touches": 60 * 4, "Rub": 3200, "Back": 6400, "SpanPush": 480, "SpanRubbed": 480, "SpanAt": 4 * 121,
	}
	seen := map[string]int{}
	for _, s := range ranges.Sizes(n) {
		seen[s.Name]++
		if bytes, known := want[s.Name]; known && s.Bytes != bytes {
			t.Errorf("%s takes %d bytes, want %d", s.Name, s.Bytes, bytes)
		}
	}
	for name := range want {
		if times := seen[name]; times != 1 && (name != "Kept" || times != 2) {
			t.Errorf("%d buffers %s", times, name)
		}
	}
	for _, s := range ranges.Sizes(ranges.Counts{Masses: 100, Springs: 1000, Table: 7}) {
		switch s.Name {
		case "Force", "Incidence", "Impulse", "Ball", "Span", "Mark", "Before":
			t.Errorf("the pipeline fused of a plain run has %s", s.Name)
		}
	}
}
