// Package gait follows a robot step by step and keeps what plots show: when each foot touches something, the way of the
// center of mass, and metrics over time. What a contact, a speed or a work is, package metrics says.
package gait
