import PostalMime from 'postal-mime';
import { expect, onTestFinished, test } from 'vitest';
import { clickJudgements, deliveries } from '#features/emails';
import { testApp } from '#testing';
import { hasChromium, startChromium } from '#testing/chromium';
import { sendRequest } from '#testing/client';
import { freePort } from '#testing/free-port';
import { connect } from '#testing/spool-setup';

const agents = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36',
  'Mozilla/5.0 (compatible; Barracuda Sentinel)',
  'python-requests/2.32',
];
const body = `<p><a href="https://acme.example/start">Start</a> <a href="{{unsubscribeUrl}}">Leave</a>
  <a href="{{subscribeUrl}}">Join</a> <a href="{{manageUrl}}">Manage</a> <a href="mailto:a@b.example">Write</a></p>`;

/** Every URL of a message: in its headers, its text and its HTML. */
async function urlsOf(raw: Buffer): Promise<string[]> {
  const { headers, html = '', text = '' } = await PostalMime.parse(raw);
  const all = [...headers.map(({ value }) => value), html, text].join('\n').replaceAll('&amp;', '&');
  return [...new Set(all.match(/https?:\/\/[^\s"'<>)\]]+/g) ?? [])];
}

test('U15 every URL of every captured mail, fetched by programs and by a browser, changes no subscription (T20)', async () => {
  const port = String(await freePort());
  const base = `http://127.0.0.1:${port}`;
  const app = await testApp({ PORT: port, BASE_URL: base }, { spools: [deliveries, clickJudgements] });
  const client = await connect(app.databaseUrl);
  onTestFinished(() => client.end());
  const project = await app.given.project();
  const api = app.as(project.secretKey);
  const from = 'hello@postrider.test';
  for (const type of ['TRANSACTIONAL', 'MARKETING', 'HEADLESS']) {
    const first = type === 'HEADLESS' ? 'MARKETING' : type;
    const { body: template } = await api.post('/templates', { name: type, subject: 'Hi', body, type: first, from });
    expect((await api.patch(`/templates/${template.id}`, { type })).body.type).toBe(type);
    const [to, plain] = [`${type.toLowerCase()}@example.com`, `plain-${type.toLowerCase()}@example.com`];
    for (const input of [{ to }, { to: plain, body: '<p>Nothing to follow</p>' }]) {
      const reply = await api.post('/v1/send', { template: template.id, subscribed: true, ...input });
      expect(reply.status, reply.text).toBe(200);
    }
  }
  await app.settle();
  const { rows } = await client.query('select raw from inbox_messages');
  expect(rows).toHaveLength(6);

  const urls = new Set((await Promise.all(rows.map(({ raw }) => urlsOf(raw)))).flat());
  const ours = [...urls].filter((url) => url.startsWith(base));
  const kinds = Map.groupBy(ours, (url) => url.slice(base.length).split('/').slice(0, -1).join('/'));
  expect([...kinds.keys()].toSorted()).toEqual(['/m', '/s', '/t/c', '/t/o', '/u']);
  const browser = hasChromium() ? await startChromium() : null;
  onTestFinished(() => browser?.close());
  const tab = await browser?.open();

  for (const url of ours) {
    for (const agent of agents)
      for (const method of ['GET', 'HEAD', 'OPTIONS'])
        await sendRequest(url, { method, path: '', headers: { 'user-agent': agent, accept: 'text/html,*/*' } });
    await tab?.goto(url);
  }
  await app.settle();

  const states = await client.query('select subscribed from contacts where project_id = $1', [project.id]);
  expect(states.rows).toEqual(Array(6).fill({ subscribed: true }));
  const changes = await client.query(`select name from events where name like 'contact.%'`);
  expect(changes.rows).toEqual([]);

  const oneClick = kinds.get('/u')?.[0] ?? '';
  const reply = await sendRequest(oneClick, { method: 'POST', path: '', raw: 'List-Unsubscribe=One-Click' });
  expect([reply.status, reply.text]).toEqual([200, 'Unsubscribed']);
  const left = await client.query('select 1 from contacts where project_id = $1 and subscribed', [project.id]);
  expect(left.rowCount).toBe(5);
}, 120_000);
