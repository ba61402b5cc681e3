import { type ReactElement, useState } from 'react';
import { problemOf } from '../../api/problem.ts';
import { useTestWebhook, type WebhookEndpoint, type WebhookTest } from '../../api/webhooks.ts';
import { useEventNames } from '../../api/workflow-choices.ts';
import { searchIn } from '../../widgets/choice-picker/choice.ts';
import { ChoicePicker } from '../../widgets/choice-picker/choice-picker.tsx';
import { Dialog } from '../../widgets/dialog/dialog.tsx';
import { Field } from '../../widgets/form/field.tsx';
import { readableBody } from '../../widgets/snippet/readable-body.ts';
import { Snippet } from '../../widgets/snippet/snippet.tsx';
import { StateChip } from '../../widgets/state-chip/state-chip.tsx';
import { ProblemNotice } from '../../widgets/state-frame/problem-notice.tsx';
import { attemptWords } from './delivery-words.ts';
import { matchingNames } from './event-patterns.ts';

interface TestDialogProps {
  readonly endpoint: WebhookEndpoint;
  readonly onClose: () => void;
}

/** One call with sample data, and what came back. */
export function TestDialog({ endpoint, onClose }: TestDialogProps): ReactElement {
  const { data: recorded = [] } = useEventNames();
  const names = matchingNames(endpoint.events, recorded);
  const [type, setType] = useState(names[0] ?? 'email.delivery');
  const test = useTestWebhook(endpoint.id);
  const toChoice = (name: string) => ({ value: name, label: name });
  return (
    <Dialog
      isOpen
      isWide
      onClose={onClose}
      title="Send a test"
      foot={
        <>
          <span className="left">A test is not kept and not repeated.</span>
          <button type="button" className="btn" onClick={onClose}>
            Close
          </button>
          <button type="button" className="btn primary" disabled={test.isPending} onClick={() => test.mutate(type)}>
            {test.isPending ? 'Waiting for the answer' : test.data ? 'Send again' : 'Send test'}
          </button>
        </>
      }
    >
      <p>
        One signed call with sample data, at once; <code>data.test</code> is true.
      </p>
      <Field label="Event">
        <ChoicePicker
          label="Event"
          placeholder="Choose an event"
          value={toChoice(type)}
          search={async (text) => searchIn(names.map(toChoice), text)}
          onChoose={({ value }) => setType(value)}
        />
      </Field>
      <div className="mt12" role="status">
        {test.data && !test.isPending && <Result result={test.data} />}
      </div>
      {test.error && <ProblemNotice problem={problemOf(test.error)} />}
    </Dialog>
  );
}

function Result({ result }: { readonly result: WebhookTest }): ReactElement {
  const { success, response, error, statusCode } = result;
  return (
    <>
      <p className="rowflex wrap-s">
        <StateChip
          isTag
          state={{
            kind: success ? 'delivered' : 'failed',
            shape: success ? 'dot' : 'cross',
            word: success ? 'It arrived' : 'It failed',
          }}
        />
        <span>{attemptWords(result)}</span>
      </p>
      {error && statusCode === null && <p className="bad mt8">{error}</p>}
      {response === null ? (
        statusCode !== null && <p className="t13 t3 mt8">The answer had no text.</p>
      ) : (
        <div className="mt8 webhook-answer">
          <Snippet
            label="the answer"
            variants={[{ language: 'It answered', code: readableBody(response), copied: response }]}
          />
        </div>
      )}
    </>
  );
}
