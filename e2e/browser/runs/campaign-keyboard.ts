import { paths } from '../../../dashboard/src/navigation/paths.ts';
import { expectNoViolations } from '../accessibility.ts';
import type { BrowserRun } from '../browser-run.ts';
import { keyboard } from '../keyboard.ts';

const text = `We swap seeds in the hall on Sunday from ten to noon. Bring what you have too much of, and take home what
you miss.`.replaceAll('\n', ' ');

/** A campaign written, sent and taken back without a pointer. */
export const campaignKeyboardRun: BrowserRun = {
  name: 'campaign-keyboard',
  async run(world) {
    const owner = await world.owner();
    const { sdk } = owner;
    for (const email of ['ann@example.com', 'bea@example.com']) await sdk.contacts.create({ email });
    const watched = await world.open(paths.campaigns(owner.project.id), { as: owner });
    const { page } = watched;
    const keys = keyboard(page);
    await page.getByRole('heading', { name: 'No campaign yet' }).waitFor();

    await keys.press('n');
    await page.getByRole('dialog').waitFor();
    await keys.tabTo('textbox', 'Name');
    await keys.type('Seed swap');
    await keys.press('Enter');
    await page.getByRole('textbox', { name: 'Subject' }).waitFor();
    await page.getByRole('textbox', { name: 'Body' }).waitFor();

    await keys.tabTo('textbox', 'Subject');
    await keys.press('ControlOrMeta+a');
    await keys.type('Come by on Sunday');
    await keys.tabTo('textbox', 'Body');
    await keys.press('ControlOrMeta+a');
    await keys.type(text);
    const send = page.getByRole('button', { name: 'Send to 2', exact: true });
    await send.and(page.locator(':enabled')).waitFor();
    await keys.press('ControlOrMeta+Enter');
    await page.getByRole('dialog').waitFor();
    await world.picture(watched, 'question');
    await keys.tabTo('button', 'Send to 2');
    await keys.press('Enter');

    await page.getByText('begins to leave in').first().waitFor();
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const sent = await sdk.campaigns.get(id);
    const isWritten = sent.subject === 'Come by on Sunday' && sent.body === text;
    world.check('what was typed is what is sent', isWritten && sent.status === 'SCHEDULED', sent);

    await keys.tabTo('button', 'Undo');
    await keys.press('Enter');
    await page.getByRole('textbox', { name: 'Subject' }).waitFor();
    world.check('it is taken back by the keyboard', (await sdk.campaigns.get(id)).status === 'DRAFT');
    world.check('without a long way', keys.presses < 100, keys.presses);
    expectNoViolations(world, watched, 'a campaign by keyboard');
  },
};
