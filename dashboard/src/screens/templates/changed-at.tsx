import type { ReactElement } from 'react';
import { RelativeTime } from '../../widgets/figures/relative-time.tsx';

/** "Changed 4 min ago", "Changed 12 Nov, 14:32". */
export function ChangedAt({ at }: { readonly at: string }): ReactElement {
  return (
    <>
      Changed <RelativeTime at={at} isAgo />
    </>
  );
}
