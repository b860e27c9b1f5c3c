// Package figures holds what a run or a view reports at its end, as text and as JSON:
// counts, rates, energies, and the error that is measured beside a rate.
package figures
