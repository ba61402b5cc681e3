import type { ReactElement } from 'react';
import { type ContactSummary, useSummary } from '../../../api/contact-story.ts';
import { useProject } from '../../../api/project.ts';
import { paths } from '../../../navigation/paths.ts';
import { formatCount, formatExact } from '../../../widgets/figures/format.ts';
import '../../../widgets/key-value-table/key-value-table.css';

/** Where the person belongs, what it got lately, and which workflows it is in. */
export function SummaryPanels({ contactId }: { readonly contactId: string }): ReactElement | null {
  const summary = useSummary(contactId).data;
  if (!summary) return null;
  return (
    <>
      <Segments summary={summary} />
      <Workflows executions={summary.activeExecutions} />
      <Mails counts={summary.mail90d} />
    </>
  );
}

function Segments({ summary: { segments, segmentsComplete } }: { readonly summary: ContactSummary }): ReactElement {
  const { project } = useProject();
  return (
    <section aria-labelledby="segments">
      <div className="section-h mb8">
        <h2 id="segments">In segments</h2>
        {segments.length > 0 && <span className="t3">{formatCount(segments.length)}</span>}
      </div>
      {segments.length === 0 ? (
        <p className="t13 t2 ruled-box">{segmentsComplete ? 'In none.' : 'There was no time to look.'}</p>
      ) : (
        <div className="pills ruled-box">
          {segments.map(({ id, name }) => (
            <a key={id} className="chip" href={paths.segment(project.id, id)}>
              {name}
            </a>
          ))}
        </div>
      )}
      {segments.length > 0 && !segmentsComplete && (
        <p className="t13 t3 mt8">There may be more: not every segment could be tried in time.</p>
      )}
    </section>
  );
}

function Workflows({ executions }: { readonly executions: ContactSummary['activeExecutions'] }): ReactElement | null {
  const { project } = useProject();
  if (executions.length === 0) return null;
  return (
    <section aria-labelledby="workflows">
      <div className="section-h mb8">
        <h2 id="workflows">In workflows</h2>
        <span className="t3">{formatCount(executions.length)}</span>
      </div>
      <ul className="ruled-box in-workflows">
        {executions.map(({ id, workflowId, workflowName, stepName, dueAt }) => (
          <li key={id}>
            <a className="plain" href={paths.execution(project.id, workflowId, id)}>
              {workflowName}
            </a>
            <span className="t13 t2">
              {stepName === null ? 'Has not begun yet.' : `At ${stepName}.`}
              {dueAt !== null && ` Goes on ${formatExact(Date.parse(dueAt), project.timezone)}.`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Mails({ counts }: { readonly counts: ContactSummary['mail90d'] }): ReactElement {
  const rows = [
    ['Delivered', counts.delivered, `of ${formatCount(counts.accepted)} accepted`],
    ['Opened', counts.opened, 'approximate'],
    ['Clicked', counts.clicked, `of ${formatCount(counts.delivered)} delivered`],
  ] as const;
  return (
    <section aria-labelledby="mails">
      <div className="section-h mb8">
        <h2 id="mails">Mail in 90 days</h2>
      </div>
      <table className="kv ruled-top" aria-labelledby="mails">
        <tbody>
          {rows.map(([name, count, base]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td className="tab">{formatCount(count)}</td>
              <td className="from">{base}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
