import { type ReactElement, useId } from 'react';
import { type Contact, useCreateContact } from '../../../api/contacts.ts';
import { problemOf } from '../../../api/problem.ts';
import { Dialog } from '../../../widgets/dialog/dialog.tsx';
import { Field } from '../../../widgets/form/field.tsx';
import { Form } from '../../../widgets/form/form.tsx';
import { Switch, TextInput } from '../../../widgets/form/inputs.tsx';
import { useServerForm } from '../../../widgets/form/use-server-form.ts';
import { AddressVerdict } from './address-verdict.tsx';

interface AddContactDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onAdded: (contact: Contact, isNew: boolean) => void;
}

export function AddContactDialog(props: AddContactDialogProps): ReactElement | null {
  // Why apart: the form begins empty each time the dialog opens.
  return props.isOpen ? <OpenDialog {...props} /> : null;
}

function OpenDialog({ isOpen, onClose, onAdded }: AddContactDialogProps): ReactElement {
  const buttonsId = useId();
  const create = useCreateContact();
  const form = useServerForm({
    defaultValues: { email: '', subscribed: true },
    save: async ({ email, subscribed }) => {
      const { _meta, ...contact } = await create.mutateAsync({ email: email.trim(), subscribed });
      onAdded(contact, _meta.isNew);
    },
    readProblem: problemOf,
  });
  const email = form.form.watch('email');
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Add a contact"
      foot={
        <span id={buttonsId} className="rowflex acts">
          <button type="button" className="btn" onClick={onClose}>
            Close
          </button>
          <button type="button" className="btn primary" disabled={form.isSaving} onClick={() => void form.submit()}>
            Add contact
          </button>
        </span>
      }
    >
      <Form of={form} label="Add a contact">
        <Field
          name="email"
          label="Address"
          isRequired
          hint={
            <AddressVerdict
              email={email}
              onTake={(suggested) => form.form.setValue('email', suggested, { shouldDirty: true })}
            />
          }
        >
          <TextInput
            type="email"
            maxLength={254}
            autoComplete="off"
            spellCheck={false}
            rules={{ required: 'Write the address.' }}
          />
        </Field>
        <Field
          name="subscribed"
          label="Subscribed"
          isInline
          hint="Gets marketing mail. Turn it off for people who have not agreed to that."
        >
          <Switch />
        </Field>
      </Form>
    </Dialog>
  );
}
