package ensemble

import (
	"math/rand/v2"
	"testing"

	"hooke/must"
)

// mesh is random springs between masses that are near each other, as each slot has them, in ascending order.
func mesh(slots, springs int) [][]roundSpring {
	r := rand.New(rand.NewPCG(3, uint64(slots)))
	of := make([][]roundSpring, slots)
	for i := range springs {
		a := r.IntN(slots)
		b := (a + 1 + r.IntN(min(slots-1, 70))) % slots
		law := uint32(r.IntN(40))
		of[a] = append(of[a], roundSpring{Number: i, Other: uint32(b), Law: law})
		of[b] = append(of[b], roundSpring{Number: i, Other: uint32(a), Law: law})
	}
	return of
}

// faults counts the errors of a kernel, which must add each spring of each slot once, in order, with its law and its other
// end.
func faults(p *roundPlan, of [][]roundSpring, reads bool) (count int) {
	at := make([]int, len(of))
	number := 0
	for _, run := range p.Runs {
		for range run.Count {
			round, from := &p.Rounds[number], &p.Sources[number]
			for lane := range uint32(roundLanes) {
				slot := run.Block*roundLanes + lane
				i := p.Springs[number][lane]
				other := round.Ends[lane]%roundLanes + run.Block*roundLanes
				if round.Ends[lane]>>4&1 != 0 {
					other = round.Ends[lane]%roundLanes + run.Neighbor*roundLanes
				}
				for pair, lanes := range from.Lanes {
					if lanes>>lane&1 != 0 {
						other = round.Ends[lane]%roundLanes + from.From[2*pair+int(round.Ends[lane]>>4&1)]*roundLanes
					}
				}
				if !reads {
					other = p.Others[number][lane]
				}
				if i < 0 {
					if other != slot {
						count++
					}
					continue
				}
				want := of[slot][min(at[slot], len(of[slot])-1)]
				at[slot]++
				table := p.Tables[run.Table]
				if int(i) != want.Number || other != want.Other || len(table) > roundLanes || table[round.Law(int(lane))] != want.Law {
					count++
				}
			}
			number++
		}
	}
	for slot := range of {
		count += max(at[slot]-len(of[slot]), len(of[slot])-at[slot])
	}
	return count
}

// Each slot adds its springs once and in their order, whatever kernels can do; a plan with an error is told.
func TestEachSpringIsAddedInOrder(t *testing.T) {
	for _, reads := range [][]int{nil, {0, 1, 2, 3, 4}, {4}, {1}} {
		of := mesh(150, 900)
		p := newPlan(of, kernelLimits{Reads: reads})
		if n := faults(p, of, reads != nil); n > 0 {
			t.Errorf("reads %v: %d faults", reads, n)
		}
		if reads != nil && len(p.Rounds) < len(newPlan(of, kernelLimits{}).Rounds) {
			t.Errorf("reads %v: fewer rounds than without a limit", reads)
		}
		p.Rounds[7].Ends[3] ^= 1
		p.Others[7][3] ^= 1
		must.Hold(t, faults(p, of, reads != nil) != 0, "reads %v: another end passed", reads)
		p = newPlan(of, kernelLimits{Reads: reads})
		p.Springs[0], p.Springs[1] = p.Springs[1], p.Springs[0] // of one block
		must.Hold(t, faults(p, of, reads != nil) != 0, "reads %v: another order passed", reads)
	}
}
