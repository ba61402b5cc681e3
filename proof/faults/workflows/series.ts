import type { Client } from '../../../server/testing/client.ts';
import { givenTemplate, givenWorkflow } from '../../../server/testing/workflow-setup.ts';
import type { Check, FaultOptions } from '../fault-run.ts';
import { passUntilEnded, secondsToNext, settle, type WorkflowSetup } from './setup.ts';

const [minute, hour] = [60, 3_600];
const downtime = 6 * hour;
/** Between two groups that sign up: when the workers stop, each step has a group. */
const groupEvery = 50 * minute;
const groups = 5;
/** What the delays and the time-out say between two mails, by the name of the later one. */
const distances: Record<string, number> = {
  Second: 40 * minute,
  Third: 2 * hour,
  Reminder: 3 * hour,
  Last: hour,
};

/**
 * F47: the workers are away for six hours of clock while people pay. Afterwards waits have seen what came meanwhile, and the mails of one
 * series keep the distances that the workflow gives them.
 */
export async function runSeries(setup: WorkflowSetup, { isShort, check }: FaultOptions): Promise<void> {
  const project = await setup.newProject();
  const api = setup.as(project.secretKey);
  await makeSeries(api, project.sender);
  const perGroup = isShort ? 4 : 40;
  const people = Array.from({ length: groups * perGroup }, (_, number) => `reader-${number}@example.com`);
  const track = async (event: string, emails: readonly string[]): Promise<void> => {
    for (const email of emails) await api.post('/events/track', { event, email });
  };
  for (let group = 0; group < groups; group += 1) {
    if (group > 0) await pass(setup, groupEvery);
    await track('signup', people.slice(group * perGroup, (group + 1) * perGroup));
    await settle(setup);
  }
  await setup.processes.stopWorkers();
  await track(
    'paid',
    people.filter((_, number) => number % 4 === 0),
  );
  await setup.cluster.turn(downtime);
  await track(
    'paid',
    people.filter((_, number) => number % 4 === 1),
  );
  await setup.processes.startWorkers();
  await passUntilEnded(setup);
  checkDistances(await loadMails(setup, project.id), check);
  await checkWaits(setup, project.id, check);
}

/** Lets time pass with nothing late: from one due moment to the next. */
async function pass(setup: WorkflowSetup, seconds: number): Promise<void> {
  for (let left = seconds; left > 0; ) {
    const turn = Math.min(left, Math.max(1, (await secondsToNext(setup)) ?? left));
    await setup.cluster.turn(turn);
    left -= turn;
    await settle(setup);
  }
}

async function makeSeries(api: Client, from: string): Promise<void> {
  const mail = async (subject: string) => ({
    ...{ type: 'SEND_EMAIL', name: subject },
    templateId: await givenTemplate(api, { name: subject, subject, from }),
  });
  const delay = (amount: number, unit: string) => ({ type: 'DELAY', config: { amount, unit } });
  await givenWorkflow(api, {
    steps: [
      await mail('First'),
      delay(40, 'minutes'),
      await mail('Second'),
      delay(2, 'hours'),
      await mail('Third'),
      { type: 'WAIT_FOR_EVENT', config: { eventName: 'paid', timeout: 3 * hour } },
      { ...(await mail('Thanks')), branch: 'event' },
      { ...(await mail('Reminder')), after: 5, branch: 'timeout' },
      delay(1, 'hours'),
      await mail('Last'),
    ],
  });
}

interface SeriesMail {
  readonly recipient: string;
  readonly subject: string;
  readonly at: Date;
}

async function loadMails({ client }: WorkflowSetup, projectId: string): Promise<SeriesMail[]> {
  const { rows } = await client.query<SeriesMail>(
    `select e.recipient, s.name as subject, e.created_at as at from emails e
       join step_executions s on s.project_id = e.project_id and s.id = e.step_execution_id
      where e.project_id = $1 order by e.recipient, s.number`,
    [projectId],
  );
  return rows;
}

/** What a mail may be closer to the one before it: that one left a moment after its due time. */
const slackSeconds = 90;

function checkDistances(mails: readonly SeriesMail[], check: Check): void {
  const gaps = mails.flatMap(({ recipient, subject, at }, index) => {
    const before = mails[index - 1];
    const distance = distances[subject];
    if (before?.recipient !== recipient || distance === undefined) return [];
    return [{ subject, seconds: (at.getTime() - before.at.getTime()) / 1_000 - distance }];
  });
  const close = gaps.filter(({ seconds }) => seconds < -slackSeconds);
  const late = gaps.filter(({ seconds }) => seconds > hour);
  check(
    'workflows: after six hours without workers the mails of a series keep their distances (F47)',
    close.length === 0,
    {
      ...{ mails: mails.length, late: late.length, tooClose: close.length, first: close.slice(0, 3) },
    },
  );
  check('workflows: and some of them were held up', late.length > 0, { late: late.length });
}

/** An event counts from the arrival, which lies before the moment that a worker came, up to the time-out (D-934). */
async function checkWaits({ client }: WorkflowSetup, projectId: string, check: Check): Promise<void> {
  const { rows } = await client.query<{ branch: string; expected: string; people: number }>(
    `select w.branch, case when e.created_at >= d.execute_after and e.created_at <= w.scheduled_for then 'event' else 'timeout' end as expected,
            count(*)::int as people
       from step_executions w
       join finished_executions x on x.project_id = w.project_id and x.id = w.execution_id
       join step_executions d on d.project_id = w.project_id and d.execution_id = w.execution_id and d.number = w.number - 2
       left join events e on e.project_id = x.project_id and e.contact_id = x.contact_id and e.name = 'paid'
      where w.project_id = $1 and w.type = 'WAIT_FOR_EVENT' group by 1, 2`,
    [projectId],
  );
  const isRight = rows.every(({ branch, expected }) => branch === expected);
  check('workflows: waits have seen what came while no worker was there (F47)', isRight && rows.length === 2, rows);
}
