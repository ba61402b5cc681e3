import type { Config } from '#platform/config';
import { rulesOf } from './call-rules.ts';
import { readTarget } from './call-target.ts';

/** Why a URL would never be called, as a sentence; null when it may be. Nothing is looked up. */
export function urlProblem(config: Config, url: string): string | null {
  const target = readTarget(url, rulesOf(config));
  return target.kind === 'failed' ? target.message : null;
}
