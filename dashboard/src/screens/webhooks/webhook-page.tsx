import { type ReactElement, useState } from 'react';
import { problemOf } from '../../api/problem.ts';
import { useMay } from '../../api/project.ts';
import { useChangeWebhook, useDeliveries, type WebhookEndpoint } from '../../api/webhooks.ts';
import { useUrlState } from '../../navigation/url-state.ts';
import { RejectedNote } from '../../shell/rejected-note.tsx';
import { useLetter } from '../../shell/use-letter.ts';
import { useNow } from '../../widgets/figures/relative-time.tsx';
import { useTimeZone } from '../../widgets/figures/time-zone.ts';
import { StateChip } from '../../widgets/state-chip/state-chip.tsx';
import { useToasts } from '../../widgets/toasts/toasts.tsx';
import { DeliveriesList } from './deliveries-list.tsx';
import { deliveryQuery, webhookPageShape } from './delivery-words.ts';
import { ReplayProgress } from './replay-progress.tsx';
import { type WebhookDialog, WebhookDialogs } from './webhook-dialogs.tsx';
import { WebhookFacts } from './webhook-facts.tsx';
import { WebhookMenu } from './webhook-menu.tsx';
import { WebhookReason } from './webhook-reason.tsx';
import { endpointName, endpointState, missedSince, writeRefusal } from './webhook-words.ts';

export function WebhookPage({ endpoint }: { readonly endpoint: WebhookEndpoint }): ReactElement {
  const now = useNow();
  const timeZone = useTimeZone();
  const isAdmin = useMay('ADMIN');
  const { say } = useToasts();
  const { state, rejected, set } = useUrlState(webhookPageShape);
  const [dialog, setDialog] = useState<WebhookDialog | null>(null);
  const change = useChangeWebhook(endpoint.id);
  const list = useDeliveries(endpoint.id, deliveryQuery(state));
  const test = () => {
    if (isAdmin) setDialog({ kind: 'test' });
  };
  useLetter('t', test);

  const enable = async (enabled: boolean) => {
    const missed = missedSince(endpoint);
    try {
      await change.mutateAsync({ enabled });
    } catch (error) {
      say({ kind: 'bad', message: problemOf(error).message });
      return;
    }
    if (!enabled) say({ kind: 'good', message: 'Disabled. Nothing is sent to it until it is enabled again.' });
    else if (missed === null) say({ kind: 'good', message: 'Enabled.' });
    else {
      say({
        kind: 'good',
        message: 'Enabled. New events are sent; what it missed is sent by a replay.',
        action: { label: 'Replay what it missed…', onRun: () => setDialog({ kind: 'replay', since: missed }) },
      });
    }
  };
  const shown = endpointState(endpoint, { now, timeZone });
  const isFine = endpoint.enabled && endpoint.state === 'ok';
  const refused = isAdmin ? undefined : writeRefusal;

  return (
    <>
      <div className="head">
        <div>
          <h1 className="webhook-name">{endpointName(endpoint)}</h1>
          <div className="rowflex wrap-s mt8" role="status">
            <StateChip state={shown} isTag />
            {isFine && <span className="t2">{shown.sentence}</span>}
          </div>
        </div>
        <div className="acts">
          <button type="button" className="btn" disabled={!isAdmin} title={refused} onClick={test}>
            Send test… <span className="key wide-only">t</span>
          </button>
          <button
            type="button"
            className="btn"
            disabled={!isAdmin || !endpoint.enabled}
            title={refused ?? (endpoint.enabled ? undefined : 'Enable it first.')}
            onClick={() => setDialog({ kind: 'replay', since: missedSince(endpoint) })}
          >
            Replay since…
          </button>
          <WebhookMenu
            endpoint={endpoint}
            refusal={refused}
            onEnable={(enabled) => void enable(enabled)}
            onAsk={(kind) => setDialog({ kind })}
          />
        </div>
      </div>
      {!isAdmin && <p className="t13 t3 mt8">{writeRefusal}</p>}
      <RejectedNote names={rejected} />
      {!isFine && (
        <div className="mt16">
          <WebhookReason
            endpoint={endpoint}
            sentence={shown.sentence}
            isAdmin={isAdmin}
            isBusy={change.isPending}
            onEnable={() => void enable(true)}
            onTest={test}
          />
        </div>
      )}
      <div className="mt16">
        <WebhookFacts endpoint={endpoint} />
      </div>
      {state.job !== '' && <ReplayProgress jobId={state.job} onPutAway={() => set({ job: '' }, { replace: true })} />}
      <DeliveriesList endpoint={endpoint} list={list} url={{ state, set }} isAdmin={isAdmin} />
      <WebhookDialogs
        endpoint={endpoint}
        dialog={dialog}
        onClose={() => setDialog(null)}
        onReplaying={(job) => set({ job }, { replace: true })}
      />
    </>
  );
}
