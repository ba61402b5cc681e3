import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { until } from '@postrider/server/testing/until';
import { launchChromium } from './launch-chromium.ts';
import { openWatched } from './watched-page.ts';

/**
 * A picture of a screen of a running instance, for people who build screens:
 * `node e2e/browser/screenshot.ts --url http://localhost:8080 --email … --password … --path '/app/$PROJECT/emails' --out emails.png`.
 * `$PROJECT` is the id of the account's first project. Without an account the page is opened as a visitor.
 */
const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://localhost:8080' },
    path: { type: 'string', default: '/app' },
    email: { type: 'string' },
    password: { type: 'string' },
    theme: { type: 'string', default: 'light' },
    width: { type: 'string', default: '1440' },
    height: { type: 'string', default: '900' },
    /** The whole page instead of the window. */
    whole: { type: 'boolean', default: false },
    /** A selector that must be there first. */
    wait: { type: 'string', default: 'h1' },
    out: { type: 'string', default: 'screenshot.png' },
  },
});
const { url, email, password } = values;

async function call(path: string, headers: Record<string, string>, body?: object): Promise<Response> {
  const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const reply = await fetch(url + path, { ...sent, headers: { ...headers, origin: url } });
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
  return reply;
}

async function signIn(): Promise<{ cookie: string; projectId: string } | null> {
  if (email === undefined) return null;
  const reply = await call('/auth/login', { 'content-type': 'application/json' }, { email, password });
  const [cookie = ''] = (reply.headers.get('set-cookie') ?? '').split(';');
  const projects = (await (await call('/users/@me/projects', { cookie })).json()) as { id: string }[]; // by the contract
  return { cookie, projectId: projects[0]?.id ?? '' };
}

const account = await signIn();
const browser = await launchChromium();
try {
  const watched = await openWatched(browser, url, values.path.replaceAll('$PROJECT', account?.projectId ?? ''), {
    ...(account ? { as: account } : {}),
    theme: values.theme === 'dark' ? 'dark' : 'light',
    width: Number(values.width),
    height: Number(values.height),
  });
  await watched.page.locator(values.wait).first().waitFor();
  await until(() => watched.page.evaluate<boolean>(`document.querySelector('[aria-busy="true"]') === null`));
  await delay(300); // what moves has come to rest
  await watched.page.screenshot({ path: values.out, fullPage: values.whole });
  for (const { kind, text } of watched.problems) console.log(`${kind}: ${text}`);
  console.log(`${values.out}: ${watched.page.url()}`);
} finally {
  await browser.close();
}
