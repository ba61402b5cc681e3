import { type ReactElement, useState } from 'react';
import { useRotateWebhookSecret, useWebhookSecret, type WebhookSecret } from '../../api/keys.ts';
import { problemOf } from '../../api/problem.ts';
import { useMay } from '../../api/project.ts';
import { ConfirmDialog } from '../../widgets/confirm-dialog/confirm-dialog.tsx';
import { CopyButton } from '../../widgets/copy-cell/copy-button.tsx';
import { formatExact } from '../../widgets/figures/format.ts';
import { useTimeZone } from '../../widgets/figures/time-zone.ts';
import { SkeletonLines } from '../../widgets/state-frame/skeleton.tsx';
import { StateFrame } from '../../widgets/state-frame/state-frame.tsx';

/** The secret that signs the calls of workflow steps to other systems. */
export function WebhookSecretPart(): ReactElement {
  const isAllowed = useMay('ADMIN');
  const { data, error, isPending, refetch } = useWebhookSecret(isAllowed);
  return (
    <section>
      <div className="section-h mb8">
        <h2>Webhook signing secret</h2>
        <span className="more t3">for calls of workflow steps</span>
      </div>
      {isAllowed ? (
        <StateFrame
          state={{ isLoading: isPending, problem: error ? problemOf(error) : null, onRetry: () => void refetch() }}
          isEmpty={!data}
          skeleton={<SkeletonLines lines={2} />}
          empty={null}
        >
          {data && <Secret secret={data} />}
        </StateFrame>
      ) : (
        <p className="t2 no-users">Owners and admins of this project can read it.</p>
      )}
    </section>
  );
}

function Secret({ secret }: { readonly secret: WebhookSecret }): ReactElement {
  const [isShown, setIsShown] = useState(false);
  const [isAsked, setIsAsked] = useState(false);
  const timeZone = useTimeZone();
  const rotate = useRotateWebhookSecret();
  return (
    <>
      <div className="keyrow signing">
        <h3>Secret</h3>
        <span className="val">{isShown ? secret.secret : `${secret.secret.slice(0, 6)}…`}</span>
        <span className="rowflex signing-acts">
          <button type="button" className="btn sm" aria-pressed={isShown} onClick={() => setIsShown(!isShown)}>
            {isShown ? 'Hide' : 'Show'}
          </button>
          <CopyButton text={secret.secret} what="webhook signing secret" word="Copy" />
          <button type="button" className="btn sm" onClick={() => setIsAsked(true)}>
            Replace…
          </button>
        </span>
        <span className="say">
          {secret.previousValidUntil
            ? `The one before it signs as well until ${formatExact(Date.parse(secret.previousValidUntil), timeZone)}.`
            : 'Check with it that a call came from here.'}
        </span>
      </div>
      <ConfirmDialog
        isOpen={isAsked}
        title="Replace the signing secret?"
        confirmLabel="Replace the secret"
        keepLabel="Keep the secret"
        isBusy={rotate.isPending}
        problem={rotate.error ? problemOf(rotate.error) : null}
        onConfirm={() => rotate.mutate(undefined, { onSuccess: () => setIsAsked(false) })}
        onClose={() => setIsAsked(false)}
      >
        <p>Calls are signed with both for a day, so your systems can take over the new one in between.</p>
      </ConfirmDialog>
    </>
  );
}
