import type { ReactElement } from 'react';
import { curlOf, readableBody } from '../../api/curl.ts';
import { Snippet } from '../../widgets/snippet/snippet.tsx';
import { NothingYet } from '../../widgets/state-frame/empty-states.tsx';

export function QuietSoFar({ baseUrl }: { readonly baseUrl: string }): ReactElement {
  const body = { email: 'ann@example.com', event: 'signup' };
  const code = curlOf(baseUrl, { method: 'POST', path: '/events/track', body: readableBody(body) });
  return (
    <NothingYet
      title="Quiet so far"
      snippet={<Snippet label="Track an event" variants={[{ language: 'curl', code }]} filledValues={[baseUrl]} />}
    >
      Mail, events, changes of subscription, campaigns and workflows will stand here as they happen.
    </NothingYet>
  );
}
