import type { ServerProcess } from '../../instance/instance.ts';
import type { ProofProject } from '../../instance/projects.ts';
import type { FaultOptions } from '../fault-run.ts';
import { sleep } from '../fault-run.ts';
import type { Answer, Shot } from '../shoot.ts';
import { shoot } from '../shoot.ts';
import type { TwoProcesses } from '../two-processes.ts';

/** Where the cases of this run take place. */
export interface Range extends TwoProcesses, FaultOptions {
  newProject(): ProofProject;
  /** Committed effects of a project. */
  effects(project: ProofProject): Promise<number>;
}

export const shotAt = (
  process: ServerProcess,
  project: ProofProject,
  key: string,
  { path = '/test/effect', note = 'once' }: { path?: string; note?: string } = {},
): Shot => ({
  url: process.url + path,
  headers: { authorization: `Bearer ${project.secretKey}`, 'idempotency-key': key },
  body: JSON.stringify({ note }),
});

export const post = (...args: Parameters<typeof shotAt>): Promise<Answer | null> => shoot(shotAt(...args));

/** A refusal of a used key, with the status the first request ended with. */
export const isReused = (answer: Answer | null, originalStatusCode: number | null): boolean =>
  answer?.status === 409 &&
  answer.body.error.code === 'IDEMPOTENCY_KEY_REUSED' &&
  answer.body.error.details.originalStatusCode === originalStatusCode;

/** What a refusal says about the first request, for the record. */
export const detailsOf = (answer: Answer | null): unknown =>
  answer?.body?.error?.details ?? answer?.status ?? 'no answer';

/** Waits until the project's key is claimed, or settled. */
export async function untilKey({ client }: Range, project: ProofProject, state: 'claimed' | 'settled'): Promise<void> {
  const settled = state === 'settled' ? 'and status_code is not null' : '';
  for (let tries = 0; tries < 400; tries += 1) {
    const { rowCount } = await client.query(`select 1 from idempotency_keys where project_id = $1 ${settled}`, [
      project.id,
    ]);
    if (rowCount === 1) return;
    await sleep(0.05);
  }
  throw new Error(`the key was not ${state} within 20 seconds`);
}
