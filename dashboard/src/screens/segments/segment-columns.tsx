import type { Segment } from '../../api/segments.ts';
import { paths } from '../../navigation/paths.ts';
import type { ConditionField } from '../../widgets/condition-builder/condition-fields.ts';
import { sentenceOf, sentenceText } from '../../widgets/condition-sentence/condition-words.ts';
import type { Column } from '../../widgets/data-list/column.ts';
import { Count } from '../../widgets/figures/numbers.tsx';
import { RelativeTime } from '../../widgets/figures/relative-time.tsx';
import { kindWords } from './kind-words.ts';
import { treeOf } from './segment-tree.ts';

/** A segment in words: its rules, or that it is a list. */
export function readBack({ condition, type, description }: Segment, fields: readonly ConditionField[]): string {
  if (type === 'STATIC' || condition === null) return description ?? 'A list that is kept by hand.';
  return sentenceText(sentenceOf(treeOf(condition), fields));
}

export const segmentColumns = (projectId: string, fields: readonly ConditionField[]): Column<Segment>[] => [
  {
    key: 'name',
    name: 'Segment',
    sortKey: 'name',
    card: 'to',
    isFixed: true,
    className: 'segment-name',
    cell: (segment) => {
      const words = readBack(segment, fields);
      return (
        <>
          <a href={paths.segment(projectId, segment.id)}>{segment.name}</a>
          <span className="t13 t2 said" title={words}>
            {words}
          </span>
        </>
      );
    },
  },
  { key: 'kind', name: 'Kind', width: 140, card: 'sub', className: 't2', cell: kindWords },
  {
    key: 'people',
    name: 'People',
    sortKey: 'people',
    width: 96,
    align: 'end',
    card: 'tm',
    cell: ({ memberCount }) => (
      <b>
        <Count value={memberCount} />
      </b>
    ),
  },
  {
    key: 'age',
    name: 'Counted',
    width: 140,
    card: 'stt',
    className: 't2',
    cell: ({ type, memberCountAt }) => {
      if (type === 'STATIC') return 'kept by hand';
      if (memberCountAt === null) return 'not counted yet';
      return (
        <>
          <span className="only-s">counted </span>
          <RelativeTime at={memberCountAt} />
        </>
      );
    },
  },
  {
    key: 'createdAt',
    name: 'Created',
    sortKey: 'createdAt',
    width: 120,
    align: 'end',
    isHiddenOnPhone: true,
    className: 't3',
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
];
