import type { ReactElement } from 'react';
import { problemOf } from '../../../api/problem.ts';
import { type Suppression, type SuppressionsAdded, useAddSuppressions } from '../../../api/suppressions.ts';
import { Dialog } from '../../../widgets/dialog/dialog.tsx';
import { Field } from '../../../widgets/form/field.tsx';
import { Form } from '../../../widgets/form/form.tsx';
import { Select, TextArea, TextInput } from '../../../widgets/form/inputs.tsx';
import { useServerForm } from '../../../widgets/form/use-server-form.ts';
import { addressesIn } from './suppression-words.ts';

const maxAddresses = 500;
/** Room for as many addresses as one call takes, each of the greatest length, with what parts them. */
const maxCharacters = maxAddresses * 256;

interface AddSuppressionsDialogProps {
  readonly onClose: () => void;
  readonly onAdded: (result: SuppressionsAdded) => void;
}

export function AddSuppressionsDialog({ onClose, onAdded }: AddSuppressionsDialogProps): ReactElement {
  const add = useAddSuppressions();
  const form = useServerForm<{ emails: string; blocks: Suppression['blocks']; note: string }>({
    defaultValues: { emails: '', blocks: 'ALL', note: '' },
    readProblem: problemOf,
    fieldName: (path) => (path.startsWith('emails') ? 'emails' : path),
    save: async ({ emails, blocks, note }) =>
      onAdded(
        await add.mutateAsync({
          emails: addressesIn(emails),
          blocks,
          ...(note.trim() !== '' && { note: note.trim() }),
        }),
      ),
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Stop writing to addresses"
      foot={
        <>
          <button type="button" className="btn" onClick={onClose}>
            Close
          </button>
          <button type="button" className="btn primary" disabled={form.isSaving} onClick={() => void form.submit()}>
            Add to the list
          </button>
        </>
      }
    >
      <Form of={form} label="Stop writing to addresses">
        <Field name="emails" label="Addresses" isRequired hint={`One on each line, at most ${maxAddresses} at once.`}>
          <TextArea
            rows={5}
            maxLength={maxCharacters}
            spellCheck={false}
            rules={{
              validate: (text: string) => {
                const { length } = addressesIn(text);
                if (length === 0) return 'Write at least one address.';
                return length <= maxAddresses || `These are ${length} addresses; ${maxAddresses} can be added at once.`;
              },
            }}
          />
        </Field>
        <Field name="blocks" label="What is not sent">
          <Select
            options={[
              { value: 'ALL', label: 'All mail' },
              { value: 'MARKETING', label: 'Marketing mail' },
            ]}
          />
        </Field>
        <Field name="note" label="Reason" isOptional hint="For your team; the person does not see it.">
          <TextInput maxLength={500} autoComplete="off" />
        </Field>
      </Form>
    </Dialog>
  );
}
