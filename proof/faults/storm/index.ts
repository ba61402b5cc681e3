import { startScriptedSmtp } from '../../../server/testing/scripted-smtp.ts';
import { connect } from '../../../server/testing/spool-setup.ts';
import { startProcess } from '../../instance/instance.ts';
import { type FaultSetup, openFaultSetup } from '../delivery/setup.ts';
import { untilNothingWaits } from '../delivery/until-nothing-waits.ts';
import { type Check, type FaultRun, sleep } from '../fault-run.ts';
import { type Bounces, openBounces } from './bounces.ts';
import { type SignedInOwner, signUpOwner } from './owner.ts';
import { type PauseTimes, watchPauses } from './pauses.ts';

/** F27: a tenth of the mail bounces while more is accepted. Mail stops, nothing is lost, the team is notified once. */
export const stormFaults: FaultRun = async ({ isShort, check }) => {
  const sizes = isShort ? { sent: 400, seconds: 10 } : { sent: 1_000, seconds: 60 };
  const setup = await openFaultSetup();
  const accountMail = await startScriptedSmtp();
  const settings = { ACCOUNT_SMTP_URL: accountMail.url };
  const [api, worker] = [await startProcess('api', setup.url, settings), await setup.worker(settings)];
  const bounces = await openBounces(setup.url, setup.projectId);
  const watcher = await connect(setup.url);
  try {
    const owner = await signUpOwner(api.url, setup.client, setup.projectId);
    await setup.client.query(`update projects set created_at = now() - interval '60 days'`);
    const sent = await setup.accept(sizes.sent);
    await untilNothingWaits(setup.client);
    const pauseWatch = watchPauses(watcher, setup.projectId);
    await bounceWhileAccepting(setup, bounces, sent.slice(0, sizes.sent / 10), sizes.seconds);
    await sleep(5);
    await pauseWatch.stop();
    checkPauses(pauseWatch.times, check);
    await checkHeld(setup, pauseWatch.times, check);
    await sleep(35);
    const notices = accountMail.received.filter(({ message }) => message.toString().includes('paused'));
    check('the owner got one notice', notices.length === 1, { mails: notices.length });
    await resumeAndCheck(setup, owner, check);
  } finally {
    await Promise.all([api.stop(), worker.stop(), bounces.close(), accountMail.close(), watcher.end()]);
    await setup.close();
  }
};

/** Bounces come in evenly, a few at a time, while more mail is accepted. */
async function bounceWhileAccepting(
  setup: FaultSetup,
  bounces: Bounces,
  ids: readonly string[],
  seconds: number,
): Promise<void> {
  const batches = Math.ceil(ids.length / 5);
  for (let batch = 0; batch < batches; batch += 1) {
    await bounces.apply(ids.slice(5 * batch, 5 * batch + 5));
    await setup.accept(4);
    await sleep(seconds / batches);
  }
}

function checkPauses({ crossedAt, marketingAt, allAt }: PauseTimes, check: Check): void {
  const seconds = crossedAt && marketingAt ? (marketingAt - crossedAt) / 1_000 : null;
  check('marketing mail was paused within 60 s of the crossing (P12)', seconds !== null && seconds <= 60, { seconds });
  check('and all mail when the last threshold was crossed', allAt !== null);
}

/** I8: counts what passed the gate after the pause was observed. */
async function checkHeld({ client }: FaultSetup, { marketingAt, allAt }: PauseTimes, check: Check): Promise<void> {
  const { rows } = await client.query<{ late: number; held: number }>(
    `select (select count(*)::int from delivery_attempts a join emails e on e.project_id = a.project_id and e.id = a.email_id
              where a.committing_at > to_timestamp($1::float8 / 1000) and e.type <> 'TRANSACTIONAL'
                 or a.committing_at > to_timestamp($2::float8 / 1000)) as late,
            (select count(*)::int from deliveries where hold_reason in ('MARKETING_PAUSED', 'PROJECT_PAUSED')) as held`,
    [marketingAt ?? 0, allAt ?? 0],
  );
  check('no mail of a paused kind passed the gate after the pause (I8)', rows[0]?.late === 0, rows[0]);
  check('mail accepted since then is held', (rows[0]?.held ?? 0) > 0, rows[0]);
}

/** All statuses until the request is served: one that is refused with 503 is sent again, as its reply says. */
async function resume({ projectId }: FaultSetup, owner: SignedInOwner, scope: string): Promise<number[]> {
  const statuses: number[] = [];
  do {
    if (statuses.length > 0) await sleep(2);
    statuses.push(await owner.post(`/projects/${projectId}/resume`, { scope, acknowledge: true }));
  } while (statuses.at(-1) === 503 && statuses.length < 15);
  return statuses;
}

/** Both pauses are lifted; every accepted mail was handed over once. */
async function resumeAndCheck(setup: FaultSetup, owner: SignedInOwner, check: Check): Promise<void> {
  const statuses: number[] = [];
  for (const scope of ['ALL', 'MARKETING']) statuses.push(...(await resume(setup, owner, scope)));
  check('both pauses were lifted', statuses.filter((status) => status === 200).length === 2, statuses);
  const since = Date.now();
  const isIdle = await untilNothingWaits(setup.client, 60);
  check('held mail leaves by itself', isIdle, { seconds: Math.round((Date.now() - since) / 1_000) });
  const { rows } = await setup.client.query<{ status: string; mails: number }>(
    'select status, count(*)::int as mails from emails group by 1 order by 1',
  );
  const isWhole = rows.every(({ status }) => status === 'SENT' || status === 'BOUNCED');
  check('every accepted mail was sent', isWhole, rows);
  const recipients = setup.sink.received.flatMap(({ to }) => to);
  const isOnce = recipients.length === setup.log.accepted.length && new Set(recipients).size === recipients.length;
  check('each once', isOnce, { accepted: setup.log.accepted.length, received: recipients.length });
}
