import { Check, Copy, Download, Trash2 } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { checkEveryMs, type Domain, type useWatchedDomain } from '../../api/domains.ts';
import { problemOf } from '../../api/problem.ts';
import { useMay } from '../../api/project.ts';
import { useLetter } from '../../shell/use-letter.ts';
import { copyText } from '../../widgets/copy-cell/copy-text.ts';
import { formatClock } from '../../widgets/figures/format.ts';
import { useNow } from '../../widgets/figures/relative-time.tsx';
import { useTimeZone } from '../../widgets/figures/time-zone.ts';
import { Field } from '../../widgets/form/field.tsx';
import { Switch } from '../../widgets/form/inputs.tsx';
import { domainState } from '../../widgets/state-chip/other-states.ts';
import { StateChip } from '../../widgets/state-chip/state-chip.tsx';
import { ProblemNotice } from '../../widgets/state-frame/problem-notice.tsx';
import { useToasts } from '../../widgets/toasts/toasts.tsx';
import { DeleteDomainDialog } from './delete-domain-dialog.tsx';
import { problems, progressOf } from './record-words.ts';
import { RecordsTable } from './records-table.tsx';
import { recordsAsText, zoneFileOf } from './zone-file.ts';

interface DomainPageProps {
  readonly domain: Domain;
  readonly check: ReturnType<typeof useWatchedDomain>['check'];
}

export function DomainPage({ domain, check }: DomainPageProps): ReactElement {
  const now = useNow();
  const timeZone = useTimeZone();
  const isAdmin = useMay('ADMIN');
  const [isShort, setIsShort] = useState(true);
  const [isDeleting, setIsDeleting] = useState(false);
  const checkNow = () => void check.refetch();
  useLetter('v', checkNow);
  const required = domain.records.filter((record) => record.required);
  const recommended = domain.records.filter((record) => !record.required);
  const found = required.filter(({ status }) => status === 'verified').length;
  const lookedAt =
    domain.lastCheckedAt === null ? undefined : formatClock(Date.parse(domain.lastCheckedAt), 'second', timeZone);

  return (
    <>
      <div className="head">
        <h1>{domain.domain}</h1>
        <div className="acts">
          <button
            type="button"
            className="btn"
            disabled={!isAdmin}
            title={isAdmin ? undefined : 'Only owners and admins remove domains.'}
            onClick={() => setIsDeleting(true)}
          >
            <Trash2 size={16} strokeWidth={1.75} aria-hidden className="i" />
            Remove…
          </button>
          <a
            className="btn"
            href={`data:text/dns;charset=utf-8,${encodeURIComponent(zoneFileOf(domain))}`}
            download={`${domain.domain}.zone`}
          >
            <Download size={16} strokeWidth={1.75} aria-hidden className="i" />
            Zone file
          </a>
          <CopyForColleague text={recordsAsText(domain)} />
          <button type="button" className="btn primary" disabled={check.isFetching} onClick={checkNow}>
            Check now <span className="key">v</span>
          </button>
        </div>
      </div>
      <div className="rowflex wrap-s mt8" role="status">
        <StateChip state={domainState(domain, { now, timeZone })} isTag />
        <span className="t2">{progressOf(domain)} We look every 10 seconds while this page is open.</span>
      </div>
      {domain.problem !== null && <p className="notice warn mt16">{problems[domain.problem]}</p>}
      {check.error && (
        <div className="mt16">
          <ProblemNotice problem={problemOf(check.error)} onRetry={checkNow} shownFrom={lookedAt} />
        </div>
      )}
      <div className="rowflex wrap-s dns-bar mt24">
        <Field label="My DNS adds the domain itself" isInline>
          <Switch checked={isShort} onChange={(event) => setIsShort(event.target.checked)} />
        </Field>
        <span className="t2">
          {isShort ? 'Hosts below are shortened. Most DNS panels want it so.' : 'Hosts below are whole names.'}
        </span>
        <span className="push t13 t3 tab">{lookWords(domain, check, now)}</span>
      </div>
      <section className="mt24">
        <div className="section-h mb8">
          <h2>Required</h2>
          <span className="t2">
            {found} of {required.length} found
          </span>
        </div>
        <RecordsTable
          domain={domain}
          records={required}
          label="Required records"
          isShort={isShort}
          lookedAt={lookedAt}
        />
      </section>
      {recommended.length > 0 && (
        <section className="mt24">
          <div className="section-h mb8">
            <h2>Recommended</h2>
            <span className="t2">These never hold up verification.</span>
          </div>
          <RecordsTable
            domain={domain}
            records={recommended}
            label="Recommended records"
            isShort={isShort}
            lookedAt={lookedAt}
          />
        </section>
      )}
      <DeleteDomainDialog domain={domain} isOpen={isDeleting} onClose={() => setIsDeleting(false)} />
    </>
  );
}

/** "Checked 4 s ago, again in 6 s." */
function lookWords(domain: Domain, check: DomainPageProps['check'], now: number): string {
  if (check.isFetching) return 'Checking now.';
  if (domain.lastCheckedAt === null) return 'Not checked yet.';
  const seconds = (milliseconds: number) => Math.max(0, Math.round(milliseconds / 1000));
  const ago = seconds(now - Date.parse(domain.lastCheckedAt));
  const next = seconds(check.dataUpdatedAt + checkEveryMs - now);
  return `Checked ${ago} s ago, again in ${next} s.`;
}

function CopyForColleague({ text }: { readonly text: string }): ReactElement {
  const { say } = useToasts();
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    const isDone = await copyText(text, 'the records as text');
    setIsCopied(isDone);
    say(
      isDone
        ? { kind: 'good', message: 'Copied. Paste it into a mail to the person who looks after your DNS.' }
        : { kind: 'bad', message: 'The browser did not allow copying.' },
    );
  };
  const Icon = isCopied ? Check : Copy;
  return (
    <button type="button" className="btn" onClick={() => void copy()}>
      <Icon size={16} strokeWidth={1.75} aria-hidden className="i" />
      Copy for a colleague
    </button>
  );
}
