import { findProjectByHandle } from '#features/projects';
import { inBatches } from '#platform/batches';
import { type ProjectContext, perApp } from '#platform/context';
import { isProjectClosed } from '#platform/db';
import type { PageCall } from '#platform/identity';
import type { RecipientToken } from '#pure/recipient-tokens';
import type { EmailId } from '../email.ts';
import type { Hit } from './hit.ts';
import { recordHits } from './record-hits.ts';

interface PendingHit {
  readonly ctx: ProjectContext;
  readonly hit: Omit<Hit, 'at'>;
  /** By the monotonic clock of this process. */
  readonly seenMs: number;
}

/** Hits of one project that come at the same time share a transaction. */
const hitBatches = perApp(() =>
  inBatches<PendingHit, null>({
    keyOf: ({ ctx }) => ctx.projectId,
    max: 100,
    parallel: 2,
    async run(pending) {
      await pending[0]?.ctx.transaction((tx) => {
        // Why: the age of the mail and the time between hits in several processes are measured by one clock, the database's.
        const beganMs = performance.now();
        const at = (seenMs: number): Date => new Date(tx.now.getTime() - Math.round(beganMs - seenMs));
        return recordHits(
          tx,
          pending.map(({ hit, seenMs }) => ({ ...hit, at: at(seenMs) })),
        );
      });
      return pending.map(() => null);
    },
  }),
);

/** The context of the project that a token names. */
export async function projectOf(call: PageCall, { handle }: RecipientToken): Promise<ProjectContext | null> {
  const projectId = await findProjectByHandle(call, handle);
  return projectId && call.inProject(projectId);
}

/** Records a hit. A failure is only logged: it must not break the picture or the redirect. */
export async function noteHit(
  call: PageCall,
  ctx: ProjectContext,
  kind: Hit['kind'],
  { emailId, linkId }: RecipientToken,
): Promise<void> {
  if (emailId === null) return;
  const hit: PendingHit['hit'] = {
    emailId: emailId as EmailId, // signed by us
    kind,
    linkId,
    isHead: call.method === 'HEAD',
    purpose: call.header('sec-purpose') ?? call.header('purpose') ?? call.header('x-purpose') ?? call.header('x-moz'),
    userAgent: call.client.userAgent,
    address: call.client.address,
  };
  await hitBatches(ctx)
    .add({ ctx, hit, seenMs: performance.now() })
    .catch((error: unknown) => {
      if (!isProjectClosed(error)) call.log.error({ error, emailId }, 'a hit is lost');
    });
}
