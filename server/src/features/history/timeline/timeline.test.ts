import { expect, onTestFinished, test } from 'vitest';
import { limits } from '#pure/limits';
import { deliverySetup } from '#testing/delivery-setup';
import { openExecutionSetup } from '#testing/execution-setup';
import { givenTemplate, givenWorkflow } from '#testing/workflow-setup';

interface Item {
  id: string;
  kind: string;
  at: string;
  name: string | null;
  workflowId: string | null;
  data: object | null;
}

/** A contact with an item of every kind that exists, and events of its mails beside them. */
async function givenHistory() {
  const setup = await deliverySetup();
  const api = setup.project.owner.in(setup.project.id);
  const { body: contact } = await api.post('/contacts', { email: 'ada@example.com', data: { plan: 'pro' } });
  await setup.rows(`update contacts set created_at = now() - interval '1 day' where id = $1`, [contact.id]);
  const mailIds = (await setup.mails(3, { contactId: contact.id })).sort(); // of one millisecond, in any order
  let seconds = 0;
  const event = async (name: string, data: object | null = null) => {
    seconds += 1;
    await setup.rows(
      `insert into events (project_id, created_at, id, contact_id, name, data)
       values ($1, now() + $2 * interval '1 second', gen_random_uuid(), $3, $4, $5)`,
      [setup.project.id, seconds, contact.id, name, data && JSON.stringify(data)],
    );
  };
  const list = async (query = ''): Promise<{ data: Item[]; cursor: string; hasMore: boolean; total: number }> =>
    (await api.get(`/contacts/${contact.id}/timeline${query}`)).body;
  return { setup, contact, mailIds, event, list };
}

async function allPages(
  list: (query: string) => Promise<{ data: Item[]; cursor: string; hasMore: boolean }>,
  query: string,
) {
  const found: Item[] = [];
  for (let cursor = ''; ; ) {
    const page = await list(`?${query}&cursor=${cursor}`);
    found.push(...page.data);
    cursor = page.cursor;
    if (!page.hasMore) return found;
  }
}

test('pages of any size have the same items in the same order, and each item once (D-234)', async () => {
  const { setup, contact, mailIds, event, list } = await givenHistory();
  await event('signup', { plan: 'pro' });
  await event('email.sent', {});
  await event('segment.pro.entry', { segmentId: contact.id, segmentName: 'Pro', slug: 'pro' });
  await event('contact.unsubscribed', { source: 'page', reason: 'one_click', emailId: mailIds[0] });
  await event('email.received', { sourceType: 'INBOUND' });
  // Events of one moment with each other and with a mail.
  await setup.rows(
    `insert into events (project_id, created_at, id, contact_id, name)
     select project_id, to_timestamp(('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint / 1000.0), side, contact_id, 'same'
       from emails cross join (values ('00000000-0000-7000-8000-000000000001'::uuid), ('ffffffff-0000-7000-8000-000000000001')) s (side)
      where id = $1`,
    [mailIds[1]],
  );

  const whole = await list('?limit=100');
  const [ones, twos] = [await allPages(list, 'limit=1'), await allPages(list, 'limit=2')];

  expect(whole.data.map(({ kind, name }) => [kind, name])).toEqual([
    ['event', 'email.received'],
    ['subscription', 'contact.unsubscribed'],
    ['segment', 'segment.pro.entry'],
    ['event', 'signup'],
    ...whole.data.slice(4, 9).map(({ kind, name }) => [kind, name]),
    ['created', null],
  ]);
  expect(whole.data.filter(({ kind }) => kind === 'email').map(({ id }) => id)).toEqual(mailIds.toReversed());
  expect(whole).toMatchObject({ hasMore: false, cursor: '', total: 10 });
  expect(ones).toEqual(whole.data);
  expect(twos).toEqual(whole.data);
  const moments = whole.data.map(({ at }) => at);
  expect(moments).toEqual(moments.toSorted().toReversed());
});

