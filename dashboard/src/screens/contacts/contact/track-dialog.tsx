import type { ReactElement } from 'react';
import { useTrackEvent } from '../../../api/contact-story.ts';
import type { Contact } from '../../../api/contacts.ts';
import { problemOf } from '../../../api/problem.ts';
import { Dialog } from '../../../widgets/dialog/dialog.tsx';
import { Field } from '../../../widgets/form/field.tsx';
import { Form } from '../../../widgets/form/form.tsx';
import { TextArea, TextInput } from '../../../widgets/form/inputs.tsx';
import { readObject } from '../../../widgets/form/read-object.ts';
import { useServerForm } from '../../../widgets/form/use-server-form.ts';

interface TrackDialogProps {
  readonly contact: Contact;
  readonly onClose: () => void;
  readonly onTracked: (event: string) => void;
}

export function TrackDialog({ contact, onClose, onTracked }: TrackDialogProps): ReactElement {
  const track = useTrackEvent(contact.id);
  const form = useServerForm({
    defaultValues: { event: '', data: '' },
    save: async ({ event, data }) => {
      await track.mutateAsync({ email: contact.email, event: event.trim(), data: readObject(data) ?? {} });
      onTracked(event.trim());
    },
    readProblem: problemOf,
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Track an event"
      foot={
        <>
          <button type="button" className="btn" onClick={onClose}>
            Close
          </button>
          <button type="button" className="btn primary" disabled={form.isSaving} onClick={() => void form.submit()}>
            Track event
          </button>
        </>
      }
    >
      <Form of={form} label="Track an event">
        <Field
          name="event"
          label="Event"
          isRequired
          hint={`Recorded for ${contact.email}; workflows that wait for it start.`}
        >
          <TextInput isMono maxLength={255} autoComplete="off" spellCheck={false} placeholder="signup" />
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
      </Form>
    </Dialog>
  );
}
