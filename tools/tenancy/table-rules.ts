import type { ForeignKey, Relation } from './catalogue.ts';
import type { Fault } from './fault.ts';
import { crossProjectKeys, instanceTables } from './instance-tables.ts';

const isOurs = (relation: Relation): boolean => relation.schema === 'public';

/** A table whose rows belong to a project. */
export const isTenant = (relation: Relation): boolean =>
  isOurs(relation) && relation.columns.includes('project_id') && !(relation.name in instanceTables);

export function tableFaults(relation: Relation, all: readonly Relation[]): Fault[] {
  const found = [...ownership(relation)];
  if (isOurs(relation)) found.push(...views(relation), ...partitions(relation), ...foreignKeys(relation, all));
  if (isOurs(relation) && relation.kind === 'table') found.push(...lists(relation));
  if (isTenant(relation) && relation.kind === 'table') found.push(...rowSecurity(relation), ...uniqueKeys(relation));
  return found.map(([rule, message]) => ({ subject: relation.name, rule, message }));
}

type Found = [rule: string, message: string][];

function ownership({ owner }: Relation): Found {
  const isServing = ['postrider', 'postrider_app', 'postrider_worker'].includes(owner);
  return isServing ? [['owner', `is owned by ${owner}, which would escape its row security`]] : [];
}

function lists(relation: Relation): Found {
  if (relation.name in instanceTables || relation.columns.includes('project_id')) return [];
  return [['list', 'has no project_id and is not in the list of tables without a project']];
}

function rowSecurity({ hasRowSecurity, forcesRowSecurity }: Relation): Found {
  if (!hasRowSecurity) return [['row-security', 'row security is not enabled']];
  return forcesRowSecurity ? [] : [['row-security', 'row security is not forced']];
}

function uniqueKeys(relation: Relation): Found {
  return relation.uniqueKeys
    .filter((key) => key.columns[0] !== 'project_id' && !(key.name in crossProjectKeys))
    .map((key) => ['unique-key', `${key.name} does not start with project_id`]);
}

function foreignKeys(relation: Relation, all: readonly Relation[]): Found {
  return relation.foreignKeys
    .filter((key) => all.some((target) => target.name === key.target && isTenant(target)))
    .filter((key) => !keepsProject(key))
    .map((key) => ['foreign-key', `${key.name} refers to ${key.target} without project_id on both sides`]);
}

const keepsProject = (key: ForeignKey): boolean =>
  key.columns.some((column, place) => column === 'project_id' && key.targetColumns[place] === 'project_id');

/** Row security of the parent is not asked when a partition is named itself. */
function partitions(relation: Relation): Found {
  if (relation.kind !== 'partition' || !relation.columns.includes('project_id')) return [];
  if (relation.hasRowSecurity && relation.forcesRowSecurity) return [];
  return relation.grantees
    .filter((role) => role !== 'postrider_owner')
    .map((role) => ['partition', `${role} has a grant on a partition without forced row security`]);
}

/** A view reads with its owner's eyes, and the owner sees every project. */
function views({ kind, isInvokersView }: Relation): Found {
  if (kind === 'materialized view') return [['view', 'is a materialized view, which knows no row security']];
  return kind === 'view' && !isInvokersView ? [['view', 'is a view without security_invoker']] : [];
}
