import { Plus, Trash2 } from 'lucide-react';
import type { ReactElement } from 'react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { Field } from '../../../widgets/form/field.tsx';
import { Select, TextInput } from '../../../widgets/form/inputs.tsx';
import { jsonProblem, type StepValues, type UpdateKind } from './step-values.ts';

const kinds: readonly { value: UpdateKind; label: string }[] = [
  { value: 'text', label: 'text' },
  { value: 'number', label: 'number' },
  { value: 'yes-no', label: 'yes or no' },
  { value: 'json', label: 'JSON' },
  { value: 'remove', label: 'remove it' },
];

export function UpdateContactFields(): ReactElement {
  const { control } = useFormContext<StepValues>();
  const rows = useFieldArray({ control, name: 'updates' });
  return (
    <>
      <fieldset className="rows-of">
        <legend>Data of the contact</legend>
        {rows.fields.map((row, index) => (
          <UpdateRow key={row.id} index={index} onRemove={() => rows.remove(index)} />
        ))}
        {rows.fields.length < 100 && (
          <button type="button" className="btn sm" onClick={() => rows.append({ name: '', kind: 'text', value: '' })}>
            <Plus className="i" size={14} strokeWidth={1.75} aria-hidden />
            Set a value
          </button>
        )}
      </fieldset>
      <Field name="subscriptionAction" label="Subscription" hint="A suppressed address stays suppressed.">
        <Select
          options={[
            { value: 'none', label: 'stays as it is' },
            { value: 'subscribe', label: 'subscribe the contact' },
            { value: 'unsubscribe', label: 'unsubscribe the contact' },
          ]}
        />
      </Field>
    </>
  );
}

function UpdateRow({ index, onRemove }: { readonly index: number; readonly onRemove: () => void }): ReactElement {
  const { watch } = useFormContext<StepValues>();
  const kind = watch(`updates.${index}.kind`);
  const isRightKind = (value: unknown) => {
    const text = String(value).trim();
    if (kind === 'number') return (text !== '' && Number.isFinite(Number(text))) || 'This is not a number.';
    return kind === 'json' ? (text === '' ? 'JSON is needed.' : (jsonProblem(text) ?? true)) : true;
  };
  return (
    <div className="row-of three">
      <Field name={`updates.${index}.name`} label={`Key ${index + 1}`} isLabelHidden>
        <TextInput isMono maxLength={200} placeholder="Key" spellCheck={false} />
      </Field>
      <Field name={`updates.${index}.kind`} label={`Kind of value ${index + 1}`} isLabelHidden>
        <Select options={kinds} />
      </Field>
      {kind !== 'remove' && (
        <Field name={`updates.${index}.value`} label={`Value ${index + 1}`} isLabelHidden>
          {kind === 'yes-no' ? (
            <Select
              options={[
                { value: 'true', label: 'yes' },
                { value: 'false', label: 'no' },
              ]}
            />
          ) : (
            <TextInput maxLength={10_000} placeholder="Value" rules={{ validate: isRightKind }} />
          )}
        </Field>
      )}
      <button type="button" className="btn icon quiet" aria-label={`Remove value ${index + 1}`} onClick={onRemove}>
        <Trash2 className="i" size={16} strokeWidth={1.75} aria-hidden />
      </button>
    </div>
  );
}
