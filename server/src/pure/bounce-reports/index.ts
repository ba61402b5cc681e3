export { readReport } from './read-report.ts';
export type { Report } from './report.ts';
