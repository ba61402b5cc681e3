import axeCore from 'axe-core';
import type { Page } from 'playwright-core';
import type { BrowserWorld } from './browser-run.ts';
import type { WatchedPage } from './watched-page.ts';

export interface AxeFinding {
  readonly rule: string;
  readonly impact: string;
  readonly elements: readonly string[];
}

/** What breaks WCAG 2.2 AA on this page as it is now, by rule. */
export async function axe(page: Page): Promise<AxeFinding[]> {
  // Why by evaluation: the policy of the page lets no other script in.
  await page.evaluate(axeCore.source);
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
  const options = { runOnly: { type: 'tag', values: tags }, resultTypes: ['violations'] };
  const { violations } = await page.evaluate<axeCore.AxeResults>(`axe.run(document, ${JSON.stringify(options)})`);
  return violations.map(({ id, impact, nodes }) => ({
    rule: id,
    impact: impact ?? 'unknown',
    elements: nodes.slice(0, 5).map(({ target }) => target.join(' ')),
  }));
}

/** One check: nothing on the page hinders people, and nothing moves it sideways. */
export async function expectAccessible(world: BrowserWorld, { page }: WatchedPage, where: string): Promise<void> {
  const findings = await axe(page);
  world.check(`${where}: no accessibility finding`, findings.length === 0, findings.length > 0 ? findings : undefined);
  const isWide = await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth');
  world.check(`${where}: does not scroll sideways`, !isWide);
}

/** One check: no error, no refused script or style, no request to another host since the page was opened. */
export function expectNoViolations(world: BrowserWorld, { problems }: WatchedPage, where: string): void {
  const isClean = problems.length === 0;
  world.check(`${where}: no error, violation or request to another host`, isClean, isClean ? undefined : problems);
}
