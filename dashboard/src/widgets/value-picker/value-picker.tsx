import { type ReactElement, useState } from 'react';
import { ChoicePicker } from '../choice-picker/choice-picker.tsx';
import { type PickedValue, typedValue, type ValueCount, valueChoice, valueOfChoice } from './value-choice.ts';

export type ValuePickerProps = {
  label: string;
  value: PickedValue | undefined;
  /** The values contacts have, with how many have them. */
  search: (text: string) => Promise<readonly ValueCount[]>;
  onChoose: (value: PickedValue) => void;
  isNumber?: boolean | undefined;
  isInvalid?: boolean | undefined;
};

/** A value that occurs, with its count, or any other that is typed. */
export function ValuePicker(props: ValuePickerProps): ReactElement {
  const [counts, setCounts] = useState<ReadonlyMap<PickedValue, number | undefined>>(new Map());
  const { value } = props;
  return (
    <ChoicePicker
      label={props.label}
      placeholder="Choose a value"
      nothingFound="No contact has such a value. Type it whole to use it."
      value={value === undefined || value === '' ? null : valueChoice({ value, count: counts.get(value) })}
      search={async (text) => {
        const found = await props.search(text);
        setCounts((old) => new Map([...old, ...found.map(({ value: one, count }) => [one, count] as const)]));
        return found.map(valueChoice);
      }}
      free={(text) => typedValue(text, props.isNumber === true)}
      onChoose={(choice) => props.onChoose(valueOfChoice(choice))}
      isInvalid={props.isInvalid}
    />
  );
}
