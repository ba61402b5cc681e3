import { type ReactElement, useState } from 'react';
import { type MailSource, type SourceSort, useSources } from '../../api/analytics.ts';
import { frameOf } from '../../api/frame.ts';
import { useProject } from '../../api/project.ts';
import { paths } from '../../navigation/paths.ts';
import { formatCount } from '../../widgets/figures/format.ts';
import { Rate } from '../../widgets/figures/numbers.tsx';
import { SkeletonLines } from '../../widgets/state-frame/skeleton.tsx';
import { StateFrame } from '../../widgets/state-frame/state-frame.tsx';
import type { Period } from './period.ts';

const sorts: readonly { readonly value: SourceSort; readonly label: string }[] = [
  { value: 'accepted', label: 'Most mail' },
  { value: 'clickRate', label: 'Most clicked' },
];

/** What the mails of the period came from: campaigns, workflows, and templates that were sent by themselves. */
export function SourcesTable({ period }: { readonly period: Period }): ReactElement {
  const [sort, setSort] = useState<SourceSort>('accepted');
  const sources = useSources({ from: period.from, to: period.to }, sort);
  return (
    <section className="mt32">
      <div className="section-h mb8">
        <h2>Sources of mail</h2>
        <fieldset className="btns more" aria-label="Order of the sources">
          {sorts.map(({ value, label }) => (
            <button
              key={value}
              type="button"
              className="btn sm"
              aria-pressed={sort === value}
              onClick={() => setSort(value)}
            >
              {label}
            </button>
          ))}
        </fieldset>
      </div>
      <StateFrame
        state={frameOf(sources)}
        isEmpty={sources.data?.length === 0}
        skeleton={<SkeletonLines lines={6} />}
        empty={<p className="t2">No mail of a campaign, a workflow or a template was accepted in the period.</p>}
      >
        {sources.data && <Rows sources={sources.data} />}
      </StateFrame>
    </section>
  );
}

function Rows({ sources }: { readonly sources: readonly MailSource[] }): ReactElement {
  const { project } = useProject();
  const pathOf = { campaign: paths.campaign, workflow: paths.workflow, template: paths.template } as const;
  return (
    <div className="table-wrap">
      <table className="ledger analytics-table" aria-label="Sources of mail">
        <thead>
          <tr>
            <th scope="col">Source</th>
            <th scope="col" className="num">
              Accepted
            </th>
            <th scope="col" className="num">
              Delivered
            </th>
            <th scope="col" className="num wide-only">
              Opened
            </th>
            <th scope="col" className="num">
              Clicked
            </th>
          </tr>
        </thead>
        <tbody>
          {sources.map(({ kind, id, name, accepted, sent, delivered, opened, clicked }) => (
            <tr key={id}>
              <td>
                {name === null ? (
                  <span className="t3">deleted {kind}</span>
                ) : (
                  <>
                    <a className="plain" href={pathOf[kind](project.id, id)}>
                      {name}
                    </a>{' '}
                    <span className="t3">{kind}</span>
                  </>
                )}
              </td>
              <td className="num">{formatCount(accepted)}</td>
              <td className="num">
                <Rate part={delivered} base={accepted} of="accepted" isShort />
              </td>
              <td className="num wide-only">
                <Rate part={opened} base={sent} of="handed over" isShort />
              </td>
              <td className="num">
                <Rate part={clicked} base={sent} of="handed over" isShort />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
