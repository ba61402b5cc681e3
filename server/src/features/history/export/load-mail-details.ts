import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { ProjectReader } from '#platform/context';
import { Instant } from '#platform/http';

const nullable = z.string().nullable();

/** What happened to a mail on its way and after it. */
export const MailDetails = z.object({
  attemptLog: z.array(
    z.object({
      attempt: z.int(),
      startedAt: Instant.nullable(),
      finishedAt: Instant,
      outcome: z.string(),
      smtpCode: z.int().nullable(),
      enhancedCode: nullable,
      reply: nullable,
      relay: nullable,
    }),
  ),
  delays: z.array(z.object({ at: Instant, diagnostic: nullable })),
  hits: z.array(
    z.object({
      kind: z.string(),
      at: Instant,
      link: nullable,
      verdict: nullable,
      reason: nullable,
      counted: z.boolean(),
      userAgent: nullable,
      network: nullable,
    }),
  ),
  reports: z.array(z.object({ receivedAt: Instant, raw: nullable })),
});

type Lists = Record<keyof typeof MailDetails.shape, object[]>;

/** The attempts, delays, opens and clicks, and kept reports of these mails, oldest first. */
export async function loadMailDetails(
  { db, projectId }: ProjectReader,
  ids: readonly string[],
): Promise<(id: string) => Lists> {
  const isOf = (table: string): RawBuilder<boolean> =>
    sql`${sql.ref(`${table}.projectId`)} = ${projectId} and ${sql.ref(`${table}.emailId`)} = any (${ids}::uuid[])`;
  const attempts = await byMail(
    sql<MailRow>`
      select a.email_id, a.attempt, a.claimed_at as started_at, a.finished_at, a.outcome, a.smtp_code, a.enhanced_code, a.reply,
             coalesce(c.relay, a.relay) as relay
        from delivery_attempts a left join delivery_channels c on c.id = a.channel_id where ${isOf('a')} order by a.attempt`,
    db,
  );
  const delays = await byMail(
    sql<MailRow>`select y.email_id, y.at, y.diagnostic from email_delays y where ${isOf('y')} order by y.at`,
    db,
  );
  const hits = await byMail(
    sql<MailRow>`
      select h.email_id, h.kind, h.at, l.url as link, h.verdict, h.reason, h.is_counted as counted, h.user_agent, h.network
        from tracking_hits h left join email_links l on l.project_id = h.project_id and l.id = h.link_id
       where ${isOf('h')} order by h.at, h.id`,
    db,
  );
  // A project keeps about a hundred of them.
  const reports = await byMail(
    sql<MailRow>`
      select r.email_id, r.received_at, r.raw from inbound_reports r where ${isOf('r')} order by r.id`,
    db,
  );
  const asText = ({ raw, ...report }: { raw?: Buffer }) => ({ ...report, raw: raw?.toString('utf8') ?? null });
  return (id) => ({ attemptLog: attempts(id), delays: delays(id), hits: hits(id), reports: reports(id).map(asText) });
}

interface MailRow {
  readonly emailId: string;
}

async function byMail(query: RawBuilder<MailRow>, db: ProjectReader['db']): Promise<(id: string) => object[]> {
  const { rows } = await query.execute(db);
  const found = Map.groupBy(rows, ({ emailId }) => emailId);
  return (id) => (found.get(id) ?? []).map(({ emailId: _same, ...row }) => row);
}
