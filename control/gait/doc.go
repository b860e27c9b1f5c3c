// Package gait follows a robot step by step. A Record has the times at which each foot touches
// something, the way of the center of mass, and metrics over time; WritePlots draws them and writes
// their numbers. Package metrics defines a contact, a speed and a work.
package gait
