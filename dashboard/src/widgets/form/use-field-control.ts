import { use } from 'react';
import { type RegisterOptions, type UseFormRegisterReturn, useFormContext } from 'react-hook-form';
import { FieldContext } from './form-context.ts';

export type Rules = RegisterOptions;

/** The attributes that tie a control to its field. */
export type TiedAttributes = {
  id: string | undefined;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
};

/** Ties a control to the `Field` around it and, inside a `Form`, to its value. */
export function useFieldControl(rules: Rules = {}): {
  tied: TiedAttributes;
  registered: UseFormRegisterReturn | Record<string, never>;
  isInvalid: boolean;
} {
  const control = use(FieldContext);
  const form = useFormContext();
  const isRequired = control?.isRequired === true;
  const isInForm = form && control !== null && control.name !== '';
  return {
    tied: {
      id: control?.id,
      'aria-describedby': control?.describedBy,
      'aria-invalid': control?.isInvalid ? true : undefined,
      'aria-required': isRequired ? true : undefined,
    },
    registered: isInForm
      ? form.register(control.name, { ...(isRequired && { required: `${control.label} is needed.` }), ...rules })
      : {},
    isInvalid: control?.isInvalid === true,
  };
}
