import type { ReactElement } from 'react';
import { useUser } from '../../../api/account.ts';
import { useTestCampaign } from '../../../api/campaigns.ts';
import { problemOf } from '../../../api/problem.ts';
import { useProject } from '../../../api/project.ts';
import { useGoTo } from '../../../navigation/go-to.ts';
import { paths } from '../../../navigation/paths.ts';
import { Dialog } from '../../../widgets/dialog/dialog.tsx';
import { Field } from '../../../widgets/form/field.tsx';
import { Form } from '../../../widgets/form/form.tsx';
import { TextInput } from '../../../widgets/form/inputs.tsx';
import { useServerForm } from '../../../widgets/form/use-server-form.ts';
import { useToasts } from '../../../widgets/toasts/toasts.tsx';
import { NotSaved, notSaved } from './not-saved.ts';

interface TestDialogProps {
  readonly campaignId: string;
  readonly save: () => Promise<boolean>;
  readonly onClose: () => void;
}

/** Sends the campaign to one address, to look at it. */
export function TestDialog({ campaignId, save, onClose }: TestDialogProps): ReactElement {
  const { project } = useProject();
  const { data: user } = useUser();
  const { mutateAsync } = useTestCampaign(campaignId);
  const { say } = useToasts();
  const goTo = useGoTo();
  const form = useServerForm({
    defaultValues: { email: user?.email ?? '' },
    readProblem: (error) => (error instanceof NotSaved ? notSaved('tested') : problemOf(error)),
    save: async ({ email }) => {
      if (!(await save())) throw new NotSaved();
      const { emailId, status } = await mutateAsync({ email: email.trim() });
      const isSuppressed = status === 'SUPPRESSED';
      say({
        kind: isSuppressed ? 'warn' : 'good',
        message: isSuppressed
          ? `The test was not sent: ${email} is on the suppression list.`
          : `The test is on its way to ${email}.`,
        action: { label: 'Open it', onRun: () => goTo(paths.email(project.id, emailId)) },
      });
      onClose();
    },
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Send a test"
      foot={
        <>
          <span className="left">{project.mode === 'test' ? 'Test mode: it goes to the dev inbox.' : ''}</span>
          <button type="button" className="btn" onClick={onClose}>
            Cancel
          </button>
          <button type="button" className="btn primary" disabled={form.isSaving} onClick={() => void form.submit()}>
            Send test
          </button>
        </>
      }
    >
      <Form of={form} label="Send a test">
        <Field
          name="email"
          label="To"
          isRequired
          hint="With the values of the contact of this address; without one, fallbacks show."
        >
          <TextInput type="email" maxLength={254} autoComplete="off" spellCheck={false} />
        </Field>
      </Form>
    </Dialog>
  );
}
