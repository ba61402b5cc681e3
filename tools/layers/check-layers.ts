import { readSources } from '../source/read-sources.ts';
import { fileCycles, folderCycles } from './cycle-rules.ts';
import { dashboardRule } from './dashboard-rule.ts';
import { defaultExportRule, environmentRule, locationRule, nameRule } from './file-rules.ts';
import { importRules } from './import-rules.ts';
import { outgoingRule } from './outgoing-rule.ts';
import { partRules } from './part-rules.ts';
import type { Rule, Violation } from './rule.ts';
import { sdkRule } from './sdk-rule.ts';
import { functionFileRule, migrationRule } from './sql-rules.ts';
import { tableRule } from './table-rule.ts';

const rules: Rule[] = [
  importRules,
  partRules,
  fileCycles,
  folderCycles,
  locationRule,
  nameRule,
  defaultExportRule,
  environmentRule,
  outgoingRule,
  sdkRule,
  dashboardRule,
  tableRule,
  functionFileRule,
  migrationRule,
];

/** Every breach of the rules of structure under `root`, ordered by file and line. */
export async function checkLayers(root: string): Promise<Violation[]> {
  const files = await readSources(root);
  return rules
    .flatMap((rule) => rule(files))
    .sort((a, b) => a.path.localeCompare(b.path) || a.line - b.line || a.rule.localeCompare(b.rule));
}

export const describeViolation = ({ path, line, rule, message }: Violation): string =>
  `${path}:${line} ${rule}: ${message}`;
