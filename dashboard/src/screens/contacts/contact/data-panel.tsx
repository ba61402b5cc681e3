import { type FormEvent, type ReactElement, useId, useState } from 'react';
import { keyOfField, useContactFields } from '../../../api/contact-fields.ts';
import { type Contact, useChangeContact } from '../../../api/contacts.ts';
import { problemOf } from '../../../api/problem.ts';
import { KeyValueTable } from '../../../widgets/key-value-table/key-value-table.tsx';
import type { JsonValue } from '../../../widgets/key-value-table/typed-value.ts';
import { keyProblem, readNewValue } from './new-value.ts';

/** Everything that is known about the person, each value edited in its place. */
export function DataPanel({ contact }: { readonly contact: Contact }): ReactElement {
  const change = useChangeContact();
  const [isAdding, setIsAdding] = useState(false);
  const fields = useContactFields().data?.fields ?? [];
  const mixed = new Set(fields.filter((field) => field.isCustom && field.mixed).map(keyOfField));
  const data = contact.data as Readonly<Record<string, JsonValue>>; // what JSON gave
  const keys = Object.keys(data).sort();
  const save = async (key: string, value: JsonValue) => {
    try {
      await change.mutateAsync({ id: contact.id, change: { data: { [key]: value } } });
    } catch (error) {
      throw new Error(problemWords(error), { cause: error });
    }
  };
  return (
    <section aria-labelledby="data">
      <div className="section-h mb8">
        <h2 id="data">Data</h2>
        <button type="button" className="more plain" onClick={() => setIsAdding(true)}>
          Add a key
        </button>
      </div>
      {keys.length === 0 && !isAdding ? (
        <p className="t13 t2 ruled-box">Nothing is known about this person yet.</p>
      ) : (
        <KeyValueTable
          label="Data of this contact"
          rows={keys.map((key) => ({ key, value: data[key] ?? null, hasMixedTypes: mixed.has(key) }))}
          onSave={save}
        />
      )}
      {isAdding && <NewKey taken={keys} onSave={save} onClose={() => setIsAdding(false)} />}
    </section>
  );
}

function problemWords(error: unknown): string {
  const { message, fieldErrors } = problemOf(error);
  return fieldErrors?.[0]?.message ?? message;
}

interface NewKeyProps {
  readonly taken: readonly string[];
  readonly onSave: (key: string, value: JsonValue) => Promise<void>;
  readonly onClose: () => void;
}

function NewKey({ taken, onSave, onClose }: NewKeyProps): ReactElement {
  const noteId = useId();
  const [key, setKey] = useState('');
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const refusal = keyProblem(key.trim(), taken) ?? (text === '' ? 'An empty text would be ignored.' : null);
    if (refusal) return setProblem(refusal);
    setIsSaving(true);
    try {
      await onSave(key.trim(), readNewValue(text));
      onClose();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'It could not be saved.');
      setIsSaving(false);
    }
  };
  return (
    <form
      className="new-key"
      aria-label="New key"
      onSubmit={(event) => void save(event)}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <input
        className="input mono"
        aria-label="Key"
        placeholder="key"
        maxLength={128}
        value={key}
        aria-describedby={noteId}
        // biome-ignore lint/a11y/noAutofocus: the person just asked for a new key
        autoFocus
        onChange={(event) => {
          setKey(event.target.value);
          setProblem(null);
        }}
      />
      <input
        className="input"
        aria-label="Value"
        placeholder="value"
        maxLength={65_536}
        value={text}
        aria-describedby={noteId}
        onChange={(event) => {
          setText(event.target.value);
          setProblem(null);
        }}
      />
      <button type="submit" className="btn sm primary" disabled={isSaving}>
        Save
      </button>
      <button type="button" className="btn sm" onClick={onClose}>
        Keep
      </button>
      <span id={noteId} className={problem ? 'note t13 bad' : 'note t13 t3'} role="status">
        {problem ?? 'Numbers, true, false, lists and objects are read as JSON; everything else is a text.'}
      </span>
    </form>
  );
}
