import { type ReactElement, useEffect } from 'react';
import { useController } from 'react-hook-form';
import { problemOf } from '../../../api/problem.ts';
import { useProject } from '../../../api/project.ts';
import { useSegmentChoices } from '../../../api/workflow-choices.ts';
import { useChangeStep, useChangeWorkflow, type Workflow } from '../../../api/workflows.ts';
import { Field } from '../../../widgets/form/field.tsx';
import { Form } from '../../../widgets/form/form.tsx';
import { Select, Switch, TextInput } from '../../../widgets/form/inputs.tsx';
import { useServerForm } from '../../../widgets/form/use-server-form.ts';
import { TimeZonePicker } from '../../../widgets/time-zone-picker/time-zone-picker.tsx';
import { useEditor } from '../editor.ts';
import { EventNames, eventNamesId } from '../event-names.tsx';
import { textOf } from '../graph/workflow-graph.ts';
import { PanelFrame } from './panel-frame.tsx';

type TriggerType = Workflow['triggerType'];

interface TriggerValues {
  name: string;
  triggerType: TriggerType;
  eventName: string;
  schedule: string;
  timezone: string;
  segmentId: string;
  allowReentry: boolean;
}

const kinds: readonly { readonly value: TriggerType; readonly label: string }[] = [
  { value: 'EVENT', label: 'when an event is tracked' },
  { value: 'SCHEDULE', label: 'at set times, for a segment' },
  { value: 'MANUAL', label: 'by hand or by the API only' },
];

interface TriggerPanelProps {
  readonly onDirty: (isDirty: boolean) => void;
  readonly onClose: () => void;
}

/** Who enters, and how often. */
export function TriggerPanel({ onDirty, onClose }: TriggerPanelProps): ReactElement {
  const { workflow } = useEditor();
  const { project } = useProject();
  const change = useChangeWorkflow(workflow.id);
  const rename = useChangeStep(workflow.id);
  const trigger = workflow.steps.find(({ type }) => type === 'TRIGGER');
  const config = workflow.triggerConfig ?? {};
  const hasRules = config.audienceCondition !== undefined && config.audienceCondition !== null;
  const form = useServerForm<TriggerValues>({
    defaultValues: {
      name: trigger?.name ?? 'Trigger',
      triggerType: workflow.triggerType,
      eventName: textOf(config.eventName),
      schedule: textOf(config.schedule),
      timezone: textOf(config.timezone) || project.timezone,
      segmentId: textOf(config.segmentId),
      allowReentry: workflow.allowReentry,
    },
    readProblem: problemOf,
    fieldName: (path) => path.replace(/^triggerConfig\./, ''),
    save: async (values) => {
      await change.mutateAsync({
        triggerType: values.triggerType,
        triggerConfig: triggerConfig(values, hasRules ? config.audienceCondition : undefined),
        allowReentry: values.allowReentry,
      });
      const name = values.name.trim();
      if (trigger && name !== trigger.name) await rename.mutateAsync({ stepId: trigger.id, patch: { name } });
    },
  });
  const { isDirty } = form;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  const kind = form.form.watch('triggerType');
  const zone = useController({ control: form.form.control, name: 'timezone' });
  const segments = useSegmentChoices(kind === 'SCHEDULE');
  const segmentId = form.form.watch('segmentId');
  const isListed = segmentId === '' || segments.data?.some(({ id }) => id === segmentId) === true;
  return (
    <PanelFrame label="Step 1" title={trigger?.name ?? 'Trigger'} said="step 1, where people enter" onClose={onClose}>
      <Form of={form} label="Trigger">
        <Field name="name" label="Name" isRequired>
          <TextInput maxLength={100} autoComplete="off" />
        </Field>
        <Field name="triggerType" label="People enter">
          <Select options={kinds} />
        </Field>
        {kind === 'EVENT' && (
          <>
            <Field
              name="eventName"
              label="Event"
              hint="Your own events, and those of the service: email.…, contact.…, segment.….entry and .exit."
            >
              <TextInput maxLength={255} isMono list={eventNamesId} autoComplete="off" spellCheck={false} />
            </Field>
            <EventNames />
          </>
        )}
        {kind === 'SCHEDULE' && (
          <>
            <Field
              name="schedule"
              label="Times"
              hint="Cron: minute hour day month weekday, at least 15 minutes apart. 0 9 * * 1 is Monday at 09:00."
            >
              <TextInput isMono maxLength={200} placeholder="0 9 * * 1" spellCheck={false} />
            </Field>
            <Field name="timezone" label="Time zone">
              <TimeZonePicker value={zone.field.value} onChoose={zone.field.onChange} />
            </Field>
            {hasRules && segmentId === '' ? (
              <p className="notice">
                <span>Everyone who matches the rules that were set by the API. Choosing a segment replaces them.</span>
              </p>
            ) : null}
            <Field name="segmentId" label="Everyone in">
              <Select
                options={[
                  { value: '', label: segments.isPending ? 'Loading segments' : 'Choose a segment' },
                  ...(segments.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
                  ...(isListed ? [] : [{ value: segmentId, label: 'A segment that is gone' }]),
                ]}
              />
            </Field>
          </>
        )}
        <Field
          name="allowReentry"
          label="People may enter again"
          hint="Off: once in a lifetime. On: again once they are out."
          isInline
        >
          <Switch />
        </Field>
        <div className="p-foot">
          <span className="t13 t3" role="status">
            {isDirty ? 'Not saved' : form.form.formState.isSubmitSuccessful && !form.problem ? 'Saved' : ''}
          </span>
          <button type="button" className="btn sm push" disabled={!isDirty} onClick={() => form.form.reset()}>
            Undo
          </button>
          <button type="submit" className="btn sm primary" disabled={!isDirty || form.isSaving}>
            Save trigger
          </button>
        </div>
      </Form>
    </PanelFrame>
  );
}

function triggerConfig(values: TriggerValues, rules: unknown): unknown {
  const event = values.eventName.trim();
  if (values.triggerType === 'EVENT') return { eventName: event === '' ? null : event };
  if (values.triggerType === 'MANUAL') return null;
  const schedule = values.schedule.trim();
  return {
    ...(schedule !== '' && { schedule }),
    timezone: values.timezone,
    ...(values.segmentId !== ''
      ? { segmentId: values.segmentId }
      : rules !== undefined && { audienceCondition: rules }),
  };
}
