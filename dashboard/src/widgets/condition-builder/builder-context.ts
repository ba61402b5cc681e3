import { createContext, type ReactNode, use } from 'react';
import type { ValueCount } from '../value-picker/value-choice.ts';
import type { ConditionField } from './condition-fields.ts';
import type { Condition } from './condition-tree.ts';

/** What a contact under test has for one rule. */
export type RuleResult = { isMatch: boolean; seen: string };

/** Everything the rules of one builder share. Records are keyed by the path of the rule or group (`pathOf`). */
export type Builder = {
  fields: readonly ConditionField[];
  recentFields?: readonly string[] | undefined;
  valuesOf: (field: string, text: string) => Promise<readonly ValueCount[]>;
  counts?: Readonly<Record<string, number>> | undefined;
  notes?: Readonly<Record<string, ReactNode>> | undefined;
  problems?: Readonly<Record<string, string>> | undefined;
  results?: Readonly<Record<string, RuleResult>> | undefined;
  onMark?: ((path: string | undefined) => void) | undefined;
  /** Changes the tree; after an addition the new rule gets the focus, after a removal the builder does. */
  change: (edit: (tree: Condition) => Condition, then?: 'focus-new' | 'focus-builder') => void;
};

export const BuilderContext = createContext<Builder | null>(null);

export function useBuilder(): Builder {
  const builder = use(BuilderContext);
  if (!builder) throw new Error('A rule stands inside a ConditionBuilder');
  return builder;
}
