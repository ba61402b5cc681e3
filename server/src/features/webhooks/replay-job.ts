import { CompiledQuery } from 'kysely';
import { createJob, defineJob, type JobId } from '#features/jobs';
import type { ProjectContext, ProjectTx } from '#platform/context';
import { nilId } from '#platform/ids';
import { limits } from '#pure/limits';
import type { EndpointId } from './endpoint.ts';
import { matcherOf } from './event-pattern.ts';
import { findEndpoint } from './find-endpoints.ts';
import { matches } from './matches.ts';
import { makeQueueDue } from './queue-rows.ts';
import { WebhookDisabled } from './refusals.ts';
import { webhookQueues } from './send/queue-spool.ts';

const page = 1_000;

export interface ReplayRequest {
  readonly since: Date;
  /** Patterns; null: all that the endpoint gets. */
  readonly types: readonly string[] | null;
}

/** Sends the events since then once more, in the background; those of later are sent anyway. */
export function replayEvents(ctx: ProjectContext, endpointId: EndpointId, request: ReplayRequest): Promise<JobId> {
  return ctx.transaction(async (tx) => {
    const { disabledReason } = await findEndpoint(tx, endpointId);
    if (disabledReason) throw WebhookDisabled(disabledReason);
    const input = {
      endpointId,
      since: request.since.toISOString(),
      through: tx.now.toISOString(),
      types: request.types,
    };
    return createJob(tx, replayJob, input);
  });
}

interface ReplayInput {
  endpointId: EndpointId;
  since: string;
  through: string;
  types: readonly string[] | null;
}

interface ReplayCursor {
  at: string;
  id: string;
}

/** One page of events a batch, in the order in which they were recorded. It ends early when the endpoint is disabled or deleted. */
export const replayJob = defineJob<ReplayInput, ReplayCursor, { queued: number }>({
  type: 'replay-webhooks',
  name: 'webhooks.replay',
  initialCounts: { queued: 0 },
  begin: async (_tx, { input }) => ({ cursor: { at: input.since, id: nilId }, counts: { queued: 0 }, done: 0 }),
  open:
    async () =>
    async (tx, { input, cursor, counts }) => {
      const { next, made } = await replayPage(tx, input, cursor);
      const queued = counts.queued + made;
      if (made > 0) {
        await makeQueueDue(tx, input.endpointId);
        tx.afterCommit(webhookQueues.wake);
      }
      const isOver = next === null || queued >= limits.webhookReplayDeliveries;
      return { cursor: isOver ? null : next, counts: { queued }, done: next === null ? 1 : shareDone(input, next) };
    },
});

function shareDone({ since, through }: ReplayInput, { at }: ReplayCursor): number {
  const [from, to, now] = [since, through, at].map((text) => Date.parse(text)) as [number, number, number]; // three of three
  return to > from ? (now - from) / (to - from) : 1;
}

const isWanted = matches({ name: 'e.name', names: 'w.names', prefixes: 'w.prefixes', projectId: '$1' });
const isOfTypes = matches({ name: 'e.name', names: '$7::text[]', prefixes: '$8::text[]', projectId: '$1' });

/** Contacts are locked, so that one that is erased meanwhile gets no delivery. */
const replayStatement = `
  with events_of_page as materialized (
    select e.id, e.created_at, e.contact_id, e.name from events e
     where e.project_id = $1 and (e.created_at, e.id) > ($3::timestamptz, $4::uuid)
       and e.created_at >= $3::timestamptz and e.created_at <= $5::timestamptz
     order by e.created_at, e.id limit ${page}),
  present as materialized (
    select e.* from events_of_page e join contacts c on c.project_id = $1 and c.id = e.contact_id
     order by c.id for key share of c),
  made as (
    insert into webhook_deliveries (project_id, endpoint_id, id, event_id, event_at, contact_id, type, due_at)
    select $1, w.id,
           id_in_order((extract(epoch from clock_timestamp()) * 1000)::bigint, least(row_number() over (order by e.created_at, e.id), 16383)),
           e.id, e.created_at, e.contact_id, e.name, now()
      from webhook_endpoints w cross join present e
     where w.project_id = $1 and w.id = $2 and w.enabled and ${isWanted} and ($6 or ${isOfTypes})
    returning 1)
  select (select count(*)::int from made) as made, (select count(*)::int from events_of_page) as count,
         last.created_at as at, last.id
    from webhook_endpoints w
    left join lateral (select created_at, id from events_of_page order by created_at desc, id desc limit 1) last on true
   where w.project_id = $1 and w.id = $2 and w.enabled`;

interface ReplayedPage {
  readonly made: number;
  readonly count: number;
  readonly at: Date | null;
  readonly id: string | null;
}

async function replayPage(
  { db, projectId }: ProjectTx,
  { endpointId, through, types }: ReplayInput,
  { at, id }: ReplayCursor,
): Promise<{ next: ReplayCursor | null; made: number }> {
  const { names, prefixes } = matcherOf(types ?? []);
  const values = [projectId, endpointId, at, id, through, types === null, names, prefixes];
  const { rows } = await db.executeQuery<ReplayedPage>(
    CompiledQuery.raw(replayStatement, values) as CompiledQuery<ReplayedPage>,
  ); // what it returns
  const [found] = rows;
  if (!found) return { next: null, made: 0 };
  const isLast = found.count < page || found.at === null || found.id === null;
  return { next: isLast ? null : { at: found.at.toISOString(), id: found.id }, made: found.made };
}
