import { type ContactField, keyOfField } from '../../../api/contact-fields.ts';
import { CoverBar } from '../../../widgets/cover-bar/cover-bar.tsx';
import type { Column } from '../../../widgets/data-list/column.ts';
import { TopValues, UsedBy } from './field-cells.tsx';
import { TypeChips } from './type-chip.tsx';

export const fieldColumns = (contacts: number): readonly Column<ContactField>[] => [
  {
    key: 'name',
    name: 'Name, as in templates',
    cell: (field) => <span className="mono">{keyOfField(field)}</span>,
    width: 190,
    card: 'to',
    isOpener: true,
    isFixed: true,
  },
  { key: 'type', name: 'Type', cell: (field) => <TypeChips field={field} />, width: 176, card: 'tm' },
  {
    key: 'count',
    name: 'Contacts that have it',
    cell: (field) => <CoverBar count={field.count} total={contacts} of="contacts" />,
    width: 210,
    card: 'sub',
  },
  { key: 'values', name: 'Most frequent values', cell: (field) => <TopValues field={field} />, card: 'stt' },
  {
    key: 'usage',
    name: 'Used by',
    cell: (field) => <UsedBy field={field} />,
    width: 220,
    yields: 1,
    isHiddenOnPhone: true,
  },
];
