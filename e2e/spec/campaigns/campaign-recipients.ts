import assert from 'node:assert/strict';
import type { Reply } from '@postrider/server/testing/client';
import { projectEndpoint } from '../conventions/project-endpoint.ts';
import { unknownIds } from '../conventions/unknown-ids.ts';
import { entry, it } from '../entry.ts';
import { answered, answeredWhole, isInstant, isUuid7, refused } from '../world/expect.ts';
import { newEmail } from '../world/people.ts';
import { type MixedCampaign, mixedCampaign } from './mixed-campaign.ts';
import { idInPath, newCampaign, requestOf } from './new-campaign.ts';
import { newRecipients, sentCampaign } from './running-campaign.ts';

const listSubject = {
  endpoint: 'GET /campaigns/:id/recipients',
  status: 200,
  request: requestOf('/recipients'),
} as const;
const fileSubject = {
  endpoint: 'GET /campaigns/:id/recipients.csv',
  status: 200,
  request: requestOf('/recipients.csv'),
} as const;

const outcomes = [
  'waiting',
  'delivered',
  'opened',
  'clicked',
  'bounced',
  'complained',
  'unsubscribed',
  'failed',
  'suppressed',
  'cancelled',
];

const emailsOf = (reply: Reply): string[] => reply.body.data.map(({ email }: { email: string }) => email);
const ask = ({ owner, id }: MixedCampaign, query = '', end = ''): Promise<Reply> =>
  owner.key.get(`/campaigns/${id}/recipients${end}${query}`);

