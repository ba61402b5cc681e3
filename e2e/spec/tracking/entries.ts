import assert from 'node:assert/strict';
import { openEndpoint } from '../conventions/open-endpoint.ts';
import { untilEmail } from '../emails/new-email.ts';
import { type Entry, entry, it } from '../entry.ts';
import { links, settledMail } from '../inbox/new-mail.ts';
import { answered, includes } from '../world/expect.ts';
import type { Owner } from '../world/people.ts';
import type { World } from '../world/world.ts';

const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' } as const;

interface TrackedInboxMail {
  readonly id: string;
  readonly pixel: string;
  readonly links: readonly string[];
}

/** A mail in the inbox that left a minute ago, and the addresses that were put into it. */
async function trackedMail(world: World, { key }: Owner): Promise<TrackedInboxMail> {
  const { id } = await settledMail({ key });
  await world.sql(`update emails set sent_at = sent_at - interval '1 minute' where id = $1`, [id]);
  const raw = await key.get(`/inbox/${id}/raw`);
  const paths = raw.text.replaceAll(/=\r?\n/g, '').match(/\/t\/[co]\/[\w-]+(\.gif)?/g) ?? [];
  return {
    id,
    pixel: paths.find((path) => path.startsWith('/t/o/')) ?? '',
    links: paths.filter((path) => path.startsWith('/t/c/')),
  };
}

const openPixel = entry(
  'GET /t/o/:token',
  openEndpoint(
    {
      endpoint: 'GET /t/o/:token',
      status: 200,
      request: async (world, owner) => ({ path: (await trackedMail(world, owner)).pixel }),
    },
    { contentType: 'image/gif' },
  ),
  it('counts the first open by a person, and no repeat within a minute', async (world) => {
    const { key } = await world.own();
    const mail = await trackedMail(world, await world.own());
    for (let turn = 0; turn < 5; turn += 1) answered(await world.anyone().get(mail.pixel, browser), 200);
    includes((await key.get(`/emails/${mail.id}`)).body, { status: 'OPENED', opens: 1, clicks: 0 });
  }),
  it('records opens by machines and does not count them', async (world) => {
    const { key } = await world.own();
    const mail = await trackedMail(world, await world.own());
    await world.anyone().send({ method: 'HEAD', path: mail.pixel, headers: browser });
    await world.anyone().get(mail.pixel, { ...browser, 'sec-purpose': 'prefetch' });
    await world.anyone().get(mail.pixel, { 'user-agent': 'curl/8.5.0' });
    const { body } = await key.get(`/emails/${mail.id}`);
    includes(body, { status: 'DELIVERED', opens: 0 });
    const noted = body.timeline.filter(({ data }: { data: { machine?: boolean } }) => data.machine === true);
    // Why sorted: the time of a hit is exact to some milliseconds, and these come one right after the other.
    assert.deepEqual(noted.map(({ data }: { data: { reason: string } }) => data.reason).toSorted(), [
      'head',
      'prefetch',
      'program',
    ]);
  }),
  it('returns the image for unknown links too', async (world) => {
    const reply = await world.anyone().get('/t/o/nothing.gif');
    answered(reply, 200);
    assert.equal(reply.headers['content-type'], 'image/gif');
  }),
);

const followLink = entry(
  'GET /t/c/:token',
  openEndpoint({
    endpoint: 'GET /t/c/:token',
    status: 302,
    request: async (world, owner) => ({ path: (await trackedMail(world, owner)).links[0] ?? '' }),
  }),
  it('redirects to the stored address and counts a click by a person', async (world) => {
    const owner = await world.own();
    const mail = await trackedMail(world, owner);
    for (const [index, path] of mail.links.entries()) {
      const reply = await world.anyone().get(path, browser);
      answered(reply, 302);
      assert.equal(reply.headers.location, links[index]);
      assert.equal(reply.headers['referrer-policy'], 'no-referrer');
    }
    const email = await untilEmail(owner, mail.id, ({ clicks }) => clicks === 2);
    includes(email, { status: 'CLICKED', opens: 1, links: links.map((url) => ({ url, clicks: 1 })) });
  }),
  it('does not redirect for a link that was changed, whatever the query contains', async (world) => {
    const { links: paths } = await trackedMail(world, await world.own());
    const path = paths[0] ?? '';
    for (const wrong of [path.slice(0, -1), `${path}A`, path.replace('/t/c/1', '/t/c/2'), '/t/c/x']) {
      const reply = await world.anyone().get(`${wrong}?url=https://evil.example`, browser);
      assert.equal(reply.status, 404);
      assert.equal(reply.headers.location, undefined);
      assert.match(reply.text, /This link is incomplete/);
    }
  }),
  it('redirects without counting once tracking is off', async (world) => {
    const owner = await world.owner();
    const mail = await trackedMail(world, owner);
    await owner.api.patch(`/users/@me/projects/${owner.project.id}`, { tracking: 'DISABLED' });
    answered(await world.anyone().get(mail.links[0] ?? '', browser), 302);
    answered(await world.anyone().get(mail.pixel, browser), 200);
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    includes((await owner.key.get(`/emails/${mail.id}`)).body, { opens: 0, clicks: 0 });
  }),
  it('shows a confirmation page with the host for a disabled project', async (world) => {
    const owner = await world.owner();
    const mail = await trackedMail(world, owner);
    await world.sql(`update projects set disabled_reason = 'MANUAL' where id = $1`, [owner.project.id]);
    const reply = await world.anyone().get(mail.links[0] ?? '', browser);
    assert.equal(reply.status, 200);
    assert.equal(reply.headers.location, undefined);
    assert.match(reply.text, /acme\.example/);
  }),
);

export const trackingEntries: readonly Entry[] = [openPixel, followLink];
