export { type CheckFinding, type CheckStatus, type DoctorCheck, doctorGroups, finding } from './check.ts';
export { type CheckedFinding, runChecks, worstOf } from './run-checks.ts';
