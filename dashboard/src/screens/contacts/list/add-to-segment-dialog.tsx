import { type ReactElement, useState } from 'react';
import { useAddMembers, useStaticSegments } from '../../../api/contact-segments.ts';
import { frameOf } from '../../../api/frame.ts';
import { problemOf } from '../../../api/problem.ts';
import { useProject } from '../../../api/project.ts';
import { paths } from '../../../navigation/paths.ts';
import { Dialog } from '../../../widgets/dialog/dialog.tsx';
import { formatCount } from '../../../widgets/figures/format.ts';
import { Field } from '../../../widgets/form/field.tsx';
import { Select } from '../../../widgets/form/inputs.tsx';
import { countOf } from '../../../widgets/number-words/number-words.ts';
import { ProblemNotice } from '../../../widgets/state-frame/problem-notice.tsx';
import { SkeletonLines } from '../../../widgets/state-frame/skeleton.tsx';
import { StateFrame } from '../../../widgets/state-frame/state-frame.tsx';

interface AddToSegmentDialogProps {
  /** Of the contacts to add; nothing is asked while there are none. */
  readonly emails: readonly string[];
  readonly onClose: () => void;
  readonly onAdded: (sentence: string) => void;
}

export function AddToSegmentDialog({ emails, onClose, onAdded }: AddToSegmentDialogProps): ReactElement {
  const { project } = useProject();
  const isOpen = emails.length > 0;
  const segments = useStaticSegments(isOpen);
  const add = useAddMembers();
  const [chosen, setChosen] = useState('');
  const segment = segments.data?.find(({ id }) => id === chosen) ?? segments.data?.[0];
  const confirm = async () => {
    if (!segment) return;
    const { added, alreadyIn, missing } = await add.mutateAsync({ segmentId: segment.id, emails });
    const parts = [
      `${formatCount(added)} added to ${segment.name}`,
      ...(alreadyIn > 0 ? [`${formatCount(alreadyIn)} in it already`] : []),
      ...(missing > 0 ? [`${formatCount(missing)} not found`] : []),
    ];
    onAdded(`${parts.join(', ')}.`);
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Add ${countOf(emails.length, 'contact', 'contacts')} to a segment`}
      foot={
        <>
          <button type="button" className="btn" onClick={onClose}>
            Close
          </button>
          <button
            type="button"
            className="btn primary"
            disabled={!segment || add.isPending}
            onClick={() => void confirm().catch(() => undefined)} // shown from the mutation
          >
            Add {formatCount(emails.length)}
          </button>
        </>
      }
    >
      <StateFrame
        state={frameOf(segments)}
        isEmpty={(segments.data?.length ?? 0) === 0}
        skeleton={<SkeletonLines lines={2} />}
        empty={
          <p>
            There is no static segment yet. <a href={paths.segments(project.id)}>Make one on Segments</a>, then come
            back.
          </p>
        }
      >
        <Field label="Static segment" hint="Members of dynamic segments are found by their rules and cannot be added.">
          <Select
            value={segment?.id ?? ''}
            onChange={(event) => setChosen(event.target.value)}
            options={(segments.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Field>
      </StateFrame>
      {add.error && <ProblemNotice problem={problemOf(add.error)} />}
    </Dialog>
  );
}
