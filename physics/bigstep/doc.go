// Package bigstep chooses into how many substeps a step is divided by solvers that need no
// safe step, and says when explicit steps are the better choice.
//
// Source of the rule: errors of impulses against converged explicit steps, measured on cloth
// and beams, in docs/decisions/impulses.md.
package bigstep
