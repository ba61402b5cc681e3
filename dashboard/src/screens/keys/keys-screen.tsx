import { RefreshCw } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { type InstanceConfig, useInstanceConfig } from '../../api/account.ts';
import { useBaseUrl } from '../../api/base-url.ts';
import { type KeyPair, type ProjectKeys, useKeys } from '../../api/keys.ts';
import { problemOf } from '../../api/problem.ts';
import { useMay, useProject } from '../../api/project.ts';
import { Screen } from '../../shell/screen.tsx';
import { CopyButton } from '../../widgets/copy-cell/copy-button.tsx';
import { dateFormat } from '../../widgets/figures/format.ts';
import { KeyRow } from '../../widgets/key-row/key-row.tsx';
import { Snippet } from '../../widgets/snippet/snippet.tsx';
import { SkeletonLines } from '../../widgets/state-frame/skeleton.tsx';
import { StateFrame } from '../../widgets/state-frame/state-frame.tsx';
import { type SmtpAccess, sendSnippets, trackSnippets } from './key-snippets.ts';
import { KeyUsers } from './key-users.tsx';
import './keys.css';
import { PairDialog } from './pair-dialog.tsx';
import { RotateDialog } from './rotate-dialog.tsx';
import { SmtpPart } from './smtp-part.tsx';
import { WebhookSecretPart } from './webhook-secret.tsx';

/** Connect an app: the two keys, who uses them, and calls that run as they stand. */
export function KeysScreen(): ReactElement {
  const baseUrl = useBaseUrl();
  const { data: keys, error, isPending, refetch } = useKeys();
  const [isAsked, setIsAsked] = useState(false);
  const [rotated, setRotated] = useState<{ readonly pair: KeyPair; readonly at: number } | null>(null);
  const isAllowed = useMay('ADMIN');
  return (
    <Screen title="Keys & SMTP">
      <div className="head">
        <div>
          <h1>Keys & SMTP</h1>
          <p className="sub">
            Base address <code>{baseUrl}</code> <CopyButton text={baseUrl} what="base address" />
          </p>
        </div>
        <div className="acts">
          <button
            type="button"
            className="btn"
            disabled={!isAllowed || !keys}
            title={isAllowed ? undefined : 'Only owners and admins may replace the keys.'}
            onClick={() => setIsAsked(true)}
          >
            <RefreshCw size={16} strokeWidth={1.75} aria-hidden className="i" />
            Replace both keys…
          </button>
        </div>
      </div>
      <StateFrame
        state={{ isLoading: isPending, problem: error ? problemOf(error) : null, onRetry: () => void refetch() }}
        isEmpty={!keys}
        skeleton={<SkeletonLines lines={10} />}
        empty={null}
      >
        {keys && <Keys keys={keys} baseUrl={baseUrl} />}
      </StateFrame>
      <RotateDialog
        isOpen={isAsked}
        usage={keys?.usage ?? []}
        onClose={() => setIsAsked(false)}
        onRotated={(pair) => setRotated({ pair, at: Date.now() })}
      />
      <PairDialog pair={rotated?.pair ?? null} rotatedAt={rotated?.at ?? 0} onStored={() => setRotated(null)} />
    </Screen>
  );
}

function Keys({ keys, baseUrl }: { readonly keys: ProjectKeys; readonly baseUrl: string }): ReactElement {
  const { project } = useProject();
  const { data: config } = useInstanceConfig();
  const smtp = smtpOf(config);
  const input = { baseUrl, publicKey: keys.public, sender: project.sandboxAddress };
  const day = dateFormat({ day: 'numeric', month: 'long', year: 'numeric' }, project.timezone);
  return (
    <div className="cols mt24 keys-cols">
      <div className="stack">
        <section>
          <h2 className="vh">The two keys</h2>
          <div>
            <KeyRow name="Public key" value={keys.public} isCopyable>
              May stand in a browser. It can track events and nothing else.
            </KeyRow>
            <KeyRow
              name="Secret key"
              value={`sk_…${keys.secretLast4}`}
              aside={`shown once, on ${day.format(Date.parse(keys.createdAt))}`}
            >
              Stays on your servers. We keep its hash, so nobody can read it here, not even an owner.
            </KeyRow>
          </div>
        </section>
        <KeyUsers usage={keys.usage} />
        {config && <SmtpPart smtp={smtp} last4={keys.secretLast4} />}
        <WebhookSecretPart />
      </div>
      <div className="stack">
        <section>
          <div className="section-h mb8">
            <h2>Send</h2>
            <span className="more t3">from your server</span>
          </div>
          <Snippet label="the call that sends" variants={sendSnippets(input, smtp)} filledValues={[baseUrl]} />
          <p className="hint">The secret key is never written into a snippet.</p>
        </section>
        <section>
          <div className="section-h mb8">
            <h2>Track</h2>
            <span className="more t3">from a browser</span>
          </div>
          <Snippet label="the call that tracks" variants={trackSnippets(input)} filledValues={[baseUrl, keys.public]} />
        </section>
      </div>
    </div>
  );
}

function smtpOf(config: InstanceConfig | undefined): SmtpAccess | null {
  const smtp = config?.features.smtp;
  return smtp?.enabled && smtp.domain !== null
    ? { host: smtp.domain, submission: smtp.ports.submission, secure: smtp.ports.secure }
    : null;
}
