// Package figures is what a run or a view ends with, as text and as JSON: counts, rates,
// energies, and the error measured beside a rate.
package figures
