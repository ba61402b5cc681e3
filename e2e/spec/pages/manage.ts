import assert from 'node:assert/strict';
import { openEndpoint } from '../conventions/open-endpoint.ts';
import { entry, it } from '../entry.ts';
import { answered, includes, refused } from '../world/expect.ts';
import type { Owner } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { asJson, asPage, form, hasPageHeaders, html, newReader, requestOf } from './new-reader.ts';
import { wrongLinks } from './wrong-links.ts';

export const managePage = entry(
  'GET /m/:token',
  openEndpoint({ endpoint: 'GET /m/:token', status: 200, request: requestOf('m') }, html),
  wrongLinks('GET', 'm'),
  it('shows the state and the switch to the other one, and changes nothing', async (world) => {
    for (const subscribed of [true, false]) {
      const reader = await newReader(await world.own(), { subscribed });
      const shown = await world.anyone().get(reader.paths.m, asPage);
      hasPageHeaders(shown);
      assert.ok(shown.text.includes(`name="subscribed" value="${!subscribed}"`));
      answered(await world.anyone().get(reader.paths.m, asJson), 200, { subscribed });
      assert.equal(await reader.isSubscribed(), subscribed);
    }
  }),
);

export const manageSubscription = entry(
  'POST /m/:token',
  openEndpoint({ endpoint: 'POST /m/:token', status: 200, request: requestOf('m', 'subscribed=true') }, html),
  wrongLinks('POST', 'm'),
  it('accepts true and false, and nothing else', async (world) => {
    const reader = await newReader(await world.own());
    const choose = (raw: string, headers: object = asPage) =>
      world.anyone().send({ method: 'POST', path: reader.paths.m, raw, headers: { ...form, ...headers } });
    answered(await choose('subscribed=false'), 200);
    assert.equal(await reader.isSubscribed(), false);
    answered(await choose('subscribed=true', asJson), 200, { subscribed: true });
    for (const raw of ['subscribed=maybe', 'subscribed=', '', 'other=true']) {
      const reply = await choose(raw);
      assert.equal(reply.status, 422);
      assert.match(reply.text, /Nothing was changed/);
    }
    refused(await choose('', asJson), 422, 'VALIDATION_ERROR');
    assert.equal(await reader.isSubscribed(), true);
    const [last] = await reader.changes();
    includes(last, { name: 'contact.subscribed', data: { source: 'page', reason: 'manage', emailId: reader.emailId } });
  }),
);

/** The path of the mail's own page, from the link on the page that manages the subscription. */
async function viewPath(world: World, owner: Owner): Promise<{ path: string; emailId: string }> {
  const { paths, emailId } = await newReader(owner);
  const { text } = await world.anyone().get(paths.m, asPage);
  return { path: /href="\.\.(\/v\/[\w-]+)"/.exec(text)?.[1] ?? '', emailId };
}

export const viewPage = entry(
  'GET /v/:token',
  openEndpoint(
    {
      endpoint: 'GET /v/:token',
      status: 200,
      request: async (world, owner) => ({ path: (await viewPath(world, owner)).path, headers: asPage }),
    },
    html,
  ),
  wrongLinks('GET', 'v'),
  it('shows the mail as it was stored, in a sandbox', async (world) => {
    const owner = await world.own();
    const { path, emailId } = await viewPath(world, owner);
    const shown = await world.anyone().get(path, asPage);
    hasPageHeaders(shown);
    assert.equal(shown.text, (await owner.key.get(`/emails/${emailId}`)).body.body);
    assert.match(String(shown.headers['content-security-policy']), /^sandbox /);
  }),
  it('reports that the mail is no longer stored', async (world) => {
    const { path, emailId } = await viewPath(world, await world.own());
    await world.sql('delete from email_contents where id = $1', [emailId]);
    const gone = await world.anyone().get(path, asPage);
    assert.equal(gone.status, 404);
    assert.match(gone.text, /This email is no longer here/);
  }),
);
