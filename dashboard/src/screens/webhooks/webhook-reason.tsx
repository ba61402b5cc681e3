import type { ReactElement } from 'react';
import { useLastFailure, type WebhookAttempt, type WebhookEndpoint } from '../../api/webhooks.ts';
import { ReasonCard } from '../../widgets/reason-card/reason-card.tsx';
import { writeRefusal } from './webhook-words.ts';

interface WebhookReasonProps {
  readonly endpoint: WebhookEndpoint;
  readonly sentence: string;
  readonly isAdmin: boolean;
  readonly isBusy: boolean;
  readonly onEnable: () => void;
  readonly onTest: () => void;
}

const maxWords = 300;

/** Why nothing arrives, what its server said last, and what to do. */
export function WebhookReason(props: WebhookReasonProps): ReactElement {
  const { endpoint, sentence, isAdmin } = props;
  const last = useLastFailure(endpoint.id);
  const isOurs = endpoint.disabledReason !== 'USER';
  const words = isOurs && last ? last.response?.trim() || last.error : null;
  return (
    <ReasonCard
      code={codeOf(endpoint, last)}
      note={isOurs && last ? 'its last refusal' : undefined}
      theirWords={words?.slice(0, maxWords)}
      isWarning={endpoint.enabled || !isOurs}
      actions={
        <>
          {!endpoint.enabled && (
            <button
              type="button"
              className="btn primary"
              disabled={!isAdmin || props.isBusy}
              title={isAdmin ? undefined : writeRefusal}
              onClick={props.onEnable}
            >
              Enable
            </button>
          )}
          <button
            type="button"
            className="btn"
            disabled={!isAdmin}
            title={isAdmin ? undefined : writeRefusal}
            onClick={props.onTest}
          >
            Send test…
          </button>
        </>
      }
    >
      {sentence}
    </ReasonCard>
  );
}

function codeOf({ disabledReason }: WebhookEndpoint, last: WebhookAttempt | null): string {
  if (disabledReason === 'USER') return 'Off';
  if (disabledReason === 'GONE') return '410';
  if (!last) return 'Failing';
  return last.statusCode === null ? 'No answer' : String(last.statusCode);
}
