import { sql } from 'kysely';
import { oldestDueSeconds } from '#features/emails';
import { countEvents } from '#features/events';
import type { ProjectContext, ProjectReader } from '#platform/context';
import type { GivenReport } from '../period.ts';
import { figuresOf, loadScope, type ReportScope, rateOf } from './report-scope.ts';

/** What happened in a period, and where the mails are that were accepted in it (D-1013). */
export interface ActivityStats extends ReportScope {
  readonly totals: MailTotals;
  readonly openRate: number;
  readonly clickRate: number;
  readonly balance: Balance;
  readonly totalEvents: number;
  readonly totalWorkflowsStarted: number;
  readonly oldestDueSeconds: number;
}

interface MailTotals {
  readonly sent: number;
  readonly delivered: number;
  readonly opened: number;
  readonly clicked: number;
  readonly bounced: number;
  readonly complained: number;
  readonly unsubscribed: number;
}

/** Each accepted mail once. */
interface Balance {
  readonly accepted: number;
  readonly delivered: number;
  readonly handedOver: number;
  readonly bounced: number;
  readonly notSent: number;
  readonly waiting: number;
}

type Sums = MailTotals &
  Omit<Balance, 'waiting' | 'delivered' | 'bounced'> & {
    ofSent: number;
    ofOpened: number;
    ofClicked: number;
    nowDelivered: number;
    nowBounced: number;
  };

export function loadActivityStats(ctx: ProjectContext, query: GivenReport): Promise<ActivityStats> {
  return ctx.read(async (reader) => {
    const scope = await loadScope(reader, query);
    const [sums, totalEvents, totalWorkflowsStarted, dueSeconds] = await Promise.all([
      sumFigures(reader, scope),
      countEvents(reader, { name: undefined, source: 'custom', period: scope }),
      countStarts(reader, scope),
      oldestDueSeconds(reader),
    ]);
    const { accepted, handedOver, notSent, nowDelivered, nowBounced, ofSent, ofOpened, ofClicked, ...totals } = sums;
    const waiting = accepted - handedOver - notSent - nowDelivered - nowBounced;
    return {
      ...scope,
      totals,
      openRate: rateOf(ofOpened, ofSent),
      clickRate: rateOf(ofClicked, ofSent),
      balance: { accepted, delivered: nowDelivered, handedOver, bounced: nowBounced, notSent, waiting },
      totalEvents,
      totalWorkflowsStarted,
      oldestDueSeconds: dueSeconds,
    };
  });
}

async function sumFigures(reader: ProjectReader, scope: ReportScope): Promise<Sums> {
  const { rows } = await sql<Sums>`
    select coalesce(sum(sent), 0)::float8 as sent, coalesce(sum(delivered), 0)::float8 as delivered,
           coalesce(sum(opened), 0)::float8 as opened, coalesce(sum(clicked), 0)::float8 as clicked,
           coalesce(sum(bounced), 0)::float8 as bounced, coalesce(sum(complained), 0)::float8 as complained,
           coalesce(sum(unsubscribed), 0)::float8 as unsubscribed, coalesce(sum(accepted), 0)::float8 as accepted,
           coalesce(sum(of_sent), 0)::float8 as of_sent, coalesce(sum(of_opened), 0)::float8 as of_opened,
           coalesce(sum(of_clicked), 0)::float8 as of_clicked, coalesce(sum(now_handed_over), 0)::float8 as handed_over,
           coalesce(sum(now_delivered), 0)::float8 as now_delivered, coalesce(sum(now_bounced), 0)::float8 as now_bounced,
           coalesce(sum(now_failed + now_suppressed + now_cancelled), 0)::float8 as not_sent
      from mail_figures where ${figuresOf(reader, scope)}`.execute(reader.db);
  const [sums] = rows;
  if (!sums) throw new Error('a sum has one row');
  return sums;
}

async function countStarts({ db, projectId }: ProjectReader, { from, until }: ReportScope): Promise<number> {
  const { rows } = await sql<{ started: number }>`
    select coalesce(sum(started), 0)::float8 as started from workflow_starts
     where project_id = ${projectId} and quarter >= ${from}::timestamptz and quarter < ${until}::timestamptz`.execute(
    db,
  );
  return rows[0]?.started ?? 0;
}
