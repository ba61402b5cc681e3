import { PostriderTracker } from '../../../sdk/src/index.ts';
import { expectAccessible, expectNoViolations } from '../accessibility.ts';
import type { BrowserRun, BrowserWorld, ProjectOwner } from '../browser-run.ts';
import { type Keyboard, keyboard } from '../keyboard.ts';
import type { WatchedPage } from '../watched-page.ts';

const maxPresses = 120;
const person = 'ann@example.com';

/** A workflow is built, tried, switched on and watched in the outline, without a pointer. */
export const workflowOutlineRun: BrowserRun = {
  name: 'workflow-outline',
  async run(world) {
    const owner = await world.owner();
    const { sdk, project } = owner;
    await sdk.contacts.create({ email: person, data: { plan: 'pro' } });
    for (const name of ['Welcome', 'Tips']) {
      const subject = `${name}, {{ email }}`;
      await sdk.templates.create({
        name,
        subject,
        body: `<p>${name}</p>`,
        type: 'TRANSACTIONAL',
        from: 'hello@postrider.test',
      });
    }
    const watched = await world.open(`/app/${project.id}/workflows`, { as: owner });
    await watched.page.getByRole('heading', { name: 'No workflows yet' }).waitFor();
    await expectAccessible(world, watched, 'the empty list');
    const keys = keyboard(watched.page);

    await create(keys, watched);
    await addSteps(keys, watched);
    const { presses } = keys;
    world.check(`mail, wait, question, mail in ${presses} key presses beside texts`, presses <= maxPresses, presses);
    const outline = await watched.page.locator('.outline .owhat').allInnerTexts();
    world.check('the outline shows five steps', outline.length === 5, outline);
    await expectAccessible(world, watched, 'the outline');
    await world.picture(watched, 'outline');

    await dryRun(world, keys, watched);
    await switchOn(world, keys, watched, owner);
    await track(world, watched, owner);
    await onCanvas(world, watched);
    expectNoViolations(world, watched, 'the workflow');
  },
};

/** On the canvas a press on a step opens it; `?` lists the keys in a dialog that fits. */
async function onCanvas(world: BrowserWorld, { page }: WatchedPage): Promise<void> {
  await page.getByRole('link', { name: 'Welcome', exact: true }).first().click();
  await page.getByRole('button', { name: 'Canvas' }).click();
  await page.getByRole('button', { name: /^Step 3 / }).click();
  await page.getByRole('button', { name: /^Step 3 /, pressed: true }).waitFor();
  world.check('a press on a step of the canvas opens it', true);
  await page.getByRole('heading', { name: 'Welcome', level: 1 }).click();
  await page.keyboard.press('?');
  const heading = page.getByRole('dialog', { name: 'Keys' }).getByRole('heading', { name: 'Keys' });
  await heading.waitFor();
  const top = (await heading.boundingBox())?.y ?? -1;
  world.check('the list of keys begins inside the window', top > 0, top);
  await page.keyboard.press('Escape');
}

/** `n`, a name, an event, Enter; then the outline and its first row. */
async function create(keys: Keyboard, { page }: WatchedPage): Promise<void> {
  await keys.press('n');
  await page.getByRole('textbox', { name: 'Name' }).and(page.locator(':focus')).waitFor();
  await keys.type('Welcome');
  await keys.press('Tab');
  await keys.type('signup');
  await keys.press('Enter');
  await page.getByRole('heading', { name: 'Welcome', level: 1 }).waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Executions 0' }).waitFor();
  await keys.press('o');
  await page.getByRole('region', { name: 'Outline' }).waitFor();
  await keys.press('ArrowDown');
  await focused(page, /^Step 1 /);
}

