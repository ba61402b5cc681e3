export { readReport } from './read-report.ts';
export type { BounceReport } from './report.ts';
