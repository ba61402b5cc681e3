import { expectAccessible } from '../accessibility.ts';
import type { BrowserRun } from '../browser-run.ts';
import { expectReadablePages } from '../readable-pages.ts';

/** The contract as pages: readable in both themes and on a phone, without a script. */
export const referenceRun: BrowserRun = {
  name: 'reference',
  async run(world) {
    await expectReadablePages(world, ['/reference', '/reference/contacts', '/reference/workflows']);
    const watched = await world.open('/reference', { theme: 'dark', width: 360 });
    await watched.page.locator('a[href="/reference/contacts#postContacts"]').click();
    const operation = watched.page.locator('#postContacts');
    await operation.waitFor();
    world.check('a link of the overview leads to its operation', watched.page.url().endsWith('/contacts#postContacts'));
    await operation.locator('summary').first().click();
    const field = operation.locator('details[open] th code').first();
    world.check('fields of a reply open without a script', await field.isVisible());
    await expectAccessible(world, watched, 'an operation with its fields open');
    await world.picture(watched, 'operation-dark-360');
  },
};
