package ensemble

import "math/bits"

// roundLanes is the number of masses of a block.
const roundLanes = 16

// maxReads is the largest number of blocks that a round reads.
const maxReads = 4

// roundSpring is a spring of a mass.
type roundSpring struct {
	Number int    // among the springs
	Other  uint32 // slot of its other end: roundLanes times the block, and the lane
	Law    uint32
}

// round is one spring at each of up to 16 masses, as kernels read it. A lane without a spring has itself as the other end. It takes
// 128 bytes.
type round struct {
	Ends  [roundLanes]uint32  // lane of the other end; 16 more where that is in the neighbor, or in the 2nd or 4th block that is read; 256 times the index in the table of laws
	Rests [roundLanes]float32 // L0 [m]
}

// Law is the index of the law of a lane in its table.
func (r *round) Law(lane int) uint32 { return r.Ends[lane] >> 8 }

// roundSource is where a round reads. It takes 20 bytes.
type roundSource struct {
	From  [maxReads]uint32     // blocks
	Lanes [maxReads / 2]uint16 // whose other ends are in the 1st and 2nd of them, and in the 3rd and 4th
}

// roundRun is rounds of a block of masses, one after the other. It takes 20 bytes.
type roundRun struct {
	Block, Neighbor uint32
	Table           uint32 // of laws
	Count           uint32 // of rounds, at least 1
	Reads           uint32 // number of blocks that each of them reads; the block itself fills up the rest
}

// kernelLimits are the limits of a kernel.
type kernelLimits struct {
	Reads []int // how many blocks a round may read, some of them more than none; empty: it reads other ends one by one
}

// roundPlan holds the rounds of a structure. In a round, each mass of a block of 16 adds the force of one spring, the next in
// its own order, so that sums have the bits of any other way in that order.
//
// A kernel finds the other ends of a round by permutations of blocks of masses: the block itself and a neighbor, which it has in
// registers, and a few more, which it reads. It finds materials by permutations of a short table of laws. The fewer blocks a round
// may read, the quicker it is, and the more masses wait in it. Hardware gathers were slower (12 cycles for 8 numbers), and so were
// windows of masses beside each other instead of blocks.
type roundPlan struct {
	Runs    []roundRun
	Rounds  []round
	Sources []roundSource
	Springs [][roundLanes]int32  // of each round, the springs by lane; −1: none
	Others  [][roundLanes]uint32 // slots of the other ends; of a lane without a spring its own
	Tables  [][]uint32           // laws of each table
	Cost    int                  // roughly, in cycles/8
}

// newPlan plans the rounds of masses, of which each slot has its springs in the order in which it is to add them.
func newPlan(of [][]roundSpring, limits kernelLimits) *roundPlan {
	p := &roundPlan{}
	for b := 0; b*roundLanes < len(of); b++ {
		k := &block{number: uint32(b)}
		longest := 0
		for lane, springs := range of[b*roundLanes : min(len(of), (b+1)*roundLanes)] {
			k.of[lane], longest = springs, max(longest, len(springs))
		}
		if longest > 0 {
			k.neighbor = k.nearest()
			p.addBlock(k, limits)
		}
	}
	return p
}

// block is a block of masses whose rounds are planned.
type block struct {
	number, neighbor uint32
	of               [roundLanes][]roundSpring
}

// nearest returns the other block that has most other ends, or the block itself if all ends are in it.
func (k *block) nearest() uint32 {
	var blocks []uint32
	var counts []int
	most, best := 0, k.number
	for _, springs := range &k.of {
		for i := range springs {
			b := springs[i].Other / roundLanes
			if b == k.number {
				continue
			}
			at := indexOf(blocks, b)
			if at < 0 {
				at, blocks, counts = len(blocks), append(blocks, b), append(counts, 0)
			}
			if counts[at]++; counts[at] > most {
				most, best = counts[at], b
			}
		}
	}
	return best
}

// costOf returns the approximate cost of a round that reads the given number of blocks, in 1/8 cycles.
func costOf(reads int) int { return 110 + 22*reads - 4*(reads/2) }

