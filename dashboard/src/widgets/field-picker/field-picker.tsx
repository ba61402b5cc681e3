import type { ReactElement } from 'react';
import { type Choice, searchIn } from '../choice-picker/choice.ts';
import { ChoicePicker } from '../choice-picker/choice-picker.tsx';
import type { ConditionField, FieldKind } from '../condition-builder/condition-fields.ts';

const groups: Record<FieldKind, string> = {
  contact: 'Contact',
  data: 'Data',
  event: 'Events',
  mail: 'Mail activity',
  segment: 'Segments',
  context: 'This workflow',
};

export type FieldPickerProps = {
  label: string;
  value: ConditionField | null;
  fields: readonly ConditionField[];
  /** Names of the fields used last. */
  recent?: readonly string[] | undefined;
  onChoose: (field: ConditionField) => void;
  isInvalid?: boolean | undefined;
};

/** A field of a contact, an event, a mail activity or a segment, in groups, with how many contacts have it. */
export function FieldPicker(props: FieldPickerProps): ReactElement {
  const choices = props.fields.map(toChoice);
  const { value } = props;
  return (
    <ChoicePicker
      label={props.label}
      placeholder="Choose a field"
      nothingFound="No such field. Fields appear when data arrives."
      value={value && { ...toChoice(value), count: undefined }}
      recent={props.recent?.flatMap((name) => choices.find((choice) => choice.value === name) ?? [])}
      search={async (text) => searchIn(choices, text)}
      onChoose={(choice) => {
        const field = props.fields.find((one) => one.field === choice.value);
        if (field) props.onChoose(field);
      }}
      isInvalid={props.isInvalid}
    />
  );
}

function toChoice(field: ConditionField): Choice {
  const isPlain = field.type === 'event' || field.type === 'segment';
  return {
    value: field.field,
    label: field.label,
    kind: field.kind,
    group: groups[field.kind],
    note: isPlain ? undefined : field.type,
    count: field.count,
  };
}
