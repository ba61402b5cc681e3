import { paths } from '../../../dashboard/src/navigation/paths.ts';
import { newEmail } from '../../spec/world/people.ts';
import { expectAccessible, expectNoViolations } from '../accessibility.ts';
import type { BrowserRun } from '../browser-run.ts';

/** An invitation from one browser to another, and what a member may not do there. */
export const teamRun: BrowserRun = {
  name: 'team',
  async run(world) {
    const owner = await world.owner();
    const email = newEmail('invited');
    const inviting = await world.open(paths.settings(owner.project.id, 'team'), { as: owner });
    const { page } = inviting;
    await page.getByRole('button', { name: 'Invite someone' }).click();
    await page.getByRole('dialog').getByLabel('E-mail').fill(email);
    await page.getByRole('dialog').getByRole('button', { name: 'Invite', exact: true }).click();
    const link = page.getByRole('dialog').locator('.invite-link .cut');
    await link.waitFor();
    const address = new URL((await link.getAttribute('title')) ?? '');
    await expectAccessible(world, inviting, 'the link to hand over');
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
    await page.getByRole('table', { name: 'Open invitations' }).getByText(email).waitFor();
    await expectAccessible(world, inviting, 'an open invitation');
    await world.picture(inviting, 'invited');

    const invited = await world.open(address.pathname);
    await invited.page.getByLabel('Password', { exact: true }).fill('a password of a member');
    await invited.page.getByRole('button', { name: `Join ${owner.project.name}` }).click();
    await invited.page.waitForURL(`**${paths.home(owner.project.id)}**`);
    world.check('the invited person signs up and is in the project', true);

    await invited.page.goto(world.url + paths.settings(owner.project.id, 'general'));
    await invited.page.getByText('Only owners and admins change these settings.').waitFor();
    const isNameOff = await invited.page.getByLabel('Name', { exact: true }).isDisabled();
    world.check('a member reads the settings and cannot change them', isNameOff);
    await invited.page.goto(world.url + paths.settings(owner.project.id, 'team'));
    await invited.page.getByRole('table', { name: 'People' }).getByText(email).waitFor();
    await invited.page.getByText('Only owners and admins invite people.').waitFor();
    const isInviteOff = await invited.page.getByRole('button', { name: 'Invite someone' }).isDisabled();
    world.check('inviting is disabled with its reason', isInviteOff);
    await world.picture(invited, 'member');
    await expectAccessible(world, invited, 'the team as a member sees it');
    const offs = [
      ['provider', 'Go live…', 'Only owners and admins switch between test and live.'],
      ['data', 'Delete the project…', 'Only owners reset or delete a project.'],
    ] as const;
    for (const [tab, button, reason] of offs) {
      await invited.page.goto(world.url + paths.settings(owner.project.id, tab));
      await invited.page.getByText(reason).first().waitFor();
      const isOff = await invited.page.getByRole('button', { name: button }).isDisabled();
      world.check(`${tab}: the button is disabled with its reason`, isOff);
    }

    await page.reload();
    await page.getByLabel(`Role of ${email}`).selectOption('ADMIN');
    await page.getByText(`${email} is admin now.`).first().waitFor();
    await invited.page.goto(world.url + paths.settings(owner.project.id, 'team'));
    const invite = invited.page.getByRole('button', { name: 'Invite someone' });
    await invite.and(invited.page.locator(':enabled')).waitFor();
    world.check('a new role counts with the next request', true);

    await page.getByRole('row', { name: email }).getByRole('button', { name: 'Remove…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('table', { name: 'People' }).getByText(email).waitFor({ state: 'detached' });
    world.check('a removed person is gone from the list', true);
    expectNoViolations(world, inviting, 'the owner');
    expectNoViolations(world, invited, 'the member');
  },
};
