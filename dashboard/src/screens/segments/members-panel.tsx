import { type ReactElement, useMemo, useState } from 'react';
import type { Contact } from '../../api/contacts.ts';
import { frameOf } from '../../api/frame.ts';
import { problemOf } from '../../api/problem.ts';
import { useProject } from '../../api/project.ts';
import { membersPerPage, type Segment, useRemoveMembers, useSegmentMembers } from '../../api/segments.ts';
import { useGoTo } from '../../navigation/go-to.ts';
import { paths } from '../../navigation/paths.ts';
import type { Column } from '../../widgets/data-list/column.ts';
import { DataList } from '../../widgets/data-list/data-list.tsx';
import { RelativeTime } from '../../widgets/figures/relative-time.tsx';
import { countOf } from '../../widgets/number-words/number-words.ts';
import { NothingYet } from '../../widgets/state-frame/empty-states.tsx';
import { useToasts } from '../../widgets/toasts/toasts.tsx';
import { PasteMembers } from './paste-members.tsx';

interface MembersPanelProps {
  readonly segment: Segment;
  readonly page: number;
  readonly onPage: (page: number) => void;
}

const keyOf = ({ id }: Contact) => id;
const nameOf = ({ email }: Contact) => email;
const none: ReadonlySet<string> = new Set();

/** Who is in it now. A dynamic segment is evaluated anew for every page. */
export function MembersPanel({ segment, page, onPage }: MembersPanelProps): ReactElement {
  const { project } = useProject();
  const goTo = useGoTo();
  const { say } = useToasts();
  const members = useSegmentMembers(segment.id, page);
  const remove = useRemoveMembers(segment.id);
  const [selected, setSelected] = useState<ReadonlySet<string>>(none);
  const columns = useMemo(() => memberColumns(project.id), [project.id]);
  const isStatic = segment.type === 'STATIC';
  const removeNow = async (rows: readonly Contact[]) => {
    try {
      const removed = await remove.mutateAsync(rows);
      setSelected(none);
      say({ kind: 'good', message: `${countOf(removed, 'person', 'people')} removed. They are still contacts.` });
    } catch (error) {
      say({ kind: 'bad', message: problemOf(error).message });
    }
  };
  return (
    <>
      {isStatic && <PasteMembers segment={segment} />}
      <DataList
        label="Members"
        things="members"
        className="members"
        columns={columns}
        rows={members.data?.data ?? []}
        keyOf={keyOf}
        nameOf={nameOf}
        frame={frameOf(members)}
        nothingYet={
          <NothingYet title="No one is in it">
            {isStatic
              ? 'Paste addresses above, or choose people on Contacts and add them to this segment.'
              : 'The saved rules match no contact now.'}
          </NothingYet>
        }
        noMatch={{ title: 'No member matches.' }}
        {...(isStatic && {
          selection: {
            selected,
            onChange: setSelected,
            actions: (rows: readonly Contact[]) => [
              { key: 'remove', label: 'Remove from the list', count: rows.length, onRun: () => void removeNow(rows) },
            ],
          },
        })}
        onOpen={({ id }) => goTo(paths.contact(project.id, id))}
        summary={members.data && countOf(members.data.total, 'person', 'people')}
        paging={{
          kind: 'pages',
          page,
          pageSize: membersPerPage,
          total: members.data?.total ?? 0,
          onPage,
        }}
      />
    </>
  );
}

const memberColumns = (projectId: string): Column<Contact>[] => [
  {
    key: 'email',
    name: 'Address',
    card: 'to',
    isFixed: true,
    cell: ({ id, email }) => <a href={paths.contact(projectId, id)}>{email}</a>,
  },
  {
    key: 'subscribed',
    name: 'Subscription',
    width: 180,
    card: 'stt',
    className: 't2',
    cell: ({ subscribed }) => (subscribed ? 'Subscribed' : 'Not subscribed'),
  },
  {
    key: 'createdAt',
    name: 'Added as a contact',
    width: 160,
    align: 'end',
    card: 'tm',
    className: 't3',
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
];
