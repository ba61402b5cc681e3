import type { ReactElement, ReactNode } from 'react';
import type { EmailDetail } from '../../api/emails.ts';
import { useLog } from '../../api/logs.ts';
import { useProject } from '../../api/project.ts';
import { paths } from '../../navigation/paths.ts';
import { CopyCell } from '../../widgets/copy-cell/copy-cell.tsx';
import { formatBytes, formatCount } from '../../widgets/figures/format.ts';
import { type Fact, FactTable, KeyValueTable } from '../../widgets/key-value-table/key-value-table.tsx';
import type { JsonValue } from '../../widgets/key-value-table/typed-value.ts';

/** What went into the mail, and what made it. */
export function EmailAside({ email }: { readonly email: EmailDetail }): ReactElement {
  return (
    <aside className="stack email-aside" aria-label="About this mail">
      <DataUsed email={email} />
      <Origin email={email} />
      {email.warnings.length > 0 && <Warnings email={email} />}
      {email.links.length > 0 && (
        <Part title="Links">
          <FactTable
            label="Links"
            facts={email.links.map(({ url, clicks }) => ({
              label: `${formatCount(clicks)} ${clicks === 1 ? 'click' : 'clicks'}`,
              value: url,
            }))}
          />
        </Part>
      )}
      {email.attachments.length > 0 && (
        <Part title="Files">
          <FactTable
            label="Files"
            facts={email.attachments.map(({ filename, contentType, size }) => ({
              label: filename,
              value: contentType,
              note: formatBytes(size),
            }))}
          />
        </Part>
      )}
    </aside>
  );
}

const Part = ({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactElement => (
  <section>
    <div className="section-h mb8">
      <h2>{title}</h2>
    </div>
    {children}
  </section>
);

function DataUsed({ email }: { readonly email: EmailDetail }): ReactElement {
  const rows = Object.entries(email.variables).map(([key, { value, persistent }]) => ({
    key,
    value: value as JsonValue, // JSON of the API
    ...(persistent ? { from: 'contact' } : { isThisSendOnly: true }),
  }));
  return (
    <Part title="Data used">
      {rows.length === 0 ? (
        <p className="t2">
          {email.bodyExpired
            ? 'The values were removed with the body.'
            : 'The call that made this mail sent no values.'}
        </p>
      ) : (
        <KeyValueTable label="Data used" rows={rows} />
      )}
    </Part>
  );
}

function Origin({ email }: { readonly email: EmailDetail }): ReactElement {
  const { project } = useProject();
  const { data: log } = useLog(email.requestId);
  if (email.requestId === null) {
    return (
      <Part title="What made it">
        <p className="t2">
          {email.sourceType === 'CAMPAIGN' && 'A campaign made it, not a call of its own.'}
          {email.sourceType === 'WORKFLOW' && 'A step of a workflow made it, not a call of its own.'}
          {email.sourceType === 'TRANSACTIONAL' && 'The call is not known.'}
        </p>
      </Part>
    );
  }
  const facts: Fact[] = [];
  if (log) {
    const call = `${log.method ?? ''} ${log.path ?? ''}`.trim();
    facts.push({
      label: 'Call',
      value: (
        <a className="plain mono" href={paths.log(project.id, log.requestId)}>
          {call}
        </a>
      ),
      note: `${log.status ?? ''} in ${Math.round(log.durationMs ?? 0)} ms`,
    });
  }
  facts.push({ label: 'Request id', value: <CopyCell value={email.requestId} what="request id" isIdentifier /> });
  if (log?.idempotencyKey)
    facts.push({ label: 'Idempotency key', value: <span className="mono">{log.idempotencyKey}</span> });
  if (log?.keyLast4) facts.push({ label: 'Key', value: <span className="mono">sk_…{log.keyLast4}</span> });
  if (log?.identity === 'session') facts.push({ label: 'By', value: 'someone in the dashboard' });
  return (
    <Part title="The request that made it">
      <FactTable label="The request that made it" facts={facts} />
      {log === null && <p className="hint">The call itself is no longer kept in Logs.</p>}
    </Part>
  );
}

const Warnings = ({ email }: { readonly email: EmailDetail }): ReactElement => (
  <Part title="Warnings">
    <ul className="email-warnings">
      {email.warnings.map(({ code, field, message, line, column }) => (
        <li key={`${code} ${field} ${line} ${column}`}>
          <code>{field}</code> {message}
          {line !== undefined && ` Line ${line}, column ${column ?? 1}.`}
        </li>
      ))}
    </ul>
  </Part>
);
