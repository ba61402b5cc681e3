import type { ReactElement } from 'react';
import { problemOf } from '../../api/problem.ts';
import { segmentEvents } from '../../api/segment-uses.ts';
import { type Segment, useChangeSegment } from '../../api/segments.ts';
import { Dialog } from '../../widgets/dialog/dialog.tsx';
import { Field } from '../../widgets/form/field.tsx';
import { Form } from '../../widgets/form/form.tsx';
import { Checkbox, TextArea, TextInput } from '../../widgets/form/inputs.tsx';
import { useServerForm } from '../../widgets/form/use-server-form.ts';

interface SegmentDetailsDialogProps {
  readonly segment: Segment;
  readonly onClose: () => void;
}

export function SegmentDetailsDialog({ segment, onClose }: SegmentDetailsDialogProps): ReactElement {
  const change = useChangeSegment(segment.id);
  const { entry } = segmentEvents(segment);
  const form = useServerForm({
    defaultValues: {
      name: segment.name,
      description: segment.description ?? '',
      trackMembership: segment.trackMembership,
    },
    readProblem: problemOf,
    save: async ({ name, description, trackMembership }) => {
      const text = description.trim();
      await change.mutateAsync({ name: name.trim(), description: text === '' ? null : text, trackMembership });
      onClose();
    },
  });
  return (
    <Dialog isOpen onClose={onClose} title="Name and tracking">
      <Form of={form} label="Name and tracking">
        <Field
          name="name"
          label="Name"
          isRequired
          hint={`Events are named after it. Workflows that listen to ${entry} go on working after a rename.`}
        >
          <TextInput maxLength={100} autoComplete="off" />
        </Field>
        <Field name="description" label="Description" isOptional>
          <TextArea rows={2} maxLength={500} />
        </Field>
        <Field
          name="trackMembership"
          label="Tracked"
          hint="Fires an event when someone enters or leaves. Switched on, everyone who is in it now enters once; switched off, no one leaves."
        >
          <Checkbox />
        </Field>
        <div className="rowflex dialog-acts">
          <button type="button" className="btn push" onClick={onClose}>
            Close
          </button>
          <button type="submit" className="btn primary" disabled={form.isSaving}>
            Save
          </button>
        </div>
      </Form>
    </Dialog>
  );
}
