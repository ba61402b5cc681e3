import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type Case, it } from '../entry.ts';
import { newTemplate } from '../templates/new-template.ts';
import { answered, includes, invalid, refused } from '../world/expect.ts';
import { newEmail, type Owner } from '../world/people.ts';
import { send, sendOne, untilEmail } from './new-email.ts';

const shown = async (owner: Owner, fields: object) =>
  (await owner.key.get(`/emails/${(await sendOne(owner, fields)).email}`)).body;

/** The fields of a send: what they hold, and which rule is checked first. */
export const fieldRules: readonly Case[] = [
  it('checks all fields before it looks for the template, and that before the sender (D-602)', async (world) => {
    const owner = await world.own();
    const [unknown, foreign] = [{ template: randomUUID() }, { from: 'hello@acme.example' }];
    invalid(await send(owner, { ...unknown, ...foreign, to: [newEmail('a'), { email: 'x' }] }), [
      'to.1.email',
      'invalid_string',
      'x',
    ]);
    refused(await send(owner, { ...unknown, ...foreign, subject: undefined }), 404, 'TEMPLATE_NOT_FOUND');
    invalid(
      await send(owner, { ...foreign, subject: undefined, body: undefined }),
      ['subject', 'required'],
      ['body', 'required'],
    );
    refused(await send(owner, foreign), 403, 'DOMAIN_NOT_VERIFIED');
  }),
  it('takes a name of 255 characters for a recipient (D-604)', async (world) => {
    const owner = await world.own();
    const named = (name: string) => ({ to: [{ email: newEmail('named'), name }] });
    includes(await shown(owner, named('n'.repeat(255))), { toName: 'n'.repeat(255) });
    invalid(await send(owner, named('n'.repeat(256))), ['to.0.name', 'too_big']);
    invalid(await send(owner, named('a\u0007b')), ['to.0.name', 'invalid_string']);
  }),
  it('takes a subject of one line and 998 characters, renders it, cleans the result and cuts it (D-605)', async (world) => {
    const owner = await world.own();
    includes(await shown(owner, { subject: 's'.repeat(998) }), { subject: 's'.repeat(998) });
    invalid(await send(owner, { subject: '' }), ['subject', 'too_small']);
    invalid(await send(owner, { subject: 's'.repeat(999) }), ['subject', 'too_big']);
    for (const subject of ['a\rb', 'a\nb']) invalid(await send(owner, { subject }), ['subject', 'invalid_string']);
    const said = (value: string) => ({ subject: 'Hi {{said}}', data: { said: { value, persistent: false } } });
    includes(await shown(owner, said('a\r\nBcc: b')), { subject: 'Hi a  Bcc: b' });
    includes(await shown(owner, said('s'.repeat(2_000))), { subject: `Hi ${'s'.repeat(995)}` });
  }),
  it('takes a body of 2 MB, and of 512 KB where it is a template (D-606)', async (world) => {
    const owner = await world.own();
    const kilobytes = (count: number) => 'x'.repeat(count * 1_024);
    answered(await send(owner, { body: kilobytes(2_048) }), 200);
    invalid(await send(owner, { body: `${kilobytes(2_048)}x` }), ['body', 'too_big']);
    const end = '{% comment %}{% endcomment %}';
    const template = kilobytes(512).slice(end.length);
    answered(await send(owner, { body: `${template}${end}` }), 200);
    invalid(await send(owner, { body: `${template}x${end}` }), ['body', 'too_big']);
  }),
  it('takes one address for replies, by either name (D-607)', async (world) => {
    const owner = await world.own();
    const [one, other] = ['one@example.org', 'other@example.org'];
    includes(await shown(owner, { reply: one }), { replyTo: one });
    includes(await shown(owner, { replyTo: other }), { replyTo: other });
    includes(await shown(owner, { reply: one, replyTo: other }), { replyTo: one });
    invalid(await send(owner, { reply: `${one}, ${other}` }), ['reply', 'invalid_string']);
    invalid(await send(owner, { reply: [one] }), ['reply', 'invalid_type']);
    invalid(await send(owner, { replyTo: 'x' }), ['replyTo', 'invalid_string', 'x']);
  }),
  it('mails a repeated address once, with its first name (D-609)', async (world) => {
    const owner = await world.own();
    const [ann, bob] = [newEmail('ann'), newEmail('bob')];
    const before = (await owner.key.get('/emails')).body.total;
    const to = [ann, { email: ann, name: 'First' }, bob, { email: ` ${ann.toUpperCase()}`, name: 'Second' }];
    const { emails } = (await send(owner, { to })).body.data;
    assert.deepEqual(
      emails.map(({ contact }: { contact: { email: string } }) => contact.email),
      [ann, ann, bob, ann],
    );
    assert.deepEqual([emails[1], emails[3]], [emails[0], emails[0]]);
    answered(await owner.key.get('/emails'), 200, { total: before + 2 });
    answered(await owner.key.get(`/emails/${emails[0].email}`), 200, { toName: 'First' });
  }),
  it('takes 50 headers and 16 KB of them (D-612)', async (world) => {
    const owner = await world.own();
    const headers = (count: number, value: string) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`X-Number-${10 + n}`, value]));
    answered(await send(owner, { headers: headers(50, 'x') }), 200);
    invalid(await send(owner, { headers: headers(51, 'x') }), ['headers', 'too_big']);
    const bytesOfName = 'X-Number-10'.length;
    answered(await send(owner, { headers: headers(32, 'x'.repeat(512 - bytesOfName)) }), 200);
    invalid(await send(owner, { headers: { ...headers(32, 'x'.repeat(512 - bytesOfName)), Y: '' } }), [
      'headers',
      'too_big',
    ]);
    answered(await send(owner, { headers: { [`X-${'n'.repeat(74)}`]: 'x'.repeat(998) } }), 200);
    invalid(await send(owner, { headers: { [`X-${'n'.repeat(75)}`]: 'x' } }), [
      `headers.X-${'n'.repeat(75)}`,
      'invalid_string',
    ]);
    invalid(await send(owner, { headers: { 'X-Same': 'a', 'x-same': 'b' } }), ['headers.x-same', 'custom']);
  }),
  it('sends the value of a header as it is, but for a tab and letters outside ASCII (D-612)', async (world) => {
    const owner = await world.own();
    const headers = { 'X-Template': '{{name}} {% if %}', 'X-Tab': 'a\tb', 'X-Name': 'Zoë' };
    const { email } = await sendOne(owner, { data: { name: 'Ann' }, headers });
    await untilEmail(owner, email, ({ sentAt }) => sentAt !== null);
    const { text } = await owner.key.get(`/inbox/${email}/raw`);
    for (const line of [
      /^X-Template: \{\{name\}\} \{% if %\}\r$/m,
      /^X-Tab: a b\r$/m,
      /^X-Name: =\?UTF-8\?(?:Q\?Zo=C3=AB|B\?Wm\/Dqw==)\?=\r$/im,
    ])
      assert.match(text, line);
  }),
  it('replaces each text of the template by that of the request, never its type (D-617)', async (world) => {
    const owner = await world.own();
    const texts = { subject: 'T', body: '<p>T</p>', from: 'template@postrider.test', replyTo: 't@example.org' };
    const { id: template } = await newTemplate(owner, { ...texts, type: 'MARKETING' });
    const none = { subject: undefined, body: undefined, from: undefined };
    const base = { ...none, template, subscribed: true };
    for (const change of [
      { subject: 'Own' },
      { body: '<p>Own</p>' },
      { from: 'own@postrider.test' },
      { replyTo: 'own@example.org' },
    ]) {
      const email = await shown(owner, { ...base, ...change });
      const { body, ...rest } = { ...texts, ...change };
      includes(email, { ...rest, type: 'MARKETING', templateId: template });
      assert.ok(email.body.startsWith(body), email.body);
    }
    const all = { subject: 'Own', body: '<p>Own</p>', from: 'own@postrider.test', reply: 'own@example.org' };
    includes(await shown(owner, { ...base, ...all }), { type: 'MARKETING' });
    includes(await shown(owner, all), { type: 'TRANSACTIONAL', templateId: null });
  }),
];
