import type { ReactElement } from 'react';
import { usePublicKey } from '../../api/events.ts';
import { Snippet } from '../../widgets/snippet/snippet.tsx';
import { NothingYet } from '../../widgets/state-frame/empty-states.tsx';

interface NoEventsProps {
  readonly baseUrl: string;
  readonly onTrack: () => void;
}

export function NoEvents({ baseUrl, onTrack }: NoEventsProps): ReactElement {
  const key = usePublicKey();
  const code = [
    `curl -X POST '${baseUrl}/v1/track' \\`,
    `  -H 'Authorization: Bearer ${key}' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '{"email":"ann@example.com","event":"signup"}'`,
  ].join('\n');
  return (
    <NothingYet
      title="No events yet"
      snippet={<Snippet label="Track an event" variants={[{ language: 'curl', code }]} filledValues={[baseUrl, key]} />}
      actions={
        <button type="button" className="btn primary" onClick={onTrack}>
          Track an event
        </button>
      }
    >
      What people do in your app stands here once it is tracked. The key in the snippet is the public one.
    </NothingYet>
  );
}
