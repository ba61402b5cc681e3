import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { projectContext } from '#platform/context';
import { findLinks } from '#pure/mail-links';
import { type DeliverySetup, deliverySetup } from '#testing/delivery-setup';
import { linkIdOf } from './link-id.ts';
import { storeLinks } from './store-links.ts';

const html = '<p><a href="https://acme.example/start?a=1&amp;b=2">Start</a> <a href="mailto:a@b.example">Write</a></p>';

const stored = async (setup: DeliverySetup) =>
  (await setup.client.query('select project_id, id, url from email_links order by url')).rows;

async function captured(setup: DeliverySetup, id: string) {
  setup.work();
  await setup.idle();
  const { rows } = await setup.client.query('select raw from inbox_messages where id = $1', [id]);
  return PostalMime.parse(rows[0].raw);
}

test('each address of a project is stored once, however many mails link to it', async () => {
  const setup = await deliverySetup();
  const other = await setup.app.given.project();
  const store = (projectId: typeof other.id, htmls: readonly string[]) =>
    projectContext(setup.app.app.services, projectId).transaction((tx) => storeLinks(tx, htmls));

  await store(setup.project.id, [html, html, '<p>none</p>', '<a href="https://acme.example/b">']);
  await store(setup.project.id, [html]);
  await store(other.id, [html]);
  await store(other.id, []);

  const url = 'https://acme.example/start?a=1&b=2';
  expect(await stored(setup)).toHaveLength(3);
  expect(await stored(setup)).toEqual(
    expect.arrayContaining([
      { project_id: setup.project.id, id: linkIdOf(setup.project.id, url), url },
      { project_id: other.id, id: linkIdOf(other.id, url), url },
    ]),
  );
});

test('transactions that store the same addresses at the same time do not deadlock', async () => {
  const setup = await deliverySetup();
  const ctx = projectContext(setup.app.app.services, setup.project.id);
  const links = Array.from({ length: 50 }, (_, n) => `<a href="https://acme.example/${n}">`);

  await Promise.all(
    Array.from({ length: 6 }, (_, n) => ctx.transaction((tx) => storeLinks(tx, n % 2 ? links : links.toReversed()))),
  );

  expect(await stored(setup)).toHaveLength(50);
});

test('the event loop gets turns while many large mails are searched for links', async () => {
  const setup = await deliverySetup();
  const htmls = Array.from({ length: 20 }, () => '<p>News of today.</p>'.repeat(6_000)); // no links: no query
  let turns = 0;
  const count = (): void => {
    turns += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);

  await projectContext(setup.app.app.services, setup.project.id).transaction(async (tx) => {
    turns = 0;
    await storeLinks(tx, htmls);
    clearImmediate(next);
  });

  expect(turns).toBeGreaterThan(2);
});

test('a tracked mail is sent with our addresses; the stored body and the text part are unchanged (D-661)', async () => {
  const setup = await deliverySetup();
  const [id = ''] = await setup.mails(1, { isTest: true, isTracked: true, html, text: 'https://acme.example/start' });

  const message = await captured(setup, id);

  expect(findLinks(message.html ?? '').map(({ url }) => url)).toEqual([
    expect.stringMatching(/^http:\/\/localhost:8080\/t\/c\/1-[\w-]+$/),
  ]);
  expect(message.html).toMatch(/<img src="http:\/\/localhost:8080\/t\/o\/1-[\w-]+\.gif"/);
  expect(message.html).toContain('href="mailto:a@b.example"');
  expect(message.text?.trim()).toBe('https://acme.example/start');
  const { rows } = await setup.client.query('select html from email_contents where id = $1', [id]);
  expect(rows[0].html).toBe(html);
});

test('a mail that is not tracked is sent as it was stored', async () => {
  const setup = await deliverySetup();
  const [id = ''] = await setup.mails(1, { isTest: true, html });

  expect((await captured(setup, id)).html?.trim()).toBe(html);
});

test.each([
  ['the record is right', { value: 'track.example', status: 'verified' }, 'links.acme.example'],
  ['the record is missing', { value: 'track.example', status: 'pending' }, 'localhost:8080'],
  ['another host was set when it was checked', { value: 'old.example', status: 'verified' }, 'localhost:8080'],
])("links use the sender's tracking host only while it is verified: %s (D-664)", async (_case, finding, host) => {
  const setup = await deliverySetup({ TRACKING_HOST: 'track.example' });
  const findings = [{ purpose: 'TRACKING', name: 'links.acme.example', found: [], message: null, ...finding }];
  await setup.client.query('update domains set findings = $1', [JSON.stringify(findings)]);
  const [id = ''] = await setup.mails(1, { isTest: true, isTracked: true, html });

  const message = await captured(setup, id);

  expect(message.html).toContain(`href="http://${host}/t/c/`);
  expect(message.html).toContain(`src="http://${host}/t/o/`);
});
