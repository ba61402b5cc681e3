import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { listenUrlOf } from '#platform/config';
import { type ProjectContext, type ProjectId, perApp } from '#platform/context';
import { type Listening, listenForChanges } from '#platform/notifications';
import { FeedHorizon } from './feed-horizon.ts';
import { type HubMember, ProjectHub } from './project-hub.ts';

const beatEveryMs = 1_000;
/** Every so many beats, streams get a heartbeat and all projects are looked at: a notice may have been lost. */
const beatsToHeartbeat = 15;
/** The same while notices are not received. */
const beatsToPoll = 2;
/** Between two looks at who writes. */
const lookEveryMs = 50;
/** Transactions may be open when a hub begins: what they have written comes too, if it is not older. */
const beginsBeforeMs = 5_000;
const hubsAtOnce = 3;
/** A project that takes longer to read is not waited for by the others. */
const roundMs = 1_000;
const afterErrorMs = 1_000;

/**
 * The projects of this process that have streams. Notices of other processes wake them; a single loop then looks who writes, and reads the
 * projects that were woken up to the horizon. Nothing runs, and no connection is held, while there is no stream.
 */
class LiveHubs {
  readonly horizon = new FeedHorizon();
  readonly #hubs = new Map<ProjectId, Promise<ProjectHub>>();
  readonly #open = new Map<ProjectId, ProjectHub>();
  #listening: Listening | null = null;
  #wasListening = false;
  #timer: NodeJS.Timeout | undefined;
  #beats = 0;
  #isWorking = false;
  readonly #advancing = new Set<Promise<void>>();
  #turns: (() => void)[] = [];

  /** The member gets everything from the cursor of the hub on. `leave` when it has ended. */
  async join(ctx: ProjectContext, member: HubMember): Promise<ProjectHub> {
    for (;;) {
      const hub = await this.#hubOf(ctx);
      if (this.#open.get(ctx.projectId) !== hub) continue; // its last member has left meanwhile
      hub.members.add(member);
      return hub;
    }
  }

  leave(hub: ProjectHub, member: HubMember): void {
    hub.members.delete(member);
    if (hub.members.size > 0 || this.#open.get(hub.ctx.projectId) !== hub) return;
    this.#hubs.delete(hub.ctx.projectId);
    this.#open.delete(hub.ctx.projectId);
    this.#rest();
  }

  /** Resolves when the hubs that were woken have been looked at once more. */
  turn(hub: ProjectHub): Promise<void> {
    hub.wake();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#turns.push(resolve);
    this.#work();
    return promise;
  }

  #hubOf(ctx: ProjectContext): Promise<ProjectHub> {
    const { projectId } = ctx;
    const known = this.#hubs.get(projectId);
    if (known) return known;
    const made = this.#openHub(ctx);
    this.#hubs.set(projectId, made);
    made.catch(() => {
      this.#hubs.delete(projectId);
      this.#rest();
    });
    return made;
  }

  async #openHub(ctx: ProjectContext): Promise<ProjectHub> {
    this.#start(ctx);
    await this.#look(ctx);
    const { lookedMs, safeMs } = this.horizon;
    const hub = new ProjectHub(ctx, Math.max(safeMs, lookedMs - beginsBeforeMs));
    await hub.begin();
    this.#open.set(ctx.projectId, hub);
    return hub;
  }

  #start({ config, log }: ProjectContext): void {
    if (this.#timer) return;
    this.#timer = setInterval(() => this.#beat(), beatEveryMs);
    const url = listenUrlOf(config);
    if (url) this.#listening = listenForChanges({ url, log }, (projectId) => this.#wake(projectId));
  }

  #rest(): void {
    if (this.#hubs.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#wasListening = false;
    this.#listening?.stop().catch(() => {}); // it ends with the process at the latest
    this.#listening = null;
    this.#endTurns();
  }

  #wake(projectId: string | null): void {
    if (projectId === null) for (const hub of this.#open.values()) hub.wake();
    else this.#open.get(projectId as ProjectId)?.wake(); // looked up as it is
    if (this.#dirty().length > 0) this.#work();
  }

  #beat(): void {
    this.#beats += 1;
    const isListening = this.#listening?.isListening ?? false;
    const hasBegunToListen = isListening && !this.#wasListening;
    this.#wasListening = isListening;
    const isHeartbeat = this.#beats % beatsToHeartbeat === 0;
    if (isHeartbeat) for (const hub of this.#open.values()) hub.beat();
    if (isHeartbeat || hasBegunToListen || (!isListening && this.#beats % beatsToPoll === 0)) this.#wake(null);
  }

  #work(): void {
    if (this.#isWorking) return;
    this.#isWorking = true;
    const end = (): void => {
      this.#isWorking = false;
      if (this.#dirty().length > 0) this.#work();
      else this.#endTurns();
    };
    this.#workAll().then(end, end);
  }

  #dirty(): ProjectHub[] {
    return [...this.#open.values()].filter(({ isDirty }) => isDirty);
  }

  async #workAll(): Promise<void> {
    for (let dirty = this.#dirty(); dirty.length > 0; dirty = this.#dirty()) {
      const due = dirty.filter(({ waitMs, isAdvancing }) => waitMs === 0 && !isAdvancing);
      // The look takes a connection of a project's share: of one that had one last time.
      const looking = due.find(({ hasFailed }) => !hasFailed) ?? due[0];
      if (looking) {
        try {
          for (const hub of due) hub.beginLook();
          await this.#look(looking.ctx);
          await this.#advance(due);
        } catch (error) {
          looking.ctx.log.warn({ error }, 'who writes could not be read');
          await delay(afterErrorMs);
        }
        this.#endTurns();
      }
      const waits = this.#dirty().map(({ waitMs }) => waitMs);
      if (waits.length > 0) await delay(Math.max(lookEveryMs, Math.min(...waits)));
    }
  }

  /** Reads projects, a few at once. Returns when all are read, or some take long and every other one is read or being read. */
  async #advance(due: readonly ProjectHub[]): Promise<void> {
    const begun: Promise<void>[] = [];
    for (const hub of due) {
      while (this.#advancing.size >= hubsAtOnce) await Promise.race(this.#advancing);
      const advancing = hub.advance(this.horizon).finally(() => this.#advancing.delete(advancing));
      this.#advancing.add(advancing);
      begun.push(advancing);
    }
    const late = new AbortController();
    await Promise.race([Promise.all(begun), delay(roundMs, undefined, { signal: late.signal })]);
    late.abort();
  }

  #endTurns(): void {
    for (const resolve of this.#turns.splice(0)) resolve();
  }

  async #look(ctx: ProjectContext): Promise<void> {
    const { rows } = await ctx.read(({ db }) =>
      sql<{ ms: number; writers: string[] }>`
        select floor(extract(epoch from at) * 1000)::float8 as ms, writers from feed_writers()`.execute(db),
    );
    const [seen] = rows;
    if (seen) this.horizon.note({ atMs: seen.ms, writers: seen.writers });
  }
}

export type { LiveHubs };

export const liveHubs = perApp(() => new LiveHubs());
