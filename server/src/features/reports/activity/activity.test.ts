import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ProjectId, projectContext } from '#platform/context';
import { limits } from '#pure/limits';
import { type ExecutionProject, type ExecutionSetup, openExecutionSetup } from '#testing/execution-setup';
import { givenMails } from '#testing/given-mail';
import { givenWorkflow } from '#testing/workflow-setup';
import { activityTypes } from './activity-types.ts';
import type { FeedPosition } from './feed-position.ts';
import { readFeed } from './read-feed.ts';

interface Item {
  id: string;
  type: string;
  timestamp: string;
  contactId: string | null;
  contactEmail: string | null;
  metadata: Record<string, unknown>;
}

let setup: ExecutionSetup;
let project: ExecutionProject;
beforeAll(async () => {
  setup = await openExecutionSetup({ isWorking: false });
});
afterAll(() => setup.close());
beforeEach(async () => {
  project = await setup.newProject();
});

const list = async (query = ''): Promise<{ data: Item[]; cursor: string; hasMore: boolean; total: number }> => {
  const { status, body } = await project.api.get(`/activity?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};

async function allPages(query: string): Promise<string[]> {
  const found: string[] = [];
  for (let cursor = ''; ; ) {
    const page = await list(`${query}&cursor=${cursor}`);
    found.push(...page.data.map(({ id }) => id));
    cursor = page.cursor;
    if (!page.hasMore) return found;
  }
}

/** An event so many seconds ago. */
async function event(
  name: string,
  seconds: number,
  more: { contactId: string; emailId?: string; data?: object; isTest?: boolean },
): Promise<void> {
  await project.rows(
    `insert into events (project_id, created_at, id, contact_id, email_id, name, data, is_test)
     values ($1, date_trunc('second', now()) - $2 * interval '1 second', gen_random_uuid(), $3, $4, $5, $6, $7)`,
    ...[seconds, more.contactId, more.emailId ?? null, name, JSON.stringify(more.data ?? {}), more.isTest ?? null],
  );
  await project.rows(
    'insert into event_names (project_id, name, first_seen_at) values ($1, $2, now()) on conflict do nothing',
    name,
  );
}

const logged = (name: string, seconds: number, data: object = {}) =>
  project.rows(
    `insert into activity_log (project_id, created_at, id, name, data)
     values ($1, date_trunc('second', now()) - $2 * interval '1 second', gen_random_uuid(), $3, $4)`,
    ...[seconds, name, JSON.stringify(data)],
  );

/** An execution that started and ended so many seconds ago. */
const finished = (workflowId: string, contactId: string, [started, ended]: readonly [number, number]) =>
  project.rows(
    `insert into finished_executions (project_id, id, workflow_id, version, contact_id, status, step_id, trigger_type, started_at, completed_at)
     select $1, id_in_order((extract(epoch from s.at) * 1000)::bigint, 1), $2, 1, $3, 'COMPLETED', gen_random_uuid(), 'MANUAL', s.at,
            date_trunc('second', now()) - $5 * interval '1 second'
       from (select date_trunc('second', now()) - $4 * interval '1 second' as at) s`,
    ...[workflowId, contactId, started, ended],
  );

test('items of all kinds are merged by time; pages of any size have the same items, each once (D-1010, D-1011)', async () => {
  const contactId = await project.newContact('ada@example.com');
  const { id: workflowId } = await givenWorkflow(project.api, { steps: [{ type: 'EXIT' }] });
  const [emailId = ''] = await givenMails(setup.client, project.id, 1, { contactId, recipient: 'ada@example.com' });
  await event('signup', 9, { contactId, data: { plan: 'pro', campaignId: 'summer' } });
  await event('email.open', 8, { contactId, emailId, isTest: false });
  await event('contact.unsubscribed', 7, { contactId, data: { source: 'page', reason: 'link' } });
  await event('campaign.sent', 6, { contactId }); // a customer's event with the name of a line of the log
  await logged('campaign.sent', 5, { campaignId: crypto.randomUUID(), campaignName: 'Spring' });
  await logged('project.resumed', 5, { scope: 'ALL', by: 'root@example.com' });
  await finished(workflowId, contactId, [5, 4]);
  await finished(workflowId, contactId, [3, 3]); // both of one moment and one record

  const whole = await list('mode=all&limit=100');

  expect(whole).toMatchObject({ hasMore: false, cursor: '', total: 10 });
  expect(whole.data.map(({ type }) => type).toSorted()).toEqual(
    [
      ...[
        'workflow.started',
        'workflow.started',
        'workflow.completed',
        'workflow.completed',
        'campaign.sent',
        'project.resumed',
      ],
      ...['event.triggered', 'event.triggered', 'contact.unsubscribed', 'email.opened'],
    ].toSorted(),
  );
  expect(whole.data.slice(0, 2).map(({ type }) => type)).toEqual(['workflow.started', 'workflow.completed']);
  const places = whole.data.map(({ timestamp, id }) => `${timestamp} ${id}`);
  expect(places).toEqual(places.toSorted().toReversed());
  const ids = whole.data.map(({ id }) => id);
  expect(await allPages('mode=all&limit=1')).toEqual(ids);
  expect(await allPages('mode=all&limit=3')).toEqual(ids);

  const opened = whole.data.find(({ type }) => type === 'email.opened');
  expect(opened).toMatchObject({ contactId, contactEmail: 'ada@example.com' });
  expect(opened?.metadata).toMatchObject({ emailId, subject: 'Hello', test: false, totalOpens: 0, link: null });
  const [custom, signup] = whole.data.filter(({ type }) => type === 'event.triggered');
  expect(custom?.metadata).toMatchObject({ eventName: 'campaign.sent' });
  expect(signup?.metadata).toMatchObject({ eventName: 'signup', eventData: { plan: 'pro' } });
});

test('filters by type, contact and mode; an event that does not say its mode has that of its mail (D-1002, D-1011)', async () => {
  const [contactId, otherId] = [await project.newContact(), await project.newContact()];
  const [testId = ''] = await givenMails(setup.client, project.id, 1, { contactId });
  const [liveId = ''] = await givenMails(setup.client, project.id, 1, { contactId });
  await project.rows('update emails set is_test = true where project_id = $1 and id = $2', testId);
  await event('email.sent', 1, { contactId, emailId: testId });
  await event('email.sent', 2, { contactId, emailId: liveId });
  await event('email.open', 3, { contactId, emailId: testId, isTest: true });
  await event('visit', 4, { contactId: otherId });
  await logged('campaign.cancelled', 5);
  const typesOf = async (query: string) => (await list(query)).data.map(({ type }) => type);

  expect(await typesOf('mode=live')).toEqual(['email.sent', 'event.triggered', 'campaign.cancelled']);
  expect(await typesOf('')).toEqual(['email.sent', 'email.opened', 'event.triggered', 'campaign.cancelled']); // a new project: test
  expect(await list('mode=live')).toMatchObject({ total: 3 });
  expect(await typesOf('mode=all&types=email.open,campaign.cancelled')).toEqual(['email.opened', 'campaign.cancelled']);
  expect(await typesOf('mode=all&types=event.triggered')).toEqual(['event.triggered']);
  expect(await typesOf(`mode=all&contactId=${contactId}&types=email.sent`)).toEqual(['email.sent', 'email.sent']);
  expect(await list(`mode=all&contactId=${otherId}`)).toMatchObject({ total: 1, data: [{ contactId: otherId }] });
  expect(await list(`mode=live&types=email.opened`)).toMatchObject({ total: 0, data: [] });
  await project.rows(`update projects set mode = 'live' where id = $1`);
  expect(await typesOf('')).toEqual(await typesOf('mode=live'));
});

test('a page looks at a limited number of records; its cursor leads on, and nothing is skipped', async () => {
  const contactId = await project.newContact();
  const [emailId = ''] = await givenMails(setup.client, project.id, 1, { contactId });
  await project.rows(
    `insert into events (project_id, created_at, id, contact_id, email_id, is_test, name)
     select $1, now() - interval '1 hour' - n * interval '1 ms', gen_random_uuid(), $2, $3, true, 'email.open' from generate_series(1, $4::int) n`,
    ...[contactId, emailId, limits.activityRecordsLookedAt],
  );
  await logged('campaign.sent', 3_590); // newer than all of them
  await event('visit', 7_200, { contactId });
  await logged('campaign.scheduled', 7_300);

  const first = await list('mode=live');

  expect(first).toMatchObject({ hasMore: true, data: [{ type: 'campaign.sent' }] });
  const second = await list(`mode=live&cursor=${first.cursor}`);
  expect(second.data.map(({ type }) => type)).toEqual(['event.triggered', 'campaign.scheduled']);
  expect(second.hasMore).toBe(false);
  expect(await allPages('mode=live&types=email.opened,event.triggered,campaign.sent&limit=1')).toHaveLength(2);
});

test('the feed is read in both directions, and a part begins where the one before it ended', async () => {
  const contactId = await project.newContact();
  for (let n = 1; n <= 5; n += 1) await event(`e${n}`, n, { contactId });
  await logged('campaign.sent', 3);
  const ctx = projectContext(setup.app.app.services, project.id as ProjectId); // a given project
  const walk = async (direction: 'newest-first' | 'oldest-first'): Promise<string[]> => {
    const found: string[] = [];
    for (let after: FeedPosition | null = null; ; ) {
      const part = await ctx.read((reader) =>
        readFeed(reader, {
          ...{ types: new Set(activityTypes), contactId: null, mode: 'all', direction, after, limit: 2 },
          ...{ from: new Date(reader.now.getTime() - 60_000), to: new Date(reader.now.getTime() + 60_000) },
        }),
      );
      found.push(...part.items.map(({ id }) => id));
      after = part.next;
      if (!after) return found;
    }
  };

  const newest = await walk('newest-first');

  expect(newest).toHaveLength(6);
  expect(await walk('oldest-first')).toEqual(newest.toReversed());
});

test('event data past its limit loses whole keys (D-1010)', async () => {
  const contactId = await project.newContact();
  await event('order', 1, { contactId, data: { a: 'x', b: 'y'.repeat(3_000) } });

  const { data } = await list();

  expect(data[0]?.metadata).toMatchObject({ eventData: { a: 'x' }, eventDataTruncated: true });
});

test('the number of items of the last minutes in every mode, and the types of the last days (D-1014, D-1018)', async () => {
  const contactId = await project.newContact();
  const { id: workflowId } = await givenWorkflow(project.api, { steps: [{ type: 'EXIT' }] });
  const [emailId = ''] = await givenMails(setup.client, project.id, 1, { contactId });
  await event('email.sent', 20, { contactId, emailId, isTest: true });
  await event('email.open', 20, { contactId, emailId, isTest: false });
  await event('visit', 30, { contactId });
  await event('visit', 90, { contactId });
  await logged('campaign.sent', 30);
  await logged('campaign.cancelled', 91 * 86_400);
  await finished(workflowId, contactId, [40, 30]);

  expect((await project.api.get('/activity/recent-count?minutes=1')).body).toEqual({ count: 6, minutes: 1 });
  expect((await project.api.get('/activity/recent-count?minutes=0')).body).toMatchObject({ minutes: 1 });
  const { body } = await project.api.get('/activity/types');
  expect(body.types).toEqual([
    ...['campaign.sent', 'email.opened', 'email.sent', 'event.triggered', 'workflow.completed', 'workflow.started'],
  ]);
  expect(body.all).toEqual(activityTypes);
});

test('the number of the last minutes is exact up to 100,000 (D-1018)', async () => {
  const contactId = await project.newContact();
  const add = (count: number) =>
    project.rows(
      `insert into events (project_id, created_at, id, contact_id, name)
       select $1, date_trunc('milliseconds', now()), gen_random_uuid(), $2, 'visit' from generate_series(1, $3::int)`,
      ...[contactId, count],
    );
  const count = async () => (await project.api.get('/activity/recent-count?minutes=60')).body.count;
  await add(99_999);
  expect(await count()).toBe(99_999);
  await add(3);
  expect(await count()).toBe(100_000);
});

const ofMail = [
  ...[
    'emailId',
    'subject',
    'from',
    'fromName',
    'replyTo',
    'toName',
    'sourceType',
    'type',
    'campaignId',
    'campaignName',
  ],
  ...['workflowId', 'workflowName', 'test'],
];
const ofCampaign = [
  ...['campaignId', 'campaignName', 'subject', 'totalRecipients', 'segmentName', 'audienceType', 'cancelReason'],
  'scheduledFor',
];
const ofExecution = ['workflowId', 'workflowName', 'executionId', 'status', 'exitReason'];

/** The name under which something is recorded, the type of its item, and what that shows (D-1010). */
const shownOf: [name: string, type: string, keys: readonly string[]][] = [
  ['email.sent', 'email.sent', ofMail],
  ['email.delivery', 'email.delivered', ofMail],
  ['email.complaint', 'email.complaint', ofMail],
  ['email.bounce', 'email.bounced', [...ofMail, 'bounceType', 'error']],
  ['email.suppressed', 'email.suppressed', [...ofMail, 'reason', 'error']],
  ['email.failed', 'email.failed', [...ofMail, 'reason', 'error']],
  ['email.open', 'email.opened', [...ofMail, 'totalOpens', 'totalClicks', 'link']],
  ['email.click', 'email.clicked', [...ofMail, 'totalOpens', 'totalClicks', 'link']],
  ['email.received', 'email.received', ['from', 'subject', 'spamVerdict', 'virusVerdict']],
  ['bought', 'event.triggered', ['eventId', 'eventName', 'eventData']],
  ['contact.subscribed', 'contact.subscribed', ['source', 'reason', 'emailId', 'campaignId']],
  ['contact.unsubscribed', 'contact.unsubscribed', ['source', 'reason', 'emailId', 'campaignId']],
  ['campaign.sent', 'campaign.sent', ofCampaign],
  ['campaign.scheduled', 'campaign.scheduled', ofCampaign],
  ['campaign.cancelled', 'campaign.cancelled', ofCampaign],
  ['project.resumed', 'project.resumed', ['scope', 'by']],
  ['project.disabled', 'project.disabled', ['reason', 'by']],
  ['project.enabled', 'project.enabled', ['by']],
  ['workflow.started', 'workflow.started', ofExecution],
  ['workflow.completed', 'workflow.completed', ofExecution],
];
const isLogged = (name: string): boolean => /^(?:campaign|project)\./.test(name);

test('every type shows its own facts and no others, is named once, and is found by the name of its event as well (D-1010, D-1011)', async () => {
  const contactId = await project.newContact('ada@example.com');
  await project.rows('delete from events where project_id = $1');
  const [emailId = ''] = await givenMails(setup.client, project.id, 1, { contactId });
  const { id: workflowId } = await givenWorkflow(project.api, { steps: [{ type: 'EXIT' }] });
  await finished(workflowId, contactId, [5, 4]);
  const data = { html: '<p>body</p>', body: 'body', other: 'x' };
  for (const [name] of shownOf) {
    if (isLogged(name)) await logged(name, 3, data);
    else if (!name.startsWith('workflow.')) await event(name, 3, { contactId, emailId, data });
  }

  const { data: items } = await list('mode=all&limit=100');

  const found = items.map(({ type, metadata }) => `${type} ${Object.keys(metadata).toSorted().join()}`);
  const expected = shownOf.map(([, type, keys]) => `${type} ${keys.toSorted().join()}`);
  expect(found.toSorted()).toEqual(expected.toSorted());
  for (const item of items) {
    expect(Object.keys(item).toSorted()).toEqual(['contactEmail', 'contactId', 'id', 'metadata', 'timestamp', 'type']);
    expect(item.id).toMatch(new RegExp(`^[0-9a-f-]{36}_${item.type.split('.').at(-1)}$`));
    const isOfContact = !isLogged(item.type);
    expect([item.contactId, item.contactEmail]).toEqual(isOfContact ? [contactId, 'ada@example.com'] : [null, null]);
  }
  expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
  for (const [name, type] of shownOf.filter(([one]) => one !== 'bought')) {
    for (const asked of [name, type]) {
      expect((await list(`mode=all&types=${asked}`)).data, asked).toMatchObject([{ type }]);
    }
  }
});

test('the age of the oldest mail that is due leaves out those that are held or wait for their time (D-1013)', async () => {
  const age = async () => (await project.api.get('/activity/stats')).body.oldestDueSeconds;
  await givenMails(setup.client, project.id, 1, { dueSeconds: 600 });
  expect(await age()).toBe(0);
  const [late = ''] = await givenMails(setup.client, project.id, 1, { dueSeconds: -900 });
  expect(await age()).toBeGreaterThanOrEqual(900);
  await project.rows(`update deliveries set hold_reason = 'PROJECT_PAUSED' where project_id = $1 and id = $2`, late);
  expect(await age()).toBe(0);
});

test('what a project logs is not shown to another, and goes with the project', async () => {
  await logged('campaign.sent', 1);
  const neighbour = await setup.newProject();

  expect((await neighbour.api.get('/activity?mode=all')).body).toMatchObject({ data: [], total: 0 });
  expect(await list()).toMatchObject({ total: 1 });
});