test('a page looks at a limited number of events; its cursor leads on, and nothing is skipped (D-234)', async () => {
  const { setup, contact, mailIds, event, list } = await givenHistory();
  await setup.rows(
    `insert into events (project_id, created_at, id, contact_id, name)
     select $1, now() + interval '1 hour' - n * interval '1 millisecond', gen_random_uuid(), $2, 'email.open' from generate_series(1, $3::int) n`,
    [setup.project.id, contact.id, limits.timelineEventsLookedAt],
  );
  await event('signup');

  const first = await list('?limit=10');
  const rest = await list(`?limit=10&cursor=${first.cursor}`);

  expect(first).toMatchObject({ data: [], hasMore: true });
  expect(rest.data.map(({ kind }) => kind)).toEqual(['event', 'email', 'email', 'email', 'created']);
  expect(rest.data[1]?.id).toBe(mailIds[2]);
  expect(await list('?kind=email,created')).toMatchObject({ data: { length: 4 }, hasMore: false, total: 4 });
});

test('the total counts among the newest 10,000 events (D-234)', async () => {
  const { setup, contact, list } = await givenHistory();
  await setup.rows(
    `insert into events (project_id, created_at, id, contact_id, name)
     select $1, now() + n * interval '1 millisecond', gen_random_uuid(), $2, case when n <= 5 then 'signup' else 'email.open' end
       from generate_series(1, $3::int) n`,
    [setup.project.id, contact.id, limits.timelineItemsCounted + 3],
  );

  expect((await list('?kind=event')).total).toBe(2);
});

test('steps of workflows are items of their own, those of one moment in their order; a skipped one is none (D-234)', async () => {
  const setup = await openExecutionSetup({ isWorking: true });
  onTestFinished(() => setup.close());
  const project = await setup.newProject();
  const contactId = await project.newContact('ada@example.com');
  const templateId = await givenTemplate(project.api);
  const custom = { recipient: { type: 'CUSTOM', customEmail: '{{ data.none }}' } };
  const same = { field: 'email', operator: 'exists' };
  const { id, stepIds } = await givenWorkflow(project.api, {
    steps: [
      ...['First', 'Second', 'Third'].map((name, index) => ({
        ...{ type: 'CONDITION', name, config: same },
        ...(index > 0 ? { branch: 'yes' } : {}),
      })),
      { type: 'SEND_EMAIL', name: 'Welcome', templateId, branch: 'yes' },
      { type: 'SEND_EMAIL', name: 'Odd', templateId, config: custom },
    ],
  });
  const delay = { type: 'DELAY', name: 'Later', config: { amount: 1, unit: 'days' } };
  const { id: waits } = await givenWorkflow(project.api, { steps: [delay] });
  await project.track();
  await setup.app.settle();
  await project.api.post(`/workflows/${waits}/executions/cancel-all`);
  const list = async (query = ''): Promise<{ data: Item[]; cursor: string; hasMore: boolean; total: number }> =>
    (await project.api.get(`/contacts/${contactId}/timeline${query}`)).body;

  const steps = await list('?kind=step');
  const ofFirst = steps.data.filter((item) => item.workflowId === id);

  expect(ofFirst.map(({ name }) => name)).toEqual(['Odd', 'Welcome', 'Third', 'Second', 'First', 'Trigger']);
  expect(steps.data.filter((item) => item.workflowId === waits).map(({ name }) => name)).toEqual(['Trigger']);
  expect(steps).toMatchObject({ total: 7, hasMore: false });
  const [odd, welcome, third] = ofFirst;
  const [email] = await project.rows('select id, execution_id from emails where project_id = $1');
  expect(odd).toMatchObject({ stepId: stepIds[4], data: { error: { code: 'RECIPIENT_INVALID' } } });
  expect(welcome).toMatchObject({
    ...{ kind: 'step', stepId: stepIds[3], executionId: email.execution_id, emailId: null, campaignId: null },
    data: { emailId: email.id, status: 'QUEUED', recipientType: 'CONTACT' },
  });
  expect(third?.data).toMatchObject({ branch: 'yes' });
  expect(await allPages(list, 'kind=step&limit=1')).toEqual(steps.data);
  const whole = await list('?limit=100');
  expect(await allPages(list, 'limit=2')).toEqual(whole.data);
  expect(whole.total).toBe(whole.data.length);
});
