import type { ReactNode } from 'react';
import type { SegmentPreview } from '../../api/segments.ts';
import type { ConditionField } from '../../widgets/condition-builder/condition-fields.ts';
import { fieldOf } from '../../widgets/condition-builder/condition-fields.ts';
import {
  addOr,
  type Condition,
  type Group,
  type LevelAt,
  pathOf,
  type Rule,
  type RuleAt,
  removeRule,
} from '../../widgets/condition-builder/condition-tree.ts';
import { countOf } from '../../widgets/number-words/number-words.ts';

interface PlacedRule {
  readonly rule: Rule;
  readonly at: RuleAt;
  readonly level: Condition;
}

/** Every rule with its place, in the order of reading. */
export function placedRules(tree: Condition, level: LevelAt = []): PlacedRule[] {
  return tree.groups.flatMap((group, place) => [
    ...group.filters.map(
      (rule, number): PlacedRule => ({ rule, at: { level, group: place, rule: number }, level: tree }),
    ),
    ...(group.conditions ? placedRules(group.conditions, [...level, place]) : []),
  ]);
}

const isNegative = ({ operator }: Rule): boolean => operator === 'notEquals' || operator === 'notContains';

/** Contacts without a value are let in by a group beside the rule that asks for exactly them. */
export function includeMissing(tree: Condition, at: RuleAt, rule: Rule): Condition {
  const absent: Rule = { field: rule.field, operator: 'notExists' };
  return fillEmptyRule(addOr(tree, at), absent);
}

function fillEmptyRule(tree: Condition, rule: Rule): Condition {
  const fill = (group: Group): Group => ({
    filters: group.filters.map((old) => (old.field === '' ? rule : old)),
    ...(group.conditions && { conditions: fillEmptyRule(group.conditions, rule) }),
  });
  return { ...tree, groups: tree.groups.map(fill) };
}

/** Where the contacts without a value are let in already; null if they are left out. */
function inclusionOf({ rule, at, level }: PlacedRule): RuleAt | null {
  if (level.logic !== 'OR') return null;
  const group = level.groups.findIndex(
    ({ filters, conditions }) =>
      !conditions && filters.length === 1 && filters[0]?.operator === 'notExists' && filters[0].field === rule.field,
  );
  return group === -1 || group === at.group ? null : { level: at.level, group, rule: 0 };
}

interface NoteOptions {
  readonly tree: Condition;
  readonly counted: SegmentPreview;
  readonly fields: readonly ConditionField[];
  readonly onChange: (tree: Condition) => void;
}

/** What a rule does not say by itself: people without a value, values without a time of day, opens by machines. */
export function ruleNotes({ tree, counted, fields, onChange }: NoteOptions): Record<string, ReactNode> {
  const figures = new Map(counted.filters.map((filter) => [filter.path, filter]));
  const notes = placedRules(tree).flatMap((placed): [string, ReactNode][] => {
    const { rule, at } = placed;
    const path = pathOf(at);
    const { missing = 0, dayOnly = 0 } = figures.get(path) ?? {};
    const field = fieldOf(rule, fields);
    if (dayOnly !== null && dayOnly > 0) {
      return [[path, `${countOf(dayOnly, 'value has', 'values have')} no time of day and will not match.`]];
    }
    if (field?.field === 'email.open') return [[path, 'Opens by machines do not count as opened.']];
    if (!isNegative(rule) || missing === null || missing === 0) return [];
    const inclusion = inclusionOf(placed);
    const people = countOf(missing, 'person has', 'people have');
    return [
      [
        path,
        <>
          {people} no {field?.label ?? rule.field} at all. {inclusion ? 'They are included.' : 'They are left out.'}{' '}
          <button
            type="button"
            className="plain"
            onClick={() => onChange(inclusion ? removeRule(tree, inclusion) : includeMissing(tree, at, rule))}
          >
            {inclusion ? 'Leave them out' : 'Include them'}
          </button>
        </>,
      ],
    ];
  });
  return Object.fromEntries(notes);
}
