// Package gait records the motion of a robot step by step for plots: the contacts of each
// foot, the path of the center of mass, and metrics over time. Package metrics defines
// contacts, speeds and work.
package gait
