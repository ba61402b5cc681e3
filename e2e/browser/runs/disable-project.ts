import { paths } from '../../../dashboard/src/navigation/paths.ts';
import { expectAccessible, expectNoViolations } from '../accessibility.ts';
import type { BrowserRun } from '../browser-run.ts';

/** A project is disabled with a reason and enabled again: by an administrator of the instance, and by nobody else. */
export const disableProjectRun: BrowserRun = {
  name: 'disable-project',
  async run(world) {
    const owner = await world.owner();
    const watched = await world.open(paths.settings(owner.project.id, 'general'), { as: owner });
    const { page } = watched;
    await page.getByText('Only administrators of the instance change this.').waitFor();
    const isOff = await page.getByRole('button', { name: 'Disable the project…' }).isDisabled();
    world.check('the owner of a project sees the button disabled with its reason', isOff);

    await world.sql(
      `update users set is_instance_admin = true
        where id in (select user_id from memberships where project_id = $1)`,
      [owner.project.id],
    );
    await page.reload();
    await page.getByRole('button', { name: 'Disable the project…' }).and(page.locator(':enabled')).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').selectOption('PHISHING_DETECTED');
    await expectAccessible(world, watched, 'why it is disabled');
    await world.picture(watched, 'asked');
    await dialog.getByRole('button', { name: 'Disable the project' }).click();
    await page.getByText('The project is disabled: its mail was found to be phishing.').waitFor();
    await expectAccessible(world, watched, 'a disabled project');
    await world.picture(watched, 'disabled');
    const refused = await owner.api
      .with({ 'x-project-id': owner.project.id })
      .post('/contacts', { email: 'a@people.example' });
    world.check('the project takes nothing any more', refused.status === 403, refused.status);

    await page.getByRole('button', { name: 'Enable the project…' }).click();
    await dialog.getByRole('button', { name: 'Enable the project' }).click();
    await page.getByText('The project is in use.').waitFor();
    await owner.sdk.contacts.create({ email: 'a@people.example' });
    world.check('it is in use again', true);
    expectNoViolations(world, watched, 'general settings');
  },
};
