import { expect, test } from 'vitest';
import { EventsRecorded, type RecordedEvent } from '#features/events';
import { on, type ProjectTx, projectContext } from '#platform/context';
import { makeSignals } from '#platform/signals';
import type { Client } from '#testing';
import { givenContact } from '#testing/given-mail';
import { type NoticeContent, type NoticeSetup, noticeSetup } from '#testing/notice-setup';
import type { EmailId } from './email.ts';
import { applyNotices } from './feedback/apply-notices.ts';
import type { Notice } from './feedback/notice.ts';

const at = new Date('2026-01-02T00:00:00Z');
const link = 'https://acme.example/a';
const notices: readonly NoticeContent[] = [
  { kind: 'delivery', at },
  { kind: 'click', at, link, isFirstOfLink: true },
  { kind: 'bounce', at, bounceType: 'Permanent', isAboutAddress: false, diagnostic: '550 5.7.1 No' },
  { kind: 'complaint', at, feedbackType: 'abuse' },
];
const ownData: Readonly<Record<string, object>> = {
  'email.delivery': { deliveredAt: at.toISOString() },
  'email.open': { openedAt: at.toISOString(), opens: 1, isFirstOpen: true },
  'email.click': { link, clickedAt: at.toISOString(), clicks: 1, isFirstClick: true },
  'email.bounce': { bounceType: 'Permanent', bouncedAt: at.toISOString(), diagnostic: '550 5.7.1 No' },
  'email.complaint': { complainedAt: at.toISOString(), feedbackType: 'abuse' },
};
const templateId = '0192f0c2-7d11-7a52-8c0e-3b1f5a9d2e77';

interface ShownEvent {
  name: string;
  data: unknown;
}

interface GivenEmail {
  setup: NoticeSetup;
  key: Client;
  id: EmailId;
  contactId: string;
  /** The data that all events about it have in common (D-638). */
  common: object;
}

async function givenEmail(): Promise<GivenEmail> {
  const setup = await noticeSetup();
  const [id = '' as EmailId] = await setup.mails(1);
  const change = `update emails set template_id = $2, campaign_id = $3, workflow_id = $4, execution_id = $5 where id = $1`;
  const [campaignId, workflowId, executionId] = [1, 2, 3].map(() => crypto.randomUUID());
  await setup.rows(change, [id, templateId, campaignId, workflowId, executionId]);
  const { recipient, contact_id: contactId } = await setup.email(id);
  const common = {
    emailId: id,
    recipient,
    subject: 'Hello',
    from: 'hello@acme.example',
    fromName: 'Acme',
    messageId: `<${id}@acme.example>`,
    type: 'TRANSACTIONAL',
    sourceType: 'TRANSACTIONAL',
    templateId, // of a template that is not there: events name it as the record was written
    campaignId,
    workflowId,
    executionId,
    test: false,
  };
  return { setup, key: setup.app.as(setup.project.secretKey), id, contactId, common };
}

const complete = (common: object) =>
  Object.entries(ownData).map(([name, own]) => ({ name, data: { ...common, ...own } }));

const byName = (events: readonly ShownEvent[]): ShownEvent[] =>
  Object.keys(ownData).flatMap((name) =>
    events.filter((event) => event.name === name).map(({ data }) => ({ name, data })),
  );

test('the row of an event about an email stores the data of the event alone (D-841)', async () => {
  const { setup, id } = await givenEmail();

  await setup.notify(id, ...notices);

  const rows = await setup.rows(
    'select name, data, pg_column_size(e.*) as bytes from events e where email_id = $1 order by name',
    [id],
  );
  expect(byName(rows)).toEqual(Object.entries(ownData).map(([name, data]) => ({ name, data })));
  for (const { name, bytes } of rows) expect(bytes, name).toBeLessThan(260);
});

const readers: [string, (given: GivenEmail) => Promise<ShownEvent[]>][] = [
  ['GET /events', async ({ key }) => (await key.get('/events')).body.data],
  [
    'GET /events/contact/:contactId',
    async ({ key, contactId }) => (await key.get(`/events/contact/${contactId}`)).body.data,
  ],
  [
    'the timeline of GET /emails/:id',
    async ({ key, id }) =>
      (await key.get(`/emails/${id}`)).body.timeline.map(({ type, data }: { type: string; data: unknown }) => ({
        name: type,
        data,
      })),
  ],
];

test.for(readers)('%s adds the common data of the email (D-638)', async ([, read]) => {
  const given = await givenEmail();
  await given.setup.notify(given.id, ...notices);

  expect(byName(await read(given))).toEqual(complete(given.common));
});

test.for(readers)('%s shows a row that stores the common data as it is', async ([, read]) => {
  const given = await givenEmail();
  const data = { ...given.common, subject: 'As it was', templateId: null, ...ownData['email.delivery'] };
  const { setup, contactId, id } = given;
  await insertEvent(setup, { projectId: setup.project.id, contactId, emailId: id, data });

  expect(byName(await read(given))).toEqual([{ name: 'email.delivery', data }]);
});

test('a listener is given the common data with the event', async () => {
  const { setup, id, common } = await givenEmail();
  const seen: RecordedEvent[] = [];
  const listener = on(EventsRecorded, async (_tx, events) => void seen.push(...events));
  const signals = makeSignals<ProjectTx>([listener]);
  const ctx = projectContext({ ...setup.app.app.services, signals }, setup.project.id);

  await ctx.transaction((tx) =>
    applyNotices(
      tx,
      notices.map((notice) => ({ ...notice, emailId: id }) as Notice), // a notice with its id
    ),
  );

  expect(byName(seen)).toEqual(complete(common));
});

test('an event never shows an email of another project', async () => {
  const { setup, id } = await givenEmail();
  const neighbour = await setup.app.given.project();
  const foreignContact = await givenContact(setup.client, neighbour.id, 'eve@example.com');
  await insertEvent(setup, {
    projectId: neighbour.id,
    contactId: foreignContact,
    emailId: id,
    data: { deliveredAt: 'x' },
  });

  const shown = await setup.app.as(neighbour.secretKey).get('/events');

  expect(byName(shown.body.data)).toEqual([{ name: 'email.delivery', data: { deliveredAt: 'x' } }]);
});

const insertEvent = (
  { rows }: NoticeSetup,
  event: { projectId: string; contactId: string; emailId: string; data: object },
) =>
  rows(
    `insert into events (project_id, created_at, id, contact_id, email_id, name, data)
     values ($1, now(), gen_random_uuid(), $2, $3, 'email.delivery', $4)`,
    [event.projectId, event.contactId, event.emailId, JSON.stringify(event.data)],
  );
