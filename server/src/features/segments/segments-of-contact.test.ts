import { expect, test } from 'vitest';
import { findContacts } from '#features/contacts';
import { projectContext } from '#platform/context';
import { limits } from '#pure/limits';
import { forTest, openProjectSetup } from '#testing/project-setup';
import { segmentsOfContact } from './segments-of-contact.ts';

const isPro = { logic: 'AND', groups: [{ filters: [{ field: 'data.plan', operator: 'equals', value: 'pro' }] }] };

async function givenContact() {
  const setup = await forTest(openProjectSetup({}));
  const { app, project } = setup;
  const api = app.as(project.secretKey);
  const { body } = await api.post('/contacts', { email: 'ada@example.com', data: { plan: 'pro' } });
  const ctx = projectContext(app.app.services, project.id);
  const [contact] = await ctx.read((reader) => findContacts(reader, [body.id]));
  if (!contact) throw new Error('the contact was made above');
  return { ...setup, api, ctx, contact };
}

test('lists of members are found without trying a tree; what there is no time for is said to be missing (D-1062)', async () => {
  const { api, ctx, contact } = await givenContact();
  const { body: list } = await api.post('/segments', { name: 'A list', type: 'STATIC' });
  await api.post(`/segments/${list.id}/members`, { emails: [contact.email] });
  await api.post('/segments', { name: 'Pro', condition: isPro });

  const whole = await segmentsOfContact(ctx, contact);
  const hurried = await segmentsOfContact(ctx, contact, 0);

  expect(whole).toMatchObject({ segments: [{ name: 'A list' }, { name: 'Pro', since: null }], isComplete: true });
  expect(whole.segments[0]?.since).toBeInstanceOf(Date);
  expect(hurried).toMatchObject({ segments: [{ name: 'A list' }], isComplete: false });
});

test('no more than a fixed number is listed', async () => {
  const { rows, ctx, contact, project } = await givenContact();
  await rows(
    `insert into segments (project_id, id, name, slug, type, condition, track_membership, created_at, updated_at)
     select $1, gen_random_uuid(), 'n' || n, 'n' || n, 'DYNAMIC', $2, false, now(), now() from generate_series(0, $3::int) n`,
    [project.id, JSON.stringify(isPro), limits.contactSegmentsListed],
  );

  const { segments, isComplete } = await segmentsOfContact(ctx, contact);

  expect([segments.length, isComplete]).toEqual([limits.contactSegmentsListed, false]);
});