async function addSteps(keys: Keyboard, { page }: WatchedPage): Promise<void> {
  const choose = async (downs: number): Promise<void> => {
    await keys.press('+');
    await focused(page, /^Send a mail/);
    await keys.press(...Array<string>(downs).fill('ArrowDown'), 'Enter');
  };
  const mail = async (template: string, number: number): Promise<void> => {
    await choose(0);
    await page.locator('option', { hasText: template }).waitFor({ state: 'attached' });
    await page.getByRole('combobox', { name: 'Template' }).and(page.locator(':focus')).waitFor();
    // One letter chooses; a pause between several would begin anew.
    await keys.type(template.slice(0, 1));
    await keys.press('Control+Enter');
    await focused(page, new RegExp(`^Step ${number} ${template}`));
  };

  await mail('Welcome', 2);

  await choose(1);
  await page.getByRole('textbox', { name: 'Wait' }).and(page.locator(':focus')).waitFor();
  await keys.type('2');
  await keys.press('Enter');
  await focused(page, /^Step 3 Wait 2 days/);

  await choose(3);
  await focused(page, /^Field of rule 1/);
  await keys.press('Enter');
  await pick(keys, page, 'plan');
  await focused(page, /^Field of rule 1.*plan$/);
  await keys.press('Tab', 'Tab', 'Enter');
  await pick(keys, page, 'pro');
  await focused(page, /^Value of rule 1.*pro$/);
  await keys.press('Control+Enter');
  await focused(page, /^Step 4 If plan is pro/);

  await mail('Tips', 5);
}

/** Types into an open list and takes what it finds. */
async function pick(keys: Keyboard, page: WatchedPage['page'], text: string): Promise<void> {
  await page.getByRole('combobox').and(page.locator(':focus')).waitFor();
  await keys.type(text);
  await page.locator('[role="option"][data-highlighted]', { hasText: text }).first().waitFor();
  await keys.press('Enter');
  await page.getByRole('listbox').waitFor({ state: 'detached' });
}

async function focused(page: WatchedPage['page'], name: RegExp): Promise<void> {
  await page
    .getByRole('button', { name })
    .or(page.getByRole('combobox', { name }))
    .and(page.locator(':focus'))
    .waitFor();
}

/** Invents a person on the plan; the path goes through both mails. */
async function dryRun(world: BrowserWorld, keys: Keyboard, watched: WatchedPage): Promise<void> {
  const { page } = watched;
  await keys.press('d');
  await page.getByRole('textbox', { name: 'Invented contact' }).and(page.locator(':focus')).waitFor();
  await keys.press('Tab', 'Tab', 'Tab', 'Enter', 'Tab');
  await page.getByRole('textbox', { name: 'Data of the contact' }).and(page.locator(':focus')).waitFor();
  await keys.type('{"plan": "pro"}');
  await keys.press('Control+Enter');
  const path = page.getByRole('list', { name: 'Path of the dry run' });
  await path.waitFor();
  const names = await path.locator('.v-title').allInnerTexts();
  const expected = ['Trigger', 'Welcome', 'Wait 2 days', 'If plan is pro', 'Tips'];
  world.check('the dry run shows the path through both mails', names.join() === expected.join(), names);
  const lit = await page.locator('.orow.lit').count();
  world.check('and lights it in the outline', lit === expected.length, lit);
  await page.frameLocator('.minimail iframe').getByText('Tips').waitFor();
  await expectAccessible(world, watched, 'the dry run');
  await world.picture(watched, 'dry-run');
  await keys.press('Escape');
  await focused(page, /^Dry run/);
}

async function switchOn(
  world: BrowserWorld,
  keys: Keyboard,
  { page }: WatchedPage,
  { sdk }: ProjectOwner,
): Promise<void> {
  await keys.press('Shift+Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab', 'Space');
  await page.getByRole('switch', { name: 'On' }).waitFor();
  const { data } = await sdk.workflows.list();
  world.check('the workflow is on', data[0]?.enabled === true);
}

/** An event from outside: the execution is listed, and its first mail has been made. */
async function track(world: BrowserWorld, watched: WatchedPage, { project, sdk }: ProjectOwner): Promise<void> {
  const { page } = watched;
  await new PostriderTracker(project.public, { baseUrl: new URL(page.url()).origin }).track({
    email: person,
    event: 'signup',
    data: { source: 'run' },
  });
  const { data } = await sdk.workflows.list();
  await page.goto(new URL(`/app/${project.id}/workflows/${data[0]?.id}/executions`, page.url()).href);
  const row = page.getByRole('button', { name: person });
  await row.waitFor();
  await page.locator('tr', { hasText: person }).getByText('Waiting').waitFor();
  await row.click();
  const mail = page.getByRole('link', { name: `Mail to ${person}` });
  await mail.waitFor();
  world.check('the execution is listed and has reached its first mail', await mail.isVisible());
  await expectAccessible(world, watched, 'the executions');
  await world.picture(watched, 'executions');
}
