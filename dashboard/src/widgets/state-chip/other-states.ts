import { formatMoment } from '../figures/format.ts';
import type { Moment, ShownState } from './shown-state.ts';

export type CampaignStatus = 'DRAFT' | 'SCHEDULED' | 'SENDING' | 'SENT' | 'CANCELLED';

export interface CampaignStateFields {
  status: CampaignStatus;
  scheduledFor?: string | null | undefined;
  isPaused?: boolean | undefined;
  isHeld?: boolean | undefined;
}

export function campaignState(campaign: CampaignStateFields, moment: Moment): ShownState {
  switch (campaign.status) {
    case 'DRAFT':
      return { kind: 'waiting', shape: 'dash', word: 'Draft', sentence: 'Not scheduled and not sent.' };
    case 'SCHEDULED':
      return {
        kind: 'waiting',
        shape: 'ring',
        word: 'Scheduled',
        sentence: campaign.scheduledFor
          ? `Starts ${formatMoment(Date.parse(campaign.scheduledFor), moment.now, moment.timeZone)}.`
          : 'Starts at its time.',
      };
    case 'SENDING':
      return sendingState(campaign);
    case 'SENT':
      return { kind: 'delivered', shape: 'dot', word: 'Sent', sentence: 'Every mail has left or has its reason.' };
    case 'CANCELLED':
      return { kind: 'cancelled', shape: 'minus', word: 'Cancelled', sentence: 'It cannot be sent again.' };
  }
}

function sendingState({ isPaused, isHeld }: CampaignStateFields): ShownState {
  if (isPaused)
    return { kind: 'held', shape: 'bars', word: 'Sending, paused', sentence: 'Nothing leaves until it is resumed.' };
  if (isHeld) return { kind: 'held', shape: 'bars', word: 'Held', sentence: 'It goes on when the cause is gone.' };
  return { kind: 'sending', shape: 'half', word: 'Sending', sentence: 'Mail is leaving now.' };
}

export type ExecutionStatus = 'RUNNING' | 'WAITING' | 'COMPLETED' | 'EXITED' | 'FAILED' | 'CANCELLED';

const executionStates: Record<ExecutionStatus, ShownState> = {
  RUNNING: { kind: 'sending', shape: 'half', word: 'Running', sentence: 'A step is being carried out.' },
  WAITING: { kind: 'waiting', shape: 'ring', word: 'Waiting', sentence: 'It goes on at its time or on its event.' },
  COMPLETED: { kind: 'delivered', shape: 'dot', word: 'Finished', sentence: 'It reached the end.' },
  EXITED: { kind: 'handed', shape: 'bull', word: 'Left early', sentence: 'An exit step ended it.' },
  FAILED: { kind: 'failed', shape: 'cross', word: 'Failed', sentence: 'A step failed and it stopped there.' },
  CANCELLED: { kind: 'cancelled', shape: 'minus', word: 'Cancelled', sentence: 'It was stopped by hand.' },
};

export const executionState = (status: ExecutionStatus): ShownState => executionStates[status];

export interface DomainStateFields {
  status: 'pending' | 'verified';
  /** A verified domain whose record disappeared keeps its state and carries this. */
  atRiskSince?: string | null | undefined;
}

export function domainState(domain: DomainStateFields, moment: Moment): ShownState {
  if (domain.status === 'pending') {
    return { kind: 'waiting', shape: 'ring', word: 'Not verified yet', sentence: 'Required records are missing.' };
  }
  if (!domain.atRiskSince) {
    return { kind: 'verified', shape: 'dot', word: 'Verified', sentence: 'Every required record was found.' };
  }
  const since = formatMoment(Date.parse(domain.atRiskSince), moment.now, moment.timeZone);
  return {
    kind: 'risk',
    shape: 'tri',
    word: `At risk since ${since}`,
    sentence: 'A required record has disappeared. Mail still leaves; put the record back.',
  };
}

export type RecordStatus = 'pending' | 'verified' | 'mismatch';

/** One DNS record. A wrong record that is only recommended is a warning, never a failure. */
export function recordState(status: RecordStatus, isRequired: boolean): ShownState {
  switch (status) {
    case 'pending':
      return { kind: 'waiting', shape: 'ring', word: 'Nothing there yet', sentence: 'No answer holds this record.' };
    case 'verified':
      return { kind: 'verified', shape: 'dot', word: 'Found', sentence: 'The record is right.' };
    case 'mismatch':
      return isRequired
        ? { kind: 'bounced', shape: 'cross', word: 'Different', sentence: 'Another value was found.' }
        : { kind: 'retrying', shape: 'tri', word: 'Different', sentence: 'Another value was found.' };
  }
}
