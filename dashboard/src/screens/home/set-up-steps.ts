import type { SetupState } from '../../api/setup.ts';
import type { StopState } from '../../widgets/route-line/stops.ts';

export type StepKey = 'mail' | 'domain' | 'provider' | 'contacts' | 'event' | 'live';

export interface SetUpStep {
  readonly key: StepKey;
  readonly name: string;
  readonly note: string;
  readonly isDone: boolean;
}

/** The six steps to live mail. A step is done by a fact, never because it was read. */
export function setUpSteps(facts: SetupState): SetUpStep[] {
  // Why more than one: the first test mail makes a contact of its recipient, and that brings no people.
  const hasContacts = facts.contactCount > 1;
  const isAdded = facts.hasDomain && !facts.hasVerifiedDomain;
  return [
    { key: 'mail', name: 'Send a test mail', note: 'curl, Node or Python', isDone: facts.hasSentEmail },
    {
      key: 'domain',
      name: 'Add a domain',
      note: isAdded ? 'added, not verified yet' : 'three DNS records',
      isDone: facts.hasVerifiedDomain,
    },
    { key: 'provider', name: 'Connect a provider', note: 'SMTP or a cloud mail API', isDone: facts.hasProvider },
    { key: 'contacts', name: 'Bring contacts', note: 'create some, or import a file', isDone: hasContacts },
    { key: 'event', name: 'Track an event', note: 'one call, public key', isDone: facts.hasTrackedEvent },
    { key: 'live', name: 'Go live', note: 'after domain and provider', isDone: facts.mode === 'live' },
  ];
}

/** The first step that is left is the one to do now. */
export function stopStateOf(steps: readonly SetUpStep[], index: number): StopState {
  if (steps[index]?.isDone) return 'good';
  return steps.findIndex(({ isDone }) => !isDone) === index ? 'now' : 'wait';
}
