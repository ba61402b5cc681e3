import { until } from '@postrider/server/testing/until';
import type { Page } from 'playwright-core';
import { paths } from '../../../dashboard/src/navigation/paths.ts';
import { Postrider, verifyWebhook } from '../../../sdk/src/index.ts';
import { expectAccessible, expectNoViolations } from '../accessibility.ts';
import type { BrowserRun, BrowserWorld, ProjectOwner } from '../browser-run.ts';
import type { WatchedPage } from '../watched-page.ts';

const path = '/shop';

/** A webhook from its address to deliveries, with a server that is away, comes back, and wants no more calls. */
export const webhooksRun: BrowserRun = {
  name: 'webhooks',
  async run(world) {
    const owner = await world.owner();
    const watched = await world.open(paths.webhooks(owner.project.id), { as: owner });
    await watched.page.getByRole('heading', { name: 'No webhook yet' }).waitFor();
    await expectAccessible(world, watched, 'no webhook yet');
    await world.picture(watched, 'none');

    const secret = await add(world, watched);
    await sendTest(world, watched);
    await replayOne(world, owner, watched, secret);
    await rotate(world, owner, watched, secret);
    await comeBackFromGone(world, owner, watched);
    await sayFailing(world, owner);
    await remove(world, watched);
    expectNoViolations(world, watched, 'webhooks');
    await askMember(world);
  },
};

async function add(world: BrowserWorld, watched: WatchedPage): Promise<string> {
  const { page } = watched;
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'Add a webhook' });
  await dialog.getByRole('textbox', { name: 'Address' }).fill('ftp://shop.example/hook');
  await chooseEvent(page, 'email.bounce', 'Add an event');
  await chooseEvent(page, '*', 'Add an event');
  const chosen = dialog.getByRole('list', { name: 'Chosen events' }).getByRole('listitem');
  world.check('every event takes the place of one', (await chosen.count()) === 1);
  await chooseEvent(page, 'order.*', 'Add an event');
  await chooseEvent(page, 'signup', 'Add an event');
  await expectAccessible(world, watched, 'the form');
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  await dialog.locator('.err-msg').waitFor();
  world.check('an address that may not be called is refused at its field', true);
  await dialog.getByRole('textbox', { name: 'Address' }).fill(world.receiver.urlOf(path));
  await dialog.getByRole('textbox', { name: 'What it is for' }).fill('Orders for the shop');
  await world.picture(watched, 'form');
  await dialog.getByRole('button', { name: 'Add webhook' }).click();

  const shown = page.getByRole('dialog', { name: 'The signing secret, this one time' });
  const secret = /whsec_\S+/.exec((await shown.locator('pre').textContent()) ?? '')?.[0] ?? '';
  await page.keyboard.press('Escape');
  world.check('the secret is shown, and stays until it is stored', secret !== '' && (await shown.isVisible()));
  await expectAccessible(world, watched, 'the secret');
  await shown.getByRole('button', { name: 'I have stored it' }).click();
  await page.getByRole('heading', { level: 1, name: 'Orders for the shop' }).waitFor();
  await page.getByText('Nothing was sent yet').waitFor();
  world.check('afterwards the page does not hold it', !(await page.content()).includes(secret));
  return secret;
}

/** By the keyboard, as the pickers of all pages are used. */
async function chooseEvent(page: Page, pattern: string, label: string): Promise<void> {
  await page.getByRole('dialog').getByRole('combobox', { name: label }).click();
  const box = page.getByPlaceholder('Type to find');
  await box.fill(pattern);
  await page.getByRole('option').filter({ hasText: pattern }).first().click();
  await box.waitFor({ state: 'hidden' });
}

async function sendTest(world: BrowserWorld, watched: WatchedPage): Promise<void> {
  const { page } = watched;
  world.receiver.answer(path, 418, 'I am a teapot');
  await page.keyboard.press('t');
  const dialog = page.getByRole('dialog', { name: 'Send a test' });
  await dialog.getByRole('button', { name: 'Send test' }).click();
  await dialog.getByText('It failed').waitFor();
  await dialog.getByText('I am a teapot').waitFor();
  world.check('a test shows the status and the answer of a server that refuses', true);
  await world.picture(watched, 'test');
  await expectAccessible(world, watched, 'a test that failed');
  world.receiver.answer(path, 200, '{"taken":true}');
  await dialog.getByRole('button', { name: 'Send again' }).click();
  await dialog.getByText('It arrived').waitFor();
  const body: { data?: { test?: boolean } } = JSON.parse(world.receiver.requestsTo(path).at(-1)?.body ?? '{}');
  world.check('and its success, with sample data that says so', body.data?.test === true);
  await dialog.getByRole('button', { name: 'Close' }).click();
}

