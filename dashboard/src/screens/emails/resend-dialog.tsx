import { type ReactElement, useEffect } from 'react';
import { type EmailDetail, useResendEmail } from '../../api/emails.ts';
import { problemOf } from '../../api/problem.ts';
import { useProject } from '../../api/project.ts';
import { useGoTo } from '../../navigation/go-to.ts';
import { paths } from '../../navigation/paths.ts';
import { Dialog } from '../../widgets/dialog/dialog.tsx';
import { Field } from '../../widgets/form/field.tsx';
import { Form } from '../../widgets/form/form.tsx';
import { TextInput } from '../../widgets/form/inputs.tsx';
import { useServerForm } from '../../widgets/form/use-server-form.ts';

interface ResendDialogProps {
  readonly email: EmailDetail;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Sends the stored content once more, as a new mail. */
export function ResendDialog({ email, isOpen, onClose }: ResendDialogProps): ReactElement {
  const { project } = useProject();
  const goTo = useGoTo();
  const resend = useResendEmail(email.id);
  const form = useServerForm<{ to: string }>({
    defaultValues: { to: email.to ?? '' },
    save: async ({ to }) => {
      const made = await resend.mutateAsync(to.trim() === email.to ? undefined : to.trim());
      onClose();
      goTo(paths.email(project.id, made.id));
    },
    readProblem: problemOf,
  });
  const { reset } = form.form;
  useEffect(() => {
    if (!isOpen) reset({ to: email.to ?? '' });
  }, [isOpen, reset, email.to]);

  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Resend this mail?"
      foot={
        <>
          <span className="left">A new mail, linked to this one.</span>
          <button type="button" className="btn" onClick={onClose}>
            Cancel
          </button>
          <button type="button" className="btn primary" disabled={form.isSaving} onClick={() => void form.submit()}>
            Resend mail
          </button>
        </>
      }
    >
      <p>
        The stored content goes out once more with links of its own. Subscription, suppression list and sender domain
        are checked again.
      </p>
      <Form of={form} label="Resend this mail">
        <Field name="to" label="To" isRequired hint="A new address becomes a contact that is not subscribed.">
          <TextInput type="email" maxLength={254} autoComplete="off" />
        </Field>
      </Form>
    </Dialog>
  );
}
