import { until } from '@postrider/server/testing/until';
import { paths as pages } from '../../../dashboard/src/navigation/paths.ts';
import type { BrowserRun, BrowserWorld } from '../browser-run.ts';
import { expectReadablePages } from '../readable-pages.ts';

const paths = ['/docs', '/docs/quickstart', '/docs/guides/first-mail', '/docs/contract/05-sending-and-emails'];

/** The documentation: readable in both themes and on a phone, without a script, and one click from every page of the dashboard. */
export const docsRun: BrowserRun = {
  name: 'docs',
  async run(world) {
    await expectReadablePages(world, [...paths, '/docs/reference/errors', '/docs/errors/VALIDATION_ERROR']);
    const watched = await world.open('/docs', { theme: 'dark', width: 360 });
    await watched.page.locator('main a[href="/docs/guides/first-mail"]').click();
    await watched.page.locator('h1#your-first-mail').waitFor();
    let sizes: number[] = [];
    const areLoaded = await until(async () => {
      sizes = await watched.page
        .locator('img')
        .evaluateAll((pictures: unknown[]) =>
          (pictures as { naturalWidth: number }[]).map(({ naturalWidth }) => naturalWidth),
        );
      return sizes.length === 3 && sizes.every((size) => size > 0);
    });
    world.check('pictures are loaded from the instance', areLoaded, sizes);
    await openFromDashboard(world);
  },
};

async function openFromDashboard(world: BrowserWorld): Promise<void> {
  const owner = await world.owner();
  const { page } = await world.open(pages.home(owner.project.id), { as: owner, width: 1440, height: 900 });
  const link = page.getByRole('complementary', { name: 'Main' }).getByRole('link', { name: 'Documentation' });
  const [opened] = await Promise.all([page.waitForEvent('popup'), link.click()]);
  await opened.locator('h1').first().waitFor();
  const { pathname } = new URL(opened.url());
  world.check('the sidebar leads to the documentation of this instance', pathname === '/docs', opened.url());
}