// addBlock adds the rounds of a block, with the number of blocks to read that costs least.
func (p *roundPlan) addBlock(k *block, limits kernelLimits) {
	var best []uint16
	least, reads := 0, 0
	try := limits.Reads
	if len(try) == 0 {
		try = []int{roundLanes}
	}
	for _, n := range try {
		taken := k.schedule(n)
		if cost := len(taken) * costOf(n); taken != nil && (best == nil || cost < least) {
			best, least, reads = taken, cost, n
		}
	}
	p.Cost += least
	var at [roundLanes]int
	for i, lanes := range best {
		before := len(p.Tables)
		p.addRound(k, lanes, &at, len(limits.Reads) > 0)
		if i == 0 || len(p.Tables) > before {
			p.Runs = append(p.Runs, roundRun{Block: k.number, Neighbor: k.neighbor, Table: uint32(len(p.Tables) - 1), Reads: uint32(reads)})
		}
		p.Runs[len(p.Runs)-1].Count++
	}
}

func indexOf(laws []uint32, law uint32) int {
	for i, l := range laws {
		if l == law {
			return i
		}
	}
	return -1
}

// tableFor makes sure that the last table has the laws of a round, or adds one.
func (p *roundPlan) tableFor(k *block, lanes uint16, at *[roundLanes]int) (laws []uint32) {
	for rest := lanes; rest != 0; rest &= rest - 1 {
		lane := bits.TrailingZeros16(rest)
		if law := k.of[lane][at[lane]].Law; indexOf(laws, law) < 0 {
			laws = append(laws, law)
		}
	}
	if len(p.Tables) > 0 {
		last := p.Tables[len(p.Tables)-1]
		for _, law := range laws {
			if indexOf(last, law) < 0 {
				last = append(last, law)
			}
		}
		if len(last) <= roundLanes {
			p.Tables[len(p.Tables)-1] = last
			return last
		}
	}
	p.Tables = append(p.Tables, laws)
	return laws
}

// schedule returns, for each round, the lanes that add a spring: those of the block and its neighbor, and of the few other blocks that most masses
// need which have much left to do.
func (k *block) schedule(reads int) (rounds []uint16) {
	var at [roundLanes]int
	for {
		left := 0
		for lane, springs := range &k.of {
			left += len(springs) - at[lane]
		}
		if left == 0 {
			return rounds
		}
		var blocks [roundLanes]uint32
		var lanes [roundLanes]uint16
		var score [roundLanes]int
		count, taken := 0, uint16(0)
		for lane, springs := range &k.of {
			if at[lane] == len(springs) {
				continue
			}
			s := &springs[at[lane]]
			b := s.Other / roundLanes
			if b == k.number || b == k.neighbor {
				taken |= 1 << lane
				continue
			}
			i := 0
			for i < count && blocks[i] != b {
				i++
			}
			if i == count {
				blocks[i] = b
				count++
			}
			lanes[i] |= 1 << lane
			score[i] += 4 + len(springs) - at[lane]
		}
		for range min(reads, count) {
			best := 0
			for i := range count {
				if score[i] > score[best] {
					best = i
				}
			}
			taken |= lanes[best]
			score[best] = 0
		}
		if taken == 0 { // nothing may be read, and nothing is near
			return nil
		}
		for rest := taken; rest != 0; rest &= rest - 1 {
			at[bits.TrailingZeros16(rest)]++
		}
		rounds = append(rounds, taken)
	}
}

// addRound adds a round in which some lanes add their next spring. Its laws are in the last table.
func (p *roundPlan) addRound(k *block, lanes uint16, at *[roundLanes]int, reads bool) {
	laws := p.tableFor(k, lanes, at)
	var r round
	var from roundSource
	for i := range from.From {
		from.From[i] = k.number
	}
	var springs [roundLanes]int32
	var others [roundLanes]uint32
	var read []uint32
	for lane := range roundLanes {
		springs[lane], others[lane] = -1, k.number*roundLanes+uint32(lane)
		if lanes>>lane&1 == 0 {
			r.Ends[lane] = uint32(lane)
			continue
		}
		s := &k.of[lane][at[lane]]
		at[lane]++
		springs[lane], others[lane] = int32(s.Number), s.Other
		r.Ends[lane] = s.Other%roundLanes | uint32(indexOf(laws, s.Law))<<8
		switch b := s.Other / roundLanes; {
		case b == k.number || !reads:
		case b == k.neighbor:
			r.Ends[lane] |= roundLanes
		default:
			i := indexOf(read, b)
			if i < 0 {
				i, read = len(read), append(read, b)
			}
			from.From[i] = b
			from.Lanes[i/2] |= 1 << lane
			r.Ends[lane] |= uint32(i%2) * roundLanes
		}
	}
	p.Rounds, p.Sources, p.Springs, p.Others = append(p.Rounds, r), append(p.Sources, from), append(p.Springs, springs), append(p.Others, others)
}
