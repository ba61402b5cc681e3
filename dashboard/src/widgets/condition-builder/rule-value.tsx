import type { ReactElement } from 'react';
import { ValuePicker } from '../value-picker/value-picker.tsx';
import { useBuilder } from './builder-context.ts';
import { type ConditionField, chosenOperator, measuresTime, takesValue, units } from './condition-fields.ts';
import type { Rule } from './condition-tree.ts';
import { InlineSelect } from './inline-select.tsx';

type RuleValueProps = {
  rule: Rule;
  field: ConditionField;
  /** Names the rule: "rule 2". */
  name: string;
  isInvalid: boolean;
  onChange: (rule: Rule) => void;
};

/** The value of a rule, asked for in the way its operator needs. */
export function RuleValue(props: RuleValueProps): ReactElement | null {
  const { rule, field, name } = props;
  const builder = useBuilder();
  if (!takesValue(rule.operator) || chosenOperator(field.type, rule).value !== undefined) return null;
  if (measuresTime(rule.operator)) return <SpanValue {...props} />;
  if (field.type === 'date') {
    return (
      <input
        // An instant from the API is kept whole; a day has the browser's calendar.
        type={isDay(rule.value) ? 'date' : 'text'}
        className={`input soft tab day-box${props.isInvalid ? ' err' : ''}`}
        aria-label={`Date of ${name}`}
        maxLength={40}
        value={String(rule.value ?? '')}
        onChange={(event) => props.onChange({ ...rule, value: event.target.value })}
      />
    );
  }
  const isText = rule.operator === 'contains' || rule.operator === 'notContains';
  const isOrder = /Than/.test(rule.operator);
  if (isText || isOrder) {
    return (
      <input
        className={`input soft value-box${props.isInvalid ? ' err' : ''}`}
        inputMode={isOrder ? 'decimal' : 'text'}
        aria-label={`Value of ${name}`}
        maxLength={1000}
        value={String(rule.value ?? '')}
        onChange={(event) => props.onChange({ ...rule, value: readValue(event.target.value, isOrder) })}
      />
    );
  }
  return (
    <ValuePicker
      label={`Value of ${name}`}
      value={rule.value}
      isNumber={field.type === 'number'}
      isInvalid={props.isInvalid}
      search={(text) => builder.valuesOf(field.field, text)}
      onChoose={(value) => props.onChange({ ...rule, value })}
    />
  );
}

function SpanValue(props: RuleValueProps): ReactElement {
  const { rule, name } = props;
  return (
    <>
      <input
        className={`input soft tab count-box${props.isInvalid ? ' err' : ''}`}
        inputMode="numeric"
        aria-label={`Length of time of ${name}`}
        maxLength={8}
        value={String(rule.value ?? '')}
        onChange={(event) => props.onChange({ ...rule, value: readValue(event.target.value, true) })}
      />
      <InlineSelect
        label={`Unit of ${name}`}
        value={rule.unit ?? 'days'}
        options={units.map((unit) => ({ value: unit, label: unit }))}
        onChange={(unit) => props.onChange({ ...rule, unit })}
      />
    </>
  );
}

function isDay(value: Rule['value']): boolean {
  return value === undefined || value === '' || /^\d{4}-\d{2}-\d{2}$/.test(String(value));
}

/** A number where one was typed whole; a beginning such as "1." stays text until it is one. */
function readValue(text: string, isNumber: boolean): string | number {
  return isNumber && /^-?(0|[1-9]\d{0,14})(\.\d{0,14}[1-9])?$/.test(text) ? Number(text) : text;
}
