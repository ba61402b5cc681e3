import type { Page } from 'playwright-core';
import { paths } from '../../../dashboard/src/navigation/paths.ts';
import { expectAccessible, expectNoViolations } from '../accessibility.ts';
import type { BrowserRun, BrowserWorld, ProjectOwner } from '../browser-run.ts';
import { keyboard } from '../keyboard.ts';
import type { WatchedPage } from '../watched-page.ts';

const sentence = 'Subscribed people whose plan is pro and who have done signup.';
/** People for whom all three rules hold. */
const inIt = ['ann@example.com', 'ben@example.com', 'cleo@example.com'];
/** On pro and subscribed, but without the event. */
const almostIn = 'dora@example.com';

/** A segment of three rules with its live count, by pointer and then by keys alone; count, members and sentence agree. */
export const segmentRun: BrowserRun = {
  name: 'segment',
  async run(world) {
    const owner = await world.owner();
    await makePeople(owner);
    const watched = await world.open(paths.segments(owner.project.id), { as: owner, width: 1440, height: 900 });
    await watched.page.getByRole('heading', { name: 'No segments yet' }).waitFor();
    await expectAccessible(world, watched, 'no segments');

    const byPointer = await buildByPointer(world, watched, owner);
    await countEqualsMembers(world, watched, owner, byPointer);
    await testContacts(world, watched);
    await expectAccessible(world, watched, 'segment with a tested contact');
    await world.picture(watched, 'segment');
    await jsonIsChecked(world, watched);

    const byKeys = await buildByKeys(world, watched, owner);
    const [first, second] = await Promise.all([owner.sdk.segments.get(byPointer), owner.sdk.segments.get(byKeys)]);
    world.check(
      'keys alone build the same tree',
      JSON.stringify(first.condition) === JSON.stringify(second.condition),
      second.condition,
    );
    await keepList(world, watched, owner);
    expectNoViolations(world, watched, 'segment');
  },
};

async function makePeople({ sdk }: ProjectOwner): Promise<void> {
  const people: readonly (readonly [email: string, plan: string, subscribed: boolean, hasSignedUp: boolean])[] = [
    ...inIt.map((email) => [email, 'pro', true, true] as const),
    [almostIn, 'pro', true, false],
    ['eve@example.com', 'free', true, true],
    ['finn@example.com', 'pro', false, true],
  ];
  for (const [email, plan, subscribed, hasSignedUp] of people) {
    await sdk.contacts.create({ email, subscribed, data: { plan } });
    if (hasSignedUp) await sdk.track({ email, event: 'signup' });
  }
}

async function buildByPointer(world: BrowserWorld, { page }: WatchedPage, owner: ProjectOwner): Promise<string> {
  await page.getByRole('button', { name: 'New segment' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('By pointer');
  await page.getByRole('button', { name: 'Create segment' }).click();
  await page.getByRole('heading', { level: 1, name: 'By pointer' }).waitFor();
  await liveCount(page, 5);
  world.check('one rule counts five people', true);

  await page.getByRole('button', { name: 'Rule', exact: true }).click();
  await openByKey(page, 'Field of rule 2');
  await choose(page, 'Field of rule 2', 'plan', 'plan');
  await open(page, 'Value of rule 2');
  await choose(page, 'Value of rule 2', 'pro', 'pro');
  await liveCount(page, 4);
  world.check('a second rule leaves four', true);

  await page.getByRole('button', { name: 'Rule', exact: true }).click();
  await openByKey(page, 'Field of rule 3');
  await choose(page, 'Field of rule 3', 'signup', 'signup');
  await liveCount(page, inIt.length);
  world.check('a third rule leaves three', true);

  const read = await page.locator('.condition-sentence').textContent();
  world.check('the sentence reads the tree back', read === sentence, read);
  await page.getByRole('button', { name: 'Save segment' }).click();
  await page.getByText('Not saved yet').waitFor({ state: 'detached' });
  return await idOf(owner, 'By pointer');
}

async function countEqualsMembers(
  world: BrowserWorld,
  { page }: WatchedPage,
  { sdk }: ProjectOwner,
  id: string,
): Promise<void> {
  const { total } = await sdk.segments.contacts(id);
  await page.getByRole('tab', { name: /^Members/ }).click();
  await page.getByRole('table', { name: 'Members' }).getByRole('link', { name: 'ann@example.com' }).waitFor();
  const shown = await page.getByRole('table', { name: 'Members' }).getByRole('link').allTextContents();
  world.check(
    'the count equals the members listed after saving',
    total === inIt.length && shown.toSorted().join() === inIt.join(),
    shown,
  );
  await page.getByRole('tab', { name: 'Rules' }).click();
  await liveCount(page, inIt.length);
}

async function testContacts(world: BrowserWorld, { page }: WatchedPage): Promise<void> {
  await open(page, 'Contact to test');
  await choose(page, 'Contact to test', 'dora', almostIn);
  await page.getByText(`${almostIn} is not in this segment.`).waitFor();
  const marks = await page.locator('.note.seen b').allTextContents();
  world.check('each rule is marked for the tested contact', marks.join() === 'Holds,Holds,Does not hold', marks);
  await open(page, 'Contact to test');
  await choose(page, 'Contact to test', 'ann', 'ann@example.com');
  await page.getByText('ann@example.com is in this segment.').waitFor();
  world.check('a member passes the test', true);
}

/** What is typed as JSON is checked with its place, and becomes the rules. */
async function jsonIsChecked(world: BrowserWorld, { page }: WatchedPage): Promise<void> {
  await page.getByRole('tab', { name: 'JSON' }).click();
  const box = page.getByRole('textbox', { name: 'Condition as JSON' });
  const written = await box.inputValue();
  await box.fill(written.replace('"triggered"', '"happened"'));
  await page.getByText('groups.0.filters.2.operator is not one of the 19 operators.').waitFor();
  world.check('a wrong operator in JSON is named with its place', true);
  await box.fill(written);
  await page.getByText('This is a condition as the API takes it').waitFor();
  const isUnsaved = await page.getByText('Not saved yet').isVisible();
  world.check('the same tree typed again is no change', !isUnsaved);
}

async function buildByKeys(world: BrowserWorld, watched: WatchedPage, owner: ProjectOwner): Promise<string> {
  const { page } = watched;
  await page.goto(world.url + paths.segments(owner.project.id));
  await page.getByRole('link', { name: 'By pointer' }).waitFor();
  const keys = keyboard(page);
  await keys.press('n');
  await page.getByRole('textbox', { name: 'Name' }).and(page.locator(':focus')).waitFor();
  await keys.type('By keys');
  await keys.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'By keys' }).waitFor();
  await liveCount(page, 5);

  await keys.tabTo('button', 'Rule');
  await keys.press('Enter');
  await openByKey(page, 'Field of rule 2');
  await choose(page, 'Field of rule 2', 'plan', 'plan');
  await tabUntil(page, 'Value of rule 2');
  await openByKey(page, 'Value of rule 2');
  await choose(page, 'Value of rule 2', 'pro', 'pro');
  await keys.tabTo('button', 'Rule');
  await keys.press('Enter');
  await openByKey(page, 'Field of rule 3');
  await choose(page, 'Field of rule 3', 'signup', 'signup');
  await liveCount(page, inIt.length);
  await keys.press('Control+s');
  await page.getByText('Not saved yet').waitFor({ state: 'detached' });
  world.check('three rules are built and saved by keys alone', true);
  return await idOf(owner, 'By keys');
}

