import { type ReactElement, useState } from 'react';
import { problemOf } from '../../api/problem.ts';
import { useProject } from '../../api/project.ts';
import { useReplaySince, type WebhookEndpoint } from '../../api/webhooks.ts';
import { Dialog } from '../../widgets/dialog/dialog.tsx';
import { formatExact } from '../../widgets/figures/format.ts';
import { instantOf, type WallTime, wallTimeOf } from '../../widgets/figures/zoned-time.ts';
import { Field } from '../../widgets/form/field.tsx';
import { TextInput } from '../../widgets/form/inputs.tsx';
import { ProblemNotice } from '../../widgets/state-frame/problem-notice.tsx';
import { PatternPicker } from './pattern-picker.tsx';

interface ReplayDialogProps {
  readonly endpoint: WebhookEndpoint;
  /** From when on something is missing; null: the last day is offered. */
  readonly since: string | null;
  readonly onClose: () => void;
  readonly onReplaying: (jobId: string) => void;
}

const dayMs = 86_400_000;
const maxDays = 30;

/** Sends the events since a moment once more. */
export function ReplayDialog({ endpoint, since, onClose, onReplaying }: ReplayDialogProps): ReactElement {
  const { project } = useProject();
  const [wall, setWall] = useState<WallTime>(() =>
    wallTimeOf(since === null ? Date.now() - dayMs : Date.parse(since), project.timezone),
  );
  const [types, setTypes] = useState<readonly string[]>([]);
  const replay = useReplaySince(endpoint.id);
  const instant = instantOf(wall, project.timezone);
  const gap = gapOf(instant);
  const start = async () => {
    if (instant === null || gap !== null) return;
    const request = { since: new Date(instant).toISOString(), ...(types.length > 0 && { types: [...types] }) };
    try {
      const { jobId } = await replay.mutateAsync(request);
      onReplaying(jobId);
      onClose();
    } catch {
      // shown in the dialog
    }
  };
  return (
    <Dialog
      isOpen
      isWide
      onClose={onClose}
      title="Replay since a time"
      foot={
        <>
          <button type="button" className="btn" onClick={onClose}>
            Close
          </button>
          <button
            type="button"
            className="btn primary"
            disabled={gap !== null || replay.isPending}
            onClick={() => void start()}
          >
            Replay
          </button>
        </>
      }
    >
      <p>
        Every event since then that matches is sent once more, also those that arrived. Your server knows them by the
        same <code>webhook-id</code>.
      </p>
      <div className="replay-when">
        <Field label="Date">
          <TextInput
            type="date"
            value={wall.date}
            onChange={({ target }) => setWall({ ...wall, date: target.value })}
          />
        </Field>
        <Field label="Time">
          <input
            type="time"
            className="input tab"
            aria-label="Time"
            value={wall.time}
            onChange={({ target }) => setWall({ ...wall, time: target.value })}
          />
        </Field>
      </div>
      <p className={gap === null ? 'hint' : 'hint bad'} role="status">
        {gap ?? (instant !== null && formatExact(instant, project.timezone))}
      </p>
      <Field label="Only these events" isOptional hint="Without a choice, all that this webhook gets.">
        <PatternPicker patterns={types} onChange={setTypes} />
      </Field>
      {replay.error && <ProblemNotice problem={problemOf(replay.error)} />}
    </Dialog>
  );
}

/** What keeps a time from being used. */
function gapOf(instant: number | null): string | null {
  if (instant === null) return 'Choose date and time.';
  if (instant > Date.now()) return 'This time has not come yet.';
  return instant < Date.now() - maxDays * dayMs ? `A replay reaches back ${maxDays} days.` : null;
}
