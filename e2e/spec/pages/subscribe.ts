import assert from 'node:assert/strict';
import { openEndpoint } from '../conventions/open-endpoint.ts';
import { entry, it } from '../entry.ts';
import { answered, includes } from '../world/expect.ts';
import { asJson, asPage, hasPageHeaders, html, newReader, requestOf } from './new-reader.ts';
import { wrongLinks } from './wrong-links.ts';

export const subscribePage = entry(
  'GET /s/:token',
  openEndpoint({ endpoint: 'GET /s/:token', status: 200, request: requestOf('s') }, html),
  wrongLinks('GET', 's'),
  it('asks with one button and changes nothing', async (world) => {
    const reader = await newReader(await world.own(), { subscribed: false });
    const shown = await world.anyone().get(reader.paths.s, asPage);
    hasPageHeaders(shown);
    assert.equal(shown.text.match(/<form method="post">/g)?.length, 1);
    assert.equal(await reader.isSubscribed(), false);
  }),
  it('returns JSON to programs', async (world) => {
    const { paths } = await newReader(await world.own(), { subscribed: false });
    answered(await world.anyone().get(paths.s, asJson), 200, { subscribed: false, locale: 'en' });
  }),
);

export const subscribe = entry(
  'POST /s/:token',
  openEndpoint({ endpoint: 'POST /s/:token', status: 200, request: requestOf('s', '') }, html),
  wrongLinks('POST', 's'),
  it('subscribes, once, and lifts no suppression', async (world) => {
    const owner = await world.own();
    const reader = await newReader(owner, { subscribed: false });
    await owner.key.post('/suppressions', { email: reader.email });
    for (let turn = 0; turn < 2; turn += 1)
      answered(await world.anyone().post(reader.paths.s, undefined, asJson), 200, { subscribed: true });
    assert.equal(await reader.isSubscribed(), true);
    const [change, ...more] = await reader.changes();
    assert.deepEqual(more, []);
    includes(change, { name: 'contact.subscribed', data: { source: 'page', reason: 'link' } });
    answered(await owner.key.get(`/suppressions/${reader.email}`), 200, { blocks: 'ALL' });
  }),
);
