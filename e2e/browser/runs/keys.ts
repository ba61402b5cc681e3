import assert from 'node:assert/strict';
import { until } from '@postrider/server/testing/until';
import type { Locator, Page } from 'playwright-core';
import { paths } from '../../../dashboard/src/navigation/paths.ts';
import { expectAccessible, expectNoViolations } from '../accessibility.ts';
import type { BrowserRun, BrowserWorld, ProjectOwner } from '../browser-run.ts';

const clients = ['shop/3.2', 'planner/1.8', 'nightly/2.0'] as const;

/** Both keys are replaced while three programs use them: each is named first, refused afterwards, and the pair is kept nowhere. */
export const keysRun: BrowserRun = {
  name: 'keys',
  async run(world) {
    const owner = await world.owner();
    for (const agent of clients) assert.equal(await callAs(world, owner.project.secret, agent), 200);
    const isCounted = await until(async () => {
      const { usage } = await keysOf(owner);
      return clients.every((agent) => usage.some(({ userAgent }) => userAgent === agent));
    });
    assert(isCounted, 'the calls were not counted');

    const watched = await world.open(paths.keys(owner.project.id), { as: owner, width: 1440 });
    const { page } = watched;
    await keyShown(page, owner.project.public).waitFor();
    const text = (await page.locator('main').textContent()) ?? '';
    world.check('the public key is shown whole, the secret one by its last four', isMasked(text, owner));
    await expectAccessible(world, watched, 'keys');
    await world.picture(watched, 'keys');

    await page.getByRole('button', { name: 'Replace both keys…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Replace both keys?' });
    const users = (await dialog.getByRole('table', { name: 'Who will be refused' }).textContent()) ?? '';
    const named = clients.every((agent) => users.includes(agent.replace('/', ' ')));
    world.check('the dialog names all three programs', named, users);
    const replace = dialog.getByRole('button', { name: 'Replace both keys' });
    world.check('and waits for the name of the project', await replace.isDisabled());
    await expectAccessible(world, watched, 'the dialog that asks');
    await dialog.getByLabel(`Type ${owner.project.name} to go on`).fill(owner.project.name);
    await world.picture(watched, 'rotate');
    await replace.click();

    await checkPair(world, owner, page);
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expectNoViolations(world, watched, 'keys');
  },
};

async function checkPair(world: BrowserWorld, owner: ProjectOwner, page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'The new pair, this one time' });
  const block = (await dialog.locator('pre').textContent()) ?? '';
  const secret = /^POSTRIDER_KEY=(\S+)$/m.exec(block)?.[1] ?? '';
  const publicKey = /^POSTRIDER_PUBLIC_KEY=(\S+)$/m.exec(block)?.[1] ?? '';
  const isNew = secret.startsWith('sk_') && secret !== owner.project.secret && publicKey !== owner.project.public;
  world.check('the new pair is shown as a block for .env', isNew && block.includes(`POSTRIDER_URL=${world.url}`));

  for (const agent of clients) {
    const status = await callAs(world, owner.project.secret, agent);
    world.check(`${agent} is refused with the old key`, status === 401, status);
  }
  world.check('the old public key is refused', (await trackWith(world, owner.project.public)) === 401);
  world.check('the new secret key works', (await callAs(world, secret, 'shop/3.2')) === 200);
  world.check('the new public key works', (await trackWith(world, publicKey)) === 200);

  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  world.check('it stays until the pair is stored', await dialog.isVisible());
  const stored = await page.evaluate<string>(everythingStored);
  const isKept = stored.includes(secret) || stored.includes(owner.project.secret);
  world.check('the secret is in no storage of the browser', !isKept && stored.includes('"stores"'), stored);
  await dialog.getByRole('button', { name: 'I have stored them' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await keyShown(page, publicKey).waitFor();
  const isGone = !(await page.content()).includes(secret);
  world.check('afterwards the page holds the public key and not the secret one', isGone);
}

const keyShown = (page: Page, key: string): Locator => page.locator('.keyrow .val').filter({ hasText: key });

const isMasked = (text: string, { project }: ProjectOwner): boolean =>
  text.includes(project.public) && text.includes(`sk_…${project.secret.slice(-4)}`) && !text.includes(project.secret);

async function keysOf({ inside, project }: ProjectOwner): Promise<{ usage: { userAgent: string | null }[] }> {
  const reply = await inside.get(`/projects/${project.id}/keys`);
  return reply.body as { usage: { userAgent: string | null }[] }; // the shape is checked by the specification suite
}

async function callAs({ url }: BrowserWorld, key: string, agent: string): Promise<number> {
  const headers = { authorization: `Bearer ${key}`, 'user-agent': agent };
  return (await fetch(`${url}/contacts`, { headers })).status;
}

async function trackWith({ url }: BrowserWorld, key: string): Promise<number> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ email: 'visitor@example.com', event: 'signup' });
  return (await fetch(`${url}/v1/track`, { method: 'POST', headers, body })).status;
}

/** All that a script of this origin could read again later: both storages, cookies, caches and every database. */
const everythingStored = `(async () => {
  const stores = [];
  for (const { name } of await indexedDB.databases()) {
    const database = await new Promise((resolve, reject) => {
      const request = indexedDB.open(name);
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    for (const store of database.objectStoreNames) {
      stores.push(await new Promise((resolve, reject) => {
        const request = database.transaction(store).objectStore(store).getAll();
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      }));
    }
  }
  const cached = [];
  for (const name of await caches.keys()) for (const request of await (await caches.open(name)).keys()) cached.push(request.url);
  return JSON.stringify({
    local: { ...localStorage }, session: { ...sessionStorage }, cookie: document.cookie, cached, stores,
    address: location.href, state: history.state, name: window.name,
  });
})()`;
