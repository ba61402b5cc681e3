import { isDeepStrictEqual } from 'node:util';
import type { Client } from '../../../server/testing/client.ts';
import { journeyEvent, makeLongJourney, traveller } from '../../instance/long-journey.ts';
import type { Check } from '../fault-run.ts';
import { passUntilEnded, secondsToNext, settle, type WorkflowSetup } from './setup.ts';

/** What is the same in both worlds, step by step; times apart. */
interface ComparedStep {
  readonly name: string;
  readonly type: string;
  readonly status: string;
  readonly branch: string | null;
  readonly output: unknown;
  readonly mail: { readonly subject: string; readonly status: string; readonly reason: string | null } | null;
}

interface TimedStep extends ComparedStep {
  /** Since the beginning. */
  readonly seconds: number;
}

/** A worker takes up a step a moment after it is due, and the clock is turned by whole seconds. */
const slackSeconds = 300;

/** Ninety days by the turned clock, and the same by simulation: each step ends the same way at the same time (D-949). */
export async function runLongJourney(setup: WorkflowSetup, check: Check): Promise<void> {
  const project = await setup.newProject();
  const api = setup.as(project.secretKey);
  const { id } = await makeLongJourney(api, project.sender);
  await travel(setup, api);
  const recorded = await loadSteps(setup, project.id);
  const simulated = await simulate(api, id, await loadMoments(setup, project.id));

  const pairs = simulated.steps.map((step, index) => [step, recorded[index]] as const);
  const different = pairs.filter(([ours, theirs]) => !theirs || !isDeepStrictEqual(sameIn(ours), sameIn(theirs)));
  const apart = pairs.map(([ours, theirs]) => Math.abs(ours.seconds - (theirs?.seconds ?? 0)));
  check(
    'workflows: ninety days by the turned clock are, step by step, those of the simulation (D-949)',
    different.length === 0 && recorded.length === pairs.length && Math.max(...apart) < slackSeconds,
    {
      steps: pairs.length,
      ...{
        days: (recorded.at(-1)?.seconds ?? 0) / 86_400,
        maxApart: Math.max(...apart),
        different: different.slice(0, 2),
      },
      simulatedInMs: simulated.milliseconds,
    },
  );
}

const sameIn = ({ seconds: _seconds, ...step }: TimedStep): ComparedStep => step;

/** When it began, and how many seconds later the event came: not quite on time, because the clock also goes by itself. */
interface Moments {
  readonly startAt: Date;
  readonly after: number;
}

async function loadMoments({ client }: WorkflowSetup, projectId: string): Promise<Moments> {
  const { rows } = await client.query<Moments>(
    `select x.started_at as "startAt", extract(epoch from e.created_at - x.started_at)::float8 as after
       from finished_executions x join events e on e.project_id = x.project_id and e.name = $2 where x.project_id = $1`,
    [projectId, journeyEvent.name],
  );
  const [moments] = rows;
  if (!moments) throw new Error('the journey has not ended');
  return moments;
}

async function simulate(
  api: Client,
  id: string,
  { startAt, after }: Moments,
): Promise<{ steps: TimedStep[]; milliseconds: number }> {
  const events = [{ ...journeyEvent, after }];
  const ask = () => api.post(`/workflows/${id}/simulate`, { contact: traveller, startAt, events });
  await ask(); // what a process compiles with its first one
  const began = performance.now();
  const { status, body } = await ask();
  const milliseconds = Math.round(performance.now() - began);
  if (status !== 200) throw new Error(`no simulation: ${JSON.stringify(body)}`);
  const steps = body.steps.map(
    (step: ComparedStep & { completedAt: string; email: ComparedStep['mail'] }): TimedStep => ({
      ...partsOf(step),
      mail: step.email && { subject: step.email.subject, status: step.email.status, reason: step.email.reason },
      seconds: (Date.parse(step.completedAt) - Date.parse(body.startedAt)) / 1_000,
    }),
  );
  return { steps, milliseconds };
}

async function travel(setup: WorkflowSetup, api: Client): Promise<void> {
  const { email, data } = traveller;
  await api.post('/contacts', { email, data });
  await api.post('/events/track', { email, event: 'signup' });
  let passed = 0;
  for (;;) {
    await settle(setup);
    const due = await secondsToNext(setup);
    if (due === null) throw new Error('the journey has ended too early');
    const next = Math.max(1, due);
    if (passed + next > journeyEvent.after) break;
    await setup.cluster.turn(next);
    passed += next;
  }
  await setup.cluster.turn(journeyEvent.after - passed);
  const passing = Object.entries(journeyEvent.data).map(([key, value]) => [key, { value, persistent: false }]);
  await api.post('/events/track', { email, event: journeyEvent.name, data: Object.fromEntries(passing) });
  await passUntilEnded(setup);
}

interface StepRow extends ComparedStep {
  readonly completed_at: Date;
  readonly started_at: Date;
}

async function loadSteps({ client }: WorkflowSetup, projectId: string): Promise<TimedStep[]> {
  const { rows } = await client.query<StepRow>(
    `select s.name, s.type, s.status, s.branch, s.output, s.completed_at, x.started_at,
            (select jsonb_build_object('subject', e.subject, 'status', case e.status when 'SUPPRESSED' then e.status else 'QUEUED' end,
                                       'reason', e.reason)
               from emails e where e.project_id = s.project_id and e.step_execution_id = s.id) as mail
       from step_executions s join finished_executions x on x.project_id = s.project_id and x.id = s.execution_id
      where s.project_id = $1 order by s.number`,
    [projectId],
  );
  return rows.map((row) => ({
    ...partsOf(row),
    mail: row.mail,
    seconds: (row.completed_at.getTime() - row.started_at.getTime()) / 1_000,
  }));
}

/** Outputs without ids and moments, which differ. */
function partsOf({ name, type, status, branch, output }: ComparedStep): Omit<ComparedStep, 'mail'> {
  const {
    emailId: _id,
    sentAt: _sent,
    resumeAt: _resume,
    receivedAt: _received,
    ...shown
  } = output as Record<string, unknown>;
  return { name, type, status, branch, output: shown };
}
