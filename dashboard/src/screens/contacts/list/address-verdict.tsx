import { type ReactElement, useEffect, useState } from 'react';
import { useVerdict, type Verdict } from '../../../api/contacts.ts';

const pauseMs = 400;

interface AddressVerdictProps {
  readonly email: string;
  readonly onTake: (suggested: string) => void;
}

/** What is known about an address before it is added: a likely slip, and whether its domain receives mail. */
export function AddressVerdict({ email, onTake }: AddressVerdictProps): ReactElement {
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(email), pauseMs);
    return () => clearTimeout(timer);
  }, [email]);
  const { data } = useVerdict(asked);
  const verdict = asked === email ? data : undefined;
  return (
    <span role="status">
      {verdict ? <VerdictWords verdict={verdict} onTake={onTake} /> : 'Its domain is looked up while you type.'}
    </span>
  );
}

function VerdictWords({
  verdict,
  onTake,
}: {
  readonly verdict: Verdict;
  readonly onTake: (suggested: string) => void;
}): ReactElement {
  const { suggestedEmail } = verdict;
  if (suggestedEmail)
    return (
      <>
        Did you mean{' '}
        <button type="button" className="plain" onClick={() => onTake(suggestedEmail)}>
          {suggestedEmail}
        </button>
        ?
      </>
    );
  return <>{verdictWords(verdict)}</>;
}

const reasonWords: Readonly<Record<Verdict['reasons'][number], string>> = {
  DOMAIN_NOT_FOUND: 'This domain does not exist. You can add the address all the same.',
  NULL_MX: 'This domain says that it receives no mail. You can add the address all the same.',
  NO_MAIL_SERVER: 'This domain has no mail server. You can add the address all the same.',
  POSSIBLE_TYPO: 'This looks mistyped.',
  DISPOSABLE: 'This domain gives out addresses for a few minutes.',
  ALIAS: 'This is an alias of another address.',
  DNS_UNAVAILABLE: 'The domain could not be looked up just now.',
};

function verdictWords({ reasons, hasMxRecords }: Verdict): string {
  const first = reasons[0];
  if (first) return reasonWords[first];
  return hasMxRecords ? 'The domain receives mail.' : 'The domain exists.';
}
