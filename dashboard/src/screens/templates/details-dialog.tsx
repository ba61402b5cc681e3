import type { ReactElement } from 'react';
import { problemOf } from '../../api/problem.ts';
import { type Template, type TemplateChange, useChangeTemplate } from '../../api/templates.ts';
import { Dialog } from '../../widgets/dialog/dialog.tsx';
import { Field } from '../../widgets/form/field.tsx';
import { Form } from '../../widgets/form/form.tsx';
import { TextArea, TextInput } from '../../widgets/form/inputs.tsx';
import { useServerForm } from '../../widgets/form/use-server-form.ts';
import { TypeChoice } from './type-choice.tsx';

/** Everything about a template but its texts. */
export function DetailsDialog(props: { readonly template: Template; readonly onClose: () => void }): ReactElement {
  const { template, onClose } = props;
  const { mutateAsync } = useChangeTemplate(template.id);
  const form = useServerForm({
    defaultValues: {
      name: template.name,
      description: template.description ?? '',
      fromName: template.fromName ?? '',
      from: template.from ?? '',
      replyTo: template.replyTo ?? '',
      type: template.type,
    },
    readProblem: problemOf,
    save: async ({ name, type, description, fromName, from, replyTo }) => {
      const wanted: TemplateChange = {
        name: name.trim(),
        type,
        description: orNull(description),
        fromName: orNull(fromName),
        from: orNull(from),
        replyTo: orNull(replyTo),
      };
      // Why only what changed: a sender whose domain is not verified any more would refuse the rest.
      const change = Object.fromEntries(
        Object.entries(wanted).filter(([key, value]) => value !== template[key as keyof TemplateChange]), // its own keys
      );
      if (Object.keys(change).length > 0) await mutateAsync(change);
      onClose();
    },
  });
  return (
    <Dialog
      isOpen
      isWide
      onClose={onClose}
      title="Details of the template"
      foot={
        <>
          <button type="button" className="btn" onClick={onClose}>
            Cancel
          </button>
          <button type="button" className="btn primary" disabled={form.isSaving} onClick={() => void form.submit()}>
            Save details
          </button>
        </>
      }
    >
      <Form of={form} label="Details of the template">
        <Field name="name" label="Name" isRequired>
          <TextInput maxLength={200} autoComplete="off" rules={{ validate: hasText }} />
        </Field>
        <Field name="description" label="Description" isOptional>
          <TextArea rows={2} maxLength={1000} />
        </Field>
        <div className="cols c-2 sender-fields">
          <Field name="fromName" label="From, name" isOptional>
            <TextInput maxLength={255} autoComplete="off" />
          </Field>
          <Field name="from" label="From, address" isOptional hint="On a verified domain of this project.">
            <TextInput type="email" maxLength={254} autoComplete="off" />
          </Field>
        </div>
        <Field name="replyTo" label="Reply to" isOptional>
          <TextInput type="email" maxLength={254} autoComplete="off" />
        </Field>
        <TypeChoice
          types={['TRANSACTIONAL', 'MARKETING', ...(template.type === 'HEADLESS' ? ['HEADLESS' as const] : [])]}
        />
      </Form>
    </Dialog>
  );
}

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());
const hasText = (text: string): string | true => text.trim() !== '' || 'Give it a name; it is how you find it again.';
