import type { Config } from '#platform/config';
import type { InstanceContext, ProjectReader, ProjectTx, Wipe } from '#platform/context';
import type { Hearing } from '#platform/events';
import type { Route } from '#platform/http';
import type { AnyTask, Schedule } from '#platform/queue';
import type { ReferenceFinders } from '#platform/references';
import type { SpoolDefinition } from '#platform/spool';

/** A door other than HTTP, opened in processes of the role `inbound`, and of `all` where the settings ask for it. */
export interface Listener {
  readonly name: string;
  isOn(config: Config): boolean;
  start(ctx: InstanceContext): Promise<RunningListener>;
}

export interface RunningListener {
  readonly port: number;
  /** Takes nothing new, ends what it began. */
  stop(): Promise<void>;
}

/** Stored values under the instance's secrets: what the command `rotate` seals anew. */
export interface SealedValues {
  /** As an operator reads it. */
  readonly name: string;
  /**
   * Seals with the present key whatever another one has sealed, a batch at a time. Safe to repeat, to stop at any moment
   * and to run beside everything else.
   */
  rotate(ctx: InstanceContext): Promise<RotationCount>;
}

export interface RotationCount {
  readonly seen: number;
  readonly sealedAnew: number;
  /** Ids of rows that no listed key opens; they are left as they are. */
  readonly unreadable: readonly string[];
}

/** How a room joins the house. */
export interface Feature {
  readonly name: string;
  readonly routes?: readonly Route[];
  readonly tasks?: readonly AnyTask[];
  readonly schedules?: readonly Schedule[];
  readonly spools?: readonly SpoolDefinition[];
  readonly hears?: readonly Hearing<ProjectTx>[];
  readonly listeners?: readonly Listener[];
  readonly references?: ReferenceFinders<ProjectReader>;
  readonly sealed?: readonly SealedValues[];
  /** Erases what the room keeps of a project, when the project is reset or deleted. */
  readonly wipe?: Wipe;
}

export const defineFeature = (feature: Feature): Feature => feature;
