/** The condition tree of segments, audiences and workflow steps, as the API takes it, and the ways to change it. */
export type Logic = 'AND' | 'OR';
export type Unit = 'minutes' | 'hours' | 'days';
export type Operator =
  | 'equals'
  | 'notEquals'
  | 'contains'
  | 'notContains'
  | 'greaterThan'
  | 'lessThan'
  | 'greaterThanOrEqual'
  | 'lessThanOrEqual'
  | 'exists'
  | 'notExists'
  | 'within'
  | 'olderThan'
  | 'triggered'
  | 'notTriggered'
  | 'triggeredWithin'
  | 'triggeredOlderThan'
  | 'notTriggeredWithin'
  | 'memberOfSegment'
  | 'notMemberOfSegment';

/** A rule; while it is being written its field or value may be empty. */
export type Rule = { field: string; operator: Operator; value?: string | number | boolean; unit?: Unit };
export type Group = { filters: Rule[]; conditions?: Condition };
export type Condition = { logic: Logic; groups: Group[] };

/** Where a level is: the places of the groups that lead to it. The root is the empty list. */
export type LevelAt = readonly number[];
export type GroupAt = { level: LevelAt; group: number };
export type RuleAt = GroupAt & { rule: number };

export const emptyRule: Rule = { field: '', operator: 'equals' };

export function newCondition(): Condition {
  return { logic: 'AND', groups: [{ filters: [emptyRule] }] };
}

/** The path as the API names it in its errors: `groups.1.conditions.groups.0.filters.2`. */
export function pathOf(at: GroupAt | RuleAt): string {
  const levels = at.level.map((group) => `groups.${group}.conditions.`).join('');
  return `${levels}groups.${at.group}${'rule' in at ? `.filters.${at.rule}` : ''}`;
}

export function countRules(tree: Condition): number {
  return tree.groups.reduce(
    (count, group) => count + group.filters.length + (group.conditions ? countRules(group.conditions) : 0),
    0,
  );
}

export function ruleAt(tree: Condition, at: RuleAt): Rule | undefined {
  return levelAt(tree, at.level)?.groups[at.group]?.filters[at.rule];
}

function levelAt(tree: Condition, level: LevelAt): Condition | undefined {
  return level.reduce<Condition | undefined>((found, group) => found?.groups[group]?.conditions, tree);
}

/** A copy of the tree with one level changed; unchanged when there is no such level. */
function changeLevel(tree: Condition, level: LevelAt, change: (found: Condition) => Condition): Condition {
  const [first, ...rest] = level;
  if (first === undefined) return change(tree);
  const groups = tree.groups.map((group, place) =>
    place === first && group.conditions ? { ...group, conditions: changeLevel(group.conditions, rest, change) } : group,
  );
  return { ...tree, groups };
}

function changeGroup(tree: Condition, at: GroupAt, change: (found: Group) => Group): Condition {
  return changeLevel(tree, at.level, (found) => ({
    ...found,
    groups: found.groups.map((group, place) => (place === at.group ? change(group) : group)),
  }));
}

export function setLogic(tree: Condition, level: LevelAt, logic: Logic): Condition {
  return changeLevel(tree, level, (found) => ({ ...found, logic }));
}

export function setRule(tree: Condition, at: RuleAt, rule: Rule): Condition {
  return changeGroup(tree, at, (group) => ({
    ...group,
    filters: group.filters.map((old, place) => (place === at.rule ? rule : old)),
  }));
}

/** One more rule that must hold as well. */
export function addRule(tree: Condition, at: GroupAt): Condition {
  return changeGroup(tree, at, (group) => ({ ...group, filters: [...group.filters, emptyRule] }));
}

/** One more group on a level. */
export function addGroup(tree: Condition, level: LevelAt): Condition {
  return changeLevel(tree, level, (found) => ({ ...found, groups: [...found.groups, { filters: [emptyRule] }] }));
}

/** Rules of which any is enough, inside a group; a group that has some gets one more of them. */
export function nest(tree: Condition, at: GroupAt): Condition {
  return changeGroup(tree, at, (group) => ({
    ...group,
    conditions: group.conditions ? addGroup(group.conditions, []) : { logic: 'OR', groups: [{ filters: [emptyRule] }] },
  }));
}

/** "+ or" beside a rule: the rule becomes one of several, and the groups this needs are made. */
export function addOr(tree: Condition, at: RuleAt): Condition {
  return changeLevel(tree, at.level, (level) => {
    const group = level.groups[at.group];
    const rule = group?.filters[at.rule];
    if (!group || !rule) return level;
    const isAlone = group.filters.length === 1 && !group.conditions;
    if (isAlone && (level.logic === 'OR' || level.groups.length === 1)) {
      return { logic: 'OR', groups: level.groups.toSpliced(at.group + 1, 0, { filters: [emptyRule] }) };
    }
    const either: Condition = { logic: 'OR', groups: [{ filters: [rule] }, { filters: [emptyRule] }] };
    const filters = group.filters.toSpliced(at.rule, 1);
    const conditions = group.conditions ? bothOf(group.conditions, either) : either;
    return { ...level, groups: level.groups.with(at.group, { filters, conditions }) };
  });
}

/** A group holds one nested tree, so two of them become one that asks for both. */
function bothOf(first: Condition, second: Condition): Condition {
  const more: Group = { filters: [], conditions: second };
  if (first.logic === 'AND') return { ...first, groups: [...first.groups, more] };
  return { logic: 'AND', groups: [{ filters: [], conditions: first }, more] };
}

export function removeRule(tree: Condition, at: RuleAt): Condition {
  return tidy(
    changeGroup(tree, at, (group) => ({ ...group, filters: group.filters.filter((_, place) => place !== at.rule) })),
  );
}

export function removeGroup(tree: Condition, at: GroupAt): Condition {
  return tidy(
    changeLevel(tree, at.level, (level) => ({
      ...level,
      groups: level.groups.filter((_, place) => place !== at.group),
    })),
  );
}

/** Takes away what a removal left empty, and lifts a nested tree of one group, which says nothing of its own. */
function tidy(tree: Condition): Condition {
  return tidyLevel(tree) ?? newCondition();
}

function tidyLevel(level: Condition): Condition | null {
  const groups = level.groups.flatMap((group) => {
    const tidied = tidyGroup(group);
    return tidied.filters.length > 0 || tidied.conditions ? [tidied] : [];
  });
  return groups.length > 0 ? { ...level, groups } : null;
}

function tidyGroup(group: Group): Group {
  const nested = group.conditions ? tidyLevel(group.conditions) : null;
  if (!nested) return { filters: group.filters };
  const [only, ...others] = nested.groups;
  if (only && others.length === 0) {
    return { ...only, filters: [...group.filters, ...only.filters] };
  }
  return { filters: group.filters, conditions: nested };
}
