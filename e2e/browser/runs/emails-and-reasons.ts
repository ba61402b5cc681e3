import assert from 'node:assert/strict';
import { until } from '@postrider/server/testing/until';
import type { Locator, Page } from 'playwright-core';
import { paths } from '../../../dashboard/src/navigation/paths.ts';
import { expectAccessible, expectNoViolations } from '../accessibility.ts';
import type { BrowserRun, BrowserWorld, ProjectOwner } from '../browser-run.ts';

interface Expected {
  readonly status: string;
  /** On the row of the list, in this order. */
  readonly row: readonly string[];
  /** On the page of the mail. */
  readonly page: readonly string[];
}

const delivered = { status: 'DELIVERED', row: ['Delivered'], page: ['Delivered', 'Accepted by the receiving server'] };

/** The magic addresses of the sandbox, and the words people read about each. */
const magic: Readonly<Record<string, Expected>> = {
  delivered,
  opened: { ...delivered, status: 'OPENED', row: ['Delivered', '1 open, approximate'] },
  clicked: { ...delivered, status: 'CLICKED', row: ['Delivered', '1 open, approximate', '1 click'] },
  machine: { ...delivered, page: [...delivered.page, 'Clicked, not counted', 'Opened, not counted'] },
  delayed: { ...delivered, page: [...delivered.page, '3 tries'] },
  bounced: {
    status: 'BOUNCED',
    row: ['Bounced', '550 5.1.1'],
    page: ['Bounced', 'Nothing more will happen', '5.1.1, for good', 'Nobody has this address', 'Their words'],
  },
  complained: {
    status: 'COMPLAINED',
    row: ['Complaint', 'Marked as spam at'],
    page: ['Complaint', 'Nothing more will happen', 'marked this mail as spam'],
  },
  silent: {
    status: 'SENT',
    row: ['Handed over', 'No delivery notice has come'],
    page: ['Handed over', 'Accepted by the relay. No delivery notice has come.'],
  },
};

const mail = {
  from: 'hello@postrider.test',
  subject: 'Your order is on its way',
  body: '<h1>Your order</h1><p>Order {{order}} for {{first name}}.</p><a href="https://example.com/parcel">Follow it</a>',
  data: { 'first name': 'Marta', order: { value: 4812, persistent: false } },
};

/** Eight magic addresses in words, a resend that is watched, and the way from a request id to its call and mail. */
export const emailsAndReasonsRun: BrowserRun = {
  name: 'emails-and-reasons',
  async run(world) {
    const owner = await world.owner();
    const ids = await sendToMagicAddresses(owner);
    await checkList(world, owner, ids);
    await checkPages(world, owner, ids);
    await checkResend(world, owner, ids);
    await checkRequestId(world, owner);
  },
};

type EmailIds = ReadonlyMap<string, string>;

async function sendToMagicAddresses({ sdk }: ProjectOwner): Promise<EmailIds> {
  const ids = new Map<string, string>();
  for (const name of Object.keys(magic)) {
    const { emails } = await sdk.send({ ...mail, to: `${name}@postrider.test` });
    ids.set(name, emails[0]?.email ?? '');
  }
  for (const [name, { status }] of Object.entries(magic)) {
    const hasArrived = await until(async () => {
      const email = await sdk.emails.get(idOf(ids, name));
      // A scanner's open and click come after the delivery and change no status.
      return email.status === status && (name !== 'machine' || email.timeline.length >= 4);
    });
    assert(hasArrived, `${name}@ did not become ${status}`);
  }
  return ids;
}

const idOf = (ids: EmailIds, name: string): string => ids.get(name) ?? '';

