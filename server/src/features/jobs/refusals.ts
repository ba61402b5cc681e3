import { missing, refusal } from '#platform/refusals';
import type { JobState } from './job.ts';

export const JobNotFound = missing('RESOURCE_NOT_FOUND', 'job');

export const JobNotFinished = refusal('unfit', 'JOB_NOT_FINISHED', (state: JobState) => ({
  message: `The job is ${state}; its result is not there yet.`,
  details: { state },
}));
