import { RefreshCw } from 'lucide-react';
import type { ReactElement } from 'react';
import type { WebhookAttempt, WebhookDelivery } from '../../api/webhooks.ts';
import { Bill } from '../../widgets/bill/bill.tsx';
import { CopyCell } from '../../widgets/copy-cell/copy-cell.tsx';
import { ClockTime } from '../../widgets/figures/clock-time.tsx';
import { formatBytes, formatDuration } from '../../widgets/figures/format.ts';
import { readableBody } from '../../widgets/snippet/readable-body.ts';
import { Snippet } from '../../widgets/snippet/snippet.tsx';
import { StateChip } from '../../widgets/state-chip/state-chip.tsx';
import { deliveryState, didSucceed } from './delivery-words.ts';

interface DeliveryDetailProps {
  readonly delivery: WebhookDelivery;
  /** Why it cannot be replayed. */
  readonly refusal: string | undefined;
  readonly isBusy: boolean;
  readonly onReplay: () => void;
}

/** One delivery with each of its attempts and what the server answered. */
export function DeliveryDetail({ delivery, refusal, isBusy, onReplay }: DeliveryDetailProps): ReactElement {
  const { attempts, nextAttemptAt } = delivery;
  return (
    <div className="delivery-detail">
      <div className="rowflex wrap-s">
        <StateChip state={deliveryState(delivery)} isTag />
        <span className="t2">{deliveryState(delivery).sentence}</span>
        <button
          type="button"
          className="btn sm push"
          disabled={refusal !== undefined || isBusy}
          title={refusal}
          onClick={onReplay}
        >
          <RefreshCw size={14} strokeWidth={1.75} aria-hidden className="i" />
          Replay <span className="key wide-only">r</span>
        </button>
      </div>
      <Bill
        facts={[
          {
            label: 'Event, also the webhook-id header',
            width: 'wide',
            value: <CopyCell value={delivery.eventId} what="event id" isIdentifier />,
          },
          { label: 'Delivery', value: <CopyCell value={delivery.id} what="delivery id" isIdentifier /> },
        ]}
      />
      <div className="lab-row">
        <h3>Attempts</h3>
        <span className="more">up to 10 in about three days</span>
      </div>
      {attempts.length === 0 && nextAttemptAt === null && <p className="t13 t3">It was never sent.</p>}
      <ol className="attempts">
        {attempts.map((attempt, place) => (
          <li key={attempt.at}>
            <Attempt attempt={attempt} number={place + 1} />
          </li>
        ))}
        {nextAttemptAt !== null && (
          <li className="rowflex wrap-s">
            <span className="tab t3">
              <ClockTime at={nextAttemptAt} />
            </span>
            <StateChip state={{ kind: 'waiting', shape: 'ring', word: 'Next' }} />
          </li>
        )}
      </ol>
    </div>
  );
}

function Attempt({ attempt, number }: { readonly attempt: WebhookAttempt; readonly number: number }): ReactElement {
  const isGood = didSucceed(attempt);
  const { response } = attempt;
  return (
    <>
      <div className="rowflex wrap-s">
        <span className="tab">
          <ClockTime at={attempt.at} />
        </span>
        <StateChip
          state={{
            kind: isGood ? 'delivered' : 'failed',
            shape: isGood ? 'dot' : 'cross',
            word: attempt.statusCode === null ? 'No answer' : String(attempt.statusCode),
          }}
        />
        <span className="t2">in {formatDuration(attempt.durationMs)}</span>
        {response !== null && (
          <span className="push t13 t3">{formatBytes(new TextEncoder().encode(response).length)}</span>
        )}
      </div>
      {attempt.error && attempt.statusCode === null && <p className="t13 bad mt4">{attempt.error}</p>}
      {response !== null && (
        <div className="mt8">
          <Snippet
            label={`Answer to attempt ${number}`}
            variants={[{ language: 'It answered', code: readableBody(response), copied: response }]}
          />
        </div>
      )}
    </>
  );
}
