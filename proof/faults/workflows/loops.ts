import type { Client } from '../../../server/testing/client.ts';
import { until } from '../../../server/testing/until.ts';
import { type GivenStep, givenTemplate, givenWorkflow } from '../../../server/testing/workflow-setup.ts';
import { type Check, sleep } from '../fault-run.ts';
import { type SendingProject, settle, type WorkflowSetup } from './setup.ts';

const person = 'ada@example.com';
/** A contact enters a workflow so often in an hour; so many steps of the service lead to an event that still starts something (D-935). */
const [maxEntries, maxSteps] = [10, 10];

/** Workflows that lead back to themselves. */
interface Loop {
  readonly name: string;
  /** The largest number of executions that it may have, and the smallest that show that it went round. */
  readonly atMost: number;
  readonly atLeast: number;
  /** Makes its workflows, then sets it going; returns their ids. */
  begin(given: LoopSurroundings): Promise<readonly string[]>;
}

interface LoopSurroundings {
  readonly setup: WorkflowSetup;
  readonly project: SendingProject;
  readonly api: Client;
}

const update = (config: object): GivenStep => ({ type: 'UPDATE_CONTACT', config });
const mailed = async ({ api, project }: LoopSurroundings): Promise<GivenStep> => ({
  ...{ type: 'SEND_EMAIL', templateId: await givenTemplate(api, { from: project.sender }) },
});

async function looping(api: Client, eventName: string, steps: readonly GivenStep[]): Promise<string> {
  return (await givenWorkflow(api, { eventName, steps, allowReentry: true })).id;
}

async function givenSegment(api: Client, name: string, value: string): Promise<void> {
  const filters = [{ field: 'data.plan', operator: 'equals', value }];
  const condition = { logic: 'AND', groups: [{ filters }] };
  const { status, body } = await api.post('/segments', { name, condition, trackMembership: true });
  if (status !== 201) throw new Error(`no segment: ${JSON.stringify(body)}`);
}

const loops: readonly Loop[] = [
  {
    name: 'two workflows that undo what the other did to a contact',
    ...{ atLeast: 6, atMost: maxSteps + 1 },
    async begin({ api }) {
      const { id } = (await api.post('/contacts', { email: person })).body;
      const ids = [
        await looping(api, 'contact.subscribed', [update({ subscriptionAction: 'unsubscribe' })]),
        await looping(api, 'contact.unsubscribed', [update({ subscriptionAction: 'subscribe' })]),
      ];
      await api.patch(`/contacts/${id}`, { subscribed: false });
      return ids;
    },
  },
  {
    name: 'a workflow that leaves and enters the segment that starts it',
    ...{ atLeast: 4, atMost: maxSteps + 1 },
    async begin({ api }) {
      await givenSegment(api, 'Pros', 'pro');
      // Why a time-out: past the limit of depth the exit wakes nobody (D-420).
      const left = { type: 'WAIT_FOR_EVENT', config: { eventName: 'segment.pros.exit', timeout: 30 } };
      const steps = [update({ data: { plan: 'none' } }), left, update({ data: { plan: 'pro' } })];
      const id = await looping(api, 'segment.pros.entry', steps);
      await api.post('/contacts', { email: person, data: { plan: 'pro' } });
      return [id];
    },
  },
  {
    name: 'two workflows that mail each other',
    ...{ atLeast: 6, atMost: 2 * maxEntries },
    async begin(given) {
      const { api, project } = given;
      const ids = [
        await looping(api, 'email.sent', [await mailed(given)]),
        await looping(api, 'email.sent', [await mailed(given)]),
      ];
      const mail = { to: person, from: project.sender, subject: 'Hello', body: '<p>Hello</p>' };
      const { status, body } = await api.post('/v1/send', mail);
      if (status !== 200) throw new Error(`no mail: ${JSON.stringify(body)}`);
      return ids;
    },
  },
  {
    name: 'a target of calls that tracks the event again',
    ...{ atLeast: maxEntries, atMost: maxEntries },
    async begin({ setup, api }) {
      const url = `http://127.0.0.1:${setup.target.port}/loop`;
      const id = await looping(api, 'ping', [{ type: 'WEBHOOK', config: { url } }]);
      const track = async (): Promise<unknown> => api.post('/events/track', { email: person, event: 'ping' });
      setup.onCall = ({ path }) => {
        // Why later: while the call is under way its execution is active, and no other begins.
        if (path === '/loop')
          sleep(1)
            .then(track)
            .catch((error: unknown) => console.error(error));
      };
      await track();
      return [id];
    },
  },
  {
    name: 'a visitor with the public key',
    ...{ atLeast: maxEntries + 5, atMost: 2 * maxEntries },
    async begin(given) {
      const { setup, project, api } = given;
      await givenSegment(api, 'Pros', 'pro');
      const ids = [
        await looping(api, 'visit', [await mailed(given)]),
        await looping(api, 'segment.pros.entry', [await mailed(given)]),
      ];
      const visitor = setup.as(project.publicKey);
      for (let visit = 0; visit < maxEntries + 4; visit += 1) {
        const data = { plan: visit % 2 === 0 ? 'pro' : 'none' };
        await visitor.post('/v1/track', { email: person, event: 'visit', data });
        await settleProject(setup, project.id);
      }
      return ids;
    },
  },
];

