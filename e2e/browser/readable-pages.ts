import { expectAccessible, expectNoViolations } from './accessibility.ts';
import type { BrowserWorld } from './browser-run.ts';

const looks = [
  ['light', 1280],
  ['dark', 360],
] as const;

/** Pages of the instance that need no script: readable in both themes and on a phone, each with its picture. */
export async function expectReadablePages(world: BrowserWorld, paths: readonly string[]): Promise<void> {
  for (const [theme, width] of looks) {
    for (const path of paths) {
      const where = `${path}, ${theme}, ${width} px`;
      const watched = await world.open(path, { theme, width });
      await watched.page.locator('h1').waitFor();
      world.check(`${where}: 200`, watched.status === 200, watched.status);
      await expectAccessible(world, watched, where);
      expectNoViolations(world, watched, where);
      await world.picture(watched, `${path.slice(1).replaceAll('/', '-')}-${theme}-${width}`);
      await watched.close();
    }
  }
}
