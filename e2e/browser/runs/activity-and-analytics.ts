import { readFile } from 'node:fs/promises';
import { until } from '@postrider/server/testing/until';
import { paths } from '../../../dashboard/src/navigation/paths.ts';
import { expectAccessible, expectNoViolations } from '../accessibility.ts';
import type { BrowserRun, BrowserWorld, ProjectOwner } from '../browser-run.ts';
import type { WatchedPage } from '../watched-page.ts';

const from = 'hello@postrider.test';
const tracked = 4;

/** Figures on the page are those of the API, and what happens meanwhile waits behind the pill. */
export const activityAndAnalyticsRun: BrowserRun = {
  name: 'activity-and-analytics',
  async run(world) {
    const owner = await world.owner();
    await makeFigures(world, owner);
    const overview = paths.analytics(owner.project.id, 'overview');
    const watched = await world.open(overview, { as: owner, width: 1440, height: 900 });
    await overviewEqualsApi(world, watched, owner);
    await deliverabilityEqualsApi(world, watched, owner);
    await engagementEqualsApi(world, watched, owner);
    await audienceEqualsApi(world, watched, owner);
    await pointOpensItsDay(world, watched, owner);
    await newsWaitBehindThePill(world, watched, owner);
    await eventNamesEqualApi(world, watched, owner);
    expectNoViolations(world, watched, 'activity and analytics');
  },
};

/** Two mails of a template delivered, one bounced, four events; waits until nothing more can change. */
async function makeFigures(world: BrowserWorld, { sdk }: ProjectOwner): Promise<void> {
  const { id: template } = await sdk.templates.create({
    ...{ name: 'Receipt', subject: 'Figures', body: '<p>Hello</p>', from, type: 'TRANSACTIONAL' },
  });
  for (const to of ['delivered+1@postrider.test', 'delivered+2@postrider.test', 'bounced@postrider.test']) {
    await sdk.send({ to, from, template });
  }
  const areAllHere = await until(async () => {
    const { balance } = await sdk.activity.stats();
    return balance.delivered === 2 && balance.bounced === 1;
  });
  world.check('all notices are here', areAllHere);
  // Last, so that nothing comes between them: only rows that follow each other are folded.
  for (let count = 0; count < tracked; count += 1) await sdk.track({ email: 'ann@example.com', event: 'signup' });
}

async function overviewEqualsApi(world: BrowserWorld, watched: WatchedPage, { sdk }: ProjectOwner): Promise<void> {
  const { page } = watched;
  const [stats, days] = await Promise.all([sdk.activity.stats(), sdk.analytics.timeseries()]);
  const fact = (label: string) => page.locator('.bill > div', { has: page.getByText(label, { exact: true }) });
  await fact('Accepted').locator('.fig').waitFor();
  const accepted = await fact('Accepted').locator('.fig').textContent();
  world.check('accepted equals the API', accepted === String(stats.balance.accepted), accepted);
  const note = await fact('Delivered').locator('.note').textContent();
  world.check(
    'the delivered rate names its base',
    (note ?? '').startsWith(`of ${stats.balance.accepted} accepted`),
    note,
  );
  const lost = await fact('Unsubscribed').locator('.fig').textContent();
  world.check('unsubscribed equals the API', lost === String(stats.totalUnsubscribes), lost);
  await expectAccessible(world, watched, 'overview');
  await world.picture(watched, 'overview');

  const volume = page.getByRole('region', { name: 'Volume' });
  await volume.getByRole('button', { name: 'Table' }).click();
  const cells = await volume.locator('tbody tr td:nth-of-type(1)').allTextContents();
  const sum = cells.reduce((all, text) => all + Number(text), 0);
  const sumOfApi = days.reduce((all, day) => all + day.accepted, 0);
  world.check('the table twin adds up to the API', sum === sumOfApi && sum === 3, { sum, sumOfApi });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    volume.getByRole('button', { name: 'CSV' }).click(),
  ]);
  const lines = (await readFile(await download.path(), 'utf8')).trim().split(/\r?\n/);
  world.check('the file has a line for each day of the table', lines.length === cells.length + 1, lines.length);
  await volume.getByRole('button', { name: 'Chart' }).click();
}

async function deliverabilityEqualsApi(
  world: BrowserWorld,
  watched: WatchedPage,
  { sdk }: ProjectOwner,
): Promise<void> {
  const { page } = watched;
  const { providers, reasons } = await sdk.analytics.deliverability();
  await page.getByRole('link', { name: 'Deliverability' }).click();
  const row = page.getByRole('table', { name: 'Mailbox providers' }).getByRole('row', { name: /All others/ });
  await row.waitFor();
  const cells = await row.getByRole('cell').allTextContents();
  world.check(
    'a provider equals the API',
    providers.length === 1 && providers[0]?.sent === 3 && cells[1] === '3',
    cells,
  );
  const reason = page.getByRole('table', { name: 'Why mails bounced' }).getByRole('row', { name: /does not exist/ });
  const words = await reason.getByRole('cell').allTextContents();
  world.check('a reason equals the API', words[1] === reasons[0]?.reason && words[2] === '1', words);
  await expectAccessible(world, watched, 'deliverability');
  await world.picture(watched, 'deliverability');
}