export const campaignRecipients = entry(
  'GET /campaigns/:id/recipients',
  projectEndpoint(listSubject),
  unknownIds(listSubject, idInPath),
  it('is empty for a campaign whose sending has not begun', async (world) => {
    const owner = await world.own();
    const { id } = await newCampaign(owner);
    for (const query of ['', '?outcome=opened', '?email=a@people.example', '?reason=5.1.1']) {
      const reply = await owner.key.get(`/campaigns/${id}/recipients${query}`);
      answeredWhole(reply, 200, { data: [], cursor: '', hasMore: false, total: 0 });
    }
  }),
  it('lists every recipient in the order of the emails, a page at a time, with the total on the first (D-822, D-833)', async (world) => {
    const campaign = await mixedCampaign(world);
    const whole = await ask(campaign);
    answered(whole, 200, { total: 9, hasMore: false, cursor: '' });
    const ids: string[] = whole.body.data.map(({ emailId }: { emailId: string }) => emailId);
    assert.deepEqual(ids, ids.toSorted());
    assert.equal(new Set(ids).size, 9);
    const { unsubscribed: _none, ...mailed } = campaign.emails;
    assert.deepEqual(emailsOf(whole).toSorted(), Object.values(mailed).toSorted());
    for (const row of whole.body.data) {
      isUuid7(row.emailId);
      isUuid7(row.contactId);
      isInstant(row.occurredAt);
      assert.deepEqual(Object.keys(row), ['emailId', 'contactId', 'email', 'status', 'reason', 'error', 'occurredAt']);
    }
    const pages: Reply[] = [];
    for (let cursor = ''; pages.length === 0 || cursor !== ''; ) {
      const page = await ask(campaign, `?limit=4${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
      answered(page, 200, { total: pages.length === 0 ? 9 : 0, hasMore: page.body.cursor !== '' });
      pages.push(page);
      cursor = page.body.cursor;
    }
    assert.deepEqual(
      pages.map(({ body }) => body.data.length),
      [4, 4, 1],
    );
    assert.deepEqual(
      pages.flatMap(({ body }) => body.data),
      whole.body.data,
    );
    refused(await ask(campaign, '?cursor=x'), 400, 'BAD_REQUEST', { parameter: 'cursor' });
  }),
  it('filters by outcome, with the time of that outcome and a total from the counts (D-822, D-833)', async (world) => {
    const campaign = await mixedCampaign(world);
    const { emails } = campaign;
    const { delivered, opened, clicked, bounced, complained, machine, google, suppressed } = emails;
    for (const [outcome, expected, field] of [
      ['waiting', [], ''],
      ['delivered', [delivered, opened, clicked, complained, machine, google], 'deliveredAt'],
      ['opened', [opened, clicked], 'openedAt'],
      ['clicked', [clicked], 'clickedAt'],
      ['bounced', [bounced], 'bouncedAt'],
      ['complained', [complained], 'complainedAt'],
      ['unsubscribed', [google], 'unsubscribedAt'],
      ['failed', [], ''],
      ['suppressed', [suppressed], 'updatedAt'],
      ['cancelled', [], ''],
    ] as const) {
      const reply = await ask(campaign, `?outcome=${outcome}`);
      answered(reply, 200, { total: expected.length });
      assert.deepEqual(emailsOf(reply).toSorted(), [...expected].toSorted(), outcome);
      assert.deepEqual((await ask(campaign, `?type=${outcome}`)).body, reply.body);
      for (const { emailId, occurredAt } of reply.body.data) {
        answered(await campaign.owner.key.get(`/emails/${emailId}`), 200, { [field]: occurredAt });
      }
    }
    refused(await ask(campaign, '?outcome=lost'), 400, 'BAD_REQUEST', {
      parameter: 'outcome',
      received: 'lost',
      allowed: outcomes,
    });
    refused(await ask(campaign, '?type=lost'), 400, 'BAD_REQUEST', { parameter: 'type', received: 'lost' });
  }),
  it('filters by reason as the statistics name it, and by an exact address in any case (D-822)', async (world) => {
    const campaign = await mixedCampaign(world);
    const { emails } = campaign;
    for (const [query, expected] of [
      ['reason=5.1.1', [emails.bounced]],
      ['reason=5.1.1&outcome=bounced', [emails.bounced]],
      ['reason=5.1.1&outcome=complained', []],
      ['reason=5.1', []],
      ['reason=SUPPRESSION_MANUAL', [emails.suppressed]],
      ['reason=other&outcome=complained', [emails.complained]],
      [`email=${encodeURIComponent(emails.opened.toUpperCase())}`, [emails.opened]],
      [`email=${encodeURIComponent(emails.opened)}&outcome=clicked`, []],
      [`email=${encodeURIComponent(emails.unsubscribed)}`, []],
      ['email=nobody', []],
      [`email=${encodeURIComponent(emails.opened.slice(1))}`, []],
    ] as const) {
      const reply = await ask(campaign, `?${query}`);
      answered(reply, 200, { total: expected.length });
      assert.deepEqual(emailsOf(reply), expected, query);
    }
    answered(await ask(campaign, '?outcome=bounced'), 200, {
      data: [{ status: 'BOUNCED', reason: null, error: '550 5.1.1 Simulated: no such mailbox' }],
    });
    answered(await ask(campaign, '?outcome=suppressed'), 200, {
      data: [{ status: 'SUPPRESSED', reason: 'SUPPRESSION_MANUAL', error: null }],
    });
  }),
);

export const campaignRecipientsFile = entry(
  'GET /campaigns/:id/recipients.csv',
  projectEndpoint(fileSubject, { contentType: 'text/csv; charset=utf-8' }),
  unknownIds(fileSubject, idInPath),
  it('is a file with a line for each recipient of the same query (D-822)', async (world) => {
    const campaign = await mixedCampaign(world);
    const header = 'emailId,contactId,email,status,reason,error,occurredAt\r\n';
    for (const query of [
      '',
      '?outcome=delivered',
      '?outcome=bounced',
      '?reason=SUPPRESSION_MANUAL',
      '?outcome=failed',
    ]) {
      const { data } = (await ask(campaign, query)).body;
      const lines = data.map(
        (row: Record<string, string | null>) =>
          `${Object.values(row)
            .map((cell) => cell ?? '')
            .join(',')}\r\n`,
      );
      const file = await ask(campaign, query, '.csv');
      answered(file, 200);
      assert.equal(file.text, header + lines.join(''));
      assert.equal(file.headers['content-disposition'], 'attachment; filename="recipients.csv"');
    }
    refused(await ask(campaign, '?outcome=lost', '.csv'), 400, 'BAD_REQUEST', { parameter: 'outcome' });
  }),
  it('writes no cell that a program for tables would take as a formula (D-822)', async (world) => {
    const owner = await world.owner();
    await newRecipients(owner, `=${newEmail('sum')}`);
    const { id } = await sentCampaign(owner);
    const { text } = await owner.key.get(`/campaigns/${id}/recipients.csv`);
    assert.match(text, /,'=sum-\d+@people\.example,/);
  }),
  it('has the header line alone for a draft', async (world) => {
    const owner = await world.own();
    const { id } = await newCampaign(owner);
    const { text } = await owner.key.get(`/campaigns/${id}/recipients.csv`);
    assert.equal(text, 'emailId,contactId,email,status,reason,error,occurredAt\r\n');
  }),
);
