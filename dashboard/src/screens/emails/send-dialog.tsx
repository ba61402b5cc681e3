import { type ReactElement, useEffect } from 'react';
import { type NewEmail, useSendEmail, useSenderDomains } from '../../api/emails.ts';
import { problemOf } from '../../api/problem.ts';
import { useProject } from '../../api/project.ts';
import { useSourceNames } from '../../api/source-names.ts';
import { useGoTo } from '../../navigation/go-to.ts';
import { paths } from '../../navigation/paths.ts';
import { Dialog } from '../../widgets/dialog/dialog.tsx';
import { Field } from '../../widgets/form/field.tsx';
import { Form } from '../../widgets/form/form.tsx';
import { Select, TextArea, TextInput } from '../../widgets/form/inputs.tsx';
import { useServerForm } from '../../widgets/form/use-server-form.ts';

interface SendDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

interface Values {
  to: string;
  sender: string;
  domain: string;
  template: string;
  subject: string;
  body: string;
}

/** Sends one mail through the same call an app uses, then opens it. */
export function SendDialog({ isOpen, onClose }: SendDialogProps): ReactElement {
  const { project } = useProject();
  const goTo = useGoTo();
  const send = useSendEmail();
  const { data: ownDomains = [] } = useSenderDomains(isOpen);
  const { templates } = useSourceNames();
  const [sandboxSender = '', sandboxDomain = ''] = project.sandboxAddress.split('@');
  const form = useServerForm<Values>({
    defaultValues: { to: '', sender: sandboxSender, domain: sandboxDomain, template: '', subject: '', body: '' },
    save: async (values) => {
      const { emails } = await send.mutateAsync(mailOf(values));
      const made = emails[0];
      if (made) goTo(paths.email(project.id, made.email), { replace: true });
    },
    readProblem: problemOf,
    fieldName: (path) => (path === 'from' ? 'sender' : path),
  });
  const { reset, watch } = form.form;
  useEffect(() => {
    if (!isOpen) reset();
  }, [isOpen, reset]);
  const isFromTemplate = watch('template') !== '';
  const domains = [sandboxDomain, ...ownDomains.filter((domain) => domain !== sandboxDomain)];

  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Send a mail"
      foot={
        <>
          <span className="left">{project.mode === 'test' ? 'Test mode: it goes to the dev inbox.' : ''}</span>
          <button type="button" className="btn" onClick={onClose}>
            Cancel
          </button>
          <button type="button" className="btn primary" disabled={form.isSaving} onClick={() => void form.submit()}>
            Send mail
          </button>
        </>
      }
    >
      <Form of={form} label="Send a mail">
        <Field name="to" label="To" isRequired hint={`Try bounced@${sandboxDomain} or opened@${sandboxDomain}.`}>
          <TextInput type="email" maxLength={254} autoComplete="off" placeholder={`delivered@${sandboxDomain}`} />
        </Field>
        <div className="sender-fields">
          <Field name="sender" label="From" isRequired>
            <TextInput maxLength={64} autoComplete="off" />
          </Field>
          <Field name="domain" label="Domain">
            <Select options={domains.map((domain) => ({ value: domain, label: `@${domain}` }))} />
          </Field>
        </div>
        <Field name="template" label="Template" hint="Without one, write the body here.">
          <Select
            options={[{ value: '', label: 'None' }, ...templates.map(({ id, name }) => ({ value: id, label: name }))]}
          />
        </Field>
        <Field name="subject" label="Subject" isRequired={!isFromTemplate} isOptional={isFromTemplate}>
          <TextInput maxLength={998} autoComplete="off" />
        </Field>
        {!isFromTemplate && (
          <Field name="body" label="Body" isRequired hint="HTML; {{first name}} is replaced by the contact's value.">
            <TextArea rows={5} isMono maxLength={100_000} />
          </Field>
        )}
      </Form>
    </Dialog>
  );
}

function mailOf({ to, sender, domain, template, subject, body }: Values): NewEmail {
  const from = `${sender.trim()}@${domain}`;
  const mail = { to: to.trim(), from, ...(subject.trim() !== '' && { subject: subject.trim() }) };
  return template === '' ? { ...mail, body } : { ...mail, template };
}
