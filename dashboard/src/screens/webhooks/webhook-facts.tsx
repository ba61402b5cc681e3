import { type ReactElement, useState } from 'react';
import type { WebhookEndpoint } from '../../api/webhooks.ts';
import { Bill } from '../../widgets/bill/bill.tsx';
import { CopyCell } from '../../widgets/copy-cell/copy-cell.tsx';
import { Dialog } from '../../widgets/dialog/dialog.tsx';
import { formatCount } from '../../widgets/figures/format.ts';
import { RelativeTime } from '../../widgets/figures/relative-time.tsx';
import { Snippet } from '../../widgets/snippet/snippet.tsx';
import { verifySnippets } from './verify-snippets.ts';
import { pendingWords } from './webhook-columns.tsx';
import { anyEvent, patternWord } from './webhook-words.ts';

export function WebhookFacts({ endpoint }: { readonly endpoint: WebhookEndpoint }): ReactElement {
  const { url, events, secretLast4, lastSuccessAt, pending, abandoned } = endpoint;
  return (
    <div className="webhook-facts">
      <Bill
        facts={[
          { label: 'Address', width: 'widest', value: <CopyCell value={url} what="address" isMono /> },
          {
            label: 'Events',
            width: 'wide',
            value: (
              <span className="patterns">
                {events.map((pattern) => (
                  <span key={pattern} className={pattern === anyEvent ? 'chip' : 'chip mono'}>
                    {patternWord(pattern)}
                  </span>
                ))}
              </span>
            ),
          },
          {
            label: 'Secret',
            width: 'wide',
            value: <span className="mono">whsec_…{secretLast4}</span>,
            note: <HowToCheck />,
          },
          {
            label: 'Last success',
            value: lastSuccessAt === null ? 'never' : <RelativeTime at={lastSuccessAt} isFocusable isAgo />,
          },
          {
            label: 'Waiting',
            value: pendingWords(pending),
            ...(abandoned > 0 && { note: `${formatCount(abandoned)} given up` }),
          },
        ]}
      />
    </div>
  );
}

function HowToCheck(): ReactElement {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <button type="button" className="plain t13" onClick={() => setIsOpen(true)}>
        How to check it
      </button>
      <Dialog
        isOpen={isOpen}
        isWide
        onClose={close}
        title="Check the signature"
        foot={
          <button type="button" className="btn" onClick={close}>
            Close
          </button>
        }
      >
        <p className="mb8">
          Calls are signed as Standard Webhooks. Check the body as it was received: parsed and written again it differs.
        </p>
        <Snippet label="the receiver" variants={verifySnippets} />
      </Dialog>
    </>
  );
}
