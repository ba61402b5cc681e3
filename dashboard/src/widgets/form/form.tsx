import { type FormEvent, type ReactElement, type ReactNode, useRef } from 'react';
import { type FieldValues, FormProvider } from 'react-hook-form';
import { ErrorSummary } from './error-summary.tsx';
import { FormFieldsContext } from './form-context.ts';
import { useFormKeys } from './form-keys.ts';
import type { ServerForm } from './use-server-form.ts';
import './form.css';

export type FormProps<Values extends FieldValues> = {
  of: ServerForm<Values>;
  /** Names the form for those who cannot see it. */
  label: string;
  /** What Cmd or Ctrl with Enter does, where it is not saving. */
  onPrimary?: () => void;
  children: ReactNode;
};

/** A form on react-hook-form with the summary of its errors on top and its keys. */
export function Form<Values extends FieldValues>(props: FormProps<Values>): ReactElement {
  const { of } = props;
  const element = useRef<HTMLFormElement>(null);
  useFormKeys(element, (key) => {
    if (key === 'primary' && props.onPrimary) props.onPrimary();
    else of.submit().catch(reportError);
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // Why: a form in a portal is still inside its parent's form for React.
    event.stopPropagation();
    of.submit().catch(reportError);
  };
  return (
    <FormProvider {...of.form}>
      <FormFieldsContext value={of.fields}>
        <form ref={element} className="form" aria-label={props.label} noValidate onSubmit={submit}>
          <ErrorSummary of={of} />
          {props.children}
        </form>
      </FormFieldsContext>
    </FormProvider>
  );
}
