import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ExecutionProject, type ExecutionSetup, openExecutionSetup } from '#testing/execution-setup';
import { type GivenStep, givenTemplate, givenWorkflow } from '#testing/workflow-setup';

let setup: ExecutionSetup;
let project: ExecutionProject;
let contactId: string;
beforeAll(async () => {
  setup = await openExecutionSetup({ isWorking: true });
});
afterAll(() => setup.close());
beforeEach(async () => {
  project = await setup.newProject();
  contactId = await project.newContact('ada@example.com');
});

const given = async (...steps: GivenStep[]): Promise<string> => (await givenWorkflow(project.api, { steps })).id;
const mail = async (fields: object = {}): Promise<GivenStep> => ({
  type: 'SEND_EMAIL',
  name: 'Welcome',
  templateId: await givenTemplate(project.api, fields),
});
const delay: GivenStep = { type: 'DELAY', name: 'A day', config: { amount: 1, unit: 'days' } };

/** Records the event that starts workflows; returns when its executions have come as far as they can. */
async function sign(): Promise<void> {
  await project.track();
  await setup.app.settle();
}

const why = async (workflowId: string) =>
  (await project.api.get(`/contacts/${contactId}/why?workflowId=${workflowId}`)).body;
/** `entry: pass, …` */
const results = ({ checks }: { checks: { check: string; result: string }[] }): string =>
  checks.map(({ check, result }) => `${check}: ${result}`).join(', ');

test('a mail that a step made: what its record says, after how the contact entered (D-946)', async () => {
  const [sent, silent] = [await given(await mail()), await given(await mail({ type: 'MARKETING' }))];
  await project.api.patch(`/contacts/${contactId}`, { subscribed: false });
  await sign();

  const [queued, suppressed] = [await why(sent), await why(silent)];
  await project.rows(`update emails set status = 'SENT', sent_at = now() where project_id = $1 and status = 'QUEUED'`);
  const handedOver = await why(sent);

  const [email] = await project.rows(`select id from emails where project_id = $1 and workflow_id = $2`, sent);
  const [execution] = await project.rows(
    `select id from finished_executions where project_id = $1 and workflow_id = $2`,
    sent,
  );
  expect(queued).toMatchObject({ received: false, emailId: email.id });
  expect(queued.checks[0]).toMatchObject({ check: 'entry', result: 'pass', actual: execution.id });
  expect(queued.checks[0].message).toMatch(
    /^Entered on .* by the event "signup"; a contact enters this workflow once$/,
  );
  expect(results(queued)).toBe(
    'entry: pass, subscription: pass, suppression: pass, pause: pass, cap: pass, delivery: unknown',
  );
  expect(suppressed.answer).toMatch(/^Not sent: Unsubscribed since .* by api$/);
  expect(handedOver).toMatchObject({ received: true, answer: expect.stringMatching(/^Sent: Handed over on /) });
});

test('the newest execution answers, not the mail of one before it; without one that is kept the newest mail does (D-946)', async () => {
  const { id } = await givenWorkflow(project.api, { allowReentry: true, steps: [await mail(), delay] });
  await sign();
  const first = await why(id);
  const cancelled = await project.api.post(`/workflows/${id}/executions/cancel-all`);
  expect(cancelled).toMatchObject({ status: 200, body: { cancelled: 1 } });
  await project.api.delete(`/workflows/${id}/steps/${await stepOf(id, 'SEND_EMAIL')}?splice=true`);
  await sign();

  const second = await why(id);
  await project.rows('delete from executions where project_id = $1');
  await project.rows('delete from finished_executions where project_id = $1');
  const later = await why(id);

  expect(first.emailId).not.toBeNull();
  expect(second).toMatchObject({ emailId: null, received: false });
  expect(second.answer).toMatch(/^Not sent yet: The contact is at the step "A day" until .* UTC$/);
  expect(later).toMatchObject({ emailId: first.emailId });
  expect(later.checks[0]).toMatchObject({ check: 'entry', result: 'pass', actual: null });
});

const stepOf = async (workflowId: string, type: string): Promise<string> =>
  (
    await project.rows(
      `select id from workflow_steps where project_id = $1 and workflow_id = $2 and type = $3`,
      workflowId,
      type,
    )
  )[0].id;

test('where the contact is, and what it waits for; nothing moves while the project is disabled (D-946)', async () => {
  const wait = { type: 'WAIT_FOR_EVENT', name: 'Bought?', config: { eventName: 'bought', timeout: 3_600 } };
  const id = await given(wait, await mail());
  await sign();

  const waiting = await why(id);
  await project.rows(`update projects set disabled_reason = 'MANUAL' where id = $1`);
  const held = (await project.session.get(`/contacts/${contactId}/why?workflowId=${id}`)).body;

  expect(waiting.answer).toMatch(
    /^Not sent yet: The contact is at the step "Bought\?", which waits for the event "bought" until /,
  );
  expect(results(waiting)).toBe('entry: pass, delivery: unknown');
  expect(held.answer).toBe('Not sent yet: The project is disabled');
  expect(results(held)).toBe('entry: pass, pause: fail, delivery: unknown');
});