async function audienceEqualsApi(world: BrowserWorld, watched: WatchedPage, { sdk }: ProjectOwner): Promise<void> {
  const { page } = watched;
  const days = await sdk.analytics.audience();
  const created = days.reduce((sum, day) => sum + day.created, 0);
  await page.getByRole('link', { name: 'Audience' }).click();
  const fact = page.locator('.bill > div', { has: page.getByText('New', { exact: true }) }).locator('.fig');
  await fact.waitFor();
  const shown = await fact.textContent();
  world.check('new contacts equal the API', shown === String(created) && created === 4, { shown, created });
  const names = await page
    .getByRole('table', { name: 'Where new contacts came from' })
    .locator('tbody td:first-child')
    .allTextContents();
  world.check('sources are named', names.join() === 'First mail to the address,Tracked events', names);
  await expectAccessible(world, watched, 'audience');
  await world.picture(watched, 'audience');
  await page.getByRole('link', { name: 'Overview' }).click();
}

async function engagementEqualsApi(world: BrowserWorld, watched: WatchedPage, { sdk }: ProjectOwner): Promise<void> {
  const { page } = watched;
  const [top] = await sdk.analytics.topEvents();
  await page.getByRole('link', { name: 'Engagement' }).click();
  const row = page.getByRole('table', { name: 'Frequent events' }).getByRole('row', { name: /signup/ });
  await row.waitFor();
  const cells = await row.getByRole('cell').allTextContents();
  world.check(
    'the most frequent event equals the API',
    cells[1] === String(tracked) && top?.name === 'signup' && top.count === tracked,
    cells,
  );
  const source = page.getByRole('table', { name: 'Sources of mail' }).getByRole('row', { name: /Receipt/ });
  await source.waitFor();
  const figures = await source.getByRole('cell').allTextContents();
  world.check('a source of mail has its accepted mails', figures[1] === '3', figures);
  await page.getByRole('button', { name: 'Most clicked' }).click();
  await source.waitFor();
  await expectAccessible(world, watched, 'engagement');
  await world.picture(watched, 'engagement');
}

async function pointOpensItsDay(world: BrowserWorld, watched: WatchedPage, { sdk }: ProjectOwner): Promise<void> {
  const { page } = watched;
  const volume = page.getByRole('region', { name: 'Volume' });
  await volume.waitFor();
  await volume.locator('.plot [tabindex="0"], .plot[tabindex="0"]').first().focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Activity' }).waitFor();
  const day = new URL(page.url()).searchParams.get('day') ?? '';
  await page.getByRole('button', { name: `Day is ${day}` }).waitFor();
  const listed = await sdk.activity.list({ from: day, to: nextDay(day), types: mailTypes });
  await page.getByText(listed.total === 1 ? '1 entry' : `${listed.total} entries`, { exact: true }).waitFor();
  world.check('a point opens its day in Activity, with the total of the API', /^\d{4}-\d{2}-\d{2}$/.test(day), day);
  await expectAccessible(world, watched, 'activity of a day');
}

const mailTypes =
  'email.sent,email.delivered,email.opened,email.clicked,email.bounced,email.complaint,email.suppressed,email.failed,email.received';

const nextDay = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

async function newsWaitBehindThePill(
  world: BrowserWorld,
  watched: WatchedPage,
  { sdk, project }: ProjectOwner,
): Promise<void> {
  const { page } = watched;
  await page.goto(world.url + paths.activity(project.id));
  await page.getByText('4 signup').waitFor();
  await page.getByText(/Bounced:/).waitFor();
  world.check('rows of one kind are folded', true);
  await expectAccessible(world, watched, 'activity');
  await world.picture(watched, 'activity');
  const pill = page.getByRole('button', { name: /^\d+ new/ });
  // Why several: what happens before the page listens is told by no message.
  const isThere = await until(
    async () => {
      if (await pill.isVisible()) return true;
      await sdk.track({ email: 'late@example.com', event: 'late.arrival' });
      return false;
    },
    { pauseMs: 1_000 },
  );
  world.check('the stream tells of news', isThere);
  const isShownEarly = await page.getByText('late.arrival').first().isVisible();
  world.check('a new row waits behind the pill', !isShownEarly);
  await page.keyboard.press('.');
  await page.getByText('late.arrival').first().waitFor();
  world.check('the full stop takes it in', true);
}

async function eventNamesEqualApi(
  world: BrowserWorld,
  watched: WatchedPage,
  { sdk, project }: ProjectOwner,
): Promise<void> {
  const { page } = watched;
  await page.goto(world.url + paths.event(project.id, 'signup'));
  const row = page.getByRole('table', { name: 'Events' }).getByRole('row', { name: /^signup/ });
  await row.waitFor();
  const stats = (await sdk.events.stats({ source: 'custom' })).find(({ name }) => name === 'signup');
  const cells = await row.getByRole('cell').allTextContents();
  world.check('counts of an event equal the API', stats?.count === tracked && cells.includes(String(tracked)), cells);
  await page
    .getByRole('list', { name: 'Latest signup' })
    .getByRole('link', { name: 'ann@example.com' })
    .first()
    .waitFor();
  await expectAccessible(world, watched, 'events');

  await page.getByRole('button', { name: 'Delete this name…' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('signup');
  await page.getByRole('button', { name: `Delete ${tracked} events` }).click();
  await row.waitFor({ state: 'detached' });
  const isGone = await until(async () => (await sdk.events.list({ eventName: 'signup' })).total === 0);
  world.check('a deleted name is gone', isGone);
}
