import type { ReactElement } from 'react';
import { useFormContext } from 'react-hook-form';
import { useProject } from '../../../api/project.ts';
import { useTemplateChoices } from '../../../api/workflow-choices.ts';
import { paths } from '../../../navigation/paths.ts';
import { Field } from '../../../widgets/form/field.tsx';
import { Select, TextInput } from '../../../widgets/form/inputs.tsx';
import type { StepValues } from './step-values.ts';

const kinds: Readonly<Record<string, string>> = {
  TRANSACTIONAL: 'transactional',
  MARKETING: 'marketing',
  HEADLESS: 'marketing without footer',
};

export function SendEmailFields(): ReactElement {
  const { project } = useProject();
  const { data: templates, isPending } = useTemplateChoices();
  const { watch } = useFormContext<StepValues>();
  const templateId = watch('templateId');
  const options = (templates ?? []).map(({ id, name, type }) => ({
    value: id,
    label: `${name} (${kinds[type] ?? type})`,
  }));
  const isListed = templateId === '' || options.some(({ value }) => value === templateId);
  return (
    <>
      <Field
        name="templateId"
        label="Template"
        hint={
          templateId !== '' ? (
            <a className="plain" href={paths.template(project.id, templateId)}>
              Open the template
            </a>
          ) : templates?.length === 0 ? (
            <a className="plain" href={paths.templates(project.id)}>
              There is no template yet. Write one first
            </a>
          ) : undefined
        }
      >
        <Select
          options={[
            { value: '', label: isPending ? 'Loading templates' : 'Choose a template' },
            ...options,
            // Why before they are loaded: a select keeps only a value that it has an option for.
            ...(isListed
              ? []
              : [{ value: templateId, label: isPending ? 'Loading templates' : 'A template that is gone' }]),
          ]}
        />
      </Field>
      <Field name="recipient" label="To">
        <Select
          options={[
            { value: 'CONTACT', label: 'the contact' },
            { value: 'CUSTOM', label: 'another address' },
          ]}
        />
      </Field>
      {watch('recipient') === 'CUSTOM' && (
        <Field name="customEmail" label="Address" hint="May hold template language, such as {{ manager }}." isRequired>
          <TextInput isMono />
        </Field>
      )}
      <details className="more-fields">
        <summary>Other sender than the template’s</summary>
        <Field name="from" label="From address">
          <TextInput type="email" maxLength={254} />
        </Field>
        <Field name="fromName" label="From name">
          <TextInput maxLength={100} />
        </Field>
        <Field name="replyTo" label="Reply to">
          <TextInput type="email" maxLength={254} />
        </Field>
      </details>
    </>
  );
}
