import type { ReactElement } from 'react';
import { type Deliverability, useDeliverability } from '../../api/analytics.ts';
import { frameOf } from '../../api/frame.ts';
import { useProject } from '../../api/project.ts';
import { Bill } from '../../widgets/bill/bill.tsx';
import { formatCount, formatExact, formatRate } from '../../widgets/figures/format.ts';
import { Rate } from '../../widgets/figures/numbers.tsx';
import { providerName } from '../../widgets/number-words/provider-name.ts';
import { NothingYet } from '../../widgets/state-frame/empty-states.tsx';
import { SkeletonLines } from '../../widgets/state-frame/skeleton.tsx';
import { StateFrame } from '../../widgets/state-frame/state-frame.tsx';
import { bounceWords } from './bounce-words.ts';
import type { Period } from './period.ts';

/** By mailbox provider and sender domain, and why mails bounced. */
export function DeliverabilityTab({ period }: { readonly period: Period }): ReactElement {
  const { project } = useProject();
  const report = useDeliverability({ from: period.from, to: period.to });
  const { providers = [], senderDomains = [], reasons = [], incompleteBefore } = report.data ?? {};
  return (
    <>
      {incompleteBefore !== undefined && (
        <p className="t2 mt16">
          Counted since {formatExact(Date.parse(incompleteBefore), project.timezone)}; what happened before is not in
          these tables.
        </p>
      )}
      <StateFrame
        state={frameOf(report)}
        isEmpty={providers.length === 0}
        skeleton={<SkeletonLines lines={8} />}
        empty={
          <NothingYet title="First figures after your first mail">
            No mail was handed over, opened or returned on these days. Other days can be chosen above.
          </NothingYet>
        }
      >
        <div className="mt24">
          <Bill isFigures facts={factsOf(providers)} />
        </div>
        <DeliveryTable
          title="Mailbox providers"
          head="Provider"
          rows={providers.map(({ provider, ...figures }) => ({ ...figures, name: providerName(provider) }))}
        />
        <DeliveryTable
          title="Sender domains"
          head="Domain"
          rows={senderDomains.map(({ domain, ...figures }) => ({
            ...figures,
            name: domain === 'other' ? 'All others' : domain,
          }))}
        />
        <Reasons reasons={reasons} />
        <p className="t13 t3 mt8">
          Each figure stands on the day it happened, so a mail and its bounce may be in different periods. Opens are
          approximate.
        </p>
      </StateFrame>
    </>
  );
}

type Figures = Omit<Deliverability['providers'][number], 'provider'>;

function factsOf(rows: readonly Figures[]) {
  const sum = (name: keyof Figures): number => rows.reduce((all, row) => all + row[name], 0);
  const sent = sum('sent');
  const share = (name: keyof Figures) => ({
    value: formatRate(sum(name), sent) ?? 'none yet',
    note: `${formatCount(sum(name))} of ${formatCount(sent)} handed over`,
  });
  return [
    { label: 'Handed over', value: formatCount(sent), note: 'mails in the period' },
    { label: 'Delivered', ...share('delivered') },
    { label: 'Bounced', ...share('bounced') },
    { label: 'Complaints', ...share('complained') },
  ];
}

interface DeliveryTableProps {
  readonly title: string;
  readonly head: string;
  readonly rows: readonly (Figures & { readonly name: string })[];
}

const columns = [
  ['Delivered', 'delivered', 'num'],
  ['Bounced', 'bounced', 'num'],
  ['Complaints', 'complained', 'num wide-only'],
  ['Opened', 'opened', 'num wide-only'],
  ['Clicked', 'clicked', 'num wide-only'],
] as const;

function DeliveryTable({ title, head, rows }: DeliveryTableProps): ReactElement {
  return (
    <section className="mt24">
      <div className="section-h mb8">
        <h2>{title}</h2>
        <span className="more t3">shares of handed over</span>
      </div>
      <div className="table-wrap">
        <table className="ledger analytics-table" aria-label={title}>
          <thead>
            <tr>
              <th scope="col">{head}</th>
              <th scope="col" className="num">
                Handed over
              </th>
              {columns.map(([label, , look]) => (
                <th key={label} scope="col" className={look}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.name}>
                <td>{row.name}</td>
                <td className="num">{formatCount(row.sent)}</td>
                {columns.map(([label, figure, look]) => (
                  <td key={label} className={look}>
                    <Rate part={row[figure]} base={row.sent} of="handed over" isShort />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Reasons({ reasons }: Pick<Deliverability, 'reasons'>): ReactElement {
  const all = reasons.reduce((sum, { count }) => sum + count, 0);
  return (
    <section className="mt24">
      <h2 className="mb8">Why mails bounced</h2>
      {reasons.length === 0 ? (
        <p className="t2">No mail bounced in the period.</p>
      ) : (
        <div className="table-wrap">
          <table className="ledger analytics-table" aria-label="Why mails bounced">
            <thead>
              <tr>
                <th scope="col">Reason</th>
                <th scope="col">Code</th>
                <th scope="col" className="num">
                  Mails
                </th>
                <th scope="col" className="num">
                  Of all bounces
                </th>
              </tr>
            </thead>
            <tbody>
              {reasons.map(({ reason, class: kind, count }) => (
                <tr key={reason}>
                  <td>{bounceWords(reason, kind)}</td>
                  <td className="mono t2">{reason === 'other' ? '' : reason}</td>
                  <td className="num">{formatCount(count)}</td>
                  <td className="num t2">
                    <Rate part={count} base={all} of="bounced" isShort />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
