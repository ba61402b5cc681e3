export { readSubmission, type Submission } from './read-submission.ts';
