import { startScriptedSmtp } from '../../../server/testing/scripted-smtp.ts';
import { connect } from '../../../server/testing/spool-yard.ts';
import { startProcess } from '../../instance/instance.ts';
import type { FaultYard } from '../delivery/yard.ts';
import { openFaultYard } from '../delivery/yard.ts';
import type { Check, FaultRun } from '../fault-run.ts';
import { sleep } from '../fault-run.ts';
import type { Bounces } from './bounces.ts';
import { openBounces } from './bounces.ts';
import type { Owner } from './owner.ts';
import { signUpOwner } from './owner.ts';
import type { Seen } from './pauses.ts';
import { watchPauses } from './pauses.ts';

/** F27: a tenth of the mail bounces while more is accepted. Mail stops, nothing is lost, the team hears of it once. */
export const stormFaults: FaultRun = async ({ isShort, check }) => {
  const sizes = isShort ? { sent: 400, seconds: 10 } : { sent: 1_000, seconds: 60 };
  const yard = await openFaultYard();
  const accountMail = await startScriptedSmtp();
  const settings = { ACCOUNT_SMTP_URL: accountMail.url };
  const [api, worker] = [await startProcess('api', yard.url, settings), await yard.worker(settings)];
  const bounces = await openBounces(yard.url, yard.projectId);
  const watcher = await connect(yard.url);
  try {
    const owner = await signUpOwner(api.url, yard.client, yard.projectId);
    await yard.client.query(`update projects set created_at = now() - interval '60 days'`);
    const sent = await yard.accept(sizes.sent);
    await untilIdle(yard);
    const onlooker = watchPauses(watcher, yard.projectId);
    await rage(yard, bounces, sent.slice(0, sizes.sent / 10), sizes.seconds);
    await sleep(5);
    await onlooker.stop();
    checkPauses(onlooker.seen, check);
    await checkHeld(yard, onlooker.seen, check);
    await sleep(35);
    const told = accountMail.received.filter(({ message }) => message.toString().includes('paused'));
    check('the owner got one notice', told.length === 1, { mails: told.length });
    await resumeAndCheck(yard, owner, check);
  } finally {
    await Promise.all([api.stop(), worker.stop(), bounces.close(), accountMail.close(), watcher.end()]);
    await yard.close();
  }
};

/** Bounces come in evenly, a few at a time, while mail goes on being accepted. */
async function rage(yard: FaultYard, bounces: Bounces, ids: readonly string[], seconds: number): Promise<void> {
  const batches = Math.ceil(ids.length / 5);
  for (let batch = 0; batch < batches; batch += 1) {
    await bounces.apply(ids.slice(5 * batch, 5 * batch + 5));
    await yard.accept(4);
    await sleep(seconds / batches);
  }
}

function checkPauses({ crossedAt, marketingAt, allAt }: Seen, check: Check): void {
  const seconds = crossedAt && marketingAt ? (marketingAt - crossedAt) / 1_000 : null;
  check('P12 marketing mail was paused within 60 s of the crossing', seconds !== null && seconds <= 60, { seconds });
  check('and all mail when the last line was crossed', allAt !== null);
}

/** I8: whatever the gate let pass after the pause was seen would be here. */
async function checkHeld({ client }: FaultYard, { marketingAt, allAt }: Seen, check: Check): Promise<void> {
  const { rows } = await client.query<{ late: number; held: number }>(
    `select (select count(*)::int from delivery_attempts a join emails e on e.project_id = a.project_id and e.id = a.email_id
              where a.committing_at > to_timestamp($1::float8 / 1000) and e.type <> 'TRANSACTIONAL'
                 or a.committing_at > to_timestamp($2::float8 / 1000)) as late,
            (select count(*)::int from deliveries where hold_reason in ('MARKETING_PAUSED', 'PROJECT_PAUSED')) as held`,
    [marketingAt ?? 0, allAt ?? 0],
  );
  check('I8 no mail of a paused kind passed the gate after the pause', rows[0]?.late === 0, rows[0]);
  check('mail accepted since then is held', (rows[0]?.held ?? 0) > 0, rows[0]);
}

/** Both pauses are lifted; every accepted mail was handed over once. */
async function resumeAndCheck(yard: FaultYard, owner: Owner, check: Check): Promise<void> {
  const answers = [];
  for (const scope of ['ALL', 'MARKETING']) {
    answers.push(await owner.post(`/projects/${yard.projectId}/resume`, { scope, acknowledge: true }));
  }
  check(
    'both pauses were lifted',
    answers.every((status) => status === 200),
    answers,
  );
  const since = Date.now();
  const isIdle = await untilIdle(yard, 60);
  check('held mail leaves by itself', isIdle, { seconds: Math.round((Date.now() - since) / 1_000) });
  const { rows } = await yard.client.query<{ status: string; mails: number }>(
    'select status, count(*)::int as mails from emails group by 1 order by 1',
  );
  const isWhole = rows.every(({ status }) => status === 'SENT' || status === 'BOUNCED');
  check('every accepted mail was sent', isWhole, rows);
  const recipients = yard.sink.received.flatMap(({ to }) => to);
  const isOnce = recipients.length === yard.log.accepted.length && new Set(recipients).size === recipients.length;
  check('each once', isOnce, { accepted: yard.log.accepted.length, received: recipients.length });
}

async function untilIdle({ client }: FaultYard, seconds = 120): Promise<boolean> {
  for (const end = Date.now() + seconds * 1_000; Date.now() < end; await sleep(0.1)) {
    if ((await client.query('select from deliveries limit 1')).rowCount === 0) return true;
  }
  return false;
}
