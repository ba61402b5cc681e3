import { readFile } from 'node:fs/promises';
import { paths } from '../../../dashboard/src/navigation/paths.ts';
import { expectAccessible, expectNoViolations } from '../accessibility.ts';
import type { BrowserRun } from '../browser-run.ts';
import type { WatchedPage } from '../watched-page.ts';

const rowCount = 10_000;
/** Lines of the file: no address, no address at all, and a subscription that is neither yes nor no. */
const bad = new Map([
  [318, 'h.vandermeer@example'],
  [904, ''],
  [2011, 'row2011@people.example'],
]);

/** A file with ten thousand rows, three of them bad: mapped, imported, and told honestly. */
export const importRun: BrowserRun = {
  name: 'import',
  async run(world) {
    const owner = await world.owner();
    await owner.sdk.contacts.create({ email: 'known@people.example', data: { zone: 7, 'first name': 'Known' } });
    const watched = await world.open(paths.import(owner.project.id), { as: owner });
    const { page } = watched;
    await page.getByRole('heading', { name: 'Drop a CSV file here' }).waitFor();
    await expectAccessible(world, watched, 'drop zone');

    await choose(watched, 'large.csv', Buffer.alloc(5_242_881, 'a'));
    await page.getByText('the limit of an import is 5 MB').waitFor();
    world.check('a file that is too large is named before the upload', true);

    await choose(watched, 'growers.csv', fileOf(rowCount));
    await page.getByText('So far only this browser has read it.').waitFor();
    const guessed = (name: string) => page.getByRole('button', { name, exact: true }).isVisible();
    world.check(
      'delimiter, encoding and names are guessed and shown',
      (await guessed('Delimiter: semicolon')) && (await guessed('Encoding: Windows 1252')),
    );
    const becomes = (column: string, target: string) =>
      page.getByRole('combobox', { name: `${column} becomes: ${target}`, exact: true }).waitFor();
    await becomes('E-mail', 'email');
    await becomes('First Name', 'first name');
    await becomes('Zone', 'zone');
    await becomes('id', 'leave out');
    await page.getByText('Reserved: it would vanish without an error').waitFor();
    await page.getByText('are stored as text; the field is a number').waitFor();
    world.check('columns become the fields they are, and reserved keys are named', true);
    await expectAccessible(world, watched, 'mapping');
    await world.picture(watched, 'mapping');

    await page.evaluate(watchProgress);
    await page.getByRole('button', { name: 'Import 10,000 rows' }).click();
    await page.getByRole('heading', { name: 'Failed rows' }).waitFor();
    const seen = await page.evaluate<number[]>('window.seenProgress');
    const isRising = seen.every((value, index) => index === 0 || value >= (seen[index - 1] ?? 0));
    world.check('progress never goes back', isRising, seen);
    const balance = await page.getByRole('region', { name: 'Balance of this import' }).textContent();
    world.check(
      '9,997 of 10,000 are in, 3 failed',
      balance?.replaceAll(/\s/g, '').includes('10,000rowsread=9,997created+0updated+0unchanged+3failed') === true,
      balance,
    );
    const rows = await page.locator('.failed-rows tbody tr').allTextContents();
    world.check(
      'each failed row is told with its line',
      [...bad.keys()].every((line, index) => rows[index]?.startsWith(line.toLocaleString('en-US'))),
      rows,
    );
    await expectAccessible(world, watched, 'result');
    await world.picture(watched, 'result');

    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'File with 3 rows and why' }).click();
    const lines = (await readFile(await (await saved).path(), 'utf8')).trim().split('\n');
    world.check(
      'the file of failed rows has three rows with reasons',
      lines.length === 4 && /error$/.test(lines[0]?.trim() ?? ''),
      lines,
    );

    const { total } = await owner.sdk.contacts.list({ limit: 1 });
    const [known] = (await owner.sdk.contacts.list({ search: 'row5000@people.example' })).data;
    world.check('the contacts are there', total === 9_998, total);
    world.check('with their data, and nothing of the columns left out', isSame(known?.data), known?.data);
    expectNoViolations(world, watched, 'import');
  },
};

const isSame = (data: Readonly<Record<string, unknown>> | undefined): boolean =>
  data?.zone === 5 && data['first name'] === 'Zoë' && data['Garden, m²'] === 12 && Object.keys(data).length === 3;

const choose = ({ page }: WatchedPage, name: string, buffer: Buffer): Promise<void> =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer });

/** As an older spreadsheet writes it: semicolons, Windows 1252, a comma in a name, a column that is reserved. */
function fileOf(count: number): Buffer {
  const lines = ['E-mail;First Name;Zone;Garden, m²;id;subscribed'];
  for (let line = 2; line <= count + 1; line += 1) {
    const email = bad.get(line) ?? `row${line}@people.example`;
    const zone = line === 3 ? '8 to 9' : '5';
    lines.push(`${email};Zoë;${zone};12;${line};${line === 2011 ? 'maybe' : 'yes'}`);
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1');
}

/** Notes every value that the bar of the page shows. */
const watchProgress = `
  window.seenProgress = [];
  new MutationObserver(() => {
    const bar = document.querySelector('progress.job-bar');
    if (bar) window.seenProgress.push(bar.value);
  }).observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['value'] });
`;
