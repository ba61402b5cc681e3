import { until } from '@postrider/server/testing/until';
import type { Locator, Page } from 'playwright-core';
import { paths } from '../../../dashboard/src/navigation/paths.ts';
import { expectAccessible, expectNoViolations } from '../accessibility.ts';
import type { BrowserRun, ProjectOwner } from '../browser-run.ts';

const named = ['ann', 'bea', 'carl', 'dora'].map((name) => `${name}@example.com`);
const nameless = ['xeno@example.com', 'yara@example.com', 'zoe@example.com'];
const bounced = 'bounced@postrider.test';
const recipients = named.length + nameless.length + 1;
/** Give-up limit of what begins 30 s after the button. */
const startsWithin = { seconds: 90 };

/** A campaign from a template to a segment: blocked by the preflight, mended, taken back, sent, and counted. */
export const campaignRun: BrowserRun = {
  name: 'campaign',
  async run(world) {
    const owner = await world.owner();
    const { sdk } = owner;
    await makeAudience(owner);
    const watched = await world.open(paths.campaigns(owner.project.id), { as: owner });
    const { page } = watched;
    let clicks = 0;
    const click = async (target: Locator) => {
      clicks += 1;
      await target.click();
    };

    await click(page.getByRole('button', { name: /^Write a campaign/ }));
    await click(page.getByRole('radio', { name: 'Invitation' }));
    clicks += 2; // a list that opens, and the choice in it
    await page.getByRole('combobox', { name: 'To' }).selectOption({ label: 'Gardeners' });
    await expectAccessible(world, watched, 'the dialog of a new campaign');
    await click(page.getByRole('button', { name: 'Begin writing' }));

    const block = page.getByRole('listitem').filter({ hasText: 'no "first name" and no fallback' });
    await block.waitFor();
    const blockText = (await block.textContent()) ?? '';
    const areNamed = nameless.every((email) => blockText.includes(email));
    const areOthersNamed = named.some((email) => blockText.includes(email));
    world.check('those without a first name are named, and no one else', areNamed && !areOthersNamed, blockText);
    const send = page.getByRole('button', { name: `Send to ${recipients}`, exact: true });
    world.check('it cannot be sent while a problem is left', await send.isDisabled());
    await expectAccessible(world, watched, 'the composer with a problem');
    await world.picture(watched, 'blocked');

    await click(block.getByRole('button', { name: 'Write “there” instead' }));
    await isEnabled(page, send);
    await click(send);
    const confirm = page.getByRole('dialog').getByRole('button', { name: `Send to ${recipients}` });
    const question = (await page.getByRole('dialog').textContent()) ?? '';
    const saysAll = ['8 people', 'hello@postrider.test', 'Come by'].every((words) => question.includes(words));
    world.check('the question states count, sender and subject', saysAll, question);
    await click(confirm);
    await page.getByText('begins to leave in').first().waitFor();
    world.check('from a template to the send in at most 8 clicks', clicks <= 8, clicks);
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    world.check('it is scheduled', (await sdk.campaigns.get(id)).status === 'SCHEDULED');

    await page.getByRole('button', { name: 'Undo' }).click();
    await page.waitForURL(`**${paths.composer(owner.project.id, id)}`);
    const back = await sdk.campaigns.get(id);
    world.check('undo makes it a draft again', back.status === 'DRAFT' && back.scheduledFor === null, back.status);
    world.check('no mail was made', (await sdk.emails.list({ campaignId: id })).total === 0);
    world.check('the fallback was saved', (back.body ?? '').includes('{{first name ?? "there"}}'), back.body);

    await isEnabled(page, send);
    await send.click();
    await confirm.click();
    await page.waitForURL(`**${paths.campaign(owner.project.id, id)}`);
    const balance = page.getByRole('region', { name: 'Balance of this campaign' });
    await balance.waitFor({ timeout: startsWithin.seconds * 1_000 });
    const isOver = await until(async () => (await sdk.campaigns.get(id)).status === 'SENT', startsWithin);
    world.check('it is sent', isOver);
    const isAnswered = await until(async () => {
      const now = await sdk.campaigns.stats(id);
      return now.waitingCount === 0 && now.deliveredCount + now.bouncedCount + now.rejectedCount === recipients;
    });
    world.check('every notice has come', isAnswered);
    const stats = await sdk.campaigns.stats(id);
    const bouncedCount = stats.bouncedCount + stats.rejectedCount;
    const expected = [stats.totalRecipients, stats.deliveredCount, 0, bouncedCount, 0, stats.waitingCount];
    const shown = async () => (await balance.locator('.part .n').allInnerTexts()).map(Number);
    const isSame = await until(async () => JSON.stringify(await shown()) === JSON.stringify(expected), startsWithin);
    world.check('the report equals the figures of the API', isSame, { shown: await shown(), expected });
    world.check('everyone is in it once', stats.totalRecipients === recipients && bouncedCount === 1, stats);
    world.check('it adds up', await balance.getByText('Adds up').isVisible());
    await page.getByText('Sent', { exact: true }).first().waitFor();

    await page
      .getByRole('link', { name: String(bouncedCount) })
      .and(page.locator('.outcomes a'))
      .click();
    const rows = page.getByRole('table', { name: 'Recipients' });
    await rows.getByRole('link', { name: bounced }).waitFor();
    await rows.getByRole('link', { name: named[0] ?? '' }).waitFor({ state: 'detached' });
    world.check('the number of bounces opens its rows', (await rows.locator('tbody tr').count()) === 1);
    await expectAccessible(world, watched, 'the report');
    expectNoViolations(world, watched, 'the campaign from beginning to end');
    await world.picture(watched, 'report');
  },
};

async function makeAudience({ sdk }: ProjectOwner): Promise<void> {
  for (const email of [...named, bounced]) {
    await sdk.contacts.create({ email, data: { plan: 'garden', 'first name': email.split('@')[0] ?? '' } });
  }
  for (const email of nameless) await sdk.contacts.create({ email, data: { plan: 'garden' } });
  await sdk.contacts.create({ email: 'left@example.com', subscribed: false, data: { plan: 'garden' } });
  await sdk.contacts.create({ email: 'other@example.com', data: { plan: 'other' } });
  await sdk.segments.create({
    name: 'Gardeners',
    type: 'DYNAMIC',
    condition: { logic: 'AND', groups: [{ filters: [{ field: 'data.plan', operator: 'equals', value: 'garden' }] }] },
  });
  await sdk.templates.create({
    name: 'Invitation',
    subject: 'Come by on Sunday',
    type: 'MARKETING',
    from: 'hello@postrider.test',
    body: `<p>Hi {{first name}}</p><p>We swap seeds in the hall on Sunday from ten to noon. Bring what you have too much of, and
take home what you miss. There is tea.</p><p><a href="https://example.com/swap">How to find us</a></p>`,
  });
}

async function isEnabled(page: Page, button: Locator): Promise<void> {
  await button.and(page.locator(':enabled')).waitFor();
}
