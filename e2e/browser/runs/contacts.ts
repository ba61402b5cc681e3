import { text } from 'node:stream/consumers';
import { until } from '@postrider/server/testing/until';
import type { Page } from 'playwright-core';
import { paths } from '../../../dashboard/src/navigation/paths.ts';
import { expectAccessible, expectNoViolations } from '../accessibility.ts';
import type { BrowserRun, BrowserWorld, ProjectOwner } from '../browser-run.ts';
import type { WatchedPage } from '../watched-page.ts';

/** The list of contacts and the page of one: edited, unsubscribed in three ways, changed by the dozen, and asked why. */
export const contactsRun: BrowserRun = {
  name: 'contacts',
  async run(world) {
    const owner = await world.owner();
    const watched = await world.open(paths.contacts(owner.project.id), { as: owner });
    await watched.page.getByRole('heading', { name: 'No contacts yet' }).waitFor();
    await expectAccessible(world, watched, 'no contacts');
    for (let number = 10; number < 22; number += 1)
      await owner.sdk.contacts.create({
        email: `p${number}@people.example`,
        subscribed: number !== 10,
        data: { plan: number % 2 === 0 ? 'pro' : 'free', 'first name': `Person ${number}` },
      });

    await addOne(world, owner, watched);
    await bulk(world, owner, watched);
    await edit(world, owner, watched);
    await unsubscribeAsRecipient(world, owner, watched);
    await why(world, owner, watched);
    await saveAll(world, owner, watched);
    expectNoViolations(world, watched, 'contacts');
  },
};

async function addOne(world: BrowserWorld, owner: ProjectOwner, { page }: WatchedPage): Promise<void> {
  await page.goto(world.url + paths.contacts(owner.project.id));
  await rowOf(page, 'p21@people.example').waitFor();
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'Add a contact' });
  await dialog.getByLabel('Address').fill('ada@gmial.com');
  await dialog.getByRole('button', { name: 'ada@gmail.com' }).click();
  world.check(
    'a slip in an address is named, and mended by a press',
    (await dialog.getByLabel('Address').inputValue()) === 'ada@gmail.com',
  );
  await dialog.getByRole('button', { name: 'Add contact' }).click();
  await rowOf(page, 'ada@gmail.com').waitFor();
  world.check('the new contact is in the list', true);
}

async function bulk(world: BrowserWorld, owner: ProjectOwner, watched: WatchedPage): Promise<void> {
  const { page } = watched;
  for (const number of [10, 11, 12])
    await page.getByRole('checkbox', { name: `Select p${number}@people.example` }).click();
  const bar = page.getByRole('toolbar', { name: 'With the selected contacts' });
  await bar.getByRole('button', { name: 'Unsubscribe 2' }).waitFor();
  await expectAccessible(world, watched, 'selection');
  await world.picture(watched, 'selection');
  await owner.sdk.contacts.delete((await contactOf(owner, 'p12@people.example')).id);
  await bar.getByRole('button', { name: 'Unsubscribe 2' }).click();
  const result = page.getByRole('region', { name: 'Change of many contacts' });
  await result.getByText('1 failed', { exact: true }).waitFor();
  const words = await result.getByRole('status').textContent();
  world.check(
    'the result is honest: changed, unchanged and failed',
    words === '1 changed, 1 not subscribed before, 1 failed',
    words,
  );
  world.check('the contact is not subscribed any more', !(await contactOf(owner, 'p11@people.example')).subscribed);
  await page.getByRole('button', { name: 'Put this result away' }).click();

  await page.getByRole('tab', { name: /^Not subscribed/ }).click();
  await page.getByRole('checkbox', { name: /^Select all/ }).click();
  await bar.getByRole('button', { name: 'Subscribe 2', exact: true }).click();
  await page.getByRole('region', { name: 'Change of many contacts' }).getByText('2 changed', { exact: true }).waitFor();
  await page.getByRole('tab', { name: /^Subscribed/ }).click();
  await rowOf(page, 'p11@people.example').waitFor();
  world.check('all of a tab are changed at once', (await contactOf(owner, 'p10@people.example')).subscribed);
}

