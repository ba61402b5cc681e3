import type { ReactElement } from 'react';
import type { ContactField, FieldType } from '../../../api/contact-fields.ts';

export const typeNames: Readonly<Record<FieldType, string>> = {
  string: 'text',
  number: 'number',
  boolean: 'yes or no',
  date: 'date',
};

/** The type of a field, and whether some values have another one. */
export const TypeChips = ({ field }: { readonly field: ContactField }): ReactElement => (
  <span className="chips">
    <span className="chip">{typeNames[field.type]}</span>
    {field.mixed && <span className="chip warn">mixed types</span>}
  </span>
);
