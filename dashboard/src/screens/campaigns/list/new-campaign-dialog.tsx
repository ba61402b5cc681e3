import { type ReactElement, useState } from 'react';
import { type AudienceSegment, useAudienceSegments } from '../../../api/campaign-audience.ts';
import { useCreateCampaign } from '../../../api/campaigns.ts';
import { problemOf } from '../../../api/problem.ts';
import { useProject } from '../../../api/project.ts';
import { type Template, useTemplates } from '../../../api/templates.ts';
import { useGoTo } from '../../../navigation/go-to.ts';
import { paths } from '../../../navigation/paths.ts';
import { Dialog } from '../../../widgets/dialog/dialog.tsx';
import { Field } from '../../../widgets/form/field.tsx';
import { Form } from '../../../widgets/form/form.tsx';
import { Select, TextInput } from '../../../widgets/form/inputs.tsx';
import { useServerForm } from '../../../widgets/form/use-server-form.ts';
import { BeginWith } from './begin-with.tsx';

const templateQuery = { pageSize: 100, sort: 'updatedAt', dir: 'desc' } as const;
const everyone = '';
const ownText = '<p>Hi {{first name ?? "there"}},</p>\n<p></p>\n';

/** Name, text to begin with and audience of a new campaign; then its composer opens. */
export function NewCampaignDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  const { project } = useProject();
  const goTo = useGoTo();
  const { mutateAsync } = useCreateCampaign();
  const { data: templates } = useTemplates(templateQuery);
  const { data: segments = [] } = useAudienceSegments();
  const [template, setTemplate] = useState<Template | null>(null);
  const form = useServerForm({
    defaultValues: { name: '', segment: everyone },
    readProblem: problemOf,
    fieldName: (path) => (path === 'segmentId' ? 'segment' : path),
    save: async ({ name, segment }) => {
      const { id } = await mutateAsync({
        name: name.trim(),
        subject: template?.subject ?? name.trim(),
        body: template?.body ?? ownText,
        from: template?.from ?? project.sandboxAddress,
        fromName: template?.fromName ?? null,
        replyTo: template?.replyTo ?? null,
        templateId: template?.id ?? null,
        ...(segment === everyone ? { audienceType: 'ALL' } : { audienceType: 'SEGMENT', segmentId: segment }),
      });
      goTo(paths.composer(project.id, id), { replace: true });
    },
  });
  const choose = (next: Template | null) => {
    const isNameUntouched = form.form.getValues('name') === (template?.name ?? '');
    if (isNameUntouched) form.form.setValue('name', next?.name ?? '');
    setTemplate(next);
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Write a campaign"
      foot={
        <>
          <button type="button" className="btn" onClick={onClose}>
            Cancel
          </button>
          <button type="button" className="btn primary" disabled={form.isSaving} onClick={() => void form.submit()}>
            Begin writing
          </button>
        </>
      }
    >
      <Form of={form} label="Write a campaign">
        <Field name="name" label="Name" isRequired hint="Only you and your team see it.">
          <TextInput maxLength={200} autoComplete="off" />
        </Field>
        <BeginWith templates={templates?.templates ?? []} chosen={template} onChoose={choose} />
        <Field name="segment" label="To" hint="It can be changed until it is sent.">
          <Select options={[{ value: everyone, label: 'Everyone subscribed' }, ...segments.map(segmentOption)]} />
        </Field>
      </Form>
    </Dialog>
  );
}

const segmentOption = ({ id, name }: AudienceSegment) => ({ value: id, label: name });
