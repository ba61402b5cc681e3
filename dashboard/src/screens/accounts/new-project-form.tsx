import type { ReactElement } from 'react';
import { useCreateProject } from '../../api/account.ts';
import { problemOf } from '../../api/problem.ts';
import { useGoTo } from '../../navigation/go-to.ts';
import { paths } from '../../navigation/paths.ts';
import { Field } from '../../widgets/form/field.tsx';
import { Form } from '../../widgets/form/form.tsx';
import { TextInput } from '../../widgets/form/inputs.tsx';
import { useServerForm } from '../../widgets/form/use-server-form.ts';

const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Creates a project and opens it. */
export function NewProjectForm({ onClose }: { readonly onClose?: () => void }): ReactElement {
  const create = useCreateProject();
  const goTo = useGoTo();
  const form = useServerForm({
    defaultValues: { name: '' },
    readProblem: problemOf,
    save: async ({ name }) => {
      const { id } = await create.mutateAsync({ name: name.trim(), timezone });
      goTo(paths.home(id));
    },
  });
  return (
    <Form of={form} label="New project">
      <Field name="name" label="Name" isRequired hint={`Its time zone is ${timezone}; both can be changed.`}>
        <TextInput maxLength={100} autoComplete="off" rules={{ required: 'A project needs a name.' }} />
      </Field>
      <div className="rowflex">
        {onClose && (
          <button type="button" className="btn push" onClick={onClose}>
            Close
          </button>
        )}
        <button type="submit" className="btn primary" disabled={form.isSaving}>
          Create project
        </button>
      </div>
    </Form>
  );
}
