import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Reply } from '@postrider/server/testing/client';
import { projectEndpoint } from '../conventions/project-endpoint.ts';
import { entry, it } from '../entry.ts';
import { answered, refused } from '../world/expect.ts';
import { newEmail } from '../world/people.ts';
import { sendOne } from './new-email.ts';

const subject = { endpoint: 'GET /emails', status: 200, request: async () => ({ path: '/emails' }) } as const;
const idsOf = ({ body }: Reply): string[] => body.data.map(({ id }: { id: string }) => id);

export const listEmails = entry(
  'GET /emails',
  projectEndpoint(subject),
  it('shows the newest first, a page at a time, with an exact total', async (world) => {
    const owner = await world.owner();
    const ids: string[] = [];
    for (let made = 0; made < 5; made += 1) ids.unshift((await sendOne(owner)).email);
    const first = await owner.key.get('/emails?limit=2');
    answered(first, 200, { total: 5, hasMore: true });
    const second = await owner.key.get(`/emails?limit=2&cursor=${first.body.cursor}`);
    answered(second, 200, { total: 0, hasMore: true });
    const third = await owner.key.get(`/emails?limit=2&cursor=${second.body.cursor}`);
    answered(third, 200, { hasMore: false, cursor: '' });
    assert.deepEqual([first, second, third].flatMap(idsOf), ids);
    refused(await owner.key.get('/emails?cursor=x'), 400, 'BAD_REQUEST', { parameter: 'cursor' });
  }),
  it('filters by what a record says', async (world) => {
    const owner = await world.owner();
    const to = newEmail('one');
    const one = await sendOne(owner, { to, subject: 'Find 100% of me' });
    await sendOne(owner);
    const { requestId } = (await owner.key.get(`/emails/${one.email}`)).body;
    for (const query of [
      `recipient=${to.toUpperCase()}`,
      'search=find%20100%25',
      `search=${to.slice(0, 12)}`,
      `contactId=${one.contact.id}`,
      `requestId=${requestId}`,
    ]) {
      assert.deepEqual(idsOf(await owner.key.get(`/emails?${query}`)), [one.email], query);
    }
    for (const query of [
      'contactId=x',
      'search=f_nd',
      `requestId=${randomUUID()}`,
      `campaignId=${randomUUID()}`,
      'workflowId=x',
      'type=MARKETING,HEADLESS',
      'sourceType=CAMPAIGN',
      'test=false',
      'endDate=2020-01-01',
      'status=BOUNCED,COMPLAINED',
    ]) {
      answered(await owner.key.get(`/emails?${query}`), 200, { data: [], total: 0 });
    }
    answered(await owner.key.get('/emails?type=TRANSACTIONAL&test=1&startDate=2020-01-01'), 200, { total: 2 });
    for (const [name, value] of [
      ['status', 'GONE'],
      ['type', 'TRANSACTIONAL,X'],
      ['sourceType', 'X'],
      ['test', 'maybe'],
      ['startDate', 'soon'],
    ]) {
      refused(await owner.key.get(`/emails?${name}=${value}`), 400, 'BAD_REQUEST', { parameter: name });
    }
  }),
);
