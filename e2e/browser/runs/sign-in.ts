import { paths } from '../../../dashboard/src/navigation/paths.ts';
import { PostriderSession } from '../../../sdk/src/index.ts';
import { expectAccessible, expectNoViolations } from '../accessibility.ts';
import type { BrowserRun } from '../browser-run.ts';

const password = 'a long enough password';

/** Sign-up, sign-out, a wrong pair, the page asked for after sign-in, and the password asked for in place when a session ends. */
export const signInRun: BrowserRun = {
  name: 'sign-in',
  async run(world) {
    const email = `ann-${Date.now()}@example.com`;
    const watched = await world.open(paths.signup);
    const { page } = watched;
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password', { exact: true }).fill('short');
    await page.getByRole('button', { name: 'Create my account' }).click();
    await page.getByText('This has fewer than 10 characters.').first().waitFor();
    await expectAccessible(world, watched, 'a refused sign-up');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Create my account' }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForURL(/\/app\/[0-9a-f-]{36}$/);
    const project = new URL(page.url()).pathname.split('/')[2] ?? '';
    world.check('sign-up leads to Home of the first project', project !== '');

    const [cookie] = await page.context().cookies();
    const session = new PostriderSession({ baseUrl: world.url, cookie: `${cookie?.name}=${cookie?.value}` });
    await page.goto(world.url + paths.contacts(project));
    await page.locator('main h1').waitFor();
    await session.auth.logout();
    const ended = page.getByRole('heading', { name: 'Your session has ended' });
    // Whatever calls next finds that the session has ended: the page these keys open, or this one by itself before it.
    await page.keyboard.press('g');
    await page.keyboard.press('e');
    await ended.waitFor();
    const { pathname } = new URL(page.url());
    await expectAccessible(world, watched, 'the password asked for in place');
    await page.getByLabel('Password', { exact: true }).fill('not the password at all');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('dialog').locator('.err-msg').waitFor();
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await ended.waitFor({ state: 'detached' });
    world.check('the page stays when the session is renewed', new URL(page.url()).pathname === pathname, page.url());

    await page.getByRole('button', { name: /account of/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.goto(world.url + paths.logs(project, { status: '4xx' }));
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password', { exact: true }).fill('not the password at all');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').first().waitFor();
    await expectAccessible(world, watched, 'a refused sign-in');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`**${paths.logs(project)}*`);
    world.check('sign-in leads to the page that was asked for', page.url().includes('status=4xx'), page.url());
    expectNoViolations(world, watched, 'sign-in');
  },
};
