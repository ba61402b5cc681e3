import { sql } from 'kysely';
import type { ProjectContext, ProjectReader } from '#platform/context';
import { limits } from '#pure/limits';
import { type BounceClass, classOfCode } from '#pure/message';
import { type BreakdownQuery, type BreakdownScope, breakdownRows, loadBreakdownScope } from './breakdown-rows.ts';

/** What happened to mails of one provider or sender domain. */
interface DeliveryFigures {
  readonly sent: number;
  readonly delivered: number;
  readonly bounced: number;
  readonly complained: number;
  readonly opened: number;
  readonly clicked: number;
}

export interface Deliverability {
  readonly providers: readonly (DeliveryFigures & { readonly provider: string })[];
  readonly senderDomains: readonly (DeliveryFigures & { readonly domain: string })[];
  readonly reasons: readonly { readonly reason: string; readonly class: BounceClass; readonly count: number }[];
  readonly incompleteBefore: Date | null;
}

/** What happened in a period by mailbox provider, by sender domain, and why mails bounced (D-1023). */
export function loadDeliverability(ctx: ProjectContext, query: BreakdownQuery): Promise<Deliverability> {
  return ctx.read(async (reader) => {
    const scope = await loadBreakdownScope(reader, query);
    const [deliveries, reasons] = await Promise.all([sumDeliveries(reader, scope), countReasons(reader, scope)]);
    const of = (kind: 'provider' | 'domain') => deliveries.filter((row) => row.kind === kind);
    return {
      providers: of('provider').map(({ kind: _kind, label, ...figures }) => ({ provider: label, ...figures })),
      senderDomains: of('domain').map(({ kind: _kind, label, ...figures }) => ({ domain: label, ...figures })),
      reasons: reasons.map(({ reason, count }) => ({
        reason,
        class: reason === 'other' ? 'other' : classOfCode(reason),
        count,
      })),
      incompleteBefore: scope.incompleteBefore,
    };
  });
}

type DeliveryRow = DeliveryFigures & { readonly kind: 'provider' | 'domain'; readonly label: string };

/** Largest first; `other` is the last of its kind. */
async function sumDeliveries(reader: ProjectReader, scope: BreakdownScope): Promise<DeliveryRow[]> {
  const figures = ['sent', 'delivered', 'bounced', 'complained', 'opened', 'clicked'];
  const sums = sql.raw(figures.map((name) => `sum(${name})::float8 as ${name}`).join(', '));
  const { rows } = await sql<DeliveryRow>`
    with pairs as materialized (
      select name, detail, ${sums} from ${breakdownRows(reader, scope, ['delivery'])} b group by name, detail),
    domains as (
      select detail, ${sums}, row_number() over (order by sum(sent) desc, detail) as place from pairs group by detail)
    select * from (
      select 'provider' as kind, name as label, ${sums} from pairs group by name
      union all
      select 'domain', case when place <= ${limits.senderDomainsReported} then detail else 'other' end as label, ${sums}
        from domains group by 2) s
     order by kind, label = 'other', sent desc, label`.execute(reader.db);
  return rows;
}

async function countReasons(
  reader: ProjectReader,
  scope: BreakdownScope,
): Promise<{ readonly reason: string; readonly count: number }[]> {
  const { rows } = await sql<{ reason: string; count: number }>`
    with reasons as (
      select name, sum(bounced) as count, row_number() over (order by name = 'other', sum(bounced) desc, name) as place
        from ${breakdownRows(reader, scope, ['bounce'])} b group by name having sum(bounced) > 0)
    select * from (
      select case when place <= ${limits.bounceReasonsReported} then name else 'other' end as reason, sum(count)::float8 as count
        from reasons group by 1) r
     order by reason = 'other', count desc, reason`.execute(reader.db);
  return rows;
}
