import { Search } from 'lucide-react';
import { type KeyboardEvent, type ReactElement, type Ref, useEffect, useRef, useState } from 'react';
import './data-list.css';

export type SearchProps = {
  value: string;
  onChange: (value: string) => void;
  placeholder: string;
  maxLength?: number;
};

const pause = 250;

/** Asks after a short pause in typing, and at once on Enter. Escape empties it, then leaves it. */
export function SearchBox(props: SearchProps & { inputRef: Ref<HTMLInputElement> }): ReactElement {
  const [text, setText] = useState(props.value);
  const asked = useRef(props.value);
  const { value, onChange } = props;

  // Back and forward change the value from outside; what was typed since gives way.
  useEffect(() => {
    if (value === asked.current) return;
    asked.current = value;
    setText(value);
  }, [value]);

  useEffect(() => {
    if (text === asked.current) return;
    const timer = setTimeout(() => {
      asked.current = text;
      onChange(text);
    }, pause);
    return () => clearTimeout(timer);
  }, [text, onChange]);

  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter' && text !== asked.current) {
      asked.current = text;
      onChange(text);
    }
    if (event.key === 'Escape') {
      if (text === '') event.currentTarget.blur();
      else setText('');
    }
  };

  return (
    <label className="input soft find-in">
      <Search size={16} strokeWidth={1.75} aria-hidden className="i" />
      <span className="vh">Search</span>
      <input
        ref={props.inputRef}
        type="search"
        placeholder={props.placeholder}
        maxLength={props.maxLength ?? 200}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={press}
      />
      <kbd className="key" aria-hidden>
        /
      </kbd>
    </label>
  );
}
