export { reputation } from './feature.ts';
export { endSourceSuspension } from './lift-source.ts';
export { ResumeTooSoon } from './refusals.ts';
export { type PausedSource, SourcePaused } from './signals.ts';
