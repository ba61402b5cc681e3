import {
  type ConditionField,
  chosenOperator,
  fieldOf,
  measuresTime,
  takesValue,
} from '../condition-builder/condition-fields.ts';
import { type Condition, type Group, type LevelAt, pathOf, type Rule } from '../condition-builder/condition-tree.ts';

/** A piece of the sentence; one with a path reads exactly one rule. */
export type Piece = { text: string; path?: string };

/** Reads the tree back. Every rule is one piece, so nothing of the tree can be left out of the sentence. */
export function sentenceOf(tree: Condition, fields: readonly ConditionField[]): Piece[] {
  const pieces: Piece[] = [];
  tree.groups.forEach((group, place) => {
    if (place > 0) pieces.push({ text: tree.logic === 'OR' ? '; or ' : '; and also ' });
    const isNewPeople = place === 0 || tree.logic === 'OR';
    pieces.push(...groupPieces(group, [], place, fields, isNewPeople ? (place === 0 ? 'People' : 'people') : null));
  });
  return [...pieces, { text: '.' }];
}

export function sentenceText(pieces: readonly Piece[]): string {
  return pieces.map((piece) => piece.text).join('');
}

function groupPieces(
  group: Group,
  level: LevelAt,
  place: number,
  fields: readonly ConditionField[],
  people: string | null,
): Piece[] {
  const clauses: Piece[][] = group.filters.map((rule, number) => [
    { text: clauseOf(rule, fields), path: pathOf({ level, group: place, rule: number }) },
  ]);
  const lead = people === null ? [] : leadOf(group, people, clauses);
  if (group.conditions) clauses.push(nestedPieces(group.conditions, [...level, place], fields));
  return [
    ...lead,
    ...clauses.flatMap((clause, number) => [...between(number, clauses.length, lead.length > 0), ...clause]),
  ];
}

/** "Subscribed people" reads better than "people who are subscribed"; the rule is then part of the lead. */
function leadOf(group: Group, people: string, clauses: Piece[][]): Piece[] {
  const [first] = group.filters;
  if (first?.field !== 'subscribed' || first.operator !== 'equals' || first.value !== true) return [{ text: people }];
  const [clause] = clauses.shift() ?? [];
  const text = people === 'People' ? 'Subscribed people' : 'subscribed people';
  return [clause?.path === undefined ? { text } : { text, path: clause.path }];
}

function between(number: number, count: number, hasLead: boolean): Piece[] {
  if (number === 0) return hasLead ? [{ text: ' ' }] : [];
  return [{ text: number === count - 1 ? ' and ' : ', ' }];
}

function nestedPieces(nested: Condition, level: LevelAt, fields: readonly ConditionField[]): Piece[] {
  const word = nested.logic === 'OR' ? ' or ' : ' and ';
  const inside = nested.groups.flatMap((group, place) => {
    const pieces = groupPieces(group, level, place, fields, null);
    const isSeveral = group.filters.length + (group.conditions ? 1 : 0) > 1 && nested.groups.length > 1;
    const bracketed = isSeveral ? [{ text: '(' }, ...pieces, { text: ')' }] : pieces;
    return place === 0 ? bracketed : [{ text: word }, ...bracketed];
  });
  return nested.groups.length > 1 ? [{ text: '(' }, ...inside, { text: ')' }] : inside;
}

const unfinished = 'who match a rule that is not finished';

function clauseOf(rule: Rule, fields: readonly ConditionField[]): string {
  const field = fieldOf(rule, fields);
  if (!field) return unfinished;
  if (takesValue(rule.operator) && (rule.value === undefined || rule.value === '')) return unfinished;
  if (field.type === 'segment') {
    return `who are ${rule.operator === 'notMemberOfSegment' ? 'not ' : ''}in ${field.label}`;
  }
  if (field.type === 'event') return eventClause(rule, field);
  if (field.field === 'subscribed' && rule.operator === 'equals') {
    return rule.value === true || rule.value === 'true' ? 'who are subscribed' : 'who are not subscribed';
  }
  return `whose ${field.label} ${valueWords(rule, field)}`;
}

const span = (rule: Rule): string => {
  const unit = rule.unit ?? 'days';
  return Number(rule.value) === 1 ? `1 ${unit.slice(0, -1)}` : `${rule.value} ${unit}`;
};

function eventClause(rule: Rule, field: ConditionField): string {
  const done = field.kind === 'mail' ? mailWords(field) : `done ${field.label}`;
  switch (rule.operator) {
    case 'triggered':
      return `who have ${done}`;
    case 'notTriggered':
      return `who have never ${done}`;
    case 'triggeredWithin':
      return `who have ${done} within the last ${span(rule)}`;
    case 'triggeredOlderThan':
      return `who have ${done}, but not within the last ${span(rule)}`;
    default:
      return `who have not ${done} within the last ${span(rule)}`;
  }
}

const activities: Record<string, string> = {
  sent: 'been sent a mail',
  delivery: 'had a mail delivered',
  open: 'opened a mail',
  click: 'clicked in a mail',
  bounce: 'had a mail bounce',
  complaint: 'complained about a mail',
  received: 'sent us a mail',
  failed: 'had a mail fail',
  suppressed: 'had a mail held back',
};

function mailWords(field: ConditionField): string {
  return activities[field.field.slice('email.'.length)] ?? `had ${field.label}`;
}

const dateWords: Partial<Record<Rule['operator'], string>> = {
  equals: 'is on',
  notEquals: 'is not on',
  greaterThan: 'is after',
  lessThan: 'is before',
  greaterThanOrEqual: 'is on or after',
  lessThanOrEqual: 'is on or before',
};

function valueWords(rule: Rule, field: ConditionField): string {
  if (measuresTime(rule.operator)) {
    return `${rule.operator === 'within' ? 'is within the last' : 'is longer ago than'} ${span(rule)}`;
  }
  const choice = chosenOperator(field.type, rule);
  if (!takesValue(rule.operator) || choice.value !== undefined) return choice.words;
  const dated = field.type === 'date' ? dateWords[rule.operator] : undefined;
  const needsIs = /^(more|less|at) /.test(choice.words);
  return `${dated ?? (needsIs ? `is ${choice.words}` : choice.words)} ${rule.value}`;
}
