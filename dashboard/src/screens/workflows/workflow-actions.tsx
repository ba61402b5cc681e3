import { useNavigate } from '@tanstack/react-router';
import { type ReactElement, useEffect, useRef } from 'react';
import { useCancelAll } from '../../api/executions.ts';
import { problemOf } from '../../api/problem.ts';
import { useProject } from '../../api/project.ts';
import { useChangeWorkflow, useDeleteWorkflow, useDuplicateWorkflow, type Workflow } from '../../api/workflows.ts';
import { paths } from '../../navigation/paths.ts';
import { ConfirmDialog } from '../../widgets/confirm-dialog/confirm-dialog.tsx';
import { Dialog } from '../../widgets/dialog/dialog.tsx';
import { formatCount } from '../../widgets/figures/format.ts';
import { Field } from '../../widgets/form/field.tsx';
import { Form } from '../../widgets/form/form.tsx';
import { TextArea, TextInput } from '../../widgets/form/inputs.tsx';
import { useServerForm } from '../../widgets/form/use-server-form.ts';
import { ProblemNotice } from '../../widgets/state-frame/problem-notice.tsx';

export type WorkflowAction = 'rename' | 'duplicate' | 'delete' | 'cancel-all';

interface ActionProps {
  readonly workflow: Workflow;
  readonly onClose: () => void;
}

/** The dialog of an action on the whole workflow. */
export function WorkflowActions({ action, ...props }: ActionProps & { readonly action: WorkflowAction }): ReactElement {
  switch (action) {
    case 'rename':
      return <RenameDialog {...props} />;
    case 'duplicate':
      return <DuplicateDialog {...props} />;
    case 'delete':
      return <DeleteDialog {...props} />;
    case 'cancel-all':
      return (
        <CancelAllDialog
          workflowId={props.workflow.id}
          name={props.workflow.name}
          active={activeIn(props.workflow)}
          onClose={props.onClose}
        />
      );
  }
}

const activeIn = ({ activeByVersion }: Workflow): number => activeByVersion.reduce((sum, { count }) => sum + count, 0);

function RenameDialog({ workflow, onClose }: ActionProps): ReactElement {
  const change = useChangeWorkflow(workflow.id);
  const form = useServerForm({
    defaultValues: { name: workflow.name, description: workflow.description ?? '' },
    readProblem: problemOf,
    save: async ({ name, description }) => {
      await change.mutateAsync({
        name: name.trim(),
        description: description.trim() === '' ? null : description.trim(),
      });
      onClose();
    },
  });
  return (
    <Dialog isOpen onClose={onClose} title="Name and description">
      <Form of={form} label="Name and description">
        <Field name="name" label="Name" isRequired>
          <TextInput maxLength={100} autoComplete="off" />
        </Field>
        <Field name="description" label="Description" isOptional>
          <TextArea rows={3} maxLength={500} />
        </Field>
        <div className="rowflex dialog-acts">
          <button type="button" className="btn push" onClick={onClose}>
            Keep it as it is
          </button>
          <button type="submit" className="btn primary" disabled={form.isSaving}>
            Save name
          </button>
        </div>
      </Form>
    </Dialog>
  );
}

/** Duplicates at once: a copy is off and can be deleted. */
function DuplicateDialog({ workflow, onClose }: ActionProps): ReactElement {
  const { project } = useProject();
  const navigate = useNavigate();
  const duplicate = useDuplicateWorkflow(workflow.id);
  const isBegun = useRef(false);
  const { mutateAsync } = duplicate;
  useEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    mutateAsync()
      .then((copy) => navigate({ href: paths.workflow(project.id, copy.id).replace(/^\/app/, '') }))
      .catch(() => undefined); // shown below
  }, [mutateAsync, navigate, project.id]);
  return (
    <Dialog isOpen onClose={onClose} title={`Duplicate ${workflow.name}`}>
      {duplicate.isError ? (
        <ProblemNotice problem={problemOf(duplicate.error)} />
      ) : (
        <p>The copy gets the same trigger and steps, is off, and opens when it is ready.</p>
      )}
    </Dialog>
  );
}

function DeleteDialog({ workflow, onClose }: ActionProps): ReactElement {
  const { project } = useProject();
  const navigate = useNavigate();
  const remove = useDeleteWorkflow(workflow.id);
  const active = activeIn(workflow);
  const steps = workflow.steps.length - 1;
  return (
    <ConfirmDialog
      isOpen
      title={`Delete ${workflow.name}?`}
      confirmLabel="Delete workflow"
      keepLabel="Keep workflow"
      typedName={workflow.name}
      isBusy={remove.isPending}
      problem={remove.isError ? problemOf(remove.error) : null}
      onConfirm={() =>
        remove.mutate(undefined, {
          onSuccess: () => void navigate({ href: paths.workflows(project.id).replace(/^\/app/, '') }),
        })
      }
      onClose={onClose}
    >
      <p>
        Its {steps === 1 ? 'step' : `${steps} steps`} and the records of finished executions go with it. Mail that was
        sent stays in Emails.
      </p>
      {active > 0 && (
        <p>
          {formatCount(active)} {active === 1 ? 'person is' : 'people are'} inside. Cancel{' '}
          {active === 1 ? 'this one' : 'these'} first; a workflow with people inside is not deleted.
        </p>
      )}
    </ConfirmDialog>
  );
}

interface CancelAllProps {
  readonly workflowId: string;
  readonly name: string;
  readonly active: number;
  readonly onClose: () => void;
}

export function CancelAllDialog({ workflowId, name, active, onClose }: CancelAllProps): ReactElement {
  const cancel = useCancelAll(workflowId);
  const { data } = cancel;
  if (data) {
    return (
      <Dialog
        isOpen
        onClose={onClose}
        title="Cancelled"
        foot={
          <button type="button" className="btn" onClick={onClose}>
            Close
          </button>
        }
      >
        <p>
          {'cancelled' in data
            ? data.cancelled === 1
              ? '1 execution was cancelled.'
              : `${formatCount(data.cancelled)} executions were cancelled.`
            : `${formatCount(data.active)} executions are being closed. None of them takes another step.`}
        </p>
      </Dialog>
    );
  }
  return (
    <ConfirmDialog
      isOpen
      title={`Cancel all executions of ${name}?`}
      confirmLabel={active === 1 ? 'Cancel 1 execution' : `Cancel ${formatCount(active)} executions`}
      keepLabel="Keep them"
      typedName={name}
      isBusy={cancel.isPending}
      problem={cancel.isError ? problemOf(cancel.error) : null}
      onConfirm={() => cancel.mutate()}
      onClose={onClose}
    >
      <p>
        {active === 1 ? '1 person is' : `${formatCount(active)} people are`} inside and will take no further step. Mail
        that is already queued still leaves. New entries are not stopped: switch the workflow off for that.
      </p>
    </ConfirmDialog>
  );
}
