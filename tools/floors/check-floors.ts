import { readSources } from '../source/read-sources.ts';
import { fileCycles, roomCycles } from './cycle-rules.ts';
import { defaultExportRule, environmentRule, nameRule, placeRule } from './file-rules.ts';
import { importRules } from './import-rules.ts';
import type { Rule, Violation } from './rule.ts';
import { tableRule } from './table-rule.ts';

const rules: Rule[] = [
  importRules,
  fileCycles,
  roomCycles,
  placeRule,
  nameRule,
  defaultExportRule,
  environmentRule,
  tableRule,
];

/** Every breach of the house's rules under `root`, ordered by file and line. */
export async function checkFloors(root: string): Promise<Violation[]> {
  const files = await readSources(root);
  return rules
    .flatMap((rule) => rule(files))
    .sort((a, b) => a.path.localeCompare(b.path) || a.line - b.line || a.rule.localeCompare(b.rule));
}

export const describeViolation = ({ path, line, rule, message }: Violation): string =>
  `${path}:${line} ${rule}: ${message}`;
