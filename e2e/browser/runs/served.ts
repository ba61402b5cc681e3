import { until } from '@postrider/server/testing/until';
import { expectAccessible, expectNoViolations } from '../accessibility.ts';
import type { BrowserRun } from '../browser-run.ts';

/** The dashboard loads under its strict policy, at its address and at every other path below it. */
export const servedRun: BrowserRun = {
  name: 'served',
  async run(world) {
    for (const path of ['/app', '/app/no/such.page']) {
      const watched = await world.open(path);
      await watched.page.locator('h1').first().waitFor();
      world.check(`${path}: 200`, watched.status === 200, watched.status);
      expectNoViolations(world, watched, path);
      await world.picture(watched, path.slice(1).replaceAll('/', '-'));
      await watched.close();
    }
    const owner = await world.owner();
    const signedIn = await world.open('/app', { as: owner, theme: 'dark', width: 360 });
    await signedIn.page.locator('h1').first().waitFor();
    expectNoViolations(world, signedIn, 'signed in');
    await expectAccessible(world, signedIn, 'signed in, dark, on a phone');

    const refused = await world.open('/app');
    await refused.page.evaluate(planted);
    const policies = (): number => refused.problems.filter(({ kind }) => kind === 'policy').length;
    const areNoted = await until(() => policies() >= 3);
    world.check('an inline script, a style without nonce and another host are refused and noted', areNoted, policies());
    const hasEffect = 'window.planted !== undefined || getComputedStyle(document.body).zoom !== "1"';
    world.check('none of them had an effect', !(await refused.page.evaluate<boolean>(hasEffect)));
  },
};

/** What the policy must refuse. */
const planted = `
  const script = document.createElement('script');
  script.textContent = 'window.planted = true';
  const style = document.createElement('style');
  style.textContent = 'body { zoom: 2 }';
  document.head.append(script, style);
  void fetch('http://elsewhere.example/').catch(() => {});
`;
