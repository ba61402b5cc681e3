import type { ReactElement } from 'react';
import { isPlatformName, useTrackOne } from '../../api/events.ts';
import { problemOf } from '../../api/problem.ts';
import { Dialog } from '../../widgets/dialog/dialog.tsx';
import { Field } from '../../widgets/form/field.tsx';
import { Form } from '../../widgets/form/form.tsx';
import { TextArea, TextInput } from '../../widgets/form/inputs.tsx';
import { readObject } from '../../widgets/form/read-object.ts';
import { useServerForm } from '../../widgets/form/use-server-form.ts';

interface TrackOneDialogProps {
  readonly name: string;
  readonly onClose: () => void;
  readonly onTracked: (event: string) => void;
}

/** Records one event of one person, as a program of the customer would. */
export function TrackOneDialog({ name, onClose, onTracked }: TrackOneDialogProps): ReactElement {
  const track = useTrackOne();
  const form = useServerForm({
    defaultValues: { event: isPlatformName(name) ? '' : name, email: '', data: '' },
    readProblem: problemOf,
    save: async ({ event, email, data }) => {
      await track.mutateAsync({ event: event.trim(), email: email.trim(), data: readObject(data) ?? {} });
      onTracked(event.trim());
    },
  });
  return (
    <Dialog isOpen onClose={onClose} title="Track an event">
      <Form of={form} label="Track an event">
        <Field name="event" label="Event" isRequired hint="Workflows that wait for it start.">
          <TextInput isMono maxLength={255} autoComplete="off" spellCheck={false} placeholder="signup" />
        </Field>
        <Field
          name="email"
          label="Contact"
          isRequired
          hint="An address that is no contact yet becomes one, and is subscribed."
        >
          <TextInput type="email" maxLength={254} autoComplete="off" placeholder="ann@example.com" />
        </Field>
        <Field name="data" label="Data" isOptional hint="A JSON object. Its values are kept on the contact as well.">
          <TextArea
            isMono
            spellCheck={false}
            placeholder={'{ "plan": "pro" }'}
            rules={{
              validate: (value: unknown) =>
                readObject(String(value)) !== null || 'Write a JSON object, such as { "plan": "pro" }.',
            }}
          />
        </Field>
        <div className="rowflex dialog-acts">
          <button type="button" className="btn push" onClick={onClose}>
            Close
          </button>
          <button type="submit" className="btn primary" disabled={form.isSaving}>
            Track event
          </button>
        </div>
      </Form>
    </Dialog>
  );
}
