import { useNavigate } from '@tanstack/react-router';
import { type ReactElement, useId, useState } from 'react';
import { problemOf } from '../../api/problem.ts';
import { useProject } from '../../api/project.ts';
import { useCreateTemplate } from '../../api/templates.ts';
import { paths } from '../../navigation/paths.ts';
import { Dialog } from '../../widgets/dialog/dialog.tsx';
import { Field } from '../../widgets/form/field.tsx';
import { Form } from '../../widgets/form/form.tsx';
import { TextInput } from '../../widgets/form/inputs.tsx';
import { useServerForm } from '../../widgets/form/use-server-form.ts';
import { keepValues } from './sample-values.ts';
import { blankSample, bodyFor, type Sample, samples } from './samples/samples.ts';
import { TypeChoice } from './type-choice.tsx';

/** Name, type and beginning of a new template; then its editor opens. */
export function NewTemplateDialog(props: { readonly sample: Sample; readonly onClose: () => void }): ReactElement {
  const { project } = useProject();
  const navigate = useNavigate();
  const { mutateAsync } = useCreateTemplate();
  const [sample, setSample] = useState(props.sample);
  const formId = useId();
  const form = useServerForm({
    defaultValues: { name: nameOf(props.sample), type: props.sample.type },
    readProblem: problemOf,
    save: async ({ name, type }) => {
      const body = bodyFor(sample, project.name);
      const { id } = await mutateAsync({ name: name.trim(), type, subject: sample.subject, body });
      keepValues(id, sample.values);
      await navigate({ href: paths.template(project.id, id).replace(/^\/app/, ''), replace: true });
    },
  });
  const choose = (next: Sample) => {
    const isNameUntouched = form.form.getValues('name') === nameOf(sample);
    if (isNameUntouched) form.form.setValue('name', nameOf(next));
    form.form.setValue('type', next.type);
    setSample(next);
  };

  return (
    <Dialog
      isOpen
      isWide
      onClose={props.onClose}
      title="New template"
      foot={
        <>
          <button type="button" className="btn" onClick={props.onClose}>
            Cancel
          </button>
          <button type="button" className="btn primary" disabled={form.isSaving} onClick={() => void form.submit()}>
            Create template
          </button>
        </>
      }
    >
      <Form of={form} label="New template">
        <Field name="name" label="Name" isRequired>
          <TextInput maxLength={200} autoComplete="off" rules={{ validate: hasText }} />
        </Field>
        <fieldset className="choice-set">
          <legend className="lab">Begin with</legend>
          <div className="btns starts">
            {[...samples, blankSample].map((other) => (
              <button
                key={other.key}
                type="button"
                className="btn"
                aria-pressed={other.key === sample.key}
                aria-describedby={other.key === sample.key ? formId : undefined}
                onClick={() => choose(other)}
              >
                {other.name}
              </button>
            ))}
          </div>
          <p className="hint" id={formId}>
            {sample.says}.
          </p>
        </fieldset>
        <TypeChoice types={['TRANSACTIONAL', 'MARKETING']} />
      </Form>
    </Dialog>
  );
}

const nameOf = (sample: Sample): string => (sample.key === blankSample.key ? '' : sample.name);
const hasText = (text: string): string | true => text.trim() !== '' || 'Give it a name; it is how you find it again.';
