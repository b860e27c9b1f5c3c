package random_test

import (
	"fmt"
	"math"
	"testing"

	"hooke/must"
	"hooke/order/random"
)

// The first numbers of the stream with seed 1234567 are those of the reference
// implementation of SplitMix64.
func TestReferenceNumbers(t *testing.T) {
	state := uint64(1234567)
	for i, want := range []uint64{6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821} {
		state += 0x9e3779b97f4a7c15
		must.Be(t, random.Mix(state), want, "number %d", i)
	}
}

// Streams, numbers by place and intervals belong together.
func TestStream(t *testing.T) {
	var s random.Stream
	sum, squares, least, most := 0.0, 0.0, 1.0, -1.0
	const count = 100_000
	for i := range uint64(count) {
		x := s.Signed()
		if want := random.Signed(random.Of(i)); x != want {
			t.Fatalf("number %d of the stream is %v, by place %v", i, x, want)
		}
		if u := random.Unit(random.Of(i)); math.Abs(2*u-1-x) > 1e-15 {
			t.Fatalf("number %d is %v in [0, 1) and %v in [-1, 1)", i, u, x)
		}
		sum, squares = sum+x, squares+x*x
		least, most = min(least, x), max(most, x)
	}
	// Six standard deviations: 1/√(3n) of the mean, √(4/45n) of the mean square.
	if mean := sum / count; math.Abs(mean) > 6/math.Sqrt(3*count) {
		t.Errorf("the mean is %v, want 0", mean)
	}
	if square := squares / count; math.Abs(square-1.0/3) > 6*math.Sqrt(4.0/45/count) {
		t.Errorf("the mean square is %v, want 1/3", square)
	}
	if least < -1 || most >= 1 || least > -0.999 || most < 0.999 {
		t.Errorf("numbers from %v to %v, want [-1, 1)", least, most)
	}
}

func ExampleStream() {
	s := random.Stream(7)
	fmt.Printf("%.4f %.4f\n", s.Signed(), s.Signed())
	// Output: -0.2203 -0.9664
}
