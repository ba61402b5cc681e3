import { createContext } from 'react';

/** What the fields of one form know of each other. */
export type FormFields = {
  /** Prefix of the ids of the fields. */
  id: string;
  /** Labels by field name, filled by the fields themselves; the summary on top names them. */
  labels: Map<string, string>;
};

export const FormFieldsContext = createContext<FormFields | null>(null);

/** What a control inside a `Field` needs. */
export type FieldControl = {
  name: string;
  label: string;
  id: string;
  describedBy: string | undefined;
  isInvalid: boolean;
  isRequired: boolean;
};

export const FieldContext = createContext<FieldControl | null>(null);

export function fieldId(formId: string, name: string): string {
  return `${formId}-${name.replaceAll(/[^a-zA-Z0-9_-]/g, '-')}`;
}

/** By its id, because not every control is an input that react-hook-form can reach. */
export function focusField(fields: FormFields, name: string): void {
  document.getElementById(fieldId(fields.id, name))?.focus();
}
