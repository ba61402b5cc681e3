import { Eye, MousePointer2 } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { type InboxMail, type Simulated, useSimulate } from '../../api/inbox.ts';
import { problemOf } from '../../api/problem.ts';
import { formatClock } from '../../widgets/figures/format.ts';
import { useTimeZone } from '../../widgets/figures/time-zone.ts';
import { ProblemNotice } from '../../widgets/state-frame/problem-notice.tsx';
import { StateShape } from '../../widgets/state-shape/state-shape.tsx';

const choices: readonly (readonly [type: Simulated, word: string, mark: ReactNode])[] = [
  ['delivery', 'Delivered', <StateShape key="delivery" shape="dot" tone="good" />],
  ['open', 'Open', <Eye key="open" className="i" size={16} strokeWidth={1.75} aria-hidden />],
  ['click', 'Click', <MousePointer2 key="click" className="i" size={16} strokeWidth={1.75} aria-hidden />],
  ['bounce', 'Bounce', <StateShape key="bounce" shape="cross" tone="bad" />],
  ['complaint', 'Complaint', <StateShape key="complaint" shape="flag" tone="bad" />],
];

/** Sends a notice about the mail through the same code as a provider's, and says when it was taken. */
export function SimulateBar({ mail }: { readonly mail: InboxMail }): ReactElement {
  const simulate = useSimulate();
  return (
    <>
      <fieldset className="simbar" aria-label="Simulate">
        <b aria-hidden="true">Simulate</b>
        <span className="btns">
          {choices.map(([type, word, mark]) => {
            const hasNoLink = type === 'click' && mail.links.length === 0;
            return (
              <button
                key={type}
                type="button"
                className="btn sm"
                disabled={simulate.isPending || hasNoLink}
                title={hasNoLink ? 'This mail has no link that could be clicked' : undefined}
                onClick={() => simulate.mutate({ id: mail.id, type })}
              >
                {mark}
                {word}
              </button>
            );
          })}
        </span>
        <Said type={simulate.isSuccess ? simulate.variables.type : null} at={simulate.submittedAt} />
      </fieldset>
      {simulate.error && <ProblemNotice problem={problemOf(simulate.error)} />}
    </>
  );
}

function Said({ type, at }: { readonly type: Simulated | null; readonly at: number }): ReactElement {
  const timeZone = useTimeZone();
  const word = choices.find(([known]) => known === type)?.[1];
  return (
    <span className="push t13 t3" role="status">
      {word && `${word}, ${formatClock(at, 'second', timeZone)}: taken as a notice of the provider`}
    </span>
  );
}
