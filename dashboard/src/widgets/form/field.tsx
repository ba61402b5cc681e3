import { X } from 'lucide-react';
import { type ReactElement, type ReactNode, use, useEffect, useId, useMemo } from 'react';
import { get, useFormContext } from 'react-hook-form';
import { FieldContext, FormFieldsContext, fieldId } from './form-context.ts';
import './form.css';

export type FieldProps = {
  /** The path of the value, as the server names it. Left out for a control outside a `Form`. */
  name?: string;
  label: string;
  hint?: ReactNode;
  isRequired?: boolean;
  /** Says "optional" beside the label: for the one field of a form that may stay empty. */
  isOptional?: boolean;
  /** An error known by the caller; those of the form are found by the name. */
  error?: string | undefined;
  /** The label stands beside the control: for switches and boxes. */
  isInline?: boolean;
  /** The label is only spoken: for rows whose column or placeholder says it. */
  isLabelHidden?: boolean;
  children: ReactNode;
};

/** A control with its label, hint and error, tied together for everyone. */
export function Field(props: FieldProps): ReactElement {
  const fields = use(FormFieldsContext);
  const form = useFormContext();
  const ownId = useId();
  const { name, label } = props;
  const id = fields && name !== undefined ? fieldId(fields.id, name) : ownId;
  const formError: unknown = form && name !== undefined ? get(form.formState.errors, `${name}.message`) : undefined;
  const error = props.error ?? (typeof formError === 'string' ? formError : undefined);

  useEffect(() => {
    if (!fields || name === undefined) return;
    fields.labels.set(name, label);
    return () => {
      fields.labels.delete(name);
    };
  }, [fields, name, label]);

  const describedBy = [props.hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
  const control = useMemo(
    () => ({
      name: name ?? '',
      label,
      id,
      describedBy,
      isInvalid: error !== undefined,
      isRequired: props.isRequired === true,
    }),
    [name, label, id, describedBy, error, props.isRequired],
  );
  const caption = (
    <label className={props.isLabelHidden ? 'vh' : 'lab'} htmlFor={id} id={`${id}-label`}>
      {label}
      {props.isOptional && <span className="opt">optional</span>}
    </label>
  );
  return (
    <div className={props.isInline ? 'field inline' : 'field'}>
      {!props.isInline && caption}
      <FieldContext value={control}>{props.children}</FieldContext>
      {props.isInline && caption}
      {props.hint && (
        <div className="hint" id={`${id}-hint`}>
          {props.hint}
        </div>
      )}
      {error !== undefined && (
        <div className="err-msg" id={`${id}-error`}>
          <X size={14} strokeWidth={2.25} aria-hidden className="i" />
          <span>{error}</span>
        </div>
      )}
    </div>
  );
}
