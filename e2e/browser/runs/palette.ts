import { until } from '@postrider/server/testing/until';
import type { Locator, Page } from 'playwright-core';
import { paths } from '../../../dashboard/src/navigation/paths.ts';
import { expectAccessible, expectNoViolations } from '../accessibility.ts';
import type { BrowserRun, BrowserWorld } from '../browser-run.ts';

interface Creation {
  /** As the palette offers it. */
  readonly hit: string;
  readonly dialog: string;
  /** What is made there by its name, where its page opens afterwards. */
  readonly making?: { readonly field: string; readonly name: string; readonly button: string };
}

const creations: readonly Creation[] = [
  {
    hit: 'New campaign',
    dialog: 'Write a campaign',
    making: { field: 'Name', name: 'Spring', button: 'Begin writing' },
  },
  {
    hit: 'New workflow',
    dialog: 'New workflow',
    making: { field: 'Name', name: 'Welcome', button: 'Create workflow' },
  },
  {
    hit: 'New template',
    dialog: 'New template',
    making: { field: 'Name', name: 'Receipt', button: 'Create template' },
  },
  {
    hit: 'New segment',
    dialog: 'New segment',
    making: { field: 'Name', name: 'Customers', button: 'Create segment' },
  },
  {
    hit: 'Add a domain',
    dialog: 'Add a domain',
    making: { field: 'Domain', name: 'palette.example', button: 'Add domain' },
  },
  { hit: 'Add a contact', dialog: 'Add a contact' },
  { hit: 'Add a webhook', dialog: 'Add a webhook' },
];

/** A request id pasted into the palette leads to the call, its mail and its contact; pages are reached and things made by keys alone. */
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
    const search = searchIn(page);
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
    for (const creation of creations) await create(world, page, paths.keys(project.id), creation);
    await sendOne(world, page, paths.emails(project.id));
    expectNoViolations(world, watched, 'the palette');
  },
};

/** Pages have pickers of their own. */
const searchIn = (page: Page): Locator => page.getByRole('combobox', { name: 'Contact, mail, request id' });

/** A line of the palette opens its dialog; neither Escape nor the way back from what was made leaves it in the address. */
async function create(world: BrowserWorld, page: Page, startPath: string, { hit, dialog, making }: Creation) {
  await page.goto(world.url + startPath);
  await page.locator('main h1').waitFor();
  await page.keyboard.press('Control+k');
  await searchIn(page).fill(`>${hit}`);
  await page.keyboard.press('Enter'); // at once: it opens what is written
  const opened = page.getByRole('dialog', { name: dialog });
  await opened.waitFor();
  if (!making) {
    await page.keyboard.press('Escape');
    await opened.waitFor({ state: 'detached' });
    world.check(`${hit}: its dialog opens and closes`, !isDialogIn(page), page.url());
    return;
  }
  await opened.getByLabel(making.field, { exact: true }).fill(making.name);
  const listPath = new URL(page.url()).pathname;
  await opened.getByRole('button', { name: making.button }).click();
  await page.waitForURL((url) => url.pathname !== listPath);
  await page.locator('main h1').first().waitFor();
  await page.goBack();
  world.check(
    `${hit}: its dialog opens, and Back from what it made does not open it again`,
    !isDialogIn(page),
    page.url(),
  );
}

async function sendOne(world: BrowserWorld, page: Page, listPath: string): Promise<void> {
  await page.goto(world.url + listPath);
  await page.getByRole('button', { name: 'Send a mail' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send a mail' });
  await dialog.getByLabel('To', { exact: true }).fill('delivered@postrider.test');
  await dialog.getByLabel('Subject').fill('Sent by hand');
  await dialog.getByLabel('Body').fill('<p>Hello</p>');
  await dialog.getByRole('button', { name: 'Send mail' }).click();
  await page.getByRole('heading', { level: 1, name: 'Sent by hand' }).waitFor();
  await page.goBack();
  world.check('Back from a mail sent by hand leads to the list alone', !isDialogIn(page), page.url());
}

const isDialogIn = (page: Page): boolean => new URL(page.url()).searchParams.has('new');
