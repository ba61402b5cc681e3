import { Check, Info, X } from 'lucide-react';
import type { ReactElement } from 'react';
import { FieldPicker } from '../field-picker/field-picker.tsx';
import { formatCount } from '../figures/format.ts';
import { type RuleResult, useBuilder } from './builder-context.ts';
import { chosenOperator, fieldOf, operatorChoices, withField, withOperator } from './condition-fields.ts';
import { addOr, pathOf, type Rule, type RuleAt, removeRule, setRule } from './condition-tree.ts';
import { InlineSelect } from './inline-select.tsx';
import { RuleValue } from './rule-value.tsx';

/** Field, operator, value; how many match; the ways to make it one of several and to remove it. */
export function RuleRow(props: { rule: Rule; at: RuleAt; word: string; isNested: boolean }): ReactElement {
  const { rule, at } = props;
  const builder = useBuilder();
  const path = pathOf(at);
  const name = `rule ${at.rule + 1} of group ${[...at.level, at.group].map((place) => place + 1).join('.')}`;
  const field = fieldOf(rule, builder.fields);
  const problem = builder.problems?.[path];
  const count = builder.counts?.[path];
  const result = builder.results?.[path];
  const note = builder.notes?.[path];
  const set = (next: Rule) => builder.change((tree) => setRule(tree, at, next));
  const mark = (isMarked: boolean) => builder.onMark?.(isMarked ? path : undefined);
  return (
    <fieldset
      className={props.isNested ? 'nrow' : 'rule'}
      data-new={rule.field === '' ? '' : undefined}
      onFocus={() => mark(true)}
      onBlur={() => mark(false)}
      onPointerEnter={() => mark(true)}
      onPointerLeave={() => mark(false)}
    >
      <legend className="vh">{name}</legend>
      <span className="t3 t13 word">{props.word}</span>
      <div className="parts">
        <FieldPicker
          label={`Field of ${name}`}
          value={field}
          fields={builder.fields}
          recent={builder.recentFields}
          isInvalid={problem !== undefined && field === null}
          onChoose={(chosen) => set(withField(rule, chosen, field))}
        />
        {field && (
          <>
            <InlineSelect
              label={`Operator of ${name}`}
              value={chosenOperator(field.type, rule).key}
              options={operatorChoices(field.type, rule).map(({ key, words }) => ({ value: key, label: words }))}
              onChange={(key) => {
                const choice = operatorChoices(field.type, rule).find((one) => one.key === key);
                if (choice) set(withOperator(rule, choice));
              }}
            />
            <RuleValue rule={rule} field={field} name={name} isInvalid={problem !== undefined} onChange={set} />
          </>
        )}
      </div>
      <span className="rule-end">
        {count !== undefined && <span className="got">{formatCount(count)}</span>}
        <button
          type="button"
          className="btn quiet sm"
          onClick={() => builder.change((tree) => addOr(tree, at), 'focus-new')}
        >
          + or<span className="vh">, beside {name}</span>
        </button>
        <button
          type="button"
          className="copy"
          aria-label={`Remove ${name}`}
          onClick={() => builder.change((tree) => removeRule(tree, at), 'focus-builder')}
        >
          <X size={14} strokeWidth={1.75} aria-hidden className="i" />
        </button>
      </span>
      {result && <Seen result={result} />}
      {note && (
        <div className="note">
          <Info size={14} strokeWidth={1.75} aria-hidden className="i t3" />
          <span>{note}</span>
        </div>
      )}
      {problem !== undefined && (
        <div className="note bad" role="alert">
          <X size={14} strokeWidth={2.25} aria-hidden className="i" />
          <span>{problem}</span>
        </div>
      )}
    </fieldset>
  );
}

/** What the contact under test has, and whether the rule holds for it. */
function Seen(props: { result: RuleResult }): ReactElement {
  const { isMatch, seen } = props.result;
  const Icon = isMatch ? Check : X;
  return (
    <div className={`note seen ${isMatch ? 'good' : 'bad'}`}>
      <Icon size={14} strokeWidth={2.25} aria-hidden className="i" />
      <span>
        <b>{isMatch ? 'Holds' : 'Does not hold'}</b> <span className="t2">{seen}</span>
      </span>
    </div>
  );
}