async function edit(world: BrowserWorld, owner: ProjectOwner, watched: WatchedPage): Promise<void> {
  const { page } = watched;
  await page.getByRole('link', { name: 'p13@people.example' }).click();
  await page.getByRole('heading', { name: 'p13@people.example' }).waitFor();
  await page.locator('.history').getByText('Created', { exact: true }).waitFor();
  await expectAccessible(world, watched, 'contact');

  await page.getByRole('button', { name: 'Change the address' }).click();
  await page.getByRole('textbox', { name: 'Address' }).fill('p14@people.example');
  await page.keyboard.press('Enter');
  const form = page.getByRole('form', { name: 'Change the address' });
  const other = await contactOf(owner, 'p14@people.example');
  const href = await form.getByRole('link', { name: 'p14@people.example' }).getAttribute('href');
  world.check(
    'a conflict links to the contact that has the address',
    href === paths.contact(owner.project.id, other.id),
    href,
  );
  await page.getByRole('textbox', { name: 'Address' }).fill('p13.new@people.example');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'p13.new@people.example' }).waitFor();

  await page.getByRole('button', { name: 'Edit plan: free' }).click();
  await page.getByRole('textbox', { name: 'plan' }).fill('team');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Edit plan: team' }).waitFor();
  await page.getByRole('button', { name: 'Edit first name: Person 13' }).click();
  await page.getByRole('textbox', { name: 'first name' }).fill('');
  await page.getByText('Delete this key?').waitFor();
  await page.getByRole('button', { name: 'Delete key' }).click();
  await page.getByRole('button', { name: 'Edit first name' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Add a key' }).click();
  await page.getByRole('textbox', { name: 'Key' }).fill('email');
  await page.getByRole('textbox', { name: 'Value' }).fill('7');
  await page.keyboard.press('Enter');
  await page.getByText('email is reserved').waitFor();
  await page.getByRole('textbox', { name: 'Key' }).fill('zone');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Edit zone: 7' }).waitFor();
  const { data } = await contactOf(owner, 'p13.new@people.example');
  world.check(
    'values are edited, deleted and added in their place',
    data.plan === 'team' && data.zone === 7 && !('first name' in data),
    data,
  );

  await page.getByRole('switch', { name: 'Subscribed' }).click();
  await page.getByText(/^Changed .*, by .+\.$/).waitFor();
  const contact = await contactOf(owner, 'p13.new@people.example');
  world.check('the switch unsubscribes, and the page says who changed it last', !contact.subscribed);
}

async function unsubscribeAsRecipient(world: BrowserWorld, owner: ProjectOwner, watched: WatchedPage): Promise<void> {
  const { page } = watched;
  const contact = await contactOf(owner, 'p15@people.example');
  await owner.sdk.send({
    to: contact.email,
    subject: 'Leave if you like',
    from: await sandboxAddress(owner),
    body: '<p>Hello. <a href="{{unsubscribeUrl}}">Leave</a></p>',
  });
  const mail = await owner.sdk.inbox.wait({ to: contact.email, timeout: 20 });
  const raw = await (await owner.sdk.inbox.raw(mail.id)).text();
  const link = /https?:\/\/[^"'\s<>=]+\/u\/[\w.~-]+/.exec(raw.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='))?.[0];
  world.check('a real mail holds the link', link !== undefined, raw.length);

  await page.goto(world.url + paths.contact(owner.project.id, contact.id));
  await page.getByText('gets marketing mail', { exact: true }).waitFor();
  const recipient = await world.open(new URL(link ?? world.url).pathname);
  await recipient.page.getByRole('button').first().click();
  const isGone = await until(async () => !(await contactOf(owner, contact.email)).subscribed);
  world.check('the recipient unsubscribes with the link of a mail', isGone);
  await page.getByText('gets no marketing mail', { exact: true }).waitFor();
  await page.getByText(/^Changed .* by the person, with the link in a mail\./).waitFor();
  world.check('the open page of the contact shows it without a reload', true);
  await page.getByRole('tab', { name: 'Subscription' }).click();
  const consent = page.locator('.history');
  await consent.getByText('Unsubscribed', { exact: true }).waitFor();
  await consent.getByText('Created, subscribed', { exact: true }).waitFor();
  const origin = await consent.getByRole('link', { name: 'That mail' }).getAttribute('href');
  world.check('each state says by whom and how, and leads to the mail', origin?.includes('/emails/') === true, origin);
  await expectAccessible(world, watched, 'consent');
  await world.picture(watched, 'unsubscribed');
}

async function why(world: BrowserWorld, owner: ProjectOwner, watched: WatchedPage): Promise<void> {
  const { page } = watched;
  const campaign = await owner.sdk.campaigns.create({
    name: 'Autumn planting guide',
    subject: 'Autumn',
    from: await sandboxAddress(owner),
    body: '<p>Plant now. <a href="{{unsubscribeUrl}}">Leave</a></p>',
    audienceType: 'ALL',
  });
  const contact = await contactOf(owner, 'p15@people.example');
  await page.goto(world.url + paths.contact(owner.project.id, contact.id));
  await page.getByRole('heading', { name: contact.email }).waitFor();
  await page.keyboard.press('w');
  await page.getByRole('option', { name: /Autumn planting guide/ }).click();
  const trail = page.getByRole('region', { name: 'Why' });
  await trail.locator('li.no').first().waitFor();
  const failing = await trail.locator('li.no').first().textContent();
  const asked = await owner.sdk.contacts.why(contact.id, { campaignId: campaign.id });
  world.check(
    'the answer stands on top',
    (await trail.getByRole('status').first().textContent()) === asked.answer,
    asked.answer,
  );
  world.check('the first failing line is the subscription', failing?.includes('Subscription:') === true, failing);
  await expectAccessible(world, watched, 'why');
  await world.picture(watched, 'why');
}

/** What stands beside the history comes in one call; everything that is stored is saved as a file. */
async function saveAll(world: BrowserWorld, owner: ProjectOwner, watched: WatchedPage): Promise<void> {
  const { page } = watched;
  const contact = await contactOf(owner, 'p14@people.example');
  const list = await owner.sdk.segments.create({ name: 'Greenhouse growers', type: 'STATIC' });
  await owner.sdk.segments.addMembers(list.id, { emails: [contact.email] });
  await owner.sdk.track({ email: contact.email, event: 'signup', data: { plan: 'pro' } });
  await page.goto(world.url + paths.contact(owner.project.id, contact.id));
  await page.getByRole('link', { name: 'Greenhouse growers' }).waitFor();
  await page.getByRole('table', { name: 'Mail in 90 days' }).waitFor();
  world.check('segments and mail of the contact stand beside its history', true);
  await expectAccessible(world, watched, 'summary');
  await world.picture(watched, 'summary');
  await page.getByRole('button', { name: 'More' }).click();
  const saving = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Export everything as a file' }).click();
  const file = await saving;
  const saved = JSON.parse(await text(await file.createReadStream())) as {
    contact: { email: string };
    events: { name: string }[];
  };
  world.check('the file is named after the contact', file.suggestedFilename() === `${contact.email}.json`);
  const isWhole = saved.contact.email === contact.email && saved.events.some(({ name }) => name === 'signup');
  world.check('the file has the contact and its events', isWhole);
}

const rowOf = (page: Page, email: string) => page.getByRole('row').filter({ hasText: email });

async function contactOf(owner: ProjectOwner, email: string) {
  const { data } = await owner.sdk.contacts.list({ search: email });
  const contact = data.find((one) => one.email === email);
  if (!contact) throw new Error(`${email} is no contact`);
  return contact;
}

async function sandboxAddress(owner: ProjectOwner): Promise<string> {
  const reply = await owner.api.get('/users/@me/projects');
  const [project] = reply.body as readonly { sandboxAddress: string }[]; // of GET /users/@me/projects
  return project?.sandboxAddress ?? '';
}
