import type { ReactElement } from 'react';
import { Snippet } from '../../widgets/snippet/snippet.tsx';
import { NothingYet } from '../../widgets/state-frame/empty-states.tsx';
import { verifySnippets } from './verify-snippets.ts';
import { writeRefusal } from './webhook-words.ts';

export function NoWebhooks({
  isAdmin,
  onAdd,
}: {
  readonly isAdmin: boolean;
  readonly onAdd: () => void;
}): ReactElement {
  return (
    <NothingYet
      title="No webhook yet"
      snippet={
        <>
          <p className="mb8">A receiver that checks the signature; the secret is shown when you add its address.</p>
          <Snippet label="the receiver" variants={verifySnippets} />
        </>
      }
      actions={
        <button
          type="button"
          className="btn primary"
          disabled={!isAdmin}
          title={isAdmin ? undefined : writeRefusal}
          onClick={onAdd}
        >
          Add a webhook
        </button>
      }
    >
      A webhook calls your own server when something happens: a mail is delivered, bounces or is clicked, a person
      unsubscribes, or an event of your app is tracked. Calls are signed, and repeated until they arrive.
    </NothingYet>
  );
}
