import type { ReactElement } from 'react';
import type { Choice } from '../choice-picker/choice.ts';
import { ChoicePicker } from '../choice-picker/choice-picker.tsx';

export type PickedContact = { id: string; email: string };

/** One contact, found by address. */
export function ContactPicker(props: {
  label?: string;
  value: PickedContact | null;
  onChoose: (contact: PickedContact) => void;
  search: (text: string) => Promise<readonly PickedContact[]>;
  recent?: readonly PickedContact[];
}): ReactElement {
  return (
    <ChoicePicker
      label={props.label ?? 'Contact'}
      placeholder="Address"
      nothingFound="No contact with this address."
      value={props.value && toChoice(props.value)}
      recent={props.recent?.map(toChoice)}
      search={async (text) => (await props.search(text)).map(toChoice)}
      onChoose={({ value, label }) => props.onChoose({ id: value, email: label })}
    />
  );
}

function toChoice(contact: PickedContact): Choice {
  return { value: contact.id, label: contact.email };
}