/** F45: loops through contacts, segments, mails, calls and the public key stop by depth or by entries, and the workflow says so. */
export async function runLoops(setup: WorkflowSetup, check: Check): Promise<void> {
  const running = await Promise.all(
    loops.map(async (loop) => {
      const project = await setup.newProject();
      const api = setup.as(project.secretKey);
      const ids = await loop.begin({ setup, project, api });
      const isStopped = await until(async () => (await stopsOf(api, ids)) > 0);
      return { loop, project, isStopped };
    }),
  );
  await settle(setup);
  const counts = await Promise.all(running.map(({ project }) => countStarted(setup, project.id)));
  await setup.cluster.turn(2 * 3_600);
  await settle(setup);
  for (const [index, { loop, project, isStopped }] of running.entries()) {
    const [before, after] = [counts[index] ?? 0, await countStarted(setup, project.id)];
    const holds = isStopped && before === after && before >= loop.atLeast && before <= loop.atMost;
    check(`workflows: ${loop.name}: stopped, and the page says so (F45)`, holds, { isStopped, before, after });
    const mails = await countMails(setup, project.id);
    const isEnough = loop.name.includes('public') ? mails.max === maxEntries && mails.refused > 0 : mails.refused === 0;
    check(`workflows: ${loop.name}: no recipient has more public mail than the limit (F45)`, isEnough, mails);
  }
}

/** How many of these workflows say that a loop was stopped. */
async function stopsOf(api: Client, ids: readonly string[]): Promise<number> {
  const workflows = await Promise.all(ids.map(async (id) => (await api.get(`/workflows/${id}`)).body));
  return workflows.filter(({ problems }) => problems.some(({ code }: { code: string }) => code === 'LOOP_STOPPED'))
    .length;
}

async function settleProject({ client }: WorkflowSetup, projectId: string): Promise<void> {
  const query = `select exists (select 1 from executions where project_id = $1)
    or exists (select 1 from segment_checks where project_id = $1 and due_at <= now()) as is_busy`;
  const isIdle = await until(async () => (await client.query(query, [projectId])).rows[0]?.is_busy === false);
  if (!isIdle) throw new Error('a project does not come to rest');
}

async function countStarted({ client }: WorkflowSetup, projectId: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select ((select count(*) from executions where project_id = $1)
           + (select count(*) from finished_executions where project_id = $1))::int as count`,
    [projectId],
  );
  return rows[0]?.count ?? 0;
}

/** How many public mails one recipient was sent at most, and how many were refused. */
async function countMails({ client }: WorkflowSetup, projectId: string): Promise<{ max: number; refused: number }> {
  const { rows } = await client.query<{ max: number; refused: number }>(
    `select coalesce(max(sent), 0)::int as max, coalesce(sum(refused), 0)::int as refused from (
       select count(*) filter (where status <> 'SUPPRESSED') as sent, count(*) filter (where reason = 'RECIPIENT_LIMIT') as refused
         from emails where project_id = $1 and is_public group by recipient) m`,
    [projectId],
  );
  return rows[0] ?? { max: 0, refused: 0 };
}
