import { projectByHandle } from '#features/projects';
import type { ProjectContext } from '#platform/context';
import type { PageCall } from '#platform/http';
import type { RecipientToken } from '#pure/recipient-tokens';
import { inBatches } from '../delivery/in-batches.ts';
import type { EmailId } from '../email.ts';
import type { Hit } from './hit.ts';
import { recordHits } from './record-hits.ts';

interface Noted {
  readonly ctx: ProjectContext;
  readonly hit: Omit<Hit, 'at'>;
  /** By the steady clock of this process. */
  readonly seenMs: number;
}

/** Hits of one project that come together are one transaction. */
const desk = inBatches<Noted, null>({
  keyOf: ({ ctx }) => ctx.projectId,
  most: 100,
  parallel: 2,
  async run(noted) {
    await noted[0]?.ctx.transaction((tx) => {
      // Why: the age of the mail and the seconds between hits of several processes are measured by one clock, the database's.
      const beganMs = performance.now();
      const at = (seenMs: number): Date => new Date(tx.now.getTime() - Math.round(beganMs - seenMs));
      return recordHits(
        tx,
        noted.map(({ hit, seenMs }) => ({ ...hit, at: at(seenMs) })),
      );
    });
    return noted.map(() => null);
  },
});

/** Steps into the project that a token names. */
export async function projectOf(call: PageCall, { handle }: RecipientToken): Promise<ProjectContext | null> {
  const projectId = await projectByHandle(call, handle);
  return projectId && call.inProject(projectId);
}

/** Writes down that somebody asked. A failure is logged and nothing else: the picture and the redirect come first. */
export async function noteHit(
  call: PageCall,
  ctx: ProjectContext,
  kind: Hit['kind'],
  { emailId, linkId }: RecipientToken,
): Promise<void> {
  if (emailId === null) return;
  const hit: Noted['hit'] = {
    emailId: emailId as EmailId, // signed by us
    kind,
    linkId,
    isHead: call.method === 'HEAD',
    purpose: call.header('sec-purpose') ?? call.header('purpose') ?? call.header('x-purpose') ?? call.header('x-moz'),
    userAgent: call.client.userAgent,
    address: call.client.address,
  };
  await desk
    .add({ ctx, hit, seenMs: performance.now() })
    .catch((error: unknown) => call.log.error({ error, emailId }, 'a hit is lost'));
}
