import { useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { problemOf } from '../../api/problem.ts';
import { useProject } from '../../api/project.ts';
import { type NewWorkflow, useCreateWorkflow } from '../../api/workflows.ts';
import { paths } from '../../navigation/paths.ts';
import { Dialog } from '../../widgets/dialog/dialog.tsx';
import { Field } from '../../widgets/form/field.tsx';
import { Form } from '../../widgets/form/form.tsx';
import { TextInput } from '../../widgets/form/inputs.tsx';
import { useServerForm } from '../../widgets/form/use-server-form.ts';
import { EventNames, eventNamesId } from './event-names.tsx';

interface NewWorkflowDialogProps {
  /** What the form starts with; the steps are made with the workflow. */
  readonly start: NewWorkflow;
  readonly onClose: () => void;
}

/** Name and event; the workflow opens when it exists, switched off. */
export function NewWorkflowDialog({ start, onClose }: NewWorkflowDialogProps): ReactElement {
  const { project } = useProject();
  const navigate = useNavigate();
  const create = useCreateWorkflow();
  const form = useServerForm({
    defaultValues: { name: start.name, eventName: start.eventName },
    readProblem: problemOf,
    save: async ({ name, eventName }) => {
      const made = await create.mutateAsync({ name: name.trim(), eventName: eventName.trim(), steps: start.steps });
      await navigate({ href: paths.workflow(project.id, made.id).replace(/^\/app/, ''), replace: true });
    },
  });
  return (
    <Dialog isOpen onClose={onClose} title="New workflow">
      <Form of={form} label="New workflow">
        <Field name="name" label="Name" isRequired>
          <TextInput maxLength={100} autoComplete="off" />
        </Field>
        <Field
          name="eventName"
          label="It starts when this event is tracked"
          hint="A contact enters with each such event. Other ways to start can be chosen afterwards."
          isOptional
        >
          <TextInput maxLength={255} isMono list={eventNamesId} autoComplete="off" spellCheck={false} />
        </Field>
        <EventNames />
        {start.steps.length > 0 && (
          <p className="t13 t2">
            {start.steps.length} steps are made with it. Nothing is sent before you switch it on.
          </p>
        )}
        <div className="rowflex dialog-acts">
          <button type="button" className="btn push" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="btn primary" disabled={form.isSaving}>
            Create workflow
          </button>
        </div>
      </Form>
    </Dialog>
  );
}
