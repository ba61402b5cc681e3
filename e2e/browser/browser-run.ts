import type { ServerProcess } from '@postrider/server/testing/server-process';
import type { Postrider } from '../../sdk/src/index.ts';
import type { Owner } from '../spec/world/people.ts';
import type { World } from '../spec/world/world.ts';
import type { PageOptions, WatchedPage } from './watched-page.ts';
import type { WebhookReceiver } from './webhook-receiver.ts';

/** One file below `runs/`, listed in `runs.ts`. */
export interface BrowserRun {
  readonly name: string;
  run(world: BrowserWorld): Promise<void>;
}

/** A person with a project, and its client as a customer's program would use it. */
export interface ProjectOwner extends Owner {
  readonly sdk: Postrider;
}

/** What a run uses: an instance that serves the built dashboard, people on it, and a real browser. */
export interface BrowserWorld extends Omit<World, 'owner'> {
  /** What webhooks call; the same for all runs, each under paths of its own. */
  readonly receiver: Pick<WebhookReceiver, 'urlOf' | 'requestsTo' | 'answer'>;
  /** One line of the output. */
  check(statement: string, holds: boolean, detail?: unknown): void;
  /** A new person with a project of their own, signed up through the API. */
  owner(): Promise<ProjectOwner>;
  /** A page in a browser profile of its own; it is watched from its first request. Paths are those of the instance: `/app/…`. */
  open(path: string, options?: PageOptions): Promise<WatchedPage>;
  /** Keeps a picture of the window as `.cache/browser/<run>/<name>.png`. */
  picture(watched: WatchedPage, name: string): Promise<void>;
  /** Another instance on an empty database, ended with the run. */
  freshInstance(settings?: Record<string, string>): Promise<ServerProcess>;
}
