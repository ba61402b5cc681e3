import { ChevronDown } from 'lucide-react';
import type { ReactElement } from 'react';
import '../choice-picker/choice-picker.css';

/** A choice among a few words, as wide as its words. */
export function InlineSelect<Value extends string>(props: {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
  className?: string;
}): ReactElement {
  return (
    <span className={`inline-select ${props.className ?? ''}`}>
      <select
        className="pick"
        aria-label={props.label}
        value={props.value}
        onChange={(event) => {
          const chosen = props.options.find((option) => option.value === event.target.value);
          if (chosen) props.onChange(chosen.value);
        }}
      >
        {props.options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown size={12} strokeWidth={2} aria-hidden className="i" />
    </span>
  );
}
