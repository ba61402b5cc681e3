import { type FormEvent, type KeyboardEvent, type ReactElement, useId, useState } from 'react';
import './key-value-table.css';
import { type JsonValue, readTyped, textOf, typeOf } from './typed-value.ts';

interface EditableValueProps {
  name: string;
  value: JsonValue;
  onSave: (value: JsonValue) => Promise<void>;
}

/** A value that turns into its editor. An empty text would be ignored by the API, so it asks for a deletion. */
export function EditableValue({ name, value, onSave }: EditableValueProps): ReactElement {
  const [view, setView] = useState<'untouched' | 'open' | 'closed'>('untouched');
  if (view !== 'open') {
    return (
      <button
        type="button"
        className="kv-open"
        aria-label={`Edit ${name}: ${textOf(value)}`}
        // biome-ignore lint/a11y/noAutofocus: a closed editor gives the focus back to what opened it
        autoFocus={view === 'closed'}
        onClick={() => setView('open')}
      >
        {value === '' ? <span className="t3">empty text</span> : textOf(value)}
      </button>
    );
  }
  return <Editor name={name} value={value} onSave={onSave} onClose={() => setView('closed')} />;
}

function Editor({ name, value, onSave, onClose }: EditableValueProps & { onClose: () => void }): ReactElement {
  const id = useId();
  const [text, setText] = useState(textOf(value));
  const [problem, setProblem] = useState<string | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const isDeletion = text === '';

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    const read = isDeletion ? { value: null } : readTyped(text, typeOf(value));
    if ('problem' in read) return setProblem(read.problem);
    if (!isDeletion && text === textOf(value)) return onClose();
    setIsSaving(true);
    try {
      await onSave(read.value);
      onClose();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'It could not be saved.');
      setIsSaving(false);
    }
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onClose();
  }

  return (
    <form className="kv-edit" onSubmit={(event) => void save(event)} onKeyDown={onKeyDown}>
      <input
        className={`input${problem ? ' err' : ''}`}
        aria-label={name}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem || isDeletion ? id : undefined}
        value={text}
        maxLength={65_536}
        disabled={isSaving}
        // biome-ignore lint/a11y/noAutofocus: the person just pressed the value to edit it
        autoFocus
        onChange={(event) => {
          setText(event.target.value);
          setProblem(null);
        }}
      />
      <span className="kv-acts">
        <button type="submit" className={`btn sm ${isDeletion ? 'danger' : 'primary'}`} disabled={isSaving}>
          {isDeletion ? 'Delete key' : 'Save'}
        </button>
        <button type="button" className="btn sm" onClick={onClose}>
          Keep
        </button>
      </span>
      <span id={id} className={problem ? 'kv-note bad' : 'kv-note'} role="status">
        {problem ?? (isDeletion ? 'Delete this key?' : '')}
      </span>
    </form>
  );
}
