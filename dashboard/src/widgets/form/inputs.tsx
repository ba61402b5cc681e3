import { ChevronDown } from 'lucide-react';
import { type ComponentProps, type ReactElement, useState } from 'react';
import { readNumber } from './read-number.ts';
import { type Rules, useFieldControl } from './use-field-control.ts';
import './form.css';

type InputProps = Omit<ComponentProps<'input'>, 'type' | 'id' | 'className'> & { rules?: Rules };

const inputClass = (isInvalid: boolean, more = '') => `input${isInvalid ? ' err' : ''}${more}`;

/** One line of text. Bounded always: 500 characters unless said otherwise. */
export function TextInput(
  props: InputProps & { type?: 'text' | 'email' | 'url' | 'date' | 'datetime-local'; isMono?: boolean },
): ReactElement {
  const { rules, isMono, ...rest } = props;
  const { tied, registered, isInvalid } = useFieldControl(rules);
  return (
    <input
      type="text"
      maxLength={500}
      {...tied}
      {...registered}
      {...rest}
      className={inputClass(isInvalid, isMono ? ' mono' : '')}
    />
  );
}

export function TextArea(
  props: Omit<ComponentProps<'textarea'>, 'id' | 'className'> & { rules?: Rules; isMono?: boolean },
): ReactElement {
  const { rules, isMono, ...rest } = props;
  const { tied, registered, isInvalid } = useFieldControl(rules);
  return (
    <textarea
      rows={4}
      maxLength={10_000}
      {...tied}
      {...registered}
      {...rest}
      className={inputClass(isInvalid, isMono ? ' area mono' : ' area')}
    />
  );
}

/** A number; the value is a number, or undefined when the field is empty. */
export function NumberInput(props: InputProps & { min?: number; max?: number; isWhole?: boolean }): ReactElement {
  const { rules, min, max, isWhole, ...rest } = props;
  const { tied, registered, isInvalid } = useFieldControl({
    setValueAs: (text: unknown) => readNumber(text, { min, max, isWhole }).value,
    validate: (value: unknown) => readNumber(value, { min, max, isWhole }).problem ?? true,
    ...rules,
  });
  return (
    <input
      type="text"
      inputMode={isWhole === false ? 'decimal' : 'numeric'}
      autoComplete="off"
      maxLength={30}
      {...tied}
      {...registered}
      {...rest}
      className={inputClass(isInvalid, ' tab')}
    />
  );
}

/** A secret with a button that shows it. */
export function PasswordInput(props: InputProps): ReactElement {
  const { rules, ...rest } = props;
  const { tied, registered, isInvalid } = useFieldControl(rules);
  const [isShown, setIsShown] = useState(false);
  return (
    <span className="with-button">
      <input
        autoComplete="current-password"
        maxLength={500}
        spellCheck={false}
        autoCapitalize="none"
        {...tied}
        {...registered}
        {...rest}
        type={isShown ? 'text' : 'password'}
        className={inputClass(isInvalid)}
      />
      <button type="button" className="btn quiet sm" aria-pressed={isShown} onClick={() => setIsShown(!isShown)}>
        {isShown ? 'Hide' : 'Show'}
      </button>
    </span>
  );
}

export type SelectOption = { value: string; label: string; isDisabled?: boolean };

export function Select(
  props: Omit<ComponentProps<'select'>, 'id' | 'className' | 'children'> & {
    options: readonly SelectOption[];
    rules?: Rules;
  },
): ReactElement {
  const { rules, options, ...rest } = props;
  const { tied, registered, isInvalid } = useFieldControl(rules);
  return (
    <span className="with-chevron">
      <select {...tied} {...registered} {...rest} className={inputClass(isInvalid)}>
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.isDisabled}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown size={14} strokeWidth={1.75} aria-hidden className="i" />
    </span>
  );
}

/** On or off, at once. */
export function Switch(props: InputProps): ReactElement {
  const { rules, ...rest } = props;
  const { tied, registered } = useFieldControl(rules);
  // biome-ignore lint/a11y/useAriaPropsForRole: a native box tells whether it is checked
  return <input type="checkbox" role="switch" {...tied} {...registered} {...rest} className="switch" />;
}

/** Yes or no, taken when the form is saved. */
export function Checkbox(props: InputProps): ReactElement {
  const { rules, ...rest } = props;
  const { tied, registered } = useFieldControl(rules);
  return <input type="checkbox" {...tied} {...registered} {...rest} className="box" />;
}
