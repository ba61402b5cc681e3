import { type ReactElement, useMemo } from 'react';
import { keyOfField, useContactFields } from '../../../api/contact-fields.ts';
import { useStartImport } from '../../../api/contact-jobs.ts';
import { problemOf } from '../../../api/problem.ts';
import { formatBytes } from '../../../widgets/figures/format.ts';
import { countOf } from '../../../widgets/number-words/number-words.ts';
import { ProblemNotice } from '../../../widgets/state-frame/problem-notice.tsx';
import { mappingProblems } from './column-mapping.ts';
import { maxBytes, maxColumns, maxRows } from './csv-file.ts';
import { FileFacts } from './file-facts.tsx';
import { MappingTable } from './mapping-table.tsx';
import { type ChosenFile, type ImportFile, useImportFile } from './use-import-file.ts';

interface ImportMappingProps {
  readonly chosen: ChosenFile;
  readonly onAnother: () => void;
  readonly onStarted: (jobId: string) => void;
}

/** The file before the upload: how it was read, what its columns become, and what would go wrong. */
export function ImportMapping({ chosen, onAnother, onStarted }: ImportMappingProps): ReactElement {
  const list = useContactFields();
  const all = list.data?.fields;
  const fields = useMemo(
    () =>
      (all ?? [])
        .filter(({ isCustom }) => isCustom)
        .map((field) => ({ key: keyOfField(field), type: field.type, count: field.count })),
    [all],
  );
  const contacts = all?.find(({ field }) => field === 'email')?.count ?? 0;
  const file = useImportFile(chosen, fields);
  const start = useStartImport();
  const problems = [...sizeProblems(file), ...mappingProblems(file.targets)];
  const rows = countOf(file.rowCount, 'row', 'rows');
  const submit = async () => {
    const upload = file.upload();
    try {
      const { jobId } = await start.mutateAsync({ file: upload, name: csvName(file.name) });
      onStarted(jobId);
    } catch {
      // shown from the mutation
    }
  };
  const refusal = start.error ? problemOf(start.error) : null;
  return (
    <>
      <div className="head">
        <div>
          <h1>Import contacts</h1>
          <p className="sub">
            <b>{file.name}</b>, {formatBytes(chosen.bytes.length)}, {rows}. So far only this browser has read it.
          </p>
        </div>
        <div className="acts">
          <button type="button" className="btn" onClick={onAnother}>
            Another file
          </button>
        </div>
      </div>
      <div className="mt16">
        <FileFacts file={file} />
      </div>
      {refusal && (
        <ProblemNotice problem={refusal}>
          {refusal.fieldErrors?.map(({ message }) => (
            <span key={message}> {message}</span>
          ))}
        </ProblemNotice>
      )}
      <MappingTable file={file} fields={fields} contacts={contacts} />
      <div className="import-bar">
        <div className="inner">
          <span className="t13 t2" role="status">
            {problems.length > 0 ? <span className="bad">{problems.join(' ')}</span> : subscriptionWords(file)}
          </span>
          <span className="t13 t3 push wide-only">No one is mailed.</span>
          <button
            type="button"
            className="btn primary"
            disabled={problems.length > 0 || start.isPending}
            onClick={() => void submit()}
          >
            {start.isPending ? 'Uploading' : `Import ${rows}`}
          </button>
        </div>
      </div>
    </>
  );
}

function sizeProblems({ columns, rowCount, sizeBytes }: ImportFile): readonly string[] {
  return [
    ...(rowCount === 0 ? ['The file has no rows.'] : []),
    ...(rowCount > maxRows ? [`An import takes at most ${countOf(maxRows, 'row', 'rows')}.`] : []),
    ...(columns.length > maxColumns ? [`An import takes at most ${countOf(maxColumns, 'column', 'columns')}.`] : []),
    ...(sizeBytes > maxBytes ? [`In UTF-8 the file has more than ${formatBytes(maxBytes)}. Divide it.`] : []),
  ];
}

function subscriptionWords({ columns, targets }: ImportFile): string {
  const column = columns[targets.findIndex(({ kind }) => kind === 'subscribed')];
  return column
    ? `New contacts are subscribed unless their cell in ${column.name || 'that column'} says no. Empty cells keep the old value.`
    : 'New contacts are subscribed, others keep what they have. Empty cells keep the old value.';
}

/** The API takes files by this ending. */
const csvName = (name: string): string => (/\.csv$/i.test(name) ? name : `${name}.csv`);
