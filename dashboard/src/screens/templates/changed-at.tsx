import type { ReactElement } from 'react';
import { RelativeTime } from '../../widgets/figures/relative-time.tsx';

const secondMs = 1_000;
const dayMs = 86_400_000;

/** "Changed 4 min ago", "Changed 12 Nov, 14:32". */
export function ChangedAt({ at }: { readonly at: string }): ReactElement {
  const age = Date.now() - Date.parse(at);
  const isAgo = age >= secondMs && age < dayMs;
  return (
    <>
      Changed <RelativeTime at={at} />
      {isAgo && ' ago'}
    </>
  );
}
