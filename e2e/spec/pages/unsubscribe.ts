import assert from 'node:assert/strict';
import { openEndpoint } from '../conventions/open-endpoint.ts';
import { entry, it } from '../entry.ts';
import { answered, includes } from '../world/expect.ts';
import { asJson, asPage, form, hasPageHeaders, html, newReader, requestOf } from './new-reader.ts';
import { wrongLinks } from './wrong-links.ts';

export const unsubscribePage = entry(
  'GET /u/:token',
  openEndpoint({ endpoint: 'GET /u/:token', status: 200, request: requestOf('u') }, html),
  wrongLinks('GET', 'u'),
  it('shows half the address and one button, and changes nothing, with GET, HEAD and OPTIONS', async (world) => {
    const reader = await newReader(await world.own());
    const shown = await world.anyone().get(reader.paths.u, asPage);
    hasPageHeaders(shown);
    assert.equal(shown.text.match(/<form method="post">/g)?.length, 1);
    assert.ok(!shown.text.includes(reader.email));
    assert.ok(shown.text.includes(`${reader.email[0]}…@`));
    for (const method of ['GET', 'HEAD', 'OPTIONS'])
      await world.anyone().send({ method, path: reader.paths.u, headers: asPage });
    assert.equal(await reader.isSubscribed(), true);
    assert.deepEqual(await reader.changes(), []);
  }),
  it('uses the language of the contact, else of the browser, else of the project', async (world) => {
    const owner = await world.own();
    const reader = await newReader(owner);
    const input = { ...asPage, 'accept-language': 'de-AT,en;q=0.5' };
    assert.match((await world.anyone().get(reader.paths.u, input)).text, /<html lang="de">/);
    await owner.key.patch(`/contacts/${reader.contactId}`, { data: { locale: 'ja' } });
    assert.match((await world.anyone().get(reader.paths.u, input)).text, /<html lang="ja">/);
  }),
  it('returns JSON to programs', async (world) => {
    const { paths, email } = await newReader(await world.own());
    const shown = `${email[0]}…${email.slice(email.indexOf('@'))}`;
    answered(await world.anyone().get(paths.u, asJson), 200, { email: shown, subscribed: true });
  }),
);

const multipart = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';

export const unsubscribe = entry(
  'POST /u/:token',
  openEndpoint({ endpoint: 'POST /u/:token', status: 200, request: requestOf('u', '') }, html),
  wrongLinks('POST', 'u'),
  it('unsubscribes at once by one click, as form or multipart or without a body, and returns one word (D-651)', async (world) => {
    const bodies = [
      [form['content-type'], 'List-Unsubscribe=One-Click', 'one_click'],
      ['multipart/form-data; boundary=x', multipart, 'one_click'],
      ['application/json', '{"a":1}', 'link'],
      ['text/plain', '', 'link'],
      ['application/octet-stream', '\u0000\u0001', 'link'],
      ['multipart/form-data', 'x', 'link'],
    ] as const;
    for (const [type, raw, reason] of bodies) {
      const reader = await newReader(await world.own());
      for (let turn = 0; turn < 2; turn += 1) {
        const call = { method: 'POST', path: reader.paths.u, raw, headers: { 'content-type': type } };
        const reply = await world.anyone().send(call);
        answered(reply, 200);
        assert.equal(reply.text, 'Unsubscribed');
        assert.equal(reply.headers['content-type'], 'text/plain; charset=utf-8');
        assert.equal(reply.headers['set-cookie'], undefined);
        assert.equal(reply.headers.location, undefined);
      }
      assert.equal(await reader.isSubscribed(), false);
      const [change, ...more] = await reader.changes();
      assert.deepEqual(more, []);
      includes(change, { name: 'contact.unsubscribed', data: { source: 'page', reason, emailId: reader.emailId } });
    }
  }),
  it('shows a page with an undo that posts', async (world) => {
    const reader = await newReader(await world.own());
    const done = await world.anyone().post(reader.paths.u, undefined, asPage);
    hasPageHeaders(done);
    assert.match(done.text, /You are unsubscribed/);
    const undo = /action="\.\.(\/s\/[\w-]+)"/.exec(done.text)?.[1] ?? '';
    answered(await world.anyone().post(undo, undefined, asPage), 200);
    assert.equal(await reader.isSubscribed(), true);
  }),
  it('returns 200 for a deleted contact, and creates none', async (world) => {
    const owner = await world.own();
    const reader = await newReader(owner);
    await owner.key.delete(`/contacts/${reader.contactId}`);
    const reply = await world.anyone().post(reader.paths.u, undefined, asPage);
    assert.equal(reply.status, 200);
    assert.match(reply.text, /nothing left to do/);
    answered(await owner.key.get(`/contacts?search=${reader.email}`), 200, { total: 0 });
  }),
  it('acts for a disabled project', async (world) => {
    const owner = await world.owner();
    const reader = await newReader(owner);
    await world.sql(`update projects set disabled_reason = 'MANUAL' where id = $1`, [owner.project.id]);
    assert.equal((await world.anyone().post(reader.paths.u)).text, 'Unsubscribed');
    await world.sql('update projects set disabled_reason = null where id = $1', [owner.project.id]);
    assert.equal(await reader.isSubscribed(), false);
  }),
);
