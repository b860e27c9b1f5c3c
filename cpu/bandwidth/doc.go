// Package bandwidth measures the bandwidth of memory by copies on several threads, for
// comparison with the rates of the engine cpu.
package bandwidth
