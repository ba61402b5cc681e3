import { type RefObject, useId, useMemo, useRef, useState } from 'react';
import { type DefaultValues, type FieldValues, type Path, type UseFormReturn, useForm } from 'react-hook-form';
import type { Problem } from '../problem/problem.ts';
import { placeErrors } from './field-errors.ts';
import { type FormFields, focusField } from './form-context.ts';

export type ServerFormOptions<Values extends FieldValues> = {
  defaultValues: DefaultValues<Values>;
  /** Calls the server; whatever it throws becomes a problem. */
  save: (values: Values) => Promise<void>;
  readProblem: (error: unknown) => Problem;
  /** Turns a path of the server into the name of the field, where the form is built otherwise than the body. */
  fieldName?: (path: string) => string;
};

export type ServerForm<Values extends FieldValues> = {
  form: UseFormReturn<Values>;
  fields: FormFields;
  /** The last refusal, until the next attempt. */
  problem: Problem | null;
  /** Messages of the server for which the form has no field. */
  otherErrors: readonly string[];
  isSaving: boolean;
  isDirty: boolean;
  submit: () => Promise<boolean>;
  summary: RefObject<HTMLDivElement | null>;
};

/** A form whose errors come from the server and stand at their fields. */
export function useServerForm<Values extends FieldValues>(options: ServerFormOptions<Values>): ServerForm<Values> {
  const id = useId();
  const fields = useMemo<FormFields>(() => ({ id, labels: new Map() }), [id]);
  const form = useForm<Values>({ defaultValues: options.defaultValues, shouldFocusError: true });
  const [problem, setProblem] = useState<Problem | null>(null);
  const [otherErrors, setOtherErrors] = useState<readonly string[]>([]);
  const [isSaving, setIsSaving] = useState(false);
  const isUnderWay = useRef(false);
  const summary = useRef<HTMLDivElement>(null);

  const refuse = (refusal: Problem) => {
    const renamed = (refusal.fieldErrors ?? []).map((error) => ({
      ...error,
      field: options.fieldName?.(error.field) ?? error.field,
    }));
    const placed = placeErrors(renamed, [...fields.labels.keys()]);
    const onFields = placed.filter((error) => error.field !== null);
    for (const { field, message } of onFields) {
      // Why the cast: the name was found among the registered fields.
      form.setError(field as Path<Values>, { type: 'server', message });
    }
    setOtherErrors(placed.filter((error) => error.field === null).map((error) => error.message));
    setProblem(refusal);
    const first = onFields[0]?.field;
    if (first) focusField(fields, first);
    else summary.current?.focus();
  };

  const submit = async (): Promise<boolean> => {
    // Why a ref: two presses in one moment come before the next drawing.
    if (isUnderWay.current) return false;
    isUnderWay.current = true;
    let isSaved = false;
    setIsSaving(true);
    setProblem(null);
    setOtherErrors([]);
    try {
      await form.handleSubmit(async (values) => {
        const sent = structuredClone(values);
        try {
          await options.save(values);
          form.resetDefaultValues(sent);
          isSaved = true;
        } catch (error) {
          refuse(options.readProblem(error));
        }
      })();
    } finally {
      isUnderWay.current = false;
      setIsSaving(false);
    }
    return isSaved;
  };

  return { form, fields, problem, otherErrors, isSaving, isDirty: form.formState.isDirty, submit, summary };
}
