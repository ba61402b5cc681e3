import type { Contact } from '#features/contacts';
import type { Simulation } from '#pure/workflow-graph';
import type { ShownEffect } from './shown-effect.ts';
import type { SimulationWarning } from './warnings.ts';

export interface SimulationReport {
  readonly startAt: Date;
  readonly result: Extract<Simulation<ShownEffect>, { kind: 'finished' }>;
  /** As the steps have left it. */
  readonly contact: Pick<Contact, 'email' | 'subscribed' | 'data'>;
  readonly warnings: readonly SimulationWarning[];
}
