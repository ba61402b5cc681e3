import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { projectContext } from '#platform/context';
import { findLinks } from '#pure/mail-links';
import type { DeliveryYard } from '#testing/delivery-yard';
import { deliveryYard } from '#testing/delivery-yard';
import { linkIdOf } from './link-id.ts';
import { storeLinks } from './store-links.ts';

const html = '<p><a href="https://acme.example/start?a=1&amp;b=2">Start</a> <a href="mailto:a@b.example">Write</a></p>';

const stored = async (yard: DeliveryYard) =>
  (await yard.client.query('select project_id, id, url from email_links order by url')).rows;

async function captured(yard: DeliveryYard, id: string) {
  yard.work();
  await yard.idle();
  const { rows } = await yard.client.query('select raw from inbox_messages where id = $1', [id]);
  return PostalMime.parse(rows[0].raw);
}

test('each address of a project is stored once, whoever links to it and however often', async () => {
  const yard = await deliveryYard();
  const other = await yard.app.given.project();
  const store = (projectId: typeof other.id, htmls: readonly string[]) =>
    projectContext(yard.app.app.cellar, projectId).transaction((tx) => storeLinks(tx, htmls));

  await store(yard.project.id, [html, html, '<p>none</p>', '<a href="https://acme.example/b">']);
  await store(yard.project.id, [html]);
  await store(other.id, [html]);
  await store(other.id, []);

  const url = 'https://acme.example/start?a=1&b=2';
  expect(await stored(yard)).toHaveLength(3);
  expect(await stored(yard)).toEqual(
    expect.arrayContaining([
      { project_id: yard.project.id, id: linkIdOf(yard.project.id, url), url },
      { project_id: other.id, id: linkIdOf(other.id, url), url },
    ]),
  );
});

test('two that store the same addresses at once do not wait for each other in a circle', async () => {
  const yard = await deliveryYard();
  const ctx = projectContext(yard.app.app.cellar, yard.project.id);
  const links = Array.from({ length: 50 }, (_, n) => `<a href="https://acme.example/${n}">`);

  await Promise.all(
    Array.from({ length: 6 }, (_, n) => ctx.transaction((tx) => storeLinks(tx, n % 2 ? links : links.toReversed()))),
  );

  expect(await stored(yard)).toHaveLength(50);
});

test('others have their turn while many large mails are searched for links', async () => {
  const yard = await deliveryYard();
  const htmls = Array.from({ length: 20 }, () => '<p>News of today.</p>'.repeat(6_000)); // no links: nothing is asked
  let turns = 0;
  const count = (): void => {
    turns += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);

  await projectContext(yard.app.app.cellar, yard.project.id).transaction(async (tx) => {
    turns = 0;
    await storeLinks(tx, htmls);
    clearImmediate(next);
  });

  expect(turns).toBeGreaterThan(2);
});

test('D-661 a tracked mail leaves with our addresses, the stored body and the text part stay clean', async () => {
  const yard = await deliveryYard();
  const [id = ''] = await yard.mails(1, { isTest: true, isTracked: true, html, text: 'https://acme.example/start' });

  const message = await captured(yard, id);

  expect(findLinks(message.html ?? '').map(({ url }) => url)).toEqual([
    expect.stringMatching(/^http:\/\/localhost:8080\/t\/c\/1-[\w-]+$/),
  ]);
  expect(message.html).toMatch(/<img src="http:\/\/localhost:8080\/t\/o\/1-[\w-]+\.gif"/);
  expect(message.html).toContain('href="mailto:a@b.example"');
  expect(message.text?.trim()).toBe('https://acme.example/start');
  const { rows } = await yard.client.query('select html from email_contents where id = $1', [id]);
  expect(rows[0].html).toBe(html);
});

test('a mail that is not tracked leaves as it was stored', async () => {
  const yard = await deliveryYard();
  const [id = ''] = await yard.mails(1, { isTest: true, html });

  expect((await captured(yard, id)).html?.trim()).toBe(html);
});

test.each([
  ['the record is right', { value: 'track.example', status: 'verified' }, 'links.acme.example'],
  ['the record is missing', { value: 'track.example', status: 'pending' }, 'localhost:8080'],
  ['another host was set when it was checked', { value: 'old.example', status: 'verified' }, 'localhost:8080'],
])("D-664 links use the sender's tracking host only while it is verified: %s", async (_case, finding, host) => {
  const yard = await deliveryYard({ TRACKING_HOST: 'track.example' });
  const findings = [{ purpose: 'TRACKING', name: 'links.acme.example', found: [], message: null, ...finding }];
  await yard.client.query('update domains set findings = $1', [JSON.stringify(findings)]);
  const [id = ''] = await yard.mails(1, { isTest: true, isTracked: true, html });

  const message = await captured(yard, id);

  expect(message.html).toContain(`href="http://${host}/t/c/`);
  expect(message.html).toContain(`src="http://${host}/t/o/`);
});
