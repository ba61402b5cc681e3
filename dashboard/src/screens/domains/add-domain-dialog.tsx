import type { ReactElement } from 'react';
import { type Domain, useAddDomain } from '../../api/domains.ts';
import { problemOf } from '../../api/problem.ts';
import { Dialog } from '../../widgets/dialog/dialog.tsx';
import { Field } from '../../widgets/form/field.tsx';
import { Form } from '../../widgets/form/form.tsx';
import { TextInput } from '../../widgets/form/inputs.tsx';
import { useServerForm } from '../../widgets/form/use-server-form.ts';

interface AddDomainDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onAdded: (domain: Domain) => void;
}

export function AddDomainDialog(props: AddDomainDialogProps): ReactElement | null {
  // Why apart: the form begins empty each time the dialog opens.
  return props.isOpen ? <OpenDialog {...props} /> : null;
}

function OpenDialog({ isOpen, onClose, onAdded }: AddDomainDialogProps): ReactElement {
  const add = useAddDomain();
  const form = useServerForm({
    defaultValues: { domain: '' },
    readProblem: problemOf,
    save: async ({ domain }) => onAdded(await add.mutateAsync(domain.trim())),
  });
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Add a domain"
      foot={
        <>
          <button type="button" className="btn" onClick={onClose}>
            Close
          </button>
          <button type="button" className="btn primary" disabled={form.isSaving} onClick={() => void form.submit()}>
            Add domain
          </button>
        </>
      }
    >
      <Form of={form} label="Add a domain">
        <Field
          name="domain"
          label="Domain"
          isRequired
          hint="The part after the @ of your sender address. Subdomains are added on their own."
        >
          <TextInput
            maxLength={253}
            autoComplete="off"
            spellCheck={false}
            autoCapitalize="none"
            placeholder="example.com"
            rules={{ required: 'Write the domain.' }}
          />
        </Field>
      </Form>
      <p className="t2 mt12">
        Next you add a few DNS records: one that proves the domain is yours, one that signs your mail, and the
        recommended ones. We look for them until they are there.
      </p>
    </Dialog>
  );
}
