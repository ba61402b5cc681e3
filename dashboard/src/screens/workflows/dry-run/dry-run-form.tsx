import { Plus, Trash2 } from 'lucide-react';
import { type ReactElement, useEffect, useRef } from 'react';
import { useController, useFieldArray } from 'react-hook-form';
import { problemOf } from '../../../api/problem.ts';
import { useContactSearch } from '../../../api/workflow-choices.ts';
import { type Simulation, useSimulate } from '../../../api/workflows.ts';
import { ContactPicker } from '../../../widgets/contact-picker/contact-picker.tsx';
import { Field } from '../../../widgets/form/field.tsx';
import { Form } from '../../../widgets/form/form.tsx';
import { Checkbox, NumberInput, Select, TextArea, TextInput } from '../../../widgets/form/inputs.tsx';
import { useServerForm } from '../../../widgets/form/use-server-form.ts';
import { useEditor } from '../editor.ts';
import { EventNames, eventNamesId } from '../event-names.tsx';
import { objectProblem } from '../step-form/step-values.ts';
import { type DryRunValues, simulationInput } from './dry-run-values.ts';

const units = ['minutes', 'hours', 'days'].map((value) => ({ value, label: value }));
const isObject = { validate: (text: unknown) => objectProblem(String(text)) ?? true };

/** Who walks, what the person brings along, and what happens later. */
export function DryRunForm({ onRun }: { readonly onRun: (simulation: Simulation) => void }): ReactElement {
  const { workflow } = useEditor();
  const simulate = useSimulate(workflow.id);
  const search = useContactSearch();
  const start = useRef<HTMLDivElement>(null);
  const form = useServerForm<DryRunValues>({
    defaultValues: {
      person: 'invented',
      contact: null,
      email: 'someone@example.com',
      isSubscribed: true,
      data: '',
      context: '',
      events: [],
    },
    readProblem: problemOf,
    fieldName: (path) => path.replace(/^contact\./, '').replace(/^contactId$/, 'contact'),
    save: async (values) => onRun(await simulate.mutateAsync(simulationInput(values))),
  });
  const { control, watch, setValue } = form.form;
  const events = useFieldArray({ control, name: 'events' });
  const contact = useController({
    control,
    name: 'contact',
    rules: {
      validate: (value, { person }) => person === 'invented' || value !== null || 'Choose a contact, or invent one.',
    },
  });
  const isReal = watch('person') === 'real';
  useEffect(() => {
    start.current?.querySelector<HTMLElement>('input, button')?.focus();
  }, []);
  return (
    <Form of={form} label="Dry run">
      <div className="stack" ref={start}>
        {isReal ? (
          <Field name="contact" label="Contact">
            <div className="rowflex dry-who">
              <ContactPicker value={contact.field.value} search={search} onChoose={contact.field.onChange} />
              <button type="button" className="btn sm" onClick={() => setValue('person', 'invented')}>
                Invent one
              </button>
            </div>
          </Field>
        ) : (
          <>
            <Field name="email" label="Invented contact" isRequired>
              <TextInput type="email" maxLength={254} autoComplete="off" />
            </Field>
            <div className="rowflex dry-who">
              <Field name="isSubscribed" label="Subscribed" isInline>
                <Checkbox />
              </Field>
              <button type="button" className="btn sm push" onClick={() => setValue('person', 'real')}>
                Pick a real one
              </button>
            </div>
          </>
        )}
      </div>
      <details className="more-fields">
        <summary>What the person brings along</summary>
        {!isReal && (
          <Field name="data" label="Data of the contact" hint='JSON: { "plan": "pro" }'>
            <TextArea isMono rows={3} maxLength={60_000} spellCheck={false} rules={isObject} />
          </Field>
        )}
        <Field name="context" label="Data of the event that starts it" hint='JSON: { "amount": 42 }'>
          <TextArea isMono rows={3} maxLength={60_000} spellCheck={false} rules={isObject} />
        </Field>
      </details>
      <fieldset className="rows-of">
        <legend>Later events</legend>
        {events.fields.map((row, index) => (
          <div className="row-of event" key={row.id}>
            <Field name={`events.${index}.name`} label={`Name of event ${index + 1}`} isLabelHidden>
              <TextInput isMono maxLength={255} list={eventNamesId} placeholder="event.name" autoComplete="off" />
            </Field>
            <span className="t13 t3 after">after</span>
            <Field name={`events.${index}.amount`} label={`Event ${index + 1} after`} isLabelHidden>
              <NumberInput isWhole={false} min={0} max={5_000_000} />
            </Field>
            <Field name={`events.${index}.unit`} label={`Unit of event ${index + 1}`} isLabelHidden>
              <Select options={units} />
            </Field>
            <button
              type="button"
              className="btn icon quiet"
              aria-label={`Remove event ${index + 1}`}
              onClick={() => events.remove(index)}
            >
              <Trash2 className="i" size={16} strokeWidth={1.75} aria-hidden />
            </button>
          </div>
        ))}
        <EventNames />
        {events.fields.length < 100 && (
          <button type="button" className="btn sm" onClick={() => events.append({ name: '', amount: 1, unit: 'days' })}>
            <Plus className="i" size={14} strokeWidth={1.75} aria-hidden />
            Let an event happen
          </button>
        )}
      </fieldset>
      <div className="rowflex">
        <button type="submit" className="btn primary" disabled={form.isSaving}>
          Run it
        </button>
      </div>
    </Form>
  );
}
