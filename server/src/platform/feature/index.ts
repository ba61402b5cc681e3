import type { Config } from '#platform/config';
import type { InstanceContext, ProjectContext, ProjectReader, ProjectTx, Wipe } from '#platform/context';
import type { DoctorCheck } from '#platform/doctor';
import type { LocalApi, Route } from '#platform/http';
import type { AnyTask, Schedule } from '#platform/queue';
import type { ReferenceFinders } from '#platform/references';
import type { BeforeExpiry } from '#platform/retention';
import type { SignalListener } from '#platform/signals';
import type { SpoolDefinition } from '#platform/spool';
import type { RotationCount } from './seal-by-project.ts';

export { type RotationCount, type SealOutcome, sealByProject } from './seal-by-project.ts';

/** A server other than HTTP, started in processes of its role, and of `all`, where the settings ask for it. */
export type PortListener = {
  readonly name: string;
  isOn(config: Config): boolean;
} & (
  | { readonly role: 'inbound'; start(ctx: InstanceContext): Promise<RunningPortListener> }
  | { readonly role: 'api'; start(ctx: InstanceContext, api: LocalApi): Promise<RunningPortListener> }
);

export interface RunningPortListener {
  readonly port: number;
  /** Accepts nothing new and finishes what it has begun. */
  stop(): Promise<void>;
}

/** Stored values under the instance's secrets: what the command `rotate` seals anew. */
export interface SealedValues {
  /** Shown to operators. */
  readonly name: string;
  /**
   * Seals with the current key whatever another key has sealed, a batch at a time. Safe to repeat, to stop at any moment
   * and to run beside everything else.
   */
  rotate(ctx: InstanceContext): Promise<RotationCount>;
}

/** What is known of a loss after which an installation was restored. */
export interface Loss {
  /** What was accepted later cannot have left before. */
  readonly restoredAt: Date;
  /** The sent log has everything that may have left since. */
  readonly isLogWhole: boolean;
}

/** What a feature contributes to the product. */
export interface Feature {
  readonly name: string;
  readonly routes?: readonly Route[];
  readonly tasks?: readonly AnyTask[];
  readonly schedules?: readonly Schedule[];
  readonly spools?: readonly SpoolDefinition[];
  readonly listeners?: readonly SignalListener<ProjectTx>[];
  /** Servers on ports of their own, such as incoming SMTP. */
  readonly portListeners?: readonly PortListener[];
  readonly references?: ReferenceFinders<ProjectReader>;
  readonly sealed?: readonly SealedValues[];
  /** What `doctor` looks at of this feature. */
  readonly doctorChecks?: readonly DoctorCheck[];
  /**
   * For a project of an installation that was restored and whose former database was lost: deals with what may have left after the
   * backup, before a worker runs. What came after the restore is not part of it. Safe to repeat.
   */
  readonly afterLoss?: (ctx: ProjectContext, loss: Loss) => Promise<void>;
  /** What has to happen before rows of a table are past their time. */
  readonly beforeExpiry?: BeforeExpiry;
  /** Erases what the feature stores of a project, when the project is reset or deleted. */
  readonly wipe?: Wipe;
  /** Erases what a reset keeps, when the project is deleted; not needed for rows that are deleted with the row of the project. */
  readonly wipeKept?: Wipe;
}

export const defineFeature = (feature: Feature): Feature => feature;
