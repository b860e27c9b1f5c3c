package spring_test

import (
	"fmt"
	"math"

	"hooke/model/spring"
)

// A camera that follows a point: one transition per frame length, any number of
// springs.
func Example() {
	step := spring.Critical(0.2, 1.0/60)
	camera := spring.AtRest(0.0)
	for range 60 {
		camera = spring.Apply(step, camera, spring.AtRest(10.0))
	}
	fmt.Printf("after 60 frames: %.4f\n", camera.Position)

	once := spring.Simple(spring.AtRest(0.0), 10, 0.2, 1)
	fmt.Printf("in one step:     %.4f\n", once.Position)
	// Output:
	// after 60 frames: 9.9225
	// in one step:     9.9225
}

// From the words of users to the numbers of a simulation: 2 Hz with a damping ratio of
// 0.1, between masses of 0.2 kg and 0.3 kg.
func ExampleReducedMass() {
	s := spring.StiffnessFromFrequency(2)
	d := spring.DampingFromRatio(0.1, s)
	m := spring.ReducedMass(1/0.2, 1/0.3)
	fmt.Printf("k = %.3f N/m, c = %.4f N·s/m\n", spring.StiffnessWithMass(s, m), spring.DampingWithMass(d, m))
	// Output: k = 18.950 N/m, c = 0.3016 N·s/m
}

func ExampleNormalized() {
	rope := spring.Normalized{Stiffness: 1, Damping: 1}.Capped(2)
	k, c := rope.Resolve(0.05, 1e-3)
	fmt.Printf("k = %.1f N/m, c = %.2f N·s/m\n", k, c)
	// Output: k = 16666.7 N/m, c = 16.67 N·s/m
}

func ExampleHalfLifeFromFactor() {
	fmt.Printf("%.4f s\n", spring.HalfLifeFromFactor(0.999, 1e-4))
	// Output: 0.0693 s
}

func ExampleDamper() {
	fmt.Println(spring.Damper(8.0, 0, 0.5, 1.5))
	// Output: 1
}

// Where will it be in two seconds? No stepping needed.
func ExampleControl() {
	runner := spring.Controlled[float64]{}
	ahead := spring.Control(runner, 4, 0.25, 2)
	fmt.Printf("%.3f m, %.3f m/s\n", ahead.Position, ahead.Velocity)
	// Output: 6.557 m, 3.999 m/s
}

func ExamplePath() {
	path, err := spring.NewPath([]spring.Knot[float64]{{Time: 0, Position: 1}, {Time: 1, Position: 2}, {Time: 2, Position: 1}})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, time := range []float64{0.5, 1, 1.5, 3} {
		fmt.Printf("%.1f s: %.3f\n", time, path.At(0.1, time).Position)
	}
	// Output:
	// 0.5 s: 1.500
	// 1.0 s: 2.000
	// 1.5 s: 1.501
	// 3.0 s: 1.000
}

func ExampleApplyRotation() {
	x := spring.Rotation{Orientation: spring.FromScaledAxis(vec3{0, 0, math.Pi / 2})}
	goal := spring.Rotation{} // no rotation
	x = spring.ApplyRotation(spring.Critical(0.1, 0.1), x, goal)
	fmt.Printf("%.1f degrees left\n", spring.ScaledAxis(x.Orientation)[2]*180/math.Pi)
	// Output: 53.7 degrees left
}

func ExampleResonator() {
	listener := spring.NewResonator[float64](5, 0.5)
	const dt = 1e-3
	for i := range 3000 {
		listener = listener.Hear(math.Sin(2*math.Pi*5*float64(i)*dt), dt)
	}
	fmt.Printf("%.2f\n", listener.Amplitude())
	// Output: 0.99
}
