import type { ProofProject } from '../../instance/projects.ts';
import { type ProjectLoad, personOf, projectLoad } from '../project-load.ts';

const names = ['page viewed', 'product added', 'purchase', 'signed in'];

/** Just the data that the contacts have, so that no event changes them. */
export const data = { plan: 'pro', city: 'Bonn' };

export interface TrackedEvent {
  project: ProofProject;
  email: string;
  event: string;
  data: Record<string, unknown>;
}

export type TrackLoad = ProjectLoad<TrackedEvent>;

export const trackLoad = (projects: readonly ProofProject[], milliseconds: number): TrackLoad =>
  projectLoad(projects, milliseconds, ({ project, turn }) => {
    const { email, round } = personOf(turn);
    return { project, email, event: names[round % names.length] ?? '', data };
  });
