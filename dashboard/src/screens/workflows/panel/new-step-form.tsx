import { type ReactElement, useEffect, useRef } from 'react';
import { problemOf } from '../../../api/problem.ts';
import { useTemplateChoices } from '../../../api/workflow-choices.ts';
import { type StepPlace, useAddStep } from '../../../api/workflows.ts';
import { Field } from '../../../widgets/form/field.tsx';
import { Form } from '../../../widgets/form/form.tsx';
import { TextInput } from '../../../widgets/form/inputs.tsx';
import { useServerForm } from '../../../widgets/form/use-server-form.ts';
import { useEditor } from '../editor.ts';
import { suggestedName } from '../graph/step-words.ts';
import { type AddableType, type Slot, textOf } from '../graph/workflow-graph.ts';
import { StepFields, stepFieldName } from '../step-form/step-fields.tsx';
import { configOf, type StepValues, valuesOf } from '../step-form/step-values.ts';

interface NewStepFormProps {
  readonly type: AddableType;
  readonly slot: Slot;
  readonly onDirty: (isDirty: boolean) => void;
  readonly onAdded: (stepId: string) => void;
  readonly onBack: () => void;
}

/** Where the API puts the step. The trigger's open end needs nothing: the first step is led to by itself. */
export function placeOf(slot: Slot, triggerId: string | undefined): StepPlace {
  if (slot.kind === 'edge') return { insertOn: slot.transitionId };
  return slot.fromStepId === triggerId ? {} : { after: { stepId: slot.fromStepId, branch: slot.branch } };
}

const maxName = 100;

export function NewStepForm({ type, slot, onDirty, onAdded, onBack }: NewStepFormProps): ReactElement {
  const { workflow } = useEditor();
  const add = useAddStep(workflow.id);
  const { data: templates } = useTemplateChoices();
  const place = useRef<HTMLDivElement>(null);
  const triggerId = workflow.steps.find((step) => step.type === 'TRIGGER')?.id;
  const form = useServerForm<StepValues>({
    defaultValues: valuesOf({ name: '', templateId: null, config: {} }),
    readProblem: problemOf,
    fieldName: stepFieldName,
    save: async (values) => {
      const config = configOf(type, values);
      const template = templates?.find(({ id }) => id === values.templateId)?.name ?? null;
      const name = (values.name.trim() || suggestedName(type, config, template)).slice(0, maxName);
      const step = { type, name, config, ...(values.templateId !== '' && { templateId: values.templateId }) };
      const added = await add.mutateAsync({ step, place: placeOf(slot, triggerId) });
      onAdded(added.id);
    },
  });
  const { isDirty } = form;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  useEffect(() => {
    const rule = place.current?.querySelector<HTMLElement>('.condition-builder .pick');
    (rule ?? place.current?.querySelector<HTMLElement>('select, input, textarea, button'))?.focus();
  }, []);
  return (
    <Form of={form} label="New step">
      <div className="stack" ref={place}>
        <StepFields type={type} eventName={textOf(workflow.triggerConfig?.eventName)} />
      </div>
      <Field name="name" label="Name" hint="Left empty, it is named after what it does." isOptional>
        <TextInput maxLength={maxName} autoComplete="off" />
      </Field>
      <div className="p-foot">
        <button type="button" className="btn sm" onClick={onBack}>
          Another step
        </button>
        <button type="submit" className="btn sm primary push" disabled={form.isSaving}>
          Add step
        </button>
      </div>
    </Form>
  );
}
