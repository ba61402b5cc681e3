import { Plus, Trash2 } from 'lucide-react';
import type { ReactElement } from 'react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { Field } from '../../../widgets/form/field.tsx';
import { Select, TextArea, TextInput } from '../../../widgets/form/inputs.tsx';
import { jsonProblem, type StepValues } from './step-values.ts';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((value) => ({ value, label: value }));

export function WebhookFields(): ReactElement {
  const { control, watch } = useFormContext<StepValues>();
  const headers = useFieldArray({ control, name: 'headers' });
  return (
    <>
      <div className="pair narrow-first">
        <Field name="method" label="Method">
          <Select options={methods} />
        </Field>
        <Field name="url" label="Address">
          <TextInput isMono maxLength={2048} placeholder="https://example.com/hooks" spellCheck={false} />
        </Field>
      </div>
      {watch('method') !== 'GET' && (
        <Field
          name="body"
          label="Body"
          hint="JSON; its texts may hold template language. Left empty: contact, workflow, step and event are sent."
        >
          <TextArea
            isMono
            rows={5}
            maxLength={60_000}
            spellCheck={false}
            rules={{ validate: (text: unknown) => jsonProblem(String(text)) ?? true }}
          />
        </Field>
      )}
      <fieldset className="rows-of">
        <legend>Headers</legend>
        {headers.fields.map((row, index) => (
          <div className="row-of" key={row.id}>
            <Field name={`headers.${index}.name`} label={`Name of header ${index + 1}`} isLabelHidden>
              <TextInput isMono maxLength={200} placeholder="Name" spellCheck={false} />
            </Field>
            <Field name={`headers.${index}.value`} label={`Value of header ${index + 1}`} isLabelHidden>
              <TextInput isMono maxLength={4000} placeholder="Value" spellCheck={false} />
            </Field>
            <button
              type="button"
              className="btn icon quiet"
              aria-label={`Remove header ${index + 1}`}
              onClick={() => headers.remove(index)}
            >
              <Trash2 className="i" size={16} strokeWidth={1.75} aria-hidden />
            </button>
          </div>
        ))}
        {headers.fields.length < 30 && (
          <button type="button" className="btn sm" onClick={() => headers.append({ name: '', value: '' })}>
            <Plus className="i" size={14} strokeWidth={1.75} aria-hidden />
            Add a header
          </button>
        )}
      </fieldset>
      <Field
        name="onFailure"
        label="If it does not answer with success"
        hint="Tried 5 times within 15 minutes; other answers than 408, 429 and 5xx are final at once."
      >
        <Select
          options={[
            { value: 'fail', label: 'the person stops here as failed' },
            { value: 'continue', label: 'the person goes on' },
          ]}
        />
      </Field>
      <Field
        name="saveAs"
        label="Keep the answer as"
        hint="Later steps read it as event.<key>. Left empty, nothing of the answer is kept."
      >
        <TextInput isMono maxLength={50} spellCheck={false} />
      </Field>
    </>
  );
}
