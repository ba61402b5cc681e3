import { paths } from '../../../dashboard/src/navigation/paths.ts';
import type { Item } from '../../../sdk/src/index.ts';
import { expectAccessible, expectNoViolations } from '../accessibility.ts';
import type { BrowserRun } from '../browser-run.ts';

type DomainRecord = Item<'GET /domains/project/{projectId}'>['records'][number];

/** A domain from its name to verified, with the commonest mistake on the way; the name server is the run's own. */
export const domainRun: BrowserRun = {
  name: 'domain',
  async run(world) {
    const owner = await world.owner();
    const name = 'letters.example';
    const watched = await world.open(paths.domains(owner.project.id), { as: owner });
    const { page } = watched;
    await page.getByRole('heading', { name: 'No domain yet' }).waitFor();
    await expectAccessible(world, watched, 'no domain yet');

    await page.getByRole('main').getByRole('button', { name: 'Add a domain' }).last().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Domain' }).fill('gmail.com');
    await dialog.getByRole('button', { name: 'Add domain' }).click();
    await dialog.locator('.err-msg').waitFor();
    world.check('a domain that cannot be added is refused at its field', true);
    await dialog.getByRole('textbox', { name: 'Domain' }).fill(name);
    await dialog.getByRole('button', { name: 'Add domain' }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await page.getByText('Not verified yet').first().waitFor();

    const [domain] = await owner.sdk.domains.list(owner.project.id);
    const needed = domain?.records.filter(({ required }) => required) ?? [];
    const [dkim, ...others] = needed.toSorted((one) => (one.purpose === 'DKIM' ? -1 : 1));
    if (!dkim) throw new Error('no DKIM record is asked for');
    const host = dkim.name.slice(0, -name.length - 1);
    await page.getByText(host, { exact: true }).first().waitFor();
    await page.getByLabel('My DNS adds the domain itself').click();
    await page.getByText(dkim.name, { exact: true }).first().waitFor();
    world.check('the switch turns short hosts into whole names', true);
    await expectAccessible(world, watched, 'not verified yet');

    for (const record of others) world.names.set(record.name, record.type, [dataOf(record)]);
    world.names.set(`${dkim.name}.${name}`, dkim.type, [dataOf(dkim)]);
    // Found by the checks of the open page: nothing is pressed.
    await page.getByText(`The record stands at ${dkim.name}.${name}`, { exact: false }).first().waitFor();
    world.check('a host that was entered twice is named in words', true);
    await world.picture(watched, 'doubled');
    await expectAccessible(world, watched, 'a host entered twice');

    world.names.set(dkim.name, dkim.type, [dataOf(dkim)]);
    await page.locator('.st.verified.tag', { hasText: 'Verified' }).waitFor();
    await page.getByText(`${needed.length} of ${needed.length} found`).waitFor();
    world.check('the page says verified by itself once the records are there', true);
    await world.picture(watched, 'verified');
    await expectAccessible(world, watched, 'verified');

    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Zone file' }).click();
    world.check('the zone file has the name of the domain', (await download).suggestedFilename() === `${name}.zone`);

    await page.getByRole('link', { name: 'Domains', exact: true }).last().click();
    await page.getByRole('link', { name, exact: true }).waitFor();
    await page.getByText('1 domain', { exact: true }).waitFor();
    expectNoViolations(world, watched, 'domains');
  },
};

/** As a zone holds it: one text of a TXT record has at most 255 bytes. */
function dataOf({ type, value, priority }: DomainRecord): string | string[] {
  if (type === 'TXT') return value.match(/.{1,255}/g) ?? [];
  return priority === null ? value : `${priority} ${value}`;
}
