import type { Shape } from '../state-shape/state-shape.tsx';

/** `kind` chooses the colour; several states share one. */
export type StateKind =
  | 'waiting'
  | 'retrying'
  | 'held'
  | 'sending'
  | 'checking'
  | 'handed'
  | 'delivered'
  | 'verified'
  | 'risk'
  | 'bounced'
  | 'complaint'
  | 'notsent'
  | 'cancelled'
  | 'failed';

/** A stored state as people see it: one word, one shape, one colour and one sentence. */
export interface ShownState {
  kind: StateKind;
  shape: Shape;
  word: string;
  sentence: string;
}

/** What a sentence or a word needs to name a time. */
export interface Moment {
  now: number;
  timeZone?: string | undefined;
}
