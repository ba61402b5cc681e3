import { afterAll, beforeAll, expect, test } from 'vitest';
import { findContactsByEmail } from '#features/contacts';
import { projectContext } from '#platform/context';
import { evaluate } from '#pure/conditions';
import { conditionFrom } from '#testing';
import type { Client } from '#testing/client';
import { openProjectSetup, type ProjectSetup } from '#testing/project-setup';
import { loadAudience } from './audience.ts';
import { loadContactFacts } from './load-contact-facts.ts';

let setup: ProjectSetup;
let api: Client;
beforeAll(async () => {
  setup = await openProjectSetup({});
  api = setup.app.as(setup.project.secretKey);
});
afterAll(() => setup.close());

const has = (field: string, operator: string, value?: unknown) => ({
  logic: 'AND',
  groups: [{ filters: [{ field, operator, ...(value === undefined ? {} : { value }) }] }],
});

test('each of several contacts has its own data, events and memberships, also through other segments', async () => {
  const emails = ['ada@example.com', 'bob@example.com', 'eve@example.com'];
  for (const email of emails) await api.post('/contacts', { email, data: { first: email[0] } });
  await api.post('/events/track', { email: 'ada@example.com', event: 'purchase' });
  const { id: list } = (await api.post('/segments', { name: 'List', type: 'STATIC' })).body;
  await api.post(`/segments/${list}/members`, { emails: ['bob@example.com'] });
  const { id: outer } = (
    await api.post('/segments', { name: 'Outer', condition: has(`segment.${list}`, 'memberOfSegment') })
  ).body;
  const trees = [
    has('data.first', 'equals', 'e'),
    has('event.purchase', 'triggered'),
    has(`segment.${outer}`, 'memberOfSegment'),
  ].map(conditionFrom);

  const results = await projectContext(setup.app.app.services, setup.project.id).read(async (reader) => {
    const contacts = [...(await findContactsByEmail(reader, emails)).values()];
    const facts = await loadContactFacts(reader, await loadAudience(reader), trees, contacts);
    return contacts.map(({ id, email }) => {
      const own = facts.get(id);
      return [email, ...trees.map((tree) => own && evaluate(tree, own))];
    });
  });

  expect(results.toSorted(([left], [right]) => String(left).localeCompare(String(right)))).toEqual([
    ['ada@example.com', false, true, false],
    ['bob@example.com', false, false, true],
    ['eve@example.com', true, false, false],
  ]);
});
