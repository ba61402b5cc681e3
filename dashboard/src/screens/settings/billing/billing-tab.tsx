import type { ReactElement } from 'react';
import { type Consumption, type Invoices, useBillingPage, useConsumption, useInvoices } from '../../../api/billing.ts';
import { frameOf } from '../../../api/frame.ts';
import { problemOf } from '../../../api/problem.ts';
import { useMay, useProject } from '../../../api/project.ts';
import { dateFormat, formatCount } from '../../../widgets/figures/format.ts';
import { ProblemNotice } from '../../../widgets/state-frame/problem-notice.tsx';
import { SkeletonLines } from '../../../widgets/state-frame/skeleton.tsx';
import { StateFrame } from '../../../widgets/state-frame/state-frame.tsx';
import { CapsSection } from './caps-section.tsx';
import { money } from './money.ts';

const day = (at: string): string =>
  dateFormat({ day: 'numeric', month: 'long', year: 'numeric' }, 'UTC').format(Date.parse(at));

export function BillingTab(): ReactElement {
  const isOwner = useMay('OWNER');
  const consumption = useConsumption();
  const invoices = useInvoices(isOwner);
  return (
    <div className="cols c-side billing mt24">
      <CapsSection />
      <aside className="stack" aria-label="Payment">
        <section>
          <h2 className="mb8">Next invoice</h2>
          <StateFrame
            state={frameOf(consumption)}
            isEmpty={consumption.data === undefined}
            skeleton={<SkeletonLines lines={3} />}
            empty={null}
          >
            {consumption.data && <NextInvoice consumption={consumption.data} />}
          </StateFrame>
          <PaymentButton isOwner={isOwner} />
        </section>
        <section>
          <h2 className="mb8" id="invoices">
            Invoices
          </h2>
          {isOwner ? (
            <StateFrame
              state={frameOf(invoices)}
              isEmpty={invoices.data === undefined}
              skeleton={<SkeletonLines lines={3} />}
              empty={null}
            >
              {invoices.data && <InvoiceTable invoices={invoices.data} />}
            </StateFrame>
          ) : (
            <p className="t2">Only owners see invoices.</p>
          )}
        </section>
      </aside>
    </div>
  );
}

function NextInvoice({
  consumption: { upcomingInvoice, usage, credits },
}: {
  readonly consumption: Consumption;
}): ReactElement {
  return (
    <div className="bill-line">
      {upcomingInvoice ? (
        <>
          <span className="fig-l">{money(upcomingInvoice.amountDue, upcomingInvoice.currency)}</span>
          <p className="t13 t2">So far, due on {day(upcomingInvoice.periodEnd)}.</p>
        </>
      ) : (
        <p className="t2">No invoice is planned.</p>
      )}
      <p className="t13 t2">
        {formatCount(usage.total)} mails counted in this period.
        {credits > 0 && upcomingInvoice && ` ${money(credits, upcomingInvoice.currency)} in credit.`}
      </p>
    </div>
  );
}

function PaymentButton({ isOwner }: { readonly isOwner: boolean }): ReactElement {
  const { project } = useProject();
  const page = useBillingPage();
  const hasSubscription = project.subscription !== null;
  return (
    <>
      <div className="rowflex mt12">
        <button
          type="button"
          className={hasSubscription ? 'btn' : 'btn primary'}
          disabled={!isOwner || page.isPending}
          onClick={() =>
            page.mutate(hasSubscription ? 'portal' : 'checkout', { onSuccess: (url) => location.assign(url) })
          }
        >
          {hasSubscription ? 'Payment and address' : 'Subscribe'}
        </button>
        {!isOwner && <span className="t13 t3">Only owners pay.</span>}
      </div>
      {page.error && <ProblemNotice problem={problemOf(page.error)} />}
    </>
  );
}

function InvoiceTable({ invoices: { invoices, hasUnpaidInvoices } }: { readonly invoices: Invoices }): ReactElement {
  if (invoices.length === 0) return <p className="t2">None yet.</p>;
  return (
    <>
      {hasUnpaidInvoices && <p className="notice warn mb8">An invoice is not paid yet.</p>}
      <table className="ledger t13" aria-labelledby="invoices">
        <tbody>
          {invoices.map((invoice) => (
            <tr key={invoice.id}>
              <td>
                {invoice.hostedInvoiceUrl ? (
                  <a className="plain" href={invoice.hostedInvoiceUrl} rel="noreferrer" target="_blank">
                    {day(invoice.created)}
                  </a>
                ) : (
                  day(invoice.created)
                )}
                <div className="t3">{invoice.number}</div>
              </td>
              <td className="num">
                {money(invoice.total, invoice.currency)}
                <div className={invoice.paid ? 't3' : 'warn'}>{invoice.paid ? 'Paid' : (invoice.status ?? 'Open')}</div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
