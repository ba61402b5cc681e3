import type { Config } from '#platform/config';
import type { InstanceContext, ProjectContext } from '#platform/context';
import type { Claim, Ending } from './claim.ts';

/** What the handlers of one worker share, such as links to a relay. */
export interface Equipment {
  /** After the last claim has ended. */
  close(): Promise<void>;
  /** While false, nothing new is claimed. Asked before each look. */
  mayClaim?(): boolean;
}

const nothing: Equipment = { close: async () => {} };

interface Common<Lane extends string, Tools extends Equipment> {
  /** `room.things`, for example `emails.deliveries`. */
  readonly name: string;
  /** A table prepared by `make_spool_table`. */
  readonly table: string;
  /** Most urgent first. The position is stored in the rows, so lanes are only ever added at the end. */
  readonly lanes: readonly [Lane, ...Lane[]];
  readonly leaseSeconds: number | ((config: Config) => number);
  /** Made once per worker, before its first claim. */
  readonly equip?: (ctx: InstanceContext) => Tools;
  /** Rows one worker holds at a time. */
  readonly slots?: number;
  /** How many of the slots a lane may never use. */
  readonly closedSlots?: Partial<Record<Lane, number>>;
  /** How many of the slots a lane has for itself while it has rows, however many the lanes above it have. */
  readonly keptSlots?: Partial<Record<Lane, number>>;
  /** Lanes that start little while rows of the others are under way and the process is short of processor time. */
  readonly yieldingLanes?: readonly Lane[];
  /** Rows taken from one project before it is the next one's turn. */
  readonly share?: number;
  /** The longest sleep of an idle worker, where rows may wait longer than usual before they are seen. */
  readonly longestPauseMs?: number;
  /** A row that five claims have not brought to a good end. The hook ends it, or it comes back here. */
  onPoison(ctx: ProjectContext, claim: Claim, tools: Tools): Promise<Ending>;
}

/** For work that takes its time, such as an SMTP session: every slot runs by itself. */
interface OneByOne<Tools> {
  handle(ctx: ProjectContext, claim: Claim, tools: Tools): Promise<Ending>;
  handleBatch?: never;
  batches?: never;
}

/** For work the database does in sets: the claimed rows of one project together. */
interface InBatches<Tools> {
  /** One ending for all, or one for each claim in the same order. */
  handleBatch(ctx: ProjectContext, claims: readonly Claim[], tools: Tools): Promise<Ending | readonly Ending[]>;
  /** How many batches run at once; each needs a connection. */
  batches?: number;
  handle?: never;
}

export type SpoolOptions<Lane extends string, Tools extends Equipment> = Common<Lane, Tools> &
  (OneByOne<Tools> | InBatches<Tools>);

export interface SpoolDefinition<Lane extends string = string> {
  readonly name: string;
  readonly table: string;
  readonly lanes: readonly Lane[];
  leaseSeconds(config: Config): number;
  readonly slots: number;
  /** The most slots each lane may use, by lane number. */
  readonly mostSlots: readonly number[];
  /** The slots each lane has for itself while it has rows, by lane number. */
  readonly keptSlots: readonly number[];
  /** By lane number. */
  readonly yields: readonly boolean[];
  readonly share: number;
  readonly longestPauseMs: number;
  readonly isBatched: boolean;
  /** How many handlers run at once. */
  readonly parallel: number;
  equip(ctx: InstanceContext): Equipment;
  /** With what `equip` gave. */
  run(ctx: ProjectContext, claims: readonly Claim[], tools: Equipment): Promise<Ending | readonly Ending[]>;
  onPoison(ctx: ProjectContext, claim: Claim, tools: Equipment): Promise<Ending>;
  /** What the row's `lane` column holds for a lane. */
  laneNumber(lane: Lane): number;
  /** A hint that a row is due, for `tx.afterCommit(deliveries.wake)`. Does nothing where the spool is not worked. */
  wake(): void;
  /** Who works this spool in this process hears `wake` until it calls the answer. */
  onWake(listener: () => void): () => void;
}

/** Rows that are themselves the work: due at a time, claimed in batches with a lease and a fence. See README.md. */
export function defineSpool<const Lane extends string, Tools extends Equipment = Equipment>(
  options: SpoolOptions<Lane, Tools>,
): SpoolDefinition<Lane> {
  const { name, table, lanes, leaseSeconds, slots = 20, closedSlots = {}, share = 4, batches = 4 } = options;
  const { longestPauseMs = 0, keptSlots = {}, yieldingLanes = [] } = options;
  if (!/^[a-z][a-z0-9_]*$/.test(table)) throw new Error(`${name}: ${table} is no table name`);
  const listeners = new Set<() => void>();
  return {
    name,
    table,
    lanes,
    leaseSeconds: (config) => (typeof leaseSeconds === 'number' ? leaseSeconds : leaseSeconds(config)),
    slots,
    mostSlots: lanes.map((lane) => slots - countOf(closedSlots, lane)),
    keptSlots: lanes.map((lane) => countOf(keptSlots, lane)),
    yields: lanes.map((lane) => yieldingLanes.includes(lane)),
    share,
    longestPauseMs,
    isBatched: options.handleBatch !== undefined,
    parallel: options.handleBatch ? batches : slots,
    equip: (ctx) => options.equip?.(ctx) ?? nothing,
    run: (ctx, claims, tools) =>
      options.handleBatch
        ? options.handleBatch(ctx, claims, tools as Tools) // what equip gave
        : options.handle(ctx, claims[0] as Claim, tools as Tools), // batches of one
    onPoison: (ctx, claim, tools) => options.onPoison(ctx, claim, tools as Tools), // what equip gave
    laneNumber: (lane) => lanes.indexOf(lane),
    wake: () => {
      for (const listener of listeners) listener();
    },
    onWake(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

const countOf = (slots: Partial<Record<string, number>>, lane: string): number => slots[lane] ?? 0;
