import { until } from '@postrider/server/testing/until';
import type { Frame } from 'playwright-core';
import type { BrowserRun, BrowserWorld } from '../browser-run.ts';
import type { WatchedPage } from '../watched-page.ts';

/** A mail that tries what it must not: scripts, a form, a picture and a font of another host, styles for the page around it. */
const hostileMail = `<!doctype html><html><head><style>
    @font-face { font-family: spy; src: url(https://elsewhere.example/font.woff2) }
    body { font-family: spy; color: rgb(1, 2, 3) } h1 { display: none }
  </style></head>
  <body onload="parent.hasRun = true"><p id="text">Hello</p>
  <img src="https://elsewhere.example/pixel.png" onerror="parent.hasRun = true">
  <script>parent.hasRun = true; document.body.textContent = 'changed'</script>
  <form action="https://elsewhere.example/"><button>Send</button></form></body></html>`;

/** Mail of customers in a frame of the dashboard: its styles hold, nothing in it runs, and nothing leaves without consent. */
export const previewRun: BrowserRun = {
  name: 'preview',
  async run(world) {
    const owner = await world.owner();
    const { url } = await owner.sdk.previews.create({ html: hostileMail });
    const path = new URL(url).pathname;

    const closed = await world.open('/app', { as: owner });
    const frame = await showInFrame(closed, `${path}?images=off`);
    const color = await frame.evaluate<string>('getComputedStyle(document.querySelector("#text")).color');
    world.check('the styles of the mail hold', color === 'rgb(1, 2, 3)', color);
    const heading = closed.page.locator('h1').first();
    world.check('and do not reach the page around it', await heading.isVisible());
    await expectNothingRan(world, closed, frame);
    const asked = otherHosts(closed);
    world.check('with images off nothing is asked of another host', asked.length === 0, asked);
    await world.picture(closed, 'images-off');

    const open = await world.open('/app', { as: owner });
    const shown = await showInFrame(open, path);
    const isAsked = await until(() => otherHosts(open).some((text) => text.endsWith('/pixel.png')));
    world.check('with consent the pictures of the mail are asked for', isAsked, otherHosts(open));
    await expectNothingRan(world, open, shown);
  },
};

async function showInFrame({ page }: WatchedPage, src: string): Promise<Frame> {
  await page.locator('h1').first().waitFor();
  await page.evaluate(`
    const frame = document.createElement('iframe');
    frame.title = 'Preview';
    frame.setAttribute('sandbox', '');
    frame.src = ${JSON.stringify(src)};
    document.body.append(frame);
  `);
  const element = await page.locator('iframe[title="Preview"]').elementHandle();
  const frame = await element?.contentFrame();
  if (!frame) throw new Error('the frame has no page');
  await frame.locator('#text').waitFor();
  return frame;
}

async function expectNothingRan(world: BrowserWorld, { page }: WatchedPage, frame: Frame): Promise<void> {
  await frame.waitForLoadState('load');
  await frame.locator('button').click();
  const hasRun = await page.evaluate<boolean>('window.hasRun === true');
  const text = await frame.locator('#text').textContent();
  world.check('no script of the mail runs, and its form is not sent', !hasRun && text === 'Hello', { hasRun, text });
}

const otherHosts = ({ problems }: WatchedPage): string[] =>
  problems.filter(({ kind }) => kind === 'other host').map(({ text }) => text);
