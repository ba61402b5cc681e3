import type { ReactElement } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { ConditionBuilder } from '../../../widgets/condition-builder/condition-builder.tsx';
import { Field } from '../../../widgets/form/field.tsx';
import { FieldContext } from '../../../widgets/form/form-context.ts';
import { type ConditionValues, conditionProblem } from './condition-values.ts';
import type { StepValues } from './step-values.ts';
import { useConditionChoices } from './use-condition-choices.ts';
import { WaysEditor } from './ways-editor.tsx';

/** The question of a step: rules that end in yes or no, or one field with several ways. */
export function ConditionFields({ eventName }: { readonly eventName: string }): ReactElement {
  const { control } = useFormContext<StepValues>();
  const { field } = useController({
    control,
    name: 'condition',
    rules: { validate: (values) => conditionProblem(values) ?? true },
  });
  const choices = useConditionChoices(eventName);
  const values: ConditionValues = field.value;
  const set = (change: Partial<ConditionValues>) => field.onChange({ ...values, ...change });
  return (
    <>
      <fieldset className="btns">
        <legend className="vh">Form of the question</legend>
        <button
          type="button"
          className="btn sm"
          aria-pressed={values.form === 'rules'}
          onClick={() => set({ form: 'rules' })}
        >
          Yes or no
        </button>
        <button
          type="button"
          className="btn sm"
          aria-pressed={values.form === 'ways'}
          onClick={() => set({ form: 'ways' })}
        >
          Several ways
        </button>
      </fieldset>
      <Field name="condition" label={values.form === 'ways' ? 'By' : 'If'}>
        {/* Why none: the parts of a rule have names of their own, and an id can stand only once. */}
        <FieldContext value={null}>
          {values.form === 'rules' ? (
            <ConditionBuilder
              label="Rules of the question"
              value={values.tree}
              fields={choices.fields}
              valuesOf={choices.valuesOf}
              onChange={(tree) => set({ tree })}
            />
          ) : (
            <WaysEditor
              field={values.field}
              ways={values.ways}
              choices={choices}
              onChange={(field_, ways) => set({ field: field_, ways })}
            />
          )}
        </FieldContext>
      </Field>
    </>
  );
}
