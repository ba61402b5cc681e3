import { limits } from '#pure/limits';
import type { ConfigDraft } from './config-draft.ts';
import { readText } from './fields.ts';
import type { ExitConfig } from './step-config.ts';

export function readExit(draft: ConfigDraft): ExitConfig {
  const reason = readText(draft, 'reason', limits.exitReasonCharacters)?.trim();
  return { type: 'EXIT', reason: reason || 'exit_step' };
}
