import type { EventOperator, Operator, OrderOperator, Unit } from './operators.ts';
import type { TextReading, TimeSpan } from './values.ts';

/** A condition as it was understood: every filter carries what it means, decided once for both evaluators. */
export type Condition = { readonly logic: 'AND' | 'OR'; readonly groups: readonly Group[] };

export type Group = { readonly filters: readonly Filter[]; readonly conditions?: Condition };

export type Filter = {
  /** The four keys as the caller wrote them; a value or unit the operator ignores is left out. */
  readonly field: string;
  readonly operator: Operator;
  readonly value?: string | number | boolean;
  readonly unit?: Unit;
  readonly meaning: Meaning;
};

export type Meaning =
  | { readonly kind: 'equals'; readonly of: ValueField; readonly operand: EqualsOperand; readonly isNegated: boolean }
  | { readonly kind: 'contains'; readonly of: ValueField; readonly operand: TextOperand; readonly isNegated: boolean }
  | { readonly kind: 'order'; readonly of: ValueField; readonly operator: OrderOperator; readonly bound: Bound }
  | { readonly kind: 'presence'; readonly of: ValueField; readonly isWanted: boolean }
  | { readonly kind: 'age'; readonly of: ValueField; readonly isWithin: boolean; readonly milliseconds: number }
  | {
      readonly kind: 'event';
      /** Canonical (D-403). */
      readonly name: string;
      readonly operator: EventOperator;
      /** The window; 0 for the two operators without one. */
      readonly milliseconds: number;
    }
  | { readonly kind: 'segment'; readonly id: string; readonly isWanted: boolean };

export type ValueMeaning = Extract<Meaning, { of: ValueField }>;

/** The field that a value operator tests. */
export type ValueField =
  | { readonly kind: 'email' | 'subscribed' | 'createdAt' | 'updatedAt' }
  | ({ readonly kind: 'data' | 'context' } & KeyPath);

/** A top-level key and, when it has dots, the path through objects if there is no such key (D-307). */
export type KeyPath = { readonly key: string; readonly path: readonly string[] | null };

export type TextOperand = { readonly kind: 'text'; readonly text: string; readonly reading: TextReading };

/** The value that `equals` compares with. `nothing` is an address that cannot exist. */
export type EqualsOperand =
  | { readonly kind: 'boolean'; readonly boolean: boolean }
  | { readonly kind: 'number'; readonly number: number }
  | TextOperand
  | { readonly kind: 'nothing' };

/** The scale of a comparison. A day is 24 hours of it, an instant one millisecond. */
export type Bound = { readonly scale: 'number'; readonly number: number } | ({ readonly scale: 'moment' } & TimeSpan);