async function replayOne(
  world: BrowserWorld,
  owner: ProjectOwner,
  watched: WatchedPage,
  secret: string,
): Promise<void> {
  const { page } = watched;
  world.receiver.answer(path, 503, 'the shop is being moved');
  await owner.sdk.track({ email: 'ann@example.com', event: 'order.paid', data: { amount: 42 } });
  await page.getByText('Trying again').first().waitFor();
  world.check('a delivery that failed appears by itself, and says that it is tried again', true);
  await page.getByRole('button', { name: 'order.paid' }).click();
  await page.getByText('the shop is being moved').first().waitFor();
  await expectAccessible(world, watched, 'a delivery with its attempts');
  await world.picture(watched, 'delivery');

  world.receiver.answer(path, 200, '{"taken":true}');
  await page.keyboard.press('r');
  await page.locator('.peek').getByText('Arrived').waitFor();
  const last = world.receiver.requestsTo(path).at(-1);
  const verified = await verifyWebhook({ body: last?.body ?? '', headers: last?.headers ?? {}, secret });
  const { type } = verified.json<{ type: string }>();
  world.check('Replay by its key delivers it, signed with the secret', type === 'order.paid', type);
  await page.locator('.st.tag', { hasText: 'Working' }).waitFor();
  world.check('the webhook is said to work', true);
  await world.picture(watched, 'arrived');

  const before = world.receiver.requestsTo(path).length;
  const rows = page.getByRole('button', { name: 'order.paid' });
  const shown = await rows.count();
  await page.locator('.peek').getByRole('button', { name: 'Replay' }).click();
  const isOneMore = await until(async () => (await rows.count()) === shown + 1);
  world.check('one that had arrived is sent again as a delivery of its own', isOneMore);
  const isCalled = await until(() => world.receiver.requestsTo(path).length > before);
  const ids = world.receiver.requestsTo(path).map(({ headers }) => headers['webhook-id']);
  world.check('with the same webhook-id', isCalled && ids.at(-1) === verified.id);
  await page.locator('.peek').getByRole('button', { name: 'Close', exact: true }).click();

  await page.goto(`${page.url().split('?')[0]}?status=failed&type=order.paid`);
  await page.getByText('No delivery matches.').waitFor();
  world.check('the log can be narrowed by status and event', true);
  await page.getByRole('button', { name: 'Clear filters' }).first().click();
  await page.getByRole('button', { name: 'order.paid' }).first().waitFor();
}

async function rotate(world: BrowserWorld, owner: ProjectOwner, watched: WatchedPage, old: string): Promise<void> {
  const { page } = watched;
  await fromMenu(page, 'Replace the secret…');
  const dialog = page.getByRole('dialog', { name: 'Replace the signing secret?' });
  await dialog.getByText('For 24 hours').waitFor();
  await expectAccessible(world, watched, 'the dialog that replaces the secret');
  await dialog.getByRole('button', { name: 'Replace the secret' }).click();
  const shown = page.getByRole('dialog', { name: 'The signing secret, this one time' });
  const secret = /whsec_\S+/.exec((await shown.locator('pre').textContent()) ?? '')?.[0] ?? '';
  await shown.getByRole('button', { name: 'I have stored it' }).click();
  await page.getByText(`whsec_…${secret.slice(-4)}`).waitFor();

  const before = world.receiver.requestsTo(path).length;
  await owner.sdk.track({ email: 'ann@example.com', event: 'order.sent' });
  await until(() => world.receiver.requestsTo(path).length > before);
  const { body = '', headers = {} } = world.receiver.requestsTo(path).at(-1) ?? {};
  for (const one of [old, secret]) await verifyWebhook({ body, headers, secret: one });
  world.check('after the secret was replaced, both verify a call', true);
}

