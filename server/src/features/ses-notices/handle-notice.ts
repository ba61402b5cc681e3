import { findProjectOfDomain } from '#features/domains';
import { applyNotices, type EmailId, findOwnTopic, noteDelay } from '#features/emails';
import type { InstanceContext, ProjectId, ProjectTx } from '#platform/context';
import { closedProjectOf } from '#platform/db';
import { noteSeen, parkMessage } from './messages.ts';
import type { EmailReference, ParsedNotice } from './read-notice.ts';

/**
 * Applies a notice once, however often it is received: the message's id and the effect are one transaction.
 * Invariant: a notice of a topic that a project named (`ownTopic`) counts for mail of that project alone.
 */
export async function handleNotice(
  ctx: InstanceContext,
  messageId: string,
  parsed: ParsedNotice,
  body: string,
  ownTopic: string | null = null,
): Promise<void> {
  const projectId = await findProjectOf(ctx, parsed.reference);
  if (!projectId) return ownTopic === null ? park(ctx, messageId, body) : undefined;
  await ctx
    .inProject(projectId)
    .transaction(async (tx) => {
      if (ownTopic !== null && (await findOwnTopic(tx)) !== ownTopic) return;
      if (!(await noteSeen(tx, messageId))) return;
      const isApplied = await applyNotice(tx, parsed);
      // Why not parked for a project's topic: parked notices of all projects are tried in one order, and a tenant could fill it.
      if (!isApplied && ownTopic === null) await parkMessage(tx, messageId, body);
    })
    .catch((error: unknown) => {
      const closed = closedProjectOf(error);
      if (!closed || closed.kind === 'moving') throw error; // the provider repeats it
      if (ownTopic !== null) return;
      // A notice of a project that is being reset is taken and dropped (D-1152); so is one of a project that was moved.
      return park(ctx, messageId, closed.kind === 'gone' ? body : null);
    });
}

/** Notes that the message was seen; with a body it is tried again for a while. */
const park = (ctx: InstanceContext, messageId: string, body: string | null): Promise<void> =>
  ctx.transaction(async (tx) => {
    if ((await noteSeen(tx, messageId)) && body !== null) await parkMessage(tx, messageId, body);
  });

/** The project of the reference; for a Message-ID the one that has the sender's domain verified. */
export async function findProjectOf(ctx: InstanceContext, reference: EmailReference): Promise<ProjectId | null> {
  return reference.by === 'tags' ? reference.projectId : findProjectOfDomain(ctx, reference.domain);
}

/** False when the project has no such email, or has not made that attempt. */
export async function applyNotice(tx: ProjectTx, { reference, event }: ParsedNotice): Promise<boolean> {
  if (!(await isOurs(tx, reference))) return false;
  const emailId = reference.emailId as EmailId; // found above
  if (event.kind === 'delay') return noteDelay(tx, { ...event, emailId });
  const { unknown } = await applyNotices(tx, [{ ...event, emailId }]);
  return unknown.length === 0;
}

/** D-681: every tag is compared with the row. */
async function isOurs({ db, projectId }: ProjectTx, reference: EmailReference): Promise<boolean> {
  const row = await db
    .selectFrom('emails as e')
    .leftJoin('deliveries as d', (join) => join.onRef('d.projectId', '=', 'e.projectId').onRef('d.id', '=', 'e.id'))
    .select(['e.attempts', 'e.fromEmail', 'd.attempt'])
    .where('e.projectId', '=', projectId)
    .where('e.id', '=', reference.emailId)
    .executeTakeFirst();
  if (!row) return false;
  if (reference.by === 'tags') return reference.attempt <= Math.max(row.attempts, row.attempt ?? 0);
  return row.fromEmail.endsWith(`@${reference.domain}`);
}
