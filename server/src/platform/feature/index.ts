import type { ProjectReader, ProjectTx, Wipe } from '#platform/context';
import type { Hearing } from '#platform/events';
import type { Route } from '#platform/http';
import type { AnyTask, Schedule } from '#platform/queue';
import type { ReferenceFinders } from '#platform/references';
import type { SpoolDefinition } from '#platform/spool';

/** How a room joins the house. */
export interface Feature {
  readonly name: string;
  readonly routes?: readonly Route[];
  readonly tasks?: readonly AnyTask[];
  readonly schedules?: readonly Schedule[];
  readonly spools?: readonly SpoolDefinition[];
  readonly hears?: readonly Hearing<ProjectTx>[];
  readonly references?: ReferenceFinders<ProjectReader>;
  /** Erases what the room keeps of a project, when the project is reset or deleted. */
  readonly wipe?: Wipe;
}

export const defineFeature = (feature: Feature): Feature => feature;
