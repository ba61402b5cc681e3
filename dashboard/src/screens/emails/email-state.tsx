import { type ReactElement, useSyncExternalStore } from 'react';
import { useInstanceConfig } from '../../api/account.ts';
import type { Email, EmailDetail } from '../../api/emails.ts';
import { readClock, subscribeToClock } from '../../widgets/figures/clock.ts';
import { useTimeZone } from '../../widgets/figures/time-zone.ts';
import { CompactRoute } from '../../widgets/route-line/compact-route.tsx';
import { type EmailRouteFields, stopsOf } from '../../widgets/route-line/stops.ts';
import { EmailFlags } from '../../widgets/state-chip/email-marks.tsx';
import { emailState } from '../../widgets/state-chip/email-states.ts';
import type { Moment } from '../../widgets/state-chip/shown-state.ts';
import { StateChip } from '../../widgets/state-chip/state-chip.tsx';

/** The moment a state is told for. It moves on only while time can change the words. */
export function useMomentOf(email: Email): Moment {
  const read = () => (email.status === 'QUEUED' ? readClock() : Date.parse(email.updatedAt));
  const now = useSyncExternalStore(subscribeToClock, read, read);
  return { now, timeZone: useTimeZone() };
}

/** The fields that decide about words and stops, with what the record alone does not say. */
export function useRouteFields(email: Email | EmailDetail): EmailRouteFields {
  const { data: config } = useInstanceConfig();
  const transport = config?.features.email.transport;
  const isInDoubt = 'attemptLog' in email && email.attemptLog.at(-1)?.outcome === 'UNKNOWN';
  const isKnown = !email.test && transport !== undefined && transport !== 'none';
  return { ...email, isInDoubt, ...(isKnown && { hasDeliveryNotices: transport === 'ses' }) };
}

const plainStates = new Set(['delivered', 'sending', 'waiting']);

export function EmailStateCell({ email }: { readonly email: Email }): ReactElement {
  const moment = useMomentOf(email);
  const fields = useRouteFields(email);
  const state = emailState(fields, moment);
  const reason = plainStates.has(state.kind) ? null : <span title={state.sentence}>{state.sentence}</span>;
  return (
    <>
      <StateChip state={state} reason={reason} />
      <EmailFlags isDuplicatePossible={email.duplicatePossible} isUnconfirmed={email.unconfirmed} />
    </>
  );
}

export function EmailRouteCell({ email }: { readonly email: Email }): ReactElement {
  const moment = useMomentOf(email);
  return <CompactRoute stops={stopsOf(useRouteFields(email), moment)} />;
}
