import type { ReactElement } from 'react';
import { searchContacts } from '../../api/contact-search.ts';
import { useProject } from '../../api/project.ts';
import type { RenderingState } from '../../api/rendering.ts';
import { ChoicePicker } from '../../widgets/choice-picker/choice-picker.tsx';
import { formatClock } from '../../widgets/figures/format.ts';
import { useTimeZone } from '../../widgets/figures/time-zone.ts';
import { MailFrame } from '../../widgets/mail-frame/mail-frame.tsx';
import { hasOwnDark } from '../../widgets/mail-frame/mail-scheme.ts';
import { ProblemNotice } from '../../widgets/state-frame/problem-notice.tsx';
import { StateShape } from '../../widgets/state-shape/state-shape.tsx';
import type { Errors } from './errors-of.ts';
import type { PreviewValues } from './use-preview-values.ts';
import { ValuesPad } from './values-pad.tsx';

interface PreviewPaneProps {
  readonly rendering: RenderingState;
  readonly errors: Errors;
  readonly values: PreviewValues;
  readonly onDarkChange: (isDark: boolean) => void;
}

/** The server renders for a made-up person unless a contact is named. */
const sampleContact = { value: '', label: 'A sample contact' };

export function PreviewPane({ rendering, errors, values, onDarkChange }: PreviewPaneProps): ReactElement {
  const { session } = useProject();
  const { good, problem } = rendering;
  return (
    <section className="pane preview" aria-label="Preview" data-pane>
      <MailFrame
        title="Rendered mail"
        src={good?.path ?? null}
        hasOwnDark={hasOwnDark(good?.rendering.body ?? '')}
        onDarkChange={onDarkChange}
        fallback={fallbackWords(rendering)}
        tools={
          <>
            <span className="t3 t13 nowrap">Preview as</span>
            <ChoicePicker
              label="Preview as"
              placeholder={sampleContact.label}
              nothingFound="No contact with this address."
              value={values.contact && { value: values.contact.id, label: values.contact.email }}
              onChoose={({ value, label }) => values.choose(value === '' ? null : { id: value, email: label })}
              search={async (text) => [
                ...(text.trim() === '' ? [sampleContact] : []),
                ...(await searchContacts(session, text)).map(({ id, email }) => ({ value: id, label: email })),
              ]}
            />
            <ValuesPad values={values} />
          </>
        }
        notice={
          <>
            {problem && <ProblemNotice problem={problem} />}
            <StaleStrip rendering={rendering} errors={errors} />
          </>
        }
        head={
          good && (
            <dl className="mail-head">
              <dt>Subject</dt>
              <dd>
                <b>{good.rendering.subject}</b>
              </dd>
            </dl>
          )
        }
      />
    </section>
  );
}

function fallbackWords({ newest, problem, isUnderWay }: RenderingState): string {
  if (newest && newest.errors.length > 0) return 'The mail appears here as soon as the text has no error.';
  if (problem) return 'The mail could not be rendered. The source is on the left.';
  return isUnderWay ? 'Rendering' : '';
}

/** Which render is shown when the newest text has an error, and which names it had no value for. */
function StaleStrip({ rendering, errors }: Pick<PreviewPaneProps, 'rendering' | 'errors'>): ReactElement | null {
  const timeZone = useTimeZone();
  const { good, newest } = rendering;
  const line = errors.body[0]?.line;
  if (newest && newest.errors.length > 0) {
    if (!good) return null;
    const where = line === undefined ? 'The error in the subject' : `The error in line ${line}`;
    return (
      <div className="stale">
        <StateShape shape="tri" tone="warn" />
        <span>
          This is the last good render, from {formatClock(good.at, 'second', timeZone)}. {where} is not in it.
        </span>
      </div>
    );
  }
  const missing = newest?.missing ?? [];
  if (missing.length === 0) return null;
  return (
    <div className="stale quiet">
      <StateShape shape="info" />
      <span>
        Empty here, and without a fallback: <code>{missing.slice(0, 8).join(', ')}</code>
        {missing.length > 8 && ` and ${missing.length - 8} more`}.
      </span>
    </div>
  );
}
