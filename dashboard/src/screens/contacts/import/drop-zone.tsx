import { Upload } from 'lucide-react';
import { type DragEvent, type ReactElement, useRef, useState } from 'react';
import { formatBytes } from '../../../widgets/figures/format.ts';
import { ProblemNotice } from '../../../widgets/state-frame/problem-notice.tsx';
import { maxBytes } from './csv-file.ts';
import { downloadText } from './download-text.ts';
import type { ChosenFile } from './use-import-file.ts';

const sample = 'email,first name,plan,subscribed\nada@example.org,Ada,pro,yes\nbo@example.org,Bo,free,no\n';

/** Where a file is chosen or dropped. It is read here first; nothing leaves the browser yet. */
export function DropZone({ onChosen }: { readonly onChosen: (file: ChosenFile) => void }): ReactElement {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);

  const take = async (file: File | undefined) => {
    if (!file) return;
    const problem = refusalOf(file);
    setRefusal(problem);
    if (problem) return;
    try {
      onChosen({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) });
    } catch {
      setRefusal(`${file.name} could not be read. It may have been moved since it was chosen.`);
    }
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    take(event.dataTransfer.files[0]).catch(reportError);
  };

  return (
    <>
      {refusal && <ProblemNotice problem={{ message: refusal, statusCode: 0 }} />}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button inside does the same */}
      <div
        className={isOver ? 'drop-zone over' : 'drop-zone'}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        <Upload size={24} strokeWidth={1.5} aria-hidden className="i" />
        <h2>Drop a CSV file here</h2>
        <p className="t2">
          One line per person, with a column for the address. The limits are {formatBytes(maxBytes)} and 200,000 lines.
        </p>
        <div className="rowflex acts">
          <button type="button" className="btn primary" onClick={() => input.current?.click()}>
            Choose a file
          </button>
          <button type="button" className="btn" onClick={() => downloadText('sample-contacts.csv', sample)}>
            Sample file
          </button>
        </div>
        <input
          ref={input}
          type="file"
          hidden
          accept=".csv,.txt,text/csv,text/plain"
          aria-label="CSV file"
          onChange={(event) => {
            take(event.target.files?.[0]).catch(reportError);
            event.target.value = '';
          }}
        />
      </div>
      <ul className="import-rules t13 t2">
        <li>
          New contacts are subscribed, unless a column says otherwise for them. Others keep the subscription they have.
        </li>
        <li>Empty cells keep the old value. An import never deletes a value, and no one is mailed.</li>
        <li>A line that cannot be read fails alone; you get a file with those lines and the reasons.</li>
      </ul>
    </>
  );
}

function refusalOf({ name, size }: File): string | null {
  if (size === 0) return `${name} is empty.`;
  if (size > maxBytes)
    return `${name} has ${formatBytes(size)}; the limit of an import is ${formatBytes(maxBytes)}. Divide the file.`;
  return null;
}
