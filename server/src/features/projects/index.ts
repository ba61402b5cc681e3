export { createProject } from './create-project.ts';
export { type DevSeed, ensureDevProject } from './dev-seed.ts';
export { projects } from './feature.ts';
export { makeIdentity } from './identity.ts';
export { type PauseScope, pauseProject, resumeProject } from './pause-project.ts';
export { projectByHandle } from './project-by-handle.ts';
export { roleOf } from './queries.ts';
export { recordReadiness } from './record-readiness.ts';
export { type TeamLeader, teamLeaders } from './team-leaders.ts';
