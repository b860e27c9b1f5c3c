package env_test

import (
	"fmt"
	"log"

	"hooke/sim/env"
)

// Crawlers whose muscles beat slowly and fast are rewarded by their speeds.
func Example() {
	o, err := env.ParseOptions([]byte(`{"engine": "cpu", "period": 40, "limit": 30, "reward": "speed_forward"}`))
	if err != nil {
		log.Fatal(err)
	}
	e, err := env.Open("crawler", 2, o)
	if err != nil {
		log.Fatal(err)
	}
	defer e.Close()
	seen := make([]float32, 2*e.Observations())
	if err := e.Reset(nil, []uint64{1, 2}, seen); err != nil {
		log.Fatal(err)
	}
	rewards, terminated, truncated := make([]float64, 2), make([]uint8, 2), make([]uint8, 2)
	var sum [2]float64
	for truncated[0] == 0 {
		if err := e.Step([]float32{1, 4}, seen, rewards, terminated, truncated); err != nil {
			log.Fatal(err)
		}
		for i, r := range rewards {
			sum[i] += r
		}
	}
	fmt.Println("the fast one comes farther:", sum[1] > sum[0])
	// Output: the fast one comes farther: true
}
