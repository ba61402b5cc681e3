import type { ProofProject } from '../../instance/projects.ts';
import { type ProjectLoad, projectLoad } from '../project-load.ts';

/** One upsert after the other, the same mixture for both sides: half new addresses, half known ones with new data. */
export type UpsertLoad = ProjectLoad<UpsertItem>;

export interface UpsertItem {
  readonly project: ProofProject;
  readonly email: string;
  readonly data: Record<string, unknown>;
}

export const upsertLoad = (projects: readonly ProofProject[], label: string, milliseconds: number): UpsertLoad =>
  projectLoad(projects, milliseconds, ({ project, turn, count }) => ({
    project,
    email: `${label}-${Math.floor(turn / 2)}@example.com`,
    data: { plan: count % 3 === 0 ? 'pro' : 'free', step: `${label}-${count}`, city: 'Bonn' },
  }));
