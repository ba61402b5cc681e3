import type { ReactElement } from 'react';
import type { Domain } from '../../api/domains.ts';
import { paths } from '../../navigation/paths.ts';
import type { Column } from '../../widgets/data-list/column.ts';
import { RelativeTime, useNow } from '../../widgets/figures/relative-time.tsx';
import { useTimeZone } from '../../widgets/figures/time-zone.ts';
import { domainState } from '../../widgets/state-chip/other-states.ts';
import { StateChip } from '../../widgets/state-chip/state-chip.tsx';
import { progressOf } from './record-words.ts';

/** A domain of the project, or the one that every project has. */
export type DomainRow =
  | { readonly id: string; readonly domain: string; readonly own: Domain }
  | { readonly id: 'sandbox'; readonly domain: string; readonly own: null };

const countFound = ({ records }: Domain, isRequired: boolean): string => {
  const wanted = records.filter(({ required }) => required === isRequired);
  const found = wanted.filter(({ status }) => status === 'verified');
  return wanted.length === 0 ? 'none' : `${found.length} of ${wanted.length}`;
};

export const domainColumns = (projectId: string): readonly Column<DomainRow>[] => [
  {
    key: 'domain',
    name: 'Domain',
    isFixed: true,
    card: 'to',
    cell: ({ own, domain }) =>
      own ? (
        <a href={paths.domain(projectId, own.id)}>
          <b>{domain}</b>
        </a>
      ) : (
        <>
          <b>{domain}</b> <span className="chip">built in</span>
        </>
      ),
  },
  { key: 'state', name: 'State', width: 200, card: 'stt', cell: ({ own }) => <State own={own} /> },
  {
    key: 'missing',
    name: 'What is missing',
    card: 'sub',
    className: 't2',
    cell: ({ own }) => (own ? progressOf(own) : 'Every project has it, for trying out.'),
  },
  {
    key: 'required',
    name: 'Required',
    width: 112,
    yields: 2,
    isHiddenOnPhone: true,
    className: 't2',
    cell: ({ own }) => (own ? countFound(own, true) : ''),
  },
  {
    key: 'recommended',
    name: 'Recommended',
    width: 116,
    yields: 1,
    isHiddenOnPhone: true,
    className: 't2',
    cell: ({ own }) => (own ? countFound(own, false) : ''),
  },
  {
    key: 'looked',
    name: 'Checked',
    width: 96,
    align: 'end',
    card: 'tm',
    className: 't3',
    cell: ({ own }) => own?.lastCheckedAt && <RelativeTime at={own.lastCheckedAt} />,
  },
];

function State({ own }: { readonly own: Domain | null }): ReactElement {
  const now = useNow();
  const timeZone = useTimeZone();
  return <StateChip state={domainState(own ?? { status: 'verified' }, { now, timeZone })} />;
}
