import { until } from '@postrider/server/testing/until';
import { paths } from '../../../dashboard/src/navigation/paths.ts';
import type { BrowserRun, BrowserWorld, ProjectOwner } from '../browser-run.ts';

const maxFirstBytes = 250_000;

/** What a browser loads before a page can be used; editors, the canvas and charts only where they are used. */
export const sizeRun: BrowserRun = {
  name: 'size',
  async run(world) {
    const owner = await world.owner();
    await owner.sdk.send({
      to: 'ann@example.com',
      from: 'hello@postrider.test',
      subject: 'Hello',
      body: '<p>Hello</p>',
    });
    const firstPages = [
      ['sign-in', paths.login(), null],
      ['Home', paths.home(owner.project.id), owner],
      ['Emails', paths.emails(owner.project.id), owner],
      ['Contacts', paths.contacts(owner.project.id), owner],
    ] as const;
    for (const [name, path, person] of firstPages) {
      const { bytes, names } = await scriptsOf(world, path, person);
      const loads = (part: string) => names.some((file) => file.includes(part));
      world.check(
        `${name}: ${Math.round(bytes / 1000)} KB of compressed script, at most ${maxFirstBytes / 1000}`,
        bytes > 50_000 && bytes <= maxFirstBytes,
        names,
      );
      world.check(`${name}: no editor and no canvas`, !loads('code-area') && !loads('canvas'), names);
    }
  },
};

async function scriptsOf(world: BrowserWorld, path: string, person: ProjectOwner | null) {
  const { page, close } = await world.open(path, person ? { as: person } : {});
  await page.locator('main h1').first().waitFor();
  await until(() => page.evaluate<boolean>('document.querySelector("[aria-busy=true], .skel") === null'));
  const scripts = await page.evaluate<{ name: string; bytes: number }[]>(loadedScripts);
  await close();
  return {
    bytes: scripts.reduce((sum, { bytes }) => sum + bytes, 0),
    names: scripts.map(({ name }) => name),
  };
}

/** As they came over the network: compressed. */
const loadedScripts = `
  performance.getEntriesByType('resource')
    .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
    .map(({ name, encodedBodySize }) => ({ name: new URL(name).pathname, bytes: encodedBodySize }))
`;
