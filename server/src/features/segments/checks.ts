import { completeAllIn, defineSpool } from '#platform/spool';
import { type Cause, fromOutside } from '#pure/causes';
import { loadAudience } from './audience.ts';
import { checkContacts } from './check-contacts.ts';
import type { Segment } from './segment.ts';

/**
 * Contacts whose tracked memberships must be checked.
 * Why the rows are deleted first: a transaction that changes a contact meanwhile waits for this one and then inserts a new
 * row, so no change is lost between the check and the end of the claim.
 */
export const checks = defineSpool({
  name: 'segments.checks',
  table: 'segment_checks',
  lanes: ['change'],
  leaseSeconds: 45,
  slots: 400,
  share: 200,
  batches: 2,
  longestPauseMs: 500,

  handleBatch: (ctx, claims) =>
    ctx.transaction(async (tx) => {
      const ids = claims.map((claim) => claim.id);
      // Why locked: a mark that comes between reading and deleting would be deleted with its cause unread.
      const rows = await tx.db
        .selectFrom('segmentChecks')
        .select(['id', 'depth', 'isPublic'])
        .where('projectId', '=', tx.projectId)
        .where((where) => where('id', '=', where.fn.any(where.val(ids))))
        .orderBy('id')
        .forUpdate()
        .execute();
      const ours = await completeAllIn(tx, claims);
      const causes = new Map<string, Cause>(rows.map(({ id, ...cause }) => [id, cause]));
      const audience = await loadAudience(tx);
      const contactIds = ours.map((claim) => claim.id);
      await checkContacts(
        tx,
        audience,
        trackedSegments(audience.segments.values()),
        contactIds,
        (id) => causes.get(id) ?? fromOutside,
      );
      return 'ended' as const;
    }),

  // A contact that fails five times waits an hour: its data stays, its memberships lag.
  onPoison: async (ctx, claim) => {
    ctx.log.error({ contactId: claim.id }, 'memberships of a contact cannot be checked');
    return { afterSeconds: 3_600 };
  },
});

export const trackedSegments = (segments: Iterable<Segment>): Segment[] =>
  [...segments].filter((segment) => segment.tree && segment.trackMembership);
