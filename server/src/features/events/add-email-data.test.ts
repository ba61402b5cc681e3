import { expect, test } from 'vitest';
import type { ContactId } from '#features/contacts';
import { projectContext } from '#platform/context';
import { makeReferences } from '#platform/references';
import { testApp } from '#testing';
import { listEvents } from './list-events.ts';
import { recordEvents } from './record-events.ts';

test('a page asks once for all emails that it shows, and one without any does not ask', async () => {
  const app = await testApp();
  const project = await app.given.project();
  const contactId: ContactId = (await app.as(project.secretKey).post('/contacts', { email: 'a@example.com' })).body.id;
  const asked: (readonly string[])[] = [];
  const references = makeReferences([
    {
      emailData: async (_reader, ids) => {
        asked.push(ids);
        return new Map(ids.slice(0, 1).map((id) => [id, { subject: 'Hello', opens: 0 }]));
      },
    },
  ]);
  const ctx = projectContext({ ...app.app.services, references }, project.id);
  const [shown, unknown, older] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  const page = (name?: string) =>
    listEvents(ctx, { limit: 4, name, source: undefined, contactId, period: { from: null, until: null } });
  for (const [name, emailId, opens] of [
    ['email.open', older, 1],
    ['email.open', unknown, 2],
    ['email.open', shown, 3],
    ['visit', undefined, 4],
    ['email.open', shown, 5],
  ] as const)
    await ctx.transaction((tx) =>
      recordEvents(tx, [{ contactId, name, data: { opens }, ...(emailId === undefined ? {} : { emailId }) }]),
    );

  const { rows } = await page();

  expect(asked).toEqual([[shown, unknown]]);
  expect(rows.map(({ data }) => data)).toEqual([
    { subject: 'Hello', opens: 5 },
    { opens: 4 },
    { subject: 'Hello', opens: 3 },
    { opens: 2 },
  ]);
  expect((await page('visit')).rows).toHaveLength(1);
  expect(asked).toHaveLength(1);
});
