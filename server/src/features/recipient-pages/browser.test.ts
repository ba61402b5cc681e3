import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestApp, type TestApp } from '#testing';
import { type Chromium, hasChromium, startChromium, type Tab } from '#testing/chromium';
import { givenRecipient } from '#testing/recipient-setup';
import { connect } from '#testing/spool-setup';

const require = createRequire(import.meta.url);
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const languages = ['en', 'de', 'fr', 'es', 'pt', 'nl', 'it', 'pl', 'ja'];

let app: TestApp;
let client: Awaited<ReturnType<typeof connect>>;
let browser: Chromium;
let tab: Tab;

const withBrowser = test.skipIf(!hasChromium());

beforeAll(async () => {
  if (!hasChromium()) return;
  app = await startTestApp(inject('templateDatabase'));
  client = await connect(app.databaseUrl);
  browser = await startChromium();
  tab = await browser.open();
}, 60_000);
afterAll(async () => {
  if (!hasChromium()) return;
  await browser.close();
  await client.end();
  await app.close();
});

const heading = (): Promise<unknown> => tab.evaluate('document.querySelector("h1").textContent');

/** The accessibility violations of a page, as text. */
async function violations(): Promise<unknown> {
  await tab.evaluate(`${axe}; null`);
  return tab.evaluate(
    'axe.run(document).then(({ violations }) => violations.map((one) => one.impact + " " + one.id + ": " + one.nodes[0].html))',
  );
}

withBrowser(
  'a person unsubscribes, subscribes again, and unsubscribes with the switch, by keyboard in a browser',
  async () => {
    const recipient = await givenRecipient(app, client);

    await tab.goto(app.url + recipient.paths.u);
    expect([await heading(), await recipient.isSubscribed()]).toEqual(['Unsubscribe', true]);

    await tab.press('button');
    expect([await heading(), await recipient.isSubscribed()]).toEqual(['You are unsubscribed', false]);

    await tab.press('button');
    expect([await heading(), await recipient.isSubscribed()]).toEqual(['You are subscribed', true]);

    await tab.goto(app.url + recipient.paths.m);
    await tab.press('button');
    expect([await heading(), await recipient.isSubscribed()]).toEqual(['You are not subscribed', false]);
  },
);

withBrowser.each(languages)(
  'axe finds no violation on any page in %s, in light and in dark',
  async (locale) => {
    const recipient = await givenRecipient(app, client, { locale, language: locale });
    const { u, s, m } = recipient.paths;

    for (const isDark of [false, true]) {
      for (const path of [u, s, m]) {
        await tab.goto(app.url + path);
        await tab.screenshot(390, 700, isDark);
        expect(await violations(), path).toEqual([]);
        await tab.press('button');
        expect(await violations(), path).toEqual([]);
      }
    }
  },
  60_000,
);

withBrowser('axe finds no violation on the pages of refusals', async () => {
  const recipient = await givenRecipient(app, client, { html: '<a href="https://acme.example/start">x</a>' });
  await client.query('delete from email_contents where id = $1', [recipient.emailId]);
  await client.query('delete from contacts where id = $1', [recipient.contactId]);

  for (const path of ['/u/wrong', recipient.paths.u, recipient.paths.v, '/t/c/wrong']) {
    await tab.goto(app.url + path);
    expect(await heading()).toMatch(/incomplete|nothing left|no longer here/);
    expect(await violations(), path).toEqual([]);
  }
});

withBrowser('a page runs no script, sends no requests and sets no cookie', async () => {
  const recipient = await givenRecipient(app, client, { projectName: '<img src=x onerror="document.title=1">' });

  await tab.goto(app.url + recipient.paths.u);

  expect(await tab.evaluate('performance.getEntriesByType("resource").length')).toBe(0);
  expect(await tab.evaluate('document.cookie')).toBe('');
  expect(await tab.evaluate('document.scripts.length + document.images.length')).toBe(0);
  expect(await tab.evaluate('document.title')).toBe('Unsubscribe · <img src=x onerror="document.title=1">');
});

withBrowser('a mail that is viewed in the browser runs nothing of what its author wrote', async () => {
  const html =
    '<title>mail</title><p onclick="1">Hi</p><script>document.title = "ran"</script><img src="x" onerror="document.title = \'ran\'">';
  const recipient = await givenRecipient(app, client, { html });

  await tab.goto(app.url + recipient.paths.v);

  expect(await tab.evaluate('document.title')).toBe('mail');
  expect(await tab.evaluate('document.body.textContent.includes("Hi")')).toBe(true);
});
