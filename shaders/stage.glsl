// What a step keeps of each mass beside its state: the registers of Verlet and
// RK4, see model.Integrator.Registers. A pass declares Params and Stage before
// it includes this.

// stageOf is a register of mass i.
real3 stageOf(uint register, uint i) { return real3(stage[register * params.massCount + i].xyz); }

void setStage(uint register, uint i, real3 value) { stage[register * params.massCount + i].xyz = vec3(value); }
