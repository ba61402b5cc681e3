import type { Suppression } from '../../../api/suppressions.ts';
import { paths } from '../../../navigation/paths.ts';
import type { Column } from '../../../widgets/data-list/column.ts';
import { RelativeTime } from '../../../widgets/figures/relative-time.tsx';
import { StateChip } from '../../../widgets/state-chip/state-chip.tsx';
import { blockWords, reasonWords } from './suppression-words.ts';

const states = {
  BOUNCE: { kind: 'bounced', shape: 'cross' },
  COMPLAINT: { kind: 'complaint', shape: 'flag' },
  MANUAL: { kind: 'notsent', shape: 'slash' },
} as const;

interface ColumnsOptions {
  readonly projectId: string;
  readonly isAdmin: boolean;
  readonly onRemove: (suppression: Suppression) => void;
}

export const suppressionColumns = ({
  projectId,
  isAdmin,
  onRemove,
}: ColumnsOptions): readonly Column<Suppression>[] => [
  { key: 'email', name: 'Address', isFixed: true, card: 'to', cell: ({ email }) => <b title={email}>{email}</b> },
  {
    key: 'reason',
    name: 'Reason',
    width: 168,
    card: 'stt',
    cell: ({ reason }) => <StateChip state={{ ...states[reason], word: reasonWords[reason] }} />,
  },
  {
    key: 'blocks',
    name: 'Not sent',
    width: 108,
    isHiddenOnPhone: true,
    className: 't2',
    cell: ({ blocks }) => blockWords[blocks],
  },
  {
    key: 'note',
    name: 'Note',
    yields: 1,
    card: 'sub',
    className: 't2',
    cell: ({ note, emailId }) =>
      note !== null ? (
        <span title={note}>{note}</span>
      ) : emailId !== null ? (
        <a className="plain" href={paths.email(projectId, emailId)}>
          the mail that caused it
        </a>
      ) : null,
  },
  {
    key: 'createdAt',
    name: 'Since',
    width: 116,
    align: 'end',
    card: 'tm',
    className: 't3',
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
  {
    key: 'remove',
    name: 'Remove',
    head: <span className="vh">Remove</span>,
    width: 140,
    align: 'end',
    card: 'rt',
    cell: (suppression) => {
      const isRefused = suppression.reason === 'COMPLAINT' && !isAdmin;
      return (
        <button
          type="button"
          className="btn quiet sm"
          aria-label={`Remove ${suppression.email}`}
          disabled={isRefused}
          title={isRefused ? 'Only owners and admins take complaints off the list.' : undefined}
          onClick={() => onRemove(suppression)}
        >
          Remove…
        </button>
      );
    },
  },
];