test('a step that failed, an exit, an end without a mail and a cancel are told apart (D-946)', async () => {
  const noSender = await given({
    type: 'SEND_EMAIL',
    name: 'Odd',
    templateId: await givenTemplate(project.api),
    config: { recipient: { type: 'CUSTOM', customEmail: '{{ data.none }}' } },
  });
  const left = await given({ type: 'EXIT', config: { reason: 'not for us' } });
  const single = { field: 'data.plan', operator: 'equals', value: 'pro' };
  const isPro: GivenStep = { type: 'CONDITION', name: 'Pro?', config: single };
  const turned = await given(isPro, { ...(await mail()), after: 0, branch: 'yes' });
  const waits = await given(delay);
  const elsewhere = await given({
    ...(await mail()),
    config: { recipient: { type: 'CUSTOM', customEmail: 'boss@example.com' } },
  });
  await sign();
  const executions = await project.api.get(`/workflows/${waits}/executions`);
  await project.api.delete(`/workflows/${waits}/executions/${executions.body.data[0].id}`);

  expect((await why(noSender)).answer).toMatch(/^Not sent: The step "Odd" failed: .* \(RECIPIENT_INVALID\)$/);
  expect((await why(left)).answer).toBe('Not sent: The contact left (not for us) without a mail');
  expect((await why(turned)).answer).toBe(
    'Not sent: The contact came to the end without a mail after the step "Pro?" (branch "no")',
  );
  expect((await why(waits)).answer).toBe('Not sent: The execution was cancelled (cancelled)');
  expect((await why(elsewhere)).answer).toBe('Not sent: The mail of the step "Welcome" was for another address');
  expect(results(await why(turned))).toBe('entry: pass, delivery: fail');
});

test('who has not entered: the trigger, the event and the state of the workflow (D-946)', async () => {
  await project.track(); // before the workflow is made
  await project.rows(`update contact_events set last_at = now() - interval '1 hour' where project_id = $1`);
  const id = await given(delay);
  const early = await why(id);
  const { id: other } = await givenWorkflow(project.api, { eventName: 'bought', steps: [delay] });
  const noEvent = await why(other);
  const change = (fields: object) => project.api.patch(`/workflows/${other}`, fields);
  await change({ enabled: false });
  const disabled = await why(other);
  await project.track('ada@example.com', 'bought');
  await change({ enabled: true });
  const missed = await why(other);
  await change({ triggerType: 'MANUAL' });
  const manual = await why(other);

  expect(early.answer).toMatch(
    /^Not sent: The last event "signup" of the contact was on .*, before this workflow was made$/,
  );
  expect(noEvent).toMatchObject({
    received: false,
    emailId: null,
    answer: 'Not sent: The contact has had no event "bought"',
  });
  expect(disabled.answer).toBe('Not sent: Nobody enters: the workflow is disabled');
  expect(results(disabled)).toBe('entry: fail, entry: fail');
  expect(missed.answer).toMatch(/^Not known: The last event "bought" .* started nothing/);
  expect(manual.answer).toMatch(/^Not sent: Contacts enter by calls alone/);
});

test('the audience of a schedule is shown rule by rule (D-946)', async () => {
  const { id } = await givenWorkflow(project.api, { steps: [delay], isEnabled: false });
  const filters = [{ field: 'data.plan', operator: 'equals', value: 'pro' }];
  const triggerConfig = { schedule: '0 9 1 1 *', audienceCondition: { logic: 'AND', groups: [{ filters }] } };
  const { status } = await project.api.patch(`/workflows/${id}`, {
    triggerType: 'SCHEDULE',
    triggerConfig,
    enabled: true,
  });
  expect(status).toBe(200);

  const outside = await why(id);
  await project.api.patch(`/contacts/${contactId}`, { data: { plan: 'pro' } });
  const inside = await why(id);

  expect(outside.answer).toBe('Not sent: data.plan equals "pro" does not hold, the contact has nothing');
  expect(outside.checks[0]).toMatchObject({ check: 'audience', path: 'groups.0.filters.0', actual: null });
  expect(results(inside)).toBe('audience: pass, entry: unknown');
  expect(inside.answer).toBe('Not known: Contacts enter at the times of the schedule');
});

test('an entry whose execution is no longer kept is not taken as none; ids of neighbours are unknown (D-946)', async () => {
  const id = await given({ type: 'EXIT' });
  await sign();
  await project.rows('delete from finished_executions where project_id = $1');
  const neighbour = await setup.newProject();
  const theirs = (await givenWorkflow(neighbour.api, { steps: [delay] })).id;

  expect((await why(id)).checks).toMatchObject([{ check: 'entry', result: 'unknown' }]);
  const unknown = await project.api.get(`/contacts/${contactId}/why?workflowId=${theirs}`);
  expect(unknown).toMatchObject({ status: 404, body: { error: { code: 'WORKFLOW_NOT_FOUND' } } });
});
