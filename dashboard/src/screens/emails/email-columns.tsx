import type { Email } from '../../api/emails.ts';
import type { SourceNames } from '../../api/source-names.ts';
import { paths } from '../../navigation/paths.ts';
import type { Column } from '../../widgets/data-list/column.ts';
import { RelativeTime } from '../../widgets/figures/relative-time.tsx';
import { EmailMarks } from '../../widgets/state-chip/email-marks.tsx';
import { EmailSource } from './email-source.tsx';
import { EmailRouteCell, EmailStateCell } from './email-state.tsx';

export const emailColumnKeys = ['to', 'subject', 'route', 'state', 'marks', 'source', 'accepted'] as const;

export const emailColumns = (projectId: string, names: SourceNames): Column<Email>[] => [
  {
    key: 'to',
    name: 'Recipient',
    width: 220,
    card: 'to',
    isFixed: true,
    cell: (email) => (
      <a href={paths.email(projectId, email.id)} title={email.to ?? undefined}>
        {email.to ?? 'Deleted contact'}
      </a>
    ),
  },
  { key: 'subject', name: 'Subject', card: 'sub', className: 't2', cell: (email) => <Subject email={email} /> },
  { key: 'route', name: 'Route', width: 112, yields: 2, card: 'rt', cell: (email) => <EmailRouteCell email={email} /> },
  {
    key: 'state',
    name: 'State and reason',
    card: 'stt',
    cell: (email) => <EmailStateCell email={email} />,
  },
  {
    key: 'marks',
    name: 'Marks',
    width: 76,
    yields: 1,
    isHiddenOnPhone: true,
    cell: (email) => <EmailMarks opens={email.opens} clicks={email.clicks} />,
  },
  {
    key: 'source',
    name: 'Source',
    width: 120,
    yields: 3,
    isHiddenOnPhone: true,
    className: 't2',
    cell: (email) => <EmailSource email={email} names={names} />,
  },
  {
    key: 'accepted',
    name: 'Accepted',
    width: 120,
    align: 'end',
    card: 'tm',
    isFixed: true,
    className: 't3',
    cell: (email) => <RelativeTime at={email.createdAt} />,
  },
];

const Subject = ({ email }: { readonly email: Email }) => (
  <span title={email.subject ?? undefined}>{email.subject ?? 'Deleted with the contact'}</span>
);
