import { until } from '@postrider/server/testing/until';
import { paths } from '../../../dashboard/src/navigation/paths.ts';
import { PostriderSession } from '../../../sdk/src/index.ts';
import { axe } from '../accessibility.ts';
import type { BrowserRun, BrowserWorld } from '../browser-run.ts';
import { overlappingTexts } from '../overlapping-texts.ts';
import { canary, makeSampleProject, type SampleProject } from '../sample-project.ts';
import type { WatchedPage } from '../watched-page.ts';

const looks = [
  { theme: 'light', width: 1280 },
  { theme: 'dark', width: 360 },
] as const;

/** Every page of a project full of scripts in its texts: none runs, everyone can use the page, nothing moves it sideways. */
export const pagesRun: BrowserRun = {
  name: 'pages',
  async run(world) {
    const owner = await world.owner();
    const session = new PostriderSession({ baseUrl: world.url, cookie: owner.cookie });
    await session.projects.update(owner.project.id, { name: canary });
    await session.user.update({ name: canary });
    const sample = await makeSampleProject(owner, world);
    for (const { theme, width } of looks) {
      const watched = await world.open(paths.home(owner.project.id), { as: owner, theme, width });
      for (const [name, path] of pagesOf(owner.project.id, sample)) {
        await visit(world, watched, `${name}, ${theme}, ${width} px`, path);
        await world.picture(watched, `${name}-${theme}`);
      }
      await watched.close();
    }
  },
};

async function visit(world: BrowserWorld, watched: WatchedPage, where: string, path: string): Promise<void> {
  const { page, problems } = watched;
  const before = problems.length;
  await page.goto(world.url + path);
  await page.locator('main h1').first().waitFor();
  // Loading ends: no frame is busy and nothing drawn as a placeholder is left.
  const isLoaded = await until(() =>
    page.evaluate<boolean>('document.querySelector("[aria-busy=true], .skel") === null'),
  );
  world.check(`${where}: loads`, isLoaded);
  const findings = await axe(page);
  const spare = await page.evaluate<number>(spareHeight);
  const isWide = await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth');
  const hasRun = await page.evaluate<boolean>('window.canaryRan !== undefined');
  const noted = problems.slice(before);
  world.check(`${where}: no script of a text runs`, !hasRun);
  world.check(`${where}: no error, violation or other host`, noted.length === 0, noted);
  world.check(`${where}: no accessibility finding`, findings.length === 0, findings);
  world.check(`${where}: does not scroll sideways`, !isWide);
  world.check(`${where}: content that fits the window does not scroll`, spare === 0, spare);
  await checkTexts(world, watched, where);
  await checkColumns(world, watched, where);
}

/** No text lies on another one. Waits for what is still moving. */
async function checkTexts(world: BrowserWorld, { page }: WatchedPage, where: string): Promise<void> {
  const areApart = await until(() => page.evaluate<boolean>(`${overlappingTexts}.length === 0`), { seconds: 2 });
  world.check(`${where}: no text lies on another`, areApart, await page.evaluate<unknown>(overlappingTexts));
}

/** Lists have room for what their rows are told apart by, also in a narrow window that is no phone's. */
async function checkColumns(world: BrowserWorld, watched: WatchedPage, where: string): Promise<void> {
  const { page } = watched;
  const size = page.viewportSize();
  if (size === null || size.width < narrow) return;
  for (const width of [size.width, narrow]) {
    await page.setViewportSize({ ...size, width });
    const hasRoom = await until(() => page.evaluate<boolean>(`${crampedColumns}.length === 0`), { seconds: 2 });
    const cramped = hasRoom ? [] : await page.evaluate<unknown>(crampedColumns);
    world.check(`${where}: every column has room at ${width} px`, hasRoom, cramped);
    const isWide = await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth');
    world.check(`${where}: does not scroll sideways at ${width} px`, !isWide);
    await checkTexts(world, watched, `${where}, at ${width} px`);
  }
  await page.setViewportSize(size);
}

const narrow = 1_000;

/** Columns whose head is cut, and those that share what is left if that is less than a name needs; a row that is open hides its list. */
const crampedColumns = `[...document.querySelectorAll('table.list')].flatMap((list) => {
  if (!list.checkVisibility()) return [];
  const columns = [...list.querySelectorAll('col')];
  return [...list.querySelectorAll('thead th')]
    .map((head, place) => ({
      name: head.textContent,
      width: head.clientWidth,
      isCut: head.scrollWidth > head.clientWidth,
      isShare: head.textContent !== '' && columns[place]?.style.inlineSize === '' && columns[place]?.className === '',
    }))
    .filter(({ width, isCut, isShare }) => isCut || (isShare && width < 150));
})`;

/** How far a page scrolls whose content ends well above the lower edge of the window; 0 for longer ones, which may. */
const spareHeight = `(() => {
  const ends = [...document.querySelectorAll('main > *')].map((one) => one.getBoundingClientRect().bottom + scrollY);
  return Math.max(0, ...ends) < innerHeight * 0.9 ? document.documentElement.scrollHeight - innerHeight : 0;
})()`;

const pagesOf = (project: string, sample: SampleProject): readonly (readonly [name: string, path: string])[] => [
  ['home', paths.home(project)],
  ['emails', paths.emails(project)],
  ['email', paths.email(project, sample.emailId)],
  ['email-that-is-not-there', paths.email(project, sample.contactId)],
  ['campaigns', paths.campaigns(project)],
  ['campaign', paths.campaign(project, sample.campaignId)],
  ['composer', paths.composer(project, sample.draftId)],
  ['workflows', paths.workflows(project)],
  ['workflow', paths.workflow(project, sample.workflowId)],
  ['executions', paths.executions(project, sample.workflowId)],
  ['execution', paths.execution(project, sample.workflowId, sample.executionId)],
  ['templates', paths.templates(project)],
  ['template', paths.template(project, sample.templateId)],
  ['contacts', paths.contacts(project)],
  ['contact', paths.contact(project, sample.contactId)],
  ['fields', paths.fields(project)],
  ['import', paths.import(project)],
  ['import-job', paths.importJob(project, sample.importId)],
  ['segments', paths.segments(project)],
  ['segment', paths.segment(project, sample.segmentId)],
  ['events', paths.events(project)],
  ['event', paths.event(project, sample.eventName)],
  ['activity', paths.activity(project)],
  ...['overview', 'deliverability', 'engagement', 'audience'].map(
    (tab) => [`analytics-${tab}`, paths.analytics(project, tab)] as const,
  ),
  ['domains', paths.domains(project)],
  ['domain', paths.domain(project, sample.domainId)],
  ['keys', paths.keys(project)],
  ['webhooks', paths.webhooks(project)],
  ['webhook', paths.webhook(project, sample.webhookId)],
  ['logs', paths.logs(project)],
  ['log', paths.log(project, sample.requestId)],
  ['inbox', paths.inbox(project)],
  ['inbox-mail', paths.inboxMail(project, sample.emailId)],
  ...['general', 'team', 'provider', 'suppressions', 'data', 'security', 'health'].map(
    (tab) => [`settings-${tab}`, paths.settings(project, tab)] as const,
  ),
  ['projects', paths.projects],
  ['account', paths.account],
];
