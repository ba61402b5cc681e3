import { Client } from 'pg';
import { recipientUrls } from '../../../server/src/features/emails/links/recipient-urls.ts';
import { loadConfig } from '../../../server/src/platform/config/index.ts';
import { sendRequest } from '../../../server/testing/client.ts';
import { createMigratedDatabase, dropDatabase, urlOf } from '../../../server/testing/database.ts';
import { givenSender } from '../../../server/testing/given-mail.ts';
import { startSmtpSink } from '../../../server/testing/smtp-sink.ts';
import { uncausedSubscriptions, watchSubscriptions } from '../../../server/testing/subscription-watch.ts';
import { settingsFor, startProcess } from '../../instance/instance.ts';
import { makeProjects } from '../../instance/projects.ts';
import { untilNothingWaits } from '../delivery/until-nothing-waits.ts';
import { type FaultRun, randomFrom, sleep } from '../fault-run.ts';
import { fillMarketing } from './fill-marketing.ts';

interface UnsubscribedContact {
  readonly contactId: string;
  /** When the reply to the one click had arrived. */
  readonly at: Date;
}

/** P11 I5: people unsubscribe by one click while marketing mail is under way; nothing passes the gate after the reply. */
export const unsubscribeFaults: FaultRun = async ({ isShort, seed, check }) => {
  const [mails, people, leaving] = isShort ? [3_000, 300, 60] : [50_000, 2_000, 500];
  const name = await createMigratedDatabase();
  const url = urlOf(name);
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(watchSubscriptions);
  const sink = await startSmtpSink();
  try {
    const [project] = await makeProjects(client, 1);
    if (!project) throw new Error('no project');
    const settings = settingsFor(url);
    await givenSender(client, project.id, 'acme.example', { secret: settings.SECRET_KEY ?? '' });
    const contacts = await fillMarketing(client, project.id, mails, people);
    const api = await startProcess('api', url);
    const worker = await startProcess('worker', url, { MAIL_RELAYS: sink.url });
    const { rows } = await client.query<{ handle: string }>('select handle from projects where id = $1', [project.id]);
    const config = loadConfig({ ...settings, BASE_URL: api.url });
    const random = randomFrom(seed);
    const left: UnsubscribedContact[] = [];
    const wrong: unknown[] = [];
    for (const { contactId, emailId } of contacts.toSorted(() => random() - 0.5).slice(0, leaving)) {
      const owner = { handle: rows[0]?.handle ?? '', contactId, emailId };
      const { unsubscribeUrl } = recipientUrls(config, owner);
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const call = { method: 'POST', path: '', headers, raw: 'List-Unsubscribe=One-Click' };
      const { status, text } = await sendRequest(unsubscribeUrl, call);
      if (status === 200) left.push({ contactId, at: new Date() });
      else wrong.push(text);
      await sleep(random() * 0.1);
    }
    const { rows: waiting } = await client.query<{ left: number }>('select count(*)::int as left from deliveries');
    check(
      'people unsubscribed by one click while mail was under way (P11)',
      left.length === leaving && (waiting[0]?.left ?? 0) > 0,
      {
        people: left.length,
        mails,
        stillWaiting: waiting[0]?.left,
        ...(wrong.length > 0 ? { wrong: wrong[0] } : {}),
      },
    );
    check('everything came to an end', await untilNothingWaits(client, 600));
    await Promise.all([api.stop(), worker.stop()]);
    await judge(client, left, check);
    const { rows: uncaused } = await client.query(uncausedSubscriptions);
    check('every change has its event and its row of consent in the same transaction (I6)', uncaused.length === 0, {
      uncaused: uncaused.slice(0, 5),
    });
  } finally {
    await client.end();
    await sink.stop();
    await dropDatabase(name);
  }
};

async function judge(
  client: Client,
  left: readonly UnsubscribedContact[],
  check: Parameters<FaultRun>[0]['check'],
): Promise<void> {
  const ids = left.map(({ contactId }) => contactId);
  const { rows: leaks } = await client.query(
    `select e.id, a.committing_at, l.at from unnest($1::uuid[], $2::timestamptz[]) l (contact_id, at)
       join emails e on e.contact_id = l.contact_id join delivery_attempts a on a.email_id = e.id
      where a.committing_at > l.at`,
    [ids, left.map(({ at }) => at)],
  );
  check('no mail to an unsubscribed contact passed the gate after the reply (I5)', leaks.length === 0, {
    wrong: leaks.slice(0, 3),
  });
  const { rows } = await client.query<{ status: string; gone: boolean; mails: number }>(
    `select status, contact_id = any($1::uuid[]) as gone, count(*)::int as mails from emails group by 1, 2 order by 2, 1`,
    [ids],
  );
  const others = rows.filter(({ gone, status }) => !gone && status !== 'SENT');
  const unclear = rows.filter(({ gone, status }) => gone && status !== 'SENT' && status !== 'SUPPRESSED');
  check(
    'every other mail left, and every one of theirs left before or is SUPPRESSED',
    others.length + unclear.length === 0,
    rows,
  );
}
