import type { ProjectContext, ProjectReader } from '#platform/context';
import { limits } from '#pure/limits';
import { type LiveState, loadStates } from './load-states.ts';
import { heartbeat, message } from './messages.ts';
import { readPart } from './read-part.ts';
import { positionAt } from './stream-position.ts';

/** A stream as its hub sees it. */
export interface HubMember {
  deliver(part: Buffer): void;
}

/** One read in a second at most. */
const minIntervalMs = 1_000;

/**
 * The streams of one project in this process: what has happened is read once for all of them. Everything from before `cursorMs` was
 * delivered to the members.
 */
export class ProjectHub {
  readonly ctx: ProjectContext;
  readonly members = new Set<HubMember>();
  #cursorMs: number;
  /** The states that members know, as text, by their ids. */
  #known = new Map<string, string>();
  #readAtMs = Number.NEGATIVE_INFINITY;
  #isDirty = false;
  /** A look is under way or has been taken for the wake-up; what wakes it from here on may be newer. */
  #isLookedFor = false;
  #isWokenAgain = false;
  /** A look that came after the wake-up: once the horizon has passed it, nothing of what woke us is left out. Null: not looked yet. */
  #targetMs: number | null = null;
  #isAdvancing = false;
  #hasFailed = false;

  constructor(ctx: ProjectContext, cursorMs: number) {
    this.ctx = ctx;
    this.#cursorMs = cursorMs;
  }

  get cursorMs(): number {
    return this.#cursorMs;
  }

  get isDirty(): boolean {
    return this.#isDirty;
  }

  /** Milliseconds until it may be read again. */
  get waitMs(): number {
    return Math.max(0, this.#readAtMs + minIntervalMs - performance.now());
  }

  /** Being read at the moment. */
  get isAdvancing(): boolean {
    return this.#isAdvancing;
  }

  /** The last read did not succeed. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /** Why a second wake-up does not move the target: with one every moment the horizon would never reach it. */
  wake(): void {
    if (this.#isLookedFor) this.#isWokenAgain = true;
    this.#isDirty = true;
  }

  /** Called before the look that is to follow the wake-ups so far. */
  beginLook(): void {
    this.#isLookedFor = true;
  }

  /** Remembers what members know when they join, because they read it themselves. */
  async begin(): Promise<void> {
    const states = await this.ctx.read((reader) => loadStates(reader, this.#statesWanted));
    this.#known = new Map(states.map((state) => [state.data.id, JSON.stringify(state.data)]));
  }

  /**
   * Delivers what is new up to the horizon, as soon as that has passed the look that followed the wake-up. A read that fails is
   * repeated later; other projects do not notice.
   */
  async advance({ lookedMs, safeMs }: { lookedMs: number; safeMs: number }): Promise<void> {
    this.#targetMs ??= lookedMs;
    if (safeMs < this.#targetMs) return;
    this.#isAdvancing = true;
    try {
      await this.#read(safeMs);
      this.#hasFailed = false;
    } catch (error) {
      this.#hasFailed = true;
      this.ctx.log.warn({ error }, 'a stream could not be read');
    } finally {
      this.#readAtMs = performance.now();
      this.#isAdvancing = false;
    }
  }

  async #read(safeMs: number): Promise<void> {
    const fromMs = this.#cursorMs;
    const [items, states] = await this.ctx.read((reader) =>
      Promise.all([readItems(reader, fromMs, safeMs), loadStates(reader, this.#statesWanted)]),
    );
    this.#cursorMs = Math.max(fromMs, safeMs);
    this.#deliver(items + this.#changesIn(states));
    this.#isDirty = this.#isWokenAgain;
    this.#isWokenAgain = false;
    this.#isLookedFor = false;
    this.#targetMs = null;
  }

  beat(): void {
    this.#deliver(heartbeat(positionAt(this.#cursorMs)));
  }

  /** What members know is asked for by its id: it may have changed in a way that ends it. */
  get #statesWanted(): { sinceMs: number; ids: readonly string[] } {
    return { sinceMs: this.#cursorMs, ids: [...this.#known.keys()] };
  }

  #changesIn(states: readonly LiveState[]): string {
    const known = this.#known;
    this.#known = new Map(states.map(({ data }) => [data.id, JSON.stringify(data)]));
    return states
      .filter(({ data }) => known.get(data.id) !== this.#known.get(data.id))
      .map(({ event, data }) => message(event, data))
      .join('');
  }

  #deliver(text: string): void {
    if (text === '') return;
    const part = Buffer.from(text); // one for all members
    for (const member of this.members) member.deliver(part);
  }
}

const readItems = (reader: ProjectReader, fromMs: number, toMs: number): Promise<string> =>
  toMs <= fromMs
    ? Promise.resolve('')
    : readPart(reader, { after: positionAt(fromMs), toMs, limit: limits.streamItems });
