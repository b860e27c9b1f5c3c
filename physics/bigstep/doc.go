// Package bigstep chooses the number of substeps of a step for solvers that need no safe
// step, and warns if explicit steps are the better choice.
//
// Source of the rule: errors of impulses against converged explicit steps, measured on cloth
// and beams, in docs/decisions/impulses.md.
package bigstep
