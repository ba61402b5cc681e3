import type { Worker } from 'node:cluster';
import type { ProcessPart, RunningReport } from './process-parts.ts';

/** One place among the processes of a parent; the process in it may end, and another is started. */
export interface ProcessPlace {
  readonly name: string;
  readonly part: ProcessPart;
  child: Worker | null;
  /** What the child reported; null until it runs. */
  running: RunningReport | null;
  restarts: number;
}

export interface ParentState {
  phase: 'starting' | 'running' | 'stopping';
}
