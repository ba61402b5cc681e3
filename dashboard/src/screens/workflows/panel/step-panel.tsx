import { ArrowDown, ArrowUp, Copy, Trash2 } from 'lucide-react';
import { type ReactElement, useEffect } from 'react';
import { problemOf } from '../../../api/problem.ts';
import { useProject } from '../../../api/project.ts';
import { useAddStep, useChangeStep, type WorkflowStep } from '../../../api/workflows.ts';
import { paths } from '../../../navigation/paths.ts';
import { formatCount } from '../../../widgets/figures/format.ts';
import { Field } from '../../../widgets/form/field.tsx';
import { Form } from '../../../widgets/form/form.tsx';
import { TextInput } from '../../../widgets/form/inputs.tsx';
import { useServerForm } from '../../../widgets/form/use-server-form.ts';
import { ProblemNotice } from '../../../widgets/state-frame/problem-notice.tsx';
import { StateShape } from '../../../widgets/state-shape/state-shape.tsx';
import { useEditor } from '../editor.ts';
import { itemsOf } from '../graph/outline-tree.ts';
import { problemWords } from '../graph/problem-words.ts';
import { typeWords } from '../graph/step-words.ts';
import { edgeSlot, textOf } from '../graph/workflow-graph.ts';
import { StepFields, stepFieldName } from '../step-form/step-fields.tsx';
import { configOf, type StepValues, valuesOf } from '../step-form/step-values.ts';
import { placeOf } from './new-step-form.tsx';
import { PanelFrame } from './panel-frame.tsx';

interface StepPanelProps {
  readonly step: WorkflowStep;
  readonly onDirty: (isDirty: boolean) => void;
  readonly onClose: () => void;
  /** A copy was made: the focus goes to it. */
  readonly onAdded: (stepId: string) => void;
}

/** One step: its form, and every action that outline and canvas have. */
export function StepPanel({ step, onDirty, onClose, onAdded }: StepPanelProps): ReactElement {
  const { workflow, outline, problems } = useEditor();
  const change = useChangeStep(workflow.id);
  const form = useServerForm<StepValues>({
    defaultValues: valuesOf(step),
    readProblem: problemOf,
    fieldName: stepFieldName,
    save: async (values) => {
      const templateId = values.templateId === '' ? null : values.templateId;
      const patch = {
        name: values.name.trim(),
        config: configOf(step.type, values),
        ...(step.type === 'SEND_EMAIL' && { templateId }),
      };
      await change.mutateAsync({ stepId: step.id, patch });
    },
  });
  const { isDirty } = form;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  const changed = Object.keys(form.form.formState.dirtyFields);
  const isNameOnly = changed.length > 0 && changed.every((name) => name === 'name');
  const number = outline.numbers.get(step.id) ?? 0;
  return (
    <PanelFrame
      label={`Step ${number}`}
      title={step.name}
      said={`step ${number}, ${typeWords[step.type]}`}
      onClose={onClose}
    >
      <FailedNotice step={step} />
      {(problems.get(step.id) ?? []).map((problem) => (
        <div
          key={`${problem.code} ${problem.message}`}
          className={problem.level === 'error' ? 'notice bad mb8' : 'notice warn mb8'}
        >
          <StateShape shape={problem.level === 'error' ? 'cross' : 'tri'} />
          <span>{problemWords(problem, workflow)}</span>
        </div>
      ))}
      <Form of={form} label={`Step ${number}`}>
        <Field name="name" label="Name" isRequired>
          <TextInput maxLength={100} autoComplete="off" />
        </Field>
        <StepFields type={step.type} eventName={textOf(workflow.triggerConfig?.eventName)} />
        <StepActions step={step} onAdded={onAdded} />
        <div className="p-foot">
          <span className="t13 t3" role="status">
            {isDirty ? 'Not saved' : form.form.formState.isSubmitSuccessful && !form.problem ? 'Saved' : ''}
          </span>
          <button type="button" className="btn sm push" disabled={!isDirty} onClick={() => form.form.reset()}>
            Undo
          </button>
          <button type="submit" className="btn sm primary" disabled={!isDirty || form.isSaving}>
            {isNameOnly || !isDirty ? 'Save' : `Save as version ${workflow.version + 1}`}
          </button>
        </div>
      </Form>
    </PanelFrame>
  );
}

function FailedNotice({ step }: { readonly step: WorkflowStep }): ReactElement | null {
  const { project } = useProject();
  const { workflow, counts } = useEditor();
  const failed = counts.get(step.id)?.failed ?? 0;
  if (failed === 0) return null;
  return (
    <div className="notice bad mb12">
      <StateShape shape="cross" />
      <span>
        <b>{failed === 1 ? '1 person failed here.' : `${formatCount(failed)} people failed here.`}</b>{' '}
        <a className="plain" href={paths.executions(project.id, workflow.id, { state: 'failed' })}>
          See who, and why
        </a>
      </span>
    </div>
  );
}

const icon = { className: 'i', size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

function StepActions({ step, onAdded }: Pick<StepPanelProps, 'step' | 'onAdded'>): ReactElement {
  const { workflow, outline, onInsert, onRemove } = useEditor();
  const copy = useAddStep(workflow.id);
  const item = itemsOf(outline).find((one) => one.step.id === step.id);
  const incoming = workflow.transitions.filter(({ toStepId }) => toStepId === step.id);
  const [before] = incoming;
  const after = item?.slot ?? item?.branches[0]?.slot;
  const triggerId = workflow.steps.find(({ type }) => type === 'TRIGGER')?.id;
  const duplicate = () => {
    if (!after || step.type === 'TRIGGER') return;
    const { type, config, templateId } = step;
    const name = `${step.name} (copy)`.slice(0, 100);
    copy.mutate(
      { step: { type, name, config, ...(templateId !== null && { templateId }) }, place: placeOf(after, triggerId) },
      { onSuccess: ({ id }) => onAdded(id) },
    );
  };
  return (
    <div className="p-acts">
      <div className="section-h mb8">
        <h3>This step</h3>
      </div>
      <div className="step-acts">
        <button
          type="button"
          className="btn sm"
          disabled={!before || incoming.length > 1}
          title={incoming.length > 1 ? 'Several ways lead here: insert on one of them.' : undefined}
          onClick={() => before && onInsert(edgeSlot(before))}
        >
          <ArrowUp {...icon} />
          Insert before
        </button>
        <button type="button" className="btn sm" disabled={!after} onClick={() => after && onInsert(after)}>
          <ArrowDown {...icon} />
          Insert after
        </button>
        <button type="button" className="btn sm" disabled={!after || copy.isPending} onClick={duplicate}>
          <Copy {...icon} />
          Duplicate
        </button>
        <button type="button" className="btn sm" onClick={() => onRemove(step.id)}>
          <Trash2 {...icon} />
          Remove…
        </button>
      </div>
      {copy.isError && <ProblemNotice problem={problemOf(copy.error)} />}
    </div>
  );
}
