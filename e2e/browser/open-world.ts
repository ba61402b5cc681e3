import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServerProcess } from '@postrider/server/testing/server-process';
import { Postrider } from '../../sdk/src/index.ts';
import { type EmptyDatabase, emptyDatabase } from '../spec/instance/database.ts';
import { openSetup, type RunningSetup } from '../spec/instance/open-setup.ts';
import { startInstance } from '../spec/instance/start-instance.ts';
import { worldOf } from '../spec/world/world.ts';
import type { BrowserRun, BrowserWorld } from './browser-run.ts';
import { launchChromium } from './launch-chromium.ts';
import { openWatched } from './watched-page.ts';
import { startWebhookReceiver } from './webhook-receiver.ts';

const pictures = join(import.meta.dirname, '../../.cache/browser');

export interface OpenBrowserWorld {
  /** What one run gets; `end` closes what it has opened. */
  forRun(name: BrowserRun['name'], check: BrowserWorld['check']): { world: BrowserWorld; end(): Promise<void> };
  readonly output: RunningSetup['output'];
  close(): Promise<void>;
}

/** One instance with the built dashboard, and one browser, for all runs. */
export async function openBrowserWorld(): Promise<OpenBrowserWorld> {
  const receiver = await startWebhookReceiver();
  const setup = await openSetup({ DASHBOARD_FOLDER: '', ...receiver.settings });
  const browser = await launchChromium().catch(async (error: unknown) => {
    await setup.close();
    await receiver.close();
    throw error;
  });
  return {
    forRun(name, check) {
      const spec = worldOf(setup);
      const ends: (() => Promise<void>)[] = [];
      const world: BrowserWorld = {
        ...spec,
        receiver,
        check,
        async owner() {
          const owner = await spec.owner();
          return { ...owner, sdk: new Postrider(owner.project.secret, { baseUrl: setup.url }) };
        },
        async open(path, options = {}) {
          const watched = await openWatched(browser, options.url ?? setup.url, path, options);
          ends.push(watched.close);
          return watched;
        },
        async picture({ page }, picture) {
          await mkdir(join(pictures, name), { recursive: true });
          await page.screenshot({ path: join(pictures, name, `${picture}.png`), animations: 'disabled' });
        },
        async freshInstance(settings = {}) {
          const fresh = await startFresh(settings);
          ends.push(fresh.end);
          return fresh.instance;
        },
      };
      const end = async (): Promise<void> => {
        for (const close of ends.reverse()) await close();
      };
      return { world, end };
    },
    output: setup.output,
    async close() {
      await browser.close();
      await setup.close();
      await receiver.close();
    },
  };
}

async function startFresh(
  settings: Record<string, string>,
): Promise<{ instance: ServerProcess; end(): Promise<void> }> {
  const database: EmptyDatabase = await emptyDatabase();
  const instance = await startInstance(database.url, settings).catch(async (error: unknown) => {
    await database.drop();
    throw error;
  });
  return {
    instance,
    async end() {
      await instance.stop();
      await database.drop();
    },
  };
}
