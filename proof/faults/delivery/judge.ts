import { emailIdOf } from '../../../server/src/pure/message/index.ts';
import type { SmtpCapture } from '../../../server/testing/scripted-smtp.ts';
import type { Check } from '../fault-run.ts';
import type { FaultSetup } from './setup.ts';

const sessions = 20;

interface EmailRow {
  id: string;
  status: string;
  recipient: string;
  duplicate_possible: boolean;
  unconfirmed: boolean;
  has_delivery: boolean;
  sent_events: number;
}

/** Joins the three records: what the client was promised (C), what the database stores (D), what the sink took (S). */
export async function judge({ client, log, sink, crashes }: FaultSetup, name: string, check: Check): Promise<void> {
  const rows = await emailRows(client);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const copies = Map.groupBy(sink.received, (mail) => idOf(mail) ?? 'none');
  const copiesOf = (id: string): number => copies.get(id)?.length ?? 0;
  const say = (statement: string, wrong: readonly unknown[], detail: object = {}): void =>
    check(`${name}: ${statement}`, wrong.length === 0, {
      ...detail,
      ...(wrong.length > 0 ? { wrong: wrong.slice(0, 5) } : {}),
    });

  say(
    'every accepted mail is there and terminal (I1)',
    log.accepted.filter((id) => {
      const row = byId.get(id);
      return !row || row.has_delivery || row.status === 'QUEUED';
    }),
    { accepted: log.accepted.length },
  );
  say(
    'every mail that is SENT and confirmed arrived (I1)',
    rows.filter((row) => row.status === 'SENT' && !row.unconfirmed && copiesOf(row.id) === 0),
    countsOf(rows),
  );
  say(
    'no mail arrived twice unless it says so, and then twice at most (I2)',
    rows.filter((row) => copiesOf(row.id) > (row.duplicate_possible ? 2 : 1)),
  );
  const doubled = rows.filter((row) => copiesOf(row.id) > 1).length;
  check(`${name}: I2 copies stay within crashes x sessions`, doubled <= crashes * sessions, { doubled, crashes });
  say(
    'nothing arrived that was not sent, and nothing unknown (I2)',
    // A repeat from doubt may be refused for good, while the first copy did arrive; the record says that it was repeated.
    [...copies.keys()].filter((id) => byId.get(id)?.status !== 'SENT' && !byId.get(id)?.duplicate_possible),
  );
  say('nothing passed the gate after a suppression was acknowledged (I5)', await leaks(client, log.suppressed));
  say(
    'email.sent was recorded once for each mail that is SENT',
    rows.filter((row) => row.sent_events !== (row.status === 'SENT' ? 1 : 0)),
  );
  const { rows: zombies } = await client.query(
    `select id from deliveries where lease_until < now() - interval '5 minutes'
         or (lease_until is null and phase is null and due_at < now() - interval '90 seconds')`,
  );
  say('no lease and no due mail was forgotten (I11)', zombies);
}

/** The mail that a message belongs to. */
export const idOf = ({ message }: Pick<SmtpCapture, 'message'>): string | null => {
  const header = /^Message-ID:\s*(.*)$/im.exec(message.toString('latin1', 0, 8_000))?.[1];
  return header ? emailIdOf(header) : null;
};

async function emailRows(client: FaultSetup['client']): Promise<EmailRow[]> {
  const { rows } = await client.query<EmailRow>(
    `select e.id, e.status, e.recipient, e.duplicate_possible, e.unconfirmed,
            exists (select 1 from deliveries d where d.project_id = e.project_id and d.id = e.id) as has_delivery,
            (select count(*)::int from events v where v.email_id = e.id and v.name = 'email.sent') as sent_events
       from emails e`,
  );
  return rows;
}

const countsOf = (rows: readonly EmailRow[]): object => ({
  sent: rows.filter(({ status }) => status === 'SENT').length,
  failed: rows.filter(({ status }) => status === 'FAILED').length,
  suppressed: rows.filter(({ status }) => status === 'SUPPRESSED').length,
  unconfirmed: rows.filter(({ unconfirmed }) => unconfirmed).length,
  duplicatePossible: rows.filter((row) => row.duplicate_possible).length,
});

/** Attempts that passed the gate after the client knew that the address was on the list. */
async function leaks(
  client: FaultSetup['client'],
  suppressed: readonly { email: string; at: Date }[],
): Promise<unknown[]> {
  const { rows } = await client.query(
    `select e.id, a.committing_at, s.at
       from unnest($1::text[], $2::timestamptz[]) s (email, at)
       join emails e on e.recipient = s.email join delivery_attempts a on a.email_id = e.id
      where a.committing_at > s.at + interval '1 millisecond'`,
    [suppressed.map(({ email }) => email), suppressed.map(({ at }) => at)],
  );
  return rows;
}
