// Package report holds the facts and figures that hooke reports, as text and as JSON.
//
// Describe collects the facts for hooke info about a structure, its parts and its memory, and
// DescribeOpenGL those about the OpenGL of the machine; their values have the keys of
// hooke info --json. Figures are the numbers at the end of a run or a view: counts, rates,
// energies, and the error that MeasureAccuracy measures beside a rate.
package report