async function comeBackFromGone(world: BrowserWorld, owner: ProjectOwner, watched: WatchedPage): Promise<void> {
  const { page } = watched;
  world.receiver.answer(path, 410, 'gone for good');
  await owner.sdk.track({ email: 'bea@example.com', event: 'signup' });
  await page.getByText('Disabled: it answered 410').first().waitFor();
  await page.getByText('gone for good').first().waitFor();
  world.check('a webhook that answers 410 says why it is disabled, and what to do', true);
  await expectAccessible(world, watched, 'disabled');
  await world.picture(watched, 'gone');

  world.receiver.answer(path, 200, '{}');
  const before = world.receiver.requestsTo(path).length;
  await page.getByRole('region', { name: 'Reason' }).getByRole('button', { name: 'Enable' }).click();
  await page.getByRole('button', { name: 'Replay what it missed…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Replay since a time' });
  await expectAccessible(world, watched, 'the dialog that replays');
  await world.picture(watched, 'replay');
  await dialog.getByRole('button', { name: 'Replay', exact: true }).click();
  await page.getByRole('region', { name: 'Replay' }).getByText('events are sent again').waitFor();
  await until(() => world.receiver.requestsTo(path).length > before);
  const bodies = world.receiver.requestsTo(path).slice(before);
  world.check('enabled again, it offers what was missed, and a replay sends it', bodies.length > 0);
  await expectAccessible(world, watched, 'a replay that is done');
  await page.getByRole('button', { name: 'Put away' }).click();
}

/** The state in which twenty failures end, planted: they would take longer than the rest of the run. */
async function sayFailing(world: BrowserWorld, owner: ProjectOwner): Promise<void> {
  const [endpoint] = await owner.sdk.webhookEndpoints.list();
  const set = (since: string) =>
    world.sql(
      `update webhook_endpoints set failing_since = ${since}, next_probe_at = ${since} + interval '1 day' where id = $1`,
      [endpoint?.id],
    );
  await set(`now() - interval '1 hour'`);
  const dark = await world.open(paths.webhook(owner.project.id, endpoint?.id ?? ''), {
    as: owner,
    theme: 'dark',
    width: 360,
  });
  await dark.page.getByText('Failing since').first().waitFor();
  await dark.page.getByText('Owners and admins get a mail').waitFor();
  await expectAccessible(world, dark, 'failing, in dark at 360 px');
  await world.picture(dark, 'failing-dark');
  await dark.page.goto(world.url + paths.webhooks(owner.project.id));
  await dark.page.getByText('Failing since').first().waitFor();
  await world.picture(dark, 'list-dark');
  expectNoViolations(world, dark, 'webhooks in dark');
  await set('null::timestamptz');
}

async function remove(world: BrowserWorld, watched: WatchedPage): Promise<void> {
  const { page } = watched;
  await page.getByRole('link', { name: 'Webhooks', exact: true }).last().click();
  await page.getByRole('link', { name: 'Orders for the shop' }).waitFor();
  await expectAccessible(world, watched, 'the list');
  await world.picture(watched, 'list');
  await page.getByRole('link', { name: 'Orders for the shop' }).click();
  await fromMenu(page, 'Delete webhook…');
  const dialog = page.getByRole('dialog', { name: 'Delete Orders for the shop?' });
  await dialog.getByRole('button', { name: 'Delete the webhook' }).click();
  await page.getByRole('heading', { name: 'No webhook yet' }).waitFor();
  world.check('a webhook that is deleted leaves the list', true);
}

async function askMember(world: BrowserWorld): Promise<void> {
  const { project } = await world.own();
  const member = await world.inTeam('MEMBER');
  const sdk = new Postrider(project.secret, { baseUrl: world.url });
  const { id } = await sdk.webhookEndpoints.create({ url: world.receiver.urlOf('/member'), events: ['signup'] });
  const { page } = await world.open(paths.webhook(project.id, id), { as: member });
  await page.getByText('Only owners and admins change webhooks.').waitFor();
  const buttons = ['Send test…', 'Replay since…'].map((name) =>
    page.getByRole('button', { name }).first().isDisabled(),
  );
  world.check('a member reads it and is shown why nothing can be changed', (await Promise.all(buttons)).every(Boolean));
}

async function fromMenu(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'More about this webhook' }).click();
  await page.getByRole('menuitem', { name: item }).click();
}
