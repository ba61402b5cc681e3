import type { ReactElement } from 'react';
import { useBaseUrl } from '../../../api/base-url.ts';
import { curlOf, readableBody } from '../../../api/curl.ts';
import { useProject } from '../../../api/project.ts';
import type { Workflow } from '../../../api/workflows.ts';
import { Snippet } from '../../../widgets/snippet/snippet.tsx';
import { NothingYet } from '../../../widgets/state-frame/empty-states.tsx';
import { textOf } from '../graph/workflow-graph.ts';

interface NoOneYetProps {
  readonly workflow: Workflow | undefined;
  readonly onStart: () => void;
}

/** An empty workflow says what starts it. */
export function NoOneYet({ workflow, onStart }: NoOneYetProps): ReactElement {
  const { project } = useProject();
  const baseUrl = useBaseUrl();
  const event = textOf(workflow?.triggerConfig?.eventName);
  const isOff = workflow?.enabled === false;
  const body = readableBody({ email: 'ann@example.com', event });
  const code = curlOf(baseUrl, { method: 'POST', path: '/v1/track', body, keyName: 'POSTRIDER_PUBLIC_KEY' }).replace(
    '$POSTRIDER_PUBLIC_KEY',
    project.public,
  );
  return (
    <NothingYet
      title="No one has entered"
      actions={
        <button type="button" className="btn" onClick={onStart} disabled={isOff}>
          Start one by hand
        </button>
      }
      snippet={
        event !== '' && (
          <Snippet
            label="Track the event that starts it"
            variants={[{ language: 'curl', code }]}
            filledValues={[baseUrl, project.public, event]}
          />
        )
      }
    >
      {isOff && 'The workflow is off. '}
      {event === '' ? (
        'People enter at its times, by hand or by the API.'
      ) : (
        <>
          It starts on <code>{event}</code>.
        </>
      )}
    </NothingYet>
  );
}
