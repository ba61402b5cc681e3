import { bearer, type Call, type Reply } from '../../../server/testing/client.ts';
import { until } from '../../../server/testing/until.ts';
import type { ServerProcess } from '../../instance/instance.ts';
import type { ProofProject } from '../../instance/projects.ts';
import type { FaultOptions } from '../fault-run.ts';
import { trySend } from '../requests.ts';
import type { TwoProcesses } from '../two-processes.ts';

/** What the cases of this run share. */
export interface IdempotencySetup extends TwoProcesses, FaultOptions {
  newProject(): ProofProject;
  /** Committed effects of a project. */
  effects(project: ProofProject): Promise<number>;
}

export const requestTo = (
  process: ServerProcess,
  project: ProofProject,
  key: string,
  { path = '/test/effect', note = 'once' }: { path?: string; note?: string } = {},
): [url: string, call: Call] => [
  process.url,
  { method: 'POST', path, headers: { ...bearer(project.secretKey), 'idempotency-key': key }, body: { note } },
];

export const post = (...args: Parameters<typeof requestTo>): Promise<Reply | null> => trySend(...requestTo(...args));

/** A refusal of a used key, with the status the first request ended with. */
export const isReused = (response: Reply | null, originalStatusCode: number | null): boolean =>
  response?.status === 409 &&
  response.body.error.code === 'IDEMPOTENCY_KEY_REUSED' &&
  response.body.error.details.originalStatusCode === originalStatusCode;

/** What a refusal reports about the first request, for the output. */
export const detailsOf = (response: Reply | null): unknown =>
  response?.body?.error?.details ?? response?.status ?? 'no reply';

/** Waits until the project's key is claimed, or settled. */
export async function untilKey(
  { client }: IdempotencySetup,
  project: ProofProject,
  state: 'claimed' | 'settled',
): Promise<void> {
  const settled = state === 'settled' ? 'and status_code is not null' : '';
  const found = `select 1 from idempotency_keys where project_id = $1 ${settled}`;
  const isInState = async (): Promise<boolean> => (await client.query(found, [project.id])).rowCount === 1;
  if (!(await until(isInState))) throw new Error(`the key was not ${state}`);
}
