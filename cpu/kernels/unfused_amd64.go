package kernels

// These are the kernels that have the bits of plain Go, in the order of Kernel.Unfused.
var (
	unfusedAVX512       = [...]func(*IntegrateCall[float32]){unfusedEulerAVX512, unfusedVerletAVX512, unfusedStageAVX512}
	unfusedAVX2         = [...]func(*IntegrateCall[float32]){unfusedEulerAVX2, unfusedVerletAVX2, unfusedStageAVX2}
	unfusedAVX512Double = [...]func(*IntegrateCall[float64]){unfusedEulerAVX512Double, unfusedVerletAVX512Double, unfusedStageAVX512Double}
	unfusedAVX2Double   = [...]func(*IntegrateCall[float64]){unfusedEulerAVX2Double, unfusedVerletAVX2Double, unfusedStageAVX2Double}
)

// The functions below are in kernels_amd64.s and doubles_amd64.s.
func nearAVX512(c *NearCall[float32])
func unfusedEulerAVX512(c *IntegrateCall[float32])
func unfusedVerletAVX512(c *IntegrateCall[float32])
func unfusedStageAVX512(c *IntegrateCall[float32])
func nearAVX2(c *NearCall[float32])
func unfusedEulerAVX2(c *IntegrateCall[float32])
func unfusedVerletAVX2(c *IntegrateCall[float32])
func unfusedStageAVX2(c *IntegrateCall[float32])
func nearAVX512Double(c *NearCall[float64])
func movedAVX512Double(c *MovedCall[float64])
func unfusedEulerAVX512Double(c *IntegrateCall[float64])
func unfusedVerletAVX512Double(c *IntegrateCall[float64])
func unfusedStageAVX512Double(c *IntegrateCall[float64])
func nearAVX2Double(c *NearCall[float64])
func movedAVX2Double(c *MovedCall[float64])
func unfusedEulerAVX2Double(c *IntegrateCall[float64])
func unfusedVerletAVX2Double(c *IntegrateCall[float64])
func unfusedStageAVX2Double(c *IntegrateCall[float64])