async function checkList(world: BrowserWorld, owner: ProjectOwner, ids: EmailIds): Promise<void> {
  const list = await world.open(paths.emails(owner.project.id), { as: owner, width: 1440 });
  const { page } = list;
  for (const [name, { row }] of Object.entries(magic)) {
    const words = await wordsIn(rowOf(page, `${name}@postrider.test`));
    world.check(`${name}@: the row says ${row.join(', ')}`, areInOrder(words, row), words);
  }
  await expectAccessible(world, list, 'the list of mails');
  await world.picture(list, 'list');

  // What happens after the stream has answered is told by it.
  const isStreaming = page.waitForResponse((response) => new URL(response.url()).pathname === '/stream');
  await page.reload();
  await isStreaming;
  await rowOf(page, 'delivered@postrider.test').waitFor();
  const rows = page.locator('table.list tbody tr');
  const before = await rows.count();
  await owner.sdk.send({ ...mail, to: 'delivered+new@postrider.test' });
  const pill = page.getByRole('button', { name: '1 new' });
  await pill.waitFor();
  world.check('a new mail waits behind a pill and moves nothing', (await rows.count()) === before);
  await pill.click();
  await rowOf(page, 'delivered+new@postrider.test').waitFor();
  world.check('and is there once it is taken in', (await rows.count()) === before + 1);

  await page.goto(world.url + paths.emails(owner.project.id, { status: 'bounced', search: 'order' }));
  await rowOf(page, 'bounced@postrider.test').waitFor();
  world.check('filters of the address hold', (await rows.count()) === 1, await rows.count());
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**${paths.email(owner.project.id, idOf(ids, 'bounced'))}`);
  world.check('a row opens its mail by keyboard', true);
  expectNoViolations(world, list, 'the list of mails');
  await list.close();
}

const rowOf = (page: Page, address: string) =>
  page.locator('table.list tbody tr').filter({ has: page.getByRole('link', { name: address, exact: true }) });

const wordsIn = async (place: Locator): Promise<string> => ((await place.textContent()) ?? '').replaceAll(/\s+/g, ' ');

function areInOrder(text: string, words: readonly string[]): boolean {
  let from = 0;
  return words.every((word) => {
    const at = text.indexOf(word, from);
    from = at + word.length;
    return at !== -1;
  });
}

async function checkPages(world: BrowserWorld, owner: ProjectOwner, ids: EmailIds): Promise<void> {
  const watched = await world.open(paths.emails(owner.project.id), { as: owner, width: 1440 });
  const { page } = watched;
  for (const [name, { page: words }] of Object.entries(magic)) {
    await page.goto(`${world.url}${paths.email(owner.project.id, idOf(ids, name), { tab: 'events' })}`);
    await page.getByRole('heading', { level: 1, name: mail.subject }).waitFor();
    await page.locator('.tl').first().waitFor();
    const text = await wordsIn(page.locator('main'));
    const missing = words.filter((word) => !text.includes(word));
    world.check(`${name}@: the page says ${words.join(', ')}`, missing.length === 0, missing);
  }

  await page.goto(world.url + paths.email(owner.project.id, idOf(ids, 'delayed')));
  await page.frameLocator('iframe').getByRole('heading', { name: 'Your order' }).waitFor();
  const shown = await wordsIn(page.frameLocator('iframe').locator('p'));
  world.check('the preview shows the rendered mail', shown === 'Order 4812 for Marta.', shown);
  const data = await wordsIn(page.getByRole('table', { name: 'Data used' }));
  world.check('a value of this send only is marked', /order\s*4812\s*this send only/.test(data), data);
  await expectAccessible(world, watched, 'the page of a mail');
  await world.picture(watched, 'mail');
  await page.keyboard.press('6');
  const tries = page.getByRole('list', { name: 'Attempts' }).getByRole('listitem');
  await tries.first().waitFor();
  world.check('key 6 shows the three attempts', (await tries.count()) === 3, await tries.count());
  await page.getByRole('link', { name: 'Next mail' }).waitFor();
  await page.keyboard.press(']');
  await page.waitForURL((url) => !url.pathname.endsWith(idOf(ids, 'delayed')));
  world.check('] opens the next mail', page.url().includes('/emails/'), page.url());
  expectNoViolations(world, watched, 'the page of a mail');
  await watched.close();
}

async function checkResend(world: BrowserWorld, owner: ProjectOwner, ids: EmailIds): Promise<void> {
  const bounced = paths.email(owner.project.id, idOf(ids, 'bounced'));
  const watched = await world.open(bounced, { as: owner, theme: 'dark', width: 390 });
  const { page } = watched;
  await page.getByRole('button', { name: 'Correct the address and resend' }).click();
  const dialog = page.getByRole('dialog', { name: 'Resend this mail?' });
  await dialog.getByLabel('To').fill('delivered+corrected@postrider.test');
  await world.picture(watched, 'resend');
  await dialog.getByRole('button', { name: 'Resend mail' }).click();
  await page.waitForURL((url) => url.pathname.includes('/emails/') && url.pathname !== bounced);
  await page.getByRole('link', { name: 'delivered+corrected@postrider.test' }).waitFor();
  await page.locator('main .st.delivered').first().waitFor();
  const first = page.getByRole('link', { name: 'the first mail' });
  world.check('a resent mail opens, arrives before the eyes, and names the first', (await first.count()) === 1);
  await expectAccessible(world, watched, 'a mail on a phone in dark');
  expectNoViolations(world, watched, 'resending');
  await watched.close();
}

async function checkRequestId(world: BrowserWorld, owner: ProjectOwner): Promise<void> {
  const reply = await fetch(`${world.url}/v1/send`, {
    method: 'POST',
    headers: { authorization: `Bearer ${owner.project.secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...mail, to: 'delivered+asked@postrider.test', subject: 'Asked for by its request' }),
  });
  const requestId = reply.headers.get('x-request-id') ?? '';
  await fetch(`${world.url}/v1/send`, {
    method: 'POST',
    headers: { authorization: `Bearer ${owner.project.secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...mail, from: 'a@not-verified.example', to: 'delivered@postrider.test' }),
  });
  const isWritten = await until(async () => (await owner.sdk.logs.list({ requestId })).data.length === 1);
  assert(isWritten, 'the call was not written down');

  const watched = await world.open(paths.logs(owner.project.id), { as: owner, width: 1440 });
  const { page } = watched;
  const refused = page.locator('table.list tbody tr').filter({ hasText: 'not-verified.example is not verified' });
  await refused.first().waitFor();
  const words = await wordsIn(refused.first());
  world.check('a refused call shows its message and suggestion unopened', words.includes('send from hello@'), words);

  await page.getByRole('searchbox').fill(requestId);
  await page.waitForURL(`**${paths.log(owner.project.id, requestId)}*`);
  const story = page.getByRole('complementary', { name: 'POST /v1/send' });
  await story.getByRole('link', { name: 'Asked for by its request' }).waitFor();
  const hasContact = await story.getByRole('link', { name: 'delivered+asked@postrider.test' }).count();
  world.check('a pasted request id opens its call with its mail and its contact', hasContact === 1);
  const bodies = await wordsIn(story);
  world.check('both bodies are shown', bodies.includes('"persistent": false') && bodies.includes('"success": true'));
  world.check('and no key', !bodies.includes(owner.project.secret));
  await expectAccessible(world, watched, 'a call');
  await world.picture(watched, 'call');
  await story.getByRole('link', { name: 'Asked for by its request' }).click();
  await page.getByRole('heading', { level: 1, name: 'Asked for by its request' }).waitFor();
  await page.getByRole('link', { name: 'POST /v1/send' }).click();
  await page.waitForURL(`**${paths.log(owner.project.id, requestId)}*`);
  world.check('its mail leads back to the call', true);
  expectNoViolations(world, watched, 'logs');
}