/** A static segment: who is found and who is new is said before anything is added. */
async function keepList(world: BrowserWorld, watched: WatchedPage, { sdk, project }: ProjectOwner): Promise<void> {
  const { page } = watched;
  const { id } = await sdk.segments.create({ name: 'By hand', type: 'STATIC' });
  await page.goto(world.url + paths.segment(project.id, id));
  await page.getByRole('textbox', { name: 'Add people' }).fill('Ann <ann@example.com>, new@example.com');
  await page.getByRole('button', { name: 'Look them up' }).click();
  await page.getByText('1 is a contact, 1 new. Nothing is added yet.').waitFor();
  const before = (await sdk.segments.contacts(id)).total;
  await page.getByRole('button', { name: 'Add 2, 1 as new subscribed contacts' }).click();
  await page.getByRole('link', { name: 'new@example.com' }).waitFor();
  const after = (await sdk.segments.contacts(id)).total;
  world.check('a pasted list is looked up first and then added', before === 0 && after === 2, { before, after });
  await expectAccessible(world, watched, 'static segment');
}

const idOf = async ({ sdk }: ProjectOwner, name: string): Promise<string> =>
  (await sdk.segments.list()).find((segment) => segment.name === name)?.id ?? '';

const liveCount = (page: Page, count: number): Promise<void> =>
  page.locator('[data-live-count]', { hasText: new RegExp(`^${count}$`) }).waitFor();

const picker = (page: Page, label: string) => page.locator(`.pick[aria-label^="${label}"]`);
const focusOn = (page: Page, label: string) => picker(page, label).and(page.locator(':focus'));
const open = (page: Page, label: string): Promise<void> => picker(page, label).click();

/** Opens the picker that has the focus, or is about to get it, by a key. */
async function openByKey(page: Page, label: string): Promise<void> {
  await focusOn(page, label).waitFor();
  await page.keyboard.press('Enter');
}

/** Types into the opened picker and takes the choice that is found. */
async function choose(page: Page, label: string, text: string, name: string): Promise<void> {
  const box = page.locator(`.picker input[aria-label^="${label}"]`);
  await box.and(page.locator(':focus')).waitFor();
  await page.keyboard.type(text);
  const found = page.getByRole('option', { name: new RegExp(`^${name.replaceAll('.', '\\.')}\\b`) });
  await found.and(page.locator('[data-highlighted]')).waitFor();
  await page.keyboard.press('Enter');
  await box.waitFor({ state: 'detached' });
}

const maxTabs = 40;

async function tabUntil(page: Page, label: string): Promise<void> {
  for (let tabs = 0; tabs < maxTabs; tabs += 1) {
    if ((await focusOn(page, label).count()) > 0) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`"${label}" does not get the focus by Tab`);
}
