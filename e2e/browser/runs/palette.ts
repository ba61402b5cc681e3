import { until } from '@postrider/server/testing/until';
import { paths } from '../../../dashboard/src/navigation/paths.ts';
import { expectAccessible, expectNoViolations } from '../accessibility.ts';
import type { BrowserRun } from '../browser-run.ts';

/** A request id pasted into the palette leads to the call, its mail and its contact; pages are reached by keys alone. */
export const paletteRun: BrowserRun = {
  name: 'palette',
  async run(world) {
    const owner = await world.owner();
    const { sdk, project } = owner;
    const reply = await sdk.send({
      to: 'ann@example.com',
      from: 'hello@postrider.test',
      subject: 'The mail of the palette',
      body: '<p>Hello</p>',
    });
    const emailId = reply.emails[0]?.email ?? '';
    const email = await sdk.emails.get(emailId);
    const requestId = email.requestId ?? '';
    const isLogged = await until(async () => (await sdk.logs.list({ requestId })).data.length > 0);
    world.check('the call is logged', isLogged && requestId !== '');

    const watched = await world.open(paths.keys(project.id), { as: owner });
    const { page } = watched;
    const search = page.getByRole('combobox', { name: 'Contact, mail, request id' }); // pages have pickers of their own
    await page.locator('main h1').waitFor();
    const places = [
      { presses: 1, address: paths.log(project.id, requestId) },
      { presses: 2, address: paths.email(project.id, emailId) },
      { presses: 3, address: paths.contact(project.id, email.contactId ?? '') },
    ];
    for (const { presses, address } of places) {
      await page.keyboard.press('Control+k');
      await search.fill(requestId);
      const found = page.getByRole('group', { name: 'What has this id, and what it made' });
      await found.getByRole('option').nth(2).waitFor();
      if (presses === 1) {
        await world.picture(watched, 'found');
        await expectAccessible(world, watched, 'the open palette');
      }
      for (let press = 1; press < presses; press += 1) await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.waitForURL(`**${address}`);
      world.check(`${address.split('/')[3]} by the request id, ${presses} key presses`, true);
      await page.locator('main h1').first().waitFor();
    }

    await page.keyboard.press('g');
    await page.keyboard.press('c');
    await page.waitForURL(`**${paths.contacts(project.id)}`);
    await page.locator('main h1').first().waitFor();
    await page.keyboard.press('Control+k');
    await search.fill('>doma');
    await page.keyboard.press('Escape');
    await search.waitFor({ state: 'detached' });
    world.check('g c goes to contacts, Escape closes the palette', true);
    expectNoViolations(world, watched, 'the palette');
  },
};
