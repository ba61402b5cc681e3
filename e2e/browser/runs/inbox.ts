import { until } from '@postrider/server/testing/until';
import { paths } from '../../../dashboard/src/navigation/paths.ts';
import { expectAccessible, expectNoViolations } from '../accessibility.ts';
import type { BrowserRun, BrowserWorld, ProjectOwner } from '../browser-run.ts';
import { canary } from '../sample-project.ts';
import type { WatchedPage } from '../watched-page.ts';

const from = 'hello@postrider.test';

/** Test mail in the dev inbox: hostile mail does nothing, notices are simulated, news arrive, links are followed on purpose. */
export const inboxRun: BrowserRun = {
  name: 'inbox',
  async run(world) {
    const owner = await world.owner();
    const body = `<p id="text">Hello</p>${canary}<a href="${world.url}/health">Follow the parcel</a>`;
    const { emails } = await owner.sdk.send({ to: 'ann@example.com', from, subject: `Order ${canary}`, body });
    const id = emails[0]?.email ?? '';
    await owner.sdk.inbox.wait({ to: 'ann@example.com', timeout: 30 });
    const watched = await world.open(paths.inbox(owner.project.id), { as: owner, width: 1440, height: 900 });
    await hostileMailDoesNothing(world, watched);
    await linksLeadNowhere(world, watched, owner, id);
    await noticesAreAnswered(world, watched, owner, id);
    await newsArrive(world, watched, owner, id);
    await onAPhone(world, owner, id);
    await clearedAtOnce(world, watched, owner);
    expectNoViolations(world, watched, 'dev inbox');
  },
};

async function hostileMailDoesNothing(world: BrowserWorld, watched: WatchedPage): Promise<void> {
  const { page } = watched;
  await page.getByRole('heading', { level: 2, name: `Order ${canary}` }).waitFor();
  const mail = page.frameLocator('.letter-frame');
  await mail.locator('#text').waitFor();
  const frame = page.frames().find((one) => one.url().includes('/preview/'));
  await frame?.waitForLoadState('load');
  const hasRun = await page.evaluate<boolean>('window.canaryRan !== undefined');
  const hasRunInFrame = await frame?.evaluate<boolean>('window.canaryRan !== undefined');
  world.check(
    'a script in subject and body runs neither on the page nor in the mail',
    !hasRun && hasRunInFrame === false,
  );
  await expectAccessible(world, watched, 'mail');
  await world.picture(watched, 'mail');
}

async function linksLeadNowhere(
  world: BrowserWorld,
  { page }: WatchedPage,
  owner: ProjectOwner,
  id: string,
): Promise<void> {
  const link = page.frameLocator('.letter-frame').getByRole('link', { name: 'Follow the parcel' });
  await link.click();
  const frames = page.frames().map((frame) => new URL(frame.url()).pathname);
  world.check(
    'a link in the mail leads nowhere',
    frames.length === 2 && frames.some((path) => /^\/preview\//.test(path)),
  );
  const before = await owner.sdk.inbox.get(id);
  world.check('and counts as no click', before.clicks === 0, before.clicks);
  const opening = page.context().waitForEvent('page');
  await page.getByRole('link', { name: 'Follow as the recipient' }).click();
  const opened = await opening;
  await opened.waitForURL(`${world.url}/health`);
  await opened.close();
  const isCounted = await until(async () => (await owner.sdk.inbox.get(id)).clicks === 1);
  world.check('followed as the recipient it opens and counts', isCounted);
}

async function noticesAreAnswered(
  world: BrowserWorld,
  watched: WatchedPage,
  owner: ProjectOwner,
  id: string,
): Promise<void> {
  const { page } = watched;
  const stop = (name: string) => page.locator('.simtrack .stop').filter({ hasText: name });
  await stop('Clicked').waitFor();
  world.check('the Route line shows the click', true);
  await page.keyboard.press('s');
  const focused = await page.evaluate<string>('document.activeElement.textContent');
  world.check('s goes to the buttons', focused === 'Delivered', focused);
  await page.getByRole('button', { name: 'Bounce' }).click();
  await stop('Bounced').waitFor();
  await page
    .getByRole('status')
    .filter({ hasText: /^Bounce, / })
    .waitFor();
  const { status } = await owner.sdk.emails.get(id);
  world.check('a simulated bounce is answered by the Route line and stored', status === 'BOUNCED', status);
  for (const tab of ['HTML', 'Text', 'Headers', 'Events', 'Checks']) {
    await page.getByRole('tab', { name: tab }).click();
    await page.getByRole('tabpanel', { name: tab }).waitFor();
    await page.locator('[aria-busy="true"], .skel').first().waitFor({ state: 'detached' });
    await expectAccessible(world, watched, tab);
  }
  const signed = page.getByRole('list', { name: 'Checks of the mail' });
  world.check('checks speak of the text part', (await signed.textContent())?.includes('plain text part') === true);
}

async function newsArrive(world: BrowserWorld, { page }: WatchedPage, owner: ProjectOwner, id: string): Promise<void> {
  await owner.sdk.send({ to: 'ben@example.com', from, subject: 'Second mail', body: '<p>Two</p>' });
  const second = page.getByRole('link', { name: /Second mail/ });
  await second.waitFor();
  world.check('new mail arrives without a reload', true);
  await second.click();
  await page.getByRole('heading', { level: 1, name: 'Second mail' }).waitFor();
  await page.keyboard.press('j');
  await page.waitForURL(`**${paths.inboxMail(owner.project.id, id)}*`);
  world.check('j opens the mail below', true);
  await page.keyboard.press('/');
  await page.keyboard.type('second');
  const isAlone = await until(async () => (await page.locator('.irows .r1').count()) === 1);
  const found = await page.locator('.irows').textContent();
  world.check('a search finds by a part of the subject', isAlone && found?.includes('ben@') === true);
}

async function onAPhone(world: BrowserWorld, owner: ProjectOwner, id: string): Promise<void> {
  const phone = await world.open(paths.inbox(owner.project.id), { as: owner, theme: 'dark', width: 390, height: 844 });
  await phone.page.getByRole('link', { name: /Order/ }).first().click();
  await phone.page.getByRole('heading', { level: 1, name: /^Order/ }).waitFor();
  world.check('on a phone the mail is the next page', phone.page.url().includes(paths.inboxMail(owner.project.id, id)));
  world.check('and the list is gone', !(await phone.page.locator('.ilist').isVisible()));
  await expectAccessible(world, phone, 'mail on a phone');
  await world.picture(phone, 'phone');
  expectNoViolations(world, phone, 'phone');
  await phone.close();
}

async function clearedAtOnce(world: BrowserWorld, watched: WatchedPage, owner: ProjectOwner): Promise<void> {
  const { page } = watched;
  await page.goto(world.url + paths.inbox(owner.project.id, { search: 'no such subject' }));
  await page.getByRole('heading', { name: 'No mail fits' }).waitFor();
  world.check('a search that finds nothing keeps both columns', await page.locator('.iview').isVisible());
  await page.goto(world.url + paths.inbox(owner.project.id));
  await page.getByRole('button', { name: 'Clear all' }).click();
  await page.getByRole('heading', { name: 'No test mail yet' }).waitFor();
  const { total } = await owner.sdk.inbox.list();
  world.check('Clear all asks nothing and clears', total === 0, total);
  await expectAccessible(world, watched, 'empty inbox');
  await world.picture(watched, 'empty');
}
