import type { ReactNode } from 'react';
import { type ContactField, keyOfField } from '../../../api/contact-fields.ts';
import type { Contact } from '../../../api/contacts.ts';
import { paths } from '../../../navigation/paths.ts';
import type { Column } from '../../../widgets/data-list/column.ts';
import { RelativeTime } from '../../../widgets/figures/relative-time.tsx';
import { SubscriptionChip } from './subscription-chip.tsx';

/** Fields that are shown until a person chooses others. */
const initialFields = 3;

export function contactColumns(projectId: string, fields: readonly ContactField[]): readonly Column<Contact>[] {
  return [
    {
      key: 'email',
      name: 'Address',
      cell: (contact) => (
        <a href={paths.contact(projectId, contact.id)} title={contact.email}>
          {contact.email}
        </a>
      ),
      sortKey: 'email',
      card: 'to',
      isFixed: true,
    },
    {
      key: 'subscribed',
      name: 'Subscription',
      cell: (contact) => <SubscriptionChip isSubscribed={contact.subscribed} />,
      width: 152,
      card: 'stt',
    },
    ...fields.filter(({ isCustom }) => isCustom).map(fieldColumn),
    {
      key: 'updatedAt',
      name: 'Changed',
      cell: (contact) => <RelativeTime at={contact.updatedAt} />,
      width: 108,
      yields: 1,
      align: 'end',
      className: 't3',
      isHiddenOnPhone: true,
    },
    {
      key: 'createdAt',
      name: 'Added',
      cell: (contact) => <RelativeTime at={contact.createdAt} />,
      width: 108,
      align: 'end',
      sortKey: 'createdAt',
      card: 'tm',
      className: 't3',
    },
  ];
}

/** Texts share what is left. */
const fieldWidths: Readonly<Partial<Record<ContactField['type'], number>>> = { number: 92, boolean: 84, date: 176 };

function fieldColumn(field: ContactField): Column<Contact> {
  const key = keyOfField(field);
  return {
    key: field.field,
    name: key,
    head: <span className="mono field-head">{key}</span>,
    cell: (contact) => valueWords(contact.data[key]),
    ...(fieldWidths[field.type] !== undefined && { width: fieldWidths[field.type] }),
    ...(field.type === 'number' && { align: 'end' as const }),
    yields: 2,
    isHiddenOnPhone: true,
  };
}

/** Cells show one line; the whole value is on the contact's own page. */
const maxCharacters = 120;

function valueWords(value: unknown): ReactNode {
  if (value === undefined || value === null) return <span className="t3">none</span>;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const shown = text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text;
  return <span title={shown}>{shown}</span>;
}

/** The columns of a project that nobody has chosen for yet: the fields that most contacts have. */
export function initialColumns(fields: readonly ContactField[]): string[] {
  const common = fields
    .filter(({ isCustom, count }) => isCustom && count > 0)
    .sort((one, other) => other.count - one.count)
    .slice(0, initialFields)
    .map(({ field }) => field);
  return ['subscribed', ...common, 'createdAt'];
}
