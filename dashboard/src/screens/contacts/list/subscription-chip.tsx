import type { ReactElement } from 'react';
import { StateChip } from '../../../widgets/state-chip/state-chip.tsx';

const subscribed = { kind: 'delivered', shape: 'dot', word: 'Subscribed' } as const;
const notSubscribed = { kind: 'waiting', shape: 'ring', word: 'Not subscribed' } as const;

export const SubscriptionChip = ({ isSubscribed }: { readonly isSubscribed: boolean }): ReactElement => (
  <StateChip state={isSubscribed ? subscribed : notSubscribed} />
);
