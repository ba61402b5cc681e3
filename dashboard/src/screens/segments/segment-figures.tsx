import type { ReactElement } from 'react';
import { useContactCount } from '../../api/contacts.ts';
import { useProject } from '../../api/project.ts';
import type { Segment } from '../../api/segments.ts';
import { paths } from '../../navigation/paths.ts';
import type { ConditionField } from '../../widgets/condition-builder/condition-fields.ts';
import { ConditionSentence } from '../../widgets/condition-sentence/condition-sentence.tsx';
import { Count } from '../../widgets/figures/numbers.tsx';
import { RelativeTime } from '../../widgets/figures/relative-time.tsx';
import { ProblemNotice } from '../../widgets/state-frame/problem-notice.tsx';
import { TestContact } from './test-contact.tsx';
import type { SegmentDraft } from './use-segment-draft.ts';

interface SegmentFiguresProps {
  readonly segment: Segment;
  readonly draft: SegmentDraft;
  readonly fields: readonly ConditionField[];
  readonly marked: string | undefined;
}

/** How many the rules find now, the rules as a sentence, five of the people, and one contact put to the test. */
export function SegmentFigures({ segment, draft, fields, marked }: SegmentFiguresProps): ReactElement {
  const { counted, frame } = draft;
  return (
    <aside className="segment-figures" aria-label="What the rules find">
      <section className="segment-count">
        <LiveCount segment={segment} draft={draft} />
      </section>
      {frame.problem && <ProblemNotice problem={frame.problem} onRetry={frame.onRetry} />}
      <section className="mt16">
        <ConditionSentence tree={draft.tree} fields={fields} marked={marked} />
      </section>
      {counted && counted.sample.length > 0 && <Samples draft={draft} />}
      <TestContact draft={draft} />
    </aside>
  );
}

function LiveCount({ segment, draft }: Pick<SegmentFiguresProps, 'segment' | 'draft'>): ReactElement {
  const all = useContactCount();
  const { counted, isCounting } = draft;
  if (counted?.count === null || (!counted && !isCounting)) {
    return (
      <p className="t2" role="status">
        {counted ? 'Counting takes longer than 5 seconds. ' : 'Finish the rules to count them. '}
        The saved rules found <Count value={segment.memberCount} />
        {segment.memberCountAt && (
          <>
            ; age of that count: <RelativeTime at={segment.memberCountAt} />
          </>
        )}
        .
      </p>
    );
  }
  const share = counted && all ? Math.min(1, counted.count / all) : 0;
  return (
    <div aria-busy={isCounting || undefined}>
      <p className="rowflex baseline" role="status">
        <span className="fig-l" data-live-count={counted ? '' : undefined}>
          {counted ? <Count value={counted.count} /> : '…'}
        </span>
        <span className="t2">
          {all === undefined ? (
            'contacts'
          ) : (
            <>
              of <Count value={all} /> contacts
            </>
          )}
        </span>
      </p>
      <p className="t13 t3">{counted ? 'Counted just now, as the rules stand here.' : 'Counting.'}</p>
      <span className="count-bar" aria-hidden="true">
        <i style={{ inlineSize: `${share * 100}%` }} />
      </span>
    </div>
  );
}

function Samples({ draft }: { readonly draft: SegmentDraft }): ReactElement {
  const { project } = useProject();
  const sample = draft.counted?.sample ?? [];
  return (
    <section className="mt24">
      <div className="section-h mb8">
        <h2>{sample.length === 5 ? 'Five of them' : sample.length === 1 ? 'The one' : 'Some of them'}</h2>
      </div>
      <table className="ledger t13" aria-label="Contacts the rules find">
        <tbody>
          {sample.map(({ id, email, createdAt }) => (
            <tr key={id}>
              <td className="cut">
                <a className="plain" href={paths.contact(project.id, id)}>
                  {email}
                </a>
              </td>
              <td className="num t3">
                <RelativeTime at={createdAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
