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
  /** Erases what the room keeps of a project, when the project is reset or deleted. */
  readonly wipe?: Wipe;
}

export const defineFeature = (feature: Feature): Feature => feature;
