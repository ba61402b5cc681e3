import type { ForeignKey, Relation } from './catalogue.ts';
import type { TenancyFault } from './fault.ts';
import { crossProjectKeys, instanceTables } from './instance-tables.ts';

const isOurs = (relation: Relation): boolean => relation.schema === 'public';

/** A table whose rows belong to a project. */
export const isTenant = (relation: Relation): boolean =>
  isOurs(relation) && relation.columns.includes('project_id') && !(relation.name in instanceTables);

export function tableFaults(relation: Relation, all: readonly Relation[]): TenancyFault[] {
  const found = [...ownership(relation)];
  if (isOurs(relation)) found.push(...views(relation), ...partitions(relation), ...foreignKeys(relation, all));
  if (isOurs(relation) && relation.kind === 'table') found.push(...lists(relation));
  if (isTenant(relation) && relation.kind === 'table') found.push(...rowSecurity(relation), ...uniqueKeys(relation));
  return found.map(([rule, message]) => ({ subject: relation.name, rule, message }));
}

type RuleBreaches = [rule: string, message: string][];

function ownership({ owner }: Relation): RuleBreaches {
  const isServing = ['postrider', 'postrider_app', 'postrider_worker'].includes(owner);
  return isServing ? [['owner', `is owned by ${owner}, which would escape its row security`]] : [];
}

function lists(relation: Relation): RuleBreaches {
  if (relation.name in instanceTables || relation.columns.includes('project_id')) return [];
  return [['list', 'has no project_id and is not in the list of tables without a project']];
}

function rowSecurity({ hasRowSecurity, forcesRowSecurity }: Relation): RuleBreaches {
  if (!hasRowSecurity) return [['row-security', 'row security is not enabled']];
  return forcesRowSecurity ? [] : [['row-security', 'row security is not forced']];
}

function uniqueKeys(relation: Relation): RuleBreaches {
  return relation.uniqueKeys
    .filter((key) => key.columns[0] !== 'project_id' && !(key.name in crossProjectKeys))
    .map((key) => ['unique-key', `${key.name} does not start with project_id`]);
}

function foreignKeys(relation: Relation, all: readonly Relation[]): RuleBreaches {
  return relation.foreignKeys
    .filter((key) => all.some((target) => target.name === key.target && isTenant(target)))
    .filter((key) => !keepsProject(key))
    .map((key) => ['foreign-key', `${key.name} refers to ${key.target} without project_id on both sides`]);
}

const keepsProject = (key: ForeignKey): boolean =>
  key.columns.some((column, index) => column === 'project_id' && key.targetColumns[index] === 'project_id');

/** Row security of the parent does not apply when a partition is queried directly. */
function partitions(relation: Relation): RuleBreaches {
  if (relation.kind !== 'partition' || !relation.columns.includes('project_id')) return [];
  if (relation.hasRowSecurity && relation.forcesRowSecurity) return [];
  return relation.grantees
    .filter((role) => role !== 'postrider_owner')
    .map((role) => ['partition', `${role} has a grant on a partition without forced row security`]);
}

/** A view reads with its owner's rights, and the owner sees every project. */
function views({ kind, isInvokersView }: Relation): RuleBreaches {
  if (kind === 'materialized view') return [['view', 'is a materialized view, which knows no row security']];
  return kind === 'view' && !isInvokersView ? [['view', 'is a view without security_invoker']] : [];
}
