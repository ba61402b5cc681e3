import type { ReactElement, ReactNode, Ref } from 'react';
import type { Finding, PreflightState } from '../../../api/campaign-preflight.ts';
import { useProject } from '../../../api/project.ts';
import { paths } from '../../../navigation/paths.ts';
import { type Check, CheckList } from '../../../widgets/check-list/check-list.tsx';
import { formatClock, formatCount, formatDuration } from '../../../widgets/figures/format.ts';
import { useTimeZone } from '../../../widgets/figures/time-zone.ts';
import { ProblemNotice } from '../../../widgets/state-frame/problem-notice.tsx';
import { type FixActions, findingFixes } from './finding-fixes.tsx';
import { findingKey } from './findings.ts';

interface PreflightPanelProps {
  readonly preflight: PreflightState;
  /** Whether the newest answer is about what stands on the screen. */
  readonly isCurrent: boolean;
  readonly isWritten: boolean;
  readonly seen: ReadonlySet<string>;
  readonly onSeen: (key: string, isSeen: boolean) => void;
  readonly actions: FixActions;
  /** Sentences about the time, after the findings. */
  readonly when: ReactNode;
  readonly heading: Ref<HTMLHeadingElement>;
}

/** What would happen if the campaign were sent now. */
export function PreflightPanel(props: PreflightPanelProps): ReactElement {
  const { preflight, actions } = props;
  const { result, problem } = preflight;
  const { project } = useProject();
  const checks: Check[] = [];
  if (result) {
    for (const finding of result.blocks) checks.push({ ...checkOf(finding), level: 'block', aside: 'blocks' });
    for (const finding of result.warnings) {
      const key = findingKey(finding);
      checks.push({
        ...checkOf(finding),
        level: 'warn',
        aside: <Seen isSeen={props.seen.has(key)} onChange={(isSeen) => props.onSeen(key, isSeen)} />,
      });
    }
    for (const finding of result.notes) checks.push({ ...checkOf(finding), level: 'note' });
    if (result.estimatedSeconds !== null && result.estimatedSeconds > 0) {
      const time = formatDuration(result.estimatedSeconds * 1_000);
      checks.push({ id: 'time', level: 'note', sentence: `Handing it over takes about ${time}.` });
    }
    if (props.when) checks.push({ id: 'when', level: 'note', sentence: props.when });
    if (result.ready) checks.push({ id: 'ready', level: 'pass', sentence: 'Nothing stands in the way.' });
  }

  function checkOf(finding: Finding): Omit<Check, 'level'> {
    const { count, sample } = finding;
    const others = (count ?? 0) - sample.length;
    return {
      id: findingKey(finding),
      sentence: finding.message,
      more:
        sample.length === 0 ? undefined : (
          <>
            {sample.map(({ id, email }, index) => (
              <span key={id}>
                {index > 0 && ', '}
                <a className="plain" href={paths.contact(project.id, id)}>
                  {email}
                </a>
              </span>
            ))}
            {others > 0 && ` and ${formatCount(others)} more`}
          </>
        ),
      fixes: findingFixes(finding, project.id, actions),
    };
  }

  return (
    <aside aria-label="Preflight">
      <div className="section-h mb8">
        <h2 tabIndex={-1} ref={props.heading}>
          Preflight
        </h2>
        <span className="t13 t3" role="status">
          <PreflightWord {...props} />
        </span>
        <span className="more">
          <button type="button" className="plain" onClick={preflight.runNow}>
            Check again{' '}
            <span className="key" aria-hidden>
              p
            </span>
          </button>
        </span>
      </div>
      {problem && <ProblemNotice problem={problem} onRetry={preflight.runNow} />}
      <div className="checks-place">
        <CheckList label="Preflight checks" checks={checks} />
      </div>
    </aside>
  );
}

function PreflightWord({ preflight, isCurrent, isWritten }: PreflightPanelProps): ReactElement {
  const timeZone = useTimeZone();
  const { result } = preflight;
  if (!isWritten) return <>Waits until nothing is missing</>;
  if (result === null || !isCurrent || preflight.isUnderWay)
    return <>{result?.complete === false ? 'Counting' : 'Checking'}</>;
  const time = formatClock(Date.parse(result.checkedAt), 'second', timeZone);
  const { audience } = result.recipients;
  return <>{audience === null ? time : `${time}, all ${formatCount(audience)} looked at`}</>;
}

const Seen = (props: { readonly isSeen: boolean; readonly onChange: (isSeen: boolean) => void }): ReactElement => (
  <label className="rowflex seen">
    <input
      type="checkbox"
      className="box"
      checked={props.isSeen}
      onChange={({ target }) => props.onChange(target.checked)}
    />
    seen
  </label>
);
