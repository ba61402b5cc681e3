import type { Config } from '#platform/config';
import type { InstanceContext, ProjectContext } from '#platform/context';
import type { Claim, ClaimEnding } from './claim.ts';

/** What the handlers of one worker share, such as links to a relay. */
export interface WorkerResources {
  /** After the last claim has ended. */
  close(): Promise<void>;
  /** While false, nothing new is claimed. Called before each look. */
  mayClaim?(): boolean;
}

const nothing: WorkerResources = { close: async () => {} };

interface SpoolBase<Lane extends string, Resources extends WorkerResources> {
  /** `feature.things`, for example `emails.deliveries`. */
  readonly name: string;
  /** A table prepared by `make_spool_table`. */
  readonly table: string;
  /** Most urgent first. The position is stored in the rows, so lanes are only ever added at the end. */
  readonly lanes: readonly [Lane, ...Lane[]];
  readonly leaseSeconds: number | ((config: Config) => number);
  /** Called once per worker, before its first claim. */
  readonly openResources?: (ctx: InstanceContext) => Resources;
  /** Rows one worker holds at a time. */
  readonly slots?: number;
  /** How many of the slots a lane may never use. */
  readonly reservedSlots?: Partial<Record<Lane, number>>;
  /** How many of the slots a lane has for itself while it has rows, however many the lanes above it have. */
  readonly keptSlots?: Partial<Record<Lane, number>>;
  /** Lanes that start few handlers while rows of more urgent lanes are in progress and the process is short of processor time. */
  readonly yieldingLanes?: readonly Lane[];
  /** Rows taken from one project before the next project has its turn. */
  readonly share?: number;
  /** The longest sleep of an idle worker, where rows may wait longer than usual before they are seen. */
  readonly longestPauseMs?: number;
  /** For a row that was claimed five times without success. The hook ends it, or is called again. */
  onPoison(ctx: ProjectContext, claim: Claim, resources: Resources): Promise<ClaimEnding>;
}

/** For slow work, such as an SMTP session: every slot runs by itself. */
interface SingleHandler<Resources> {
  handle(ctx: ProjectContext, claim: Claim, resources: Resources): Promise<ClaimEnding>;
  handleBatch?: never;
  batches?: never;
}

/** For work the database does in sets: the claimed rows of one project together. */
interface BatchHandler<Resources> {
  /** One ending for all, or one for each claim in the same order. */
  handleBatch(
    ctx: ProjectContext,
    claims: readonly Claim[],
    resources: Resources,
  ): Promise<ClaimEnding | readonly ClaimEnding[]>;
  /** How many batches run at once; each needs a connection. */
  batches?: number;
  handle?: never;
}

export type SpoolOptions<Lane extends string, Resources extends WorkerResources> = SpoolBase<Lane, Resources> &
  (SingleHandler<Resources> | BatchHandler<Resources>);

export interface SpoolDefinition<Lane extends string = string> {
  readonly name: string;
  readonly table: string;
  readonly lanes: readonly Lane[];
  leaseSeconds(config: Config): number;
  readonly slots: number;
  /** The most slots each lane may use, by lane number. */
  readonly maxSlots: readonly number[];
  /** The slots each lane has for itself while it has rows, by lane number. */
  readonly keptSlots: readonly number[];
  /** By lane number. */
  readonly yields: readonly boolean[];
  readonly share: number;
  readonly longestPauseMs: number;
  readonly isBatched: boolean;
  /** How many handlers run at once. */
  readonly parallel: number;
  openResources(ctx: InstanceContext): WorkerResources;
  /** With the result of `openResources`. */
  run(
    ctx: ProjectContext,
    claims: readonly Claim[],
    resources: WorkerResources,
  ): Promise<ClaimEnding | readonly ClaimEnding[]>;
  onPoison(ctx: ProjectContext, claim: Claim, resources: WorkerResources): Promise<ClaimEnding>;
  /** The value of the row's `lane` column for a lane. */
  laneNumber(lane: Lane): number;
  /** A hint that a row is due, for `tx.afterCommit(deliveries.wake)`. Does nothing where the spool is not worked. */
  wake(): void;
  /** Registers a listener of `wake` in this process. Returns a function that removes it. */
  onWake(listener: () => void): () => void;
}

/** Rows that are themselves the work: due at a time, claimed in batches with a lease and a fence. See README.md. */
export function defineSpool<const Lane extends string, Resources extends WorkerResources = WorkerResources>(
  options: SpoolOptions<Lane, Resources>,
): SpoolDefinition<Lane> {
  const { name, table, lanes, leaseSeconds, slots = 20, reservedSlots = {}, share = 4, batches = 4 } = options;
  const { longestPauseMs = 0, keptSlots = {}, yieldingLanes = [] } = options;
  if (!/^[a-z][a-z0-9_]*$/.test(table)) throw new Error(`${name}: ${table} is no table name`);
  const listeners = new Set<() => void>();
  return {
    name,
    table,
    lanes,
    leaseSeconds: (config) => (typeof leaseSeconds === 'number' ? leaseSeconds : leaseSeconds(config)),
    slots,
    maxSlots: lanes.map((lane) => slots - countOf(reservedSlots, lane)),
    keptSlots: lanes.map((lane) => countOf(keptSlots, lane)),
    yields: lanes.map((lane) => yieldingLanes.includes(lane)),
    share,
    longestPauseMs,
    isBatched: options.handleBatch !== undefined,
    parallel: options.handleBatch ? batches : slots,
    openResources: (ctx) => options.openResources?.(ctx) ?? nothing,
    run: (ctx, claims, resources) =>
      options.handleBatch
        ? options.handleBatch(ctx, claims, resources as Resources) // from openResources
        : options.handle(ctx, claims[0] as Claim, resources as Resources), // batches of one
    onPoison: (ctx, claim, resources) => options.onPoison(ctx, claim, resources as Resources), // from openResources
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
