import { paths } from '../../../dashboard/src/navigation/paths.ts';
import { expectAccessible, expectNoViolations } from '../accessibility.ts';
import type { BrowserRun } from '../browser-run.ts';

/** A project brings its own provider: a host inside the network is refused at its field, and Amazon SES is saved and given up again. */
export const providerRun: BrowserRun = {
  name: 'provider',
  async run(world) {
    const owner = await world.owner();
    const watched = await world.open(paths.settings(owner.project.id, 'provider'), { as: owner });
    const { page } = watched;
    await page.getByRole('button', { name: 'Use your own…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Host').fill('10.1.2.3');
    await dialog.getByLabel('User name').fill('acme');
    await dialog.getByRole('textbox', { name: 'Password' }).fill('open sesame');
    await dialog.getByRole('button', { name: 'Save provider' }).click();
    await dialog.getByText('The host has an address that may not be called.').first().waitFor();
    await expectAccessible(world, watched, 'a host that is refused');
    await world.picture(watched, 'refused');

    await dialog.getByLabel('Mail leaves by').selectOption('ses');
    await dialog.getByLabel('Region').fill('eu-west-1');
    await dialog.getByLabel('Access key', { exact: true }).fill('AKIAOWN');
    await dialog.getByRole('textbox', { name: 'Secret access key' }).fill('own secret');
    await world.picture(watched, 'ses');
    await dialog.getByRole('button', { name: 'Save provider' }).click();
    await page.getByText('This project brought it.').waitFor();
    await expectAccessible(world, watched, 'a provider of the project');
    await world.picture(watched, 'saved');
    const stored = await owner.api.get(`/projects/${owner.project.id}/provider`);
    world.check('the provider is stored', stored.body.source === 'project' && stored.body.type === 'ses', stored.text);

    await page.getByRole('button', { name: 'Change provider…' }).click();
    const secret = await dialog.getByRole('textbox', { name: 'Secret access key' }).inputValue();
    world.check('the secret is not shown', secret === '', secret);
    await dialog.getByLabel('Mail leaves by').selectOption('instance');
    await dialog.getByRole('button', { name: 'Save provider' }).click();
    await page.getByRole('button', { name: 'Use your own…' }).waitFor();
    const left = await owner.api.get(`/projects/${owner.project.id}/provider`);
    world.check('it leaves by the instance again', left.body.source === 'instance', left.text);
    expectNoViolations(world, watched, 'the provider');
  },
};
