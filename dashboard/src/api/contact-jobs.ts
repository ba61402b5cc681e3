import type { PostriderSession, Reply, Schemas } from '@postrider/sdk';
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import { useProjectChange, useProjectQuery } from './project.ts';

export type Job = Reply<'GET /contacts/import/{jobId}'>;
export type ImportResult = Schemas['ImportResult'];
export type BulkResult = Schemas['BulkResult'];
export type BulkOperation = BulkResult['operation'];

const pollMs = 500;

export const isFinished = ({ state }: Pick<Job, 'state'>): boolean => state === 'completed' || state === 'failed';

/** A job and its progress. The stream tells of changes; the polls are for when it is silent. */
export const useJob = (jobId: string): UseQueryResult<Job> =>
  useProjectQuery(['jobs', jobId], (session, signal) => session.contacts.importJob(jobId, { signal }), {
    refetchMs: (job) => (job && isFinished(job) ? false : pollMs),
  });

export interface ImportUpload {
  readonly file: Blob;
  readonly name: string;
}

export const useStartImport = (): UseMutationResult<Reply<'POST /contacts/import'>, Error, ImportUpload> =>
  useProjectChange((session, { file, name }) => session.contacts.import(file, name));

export const readImportErrors = (session: PostriderSession, jobId: string): Promise<string> =>
  session.contacts.importErrors(jobId);

/** The result of an import, if the job is one and has it. */
export const importResultOf = ({ type, result }: Job): ImportResult | null =>
  type === 'import' ? (result as ImportResult | null) : null; // the type says which result it is

export const bulkResultOf = ({ type, result }: Job): BulkResult | null =>
  type.startsWith('bulk-') ? (result as BulkResult | null) : null; // as above
