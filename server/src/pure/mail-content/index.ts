export { type ContentCode, type ContentProblem, checkContent } from './check-content.ts';
