import type { ReactElement } from 'react';
import type { Campaign } from '../../api/campaigns.ts';
import { formatCount, formatMoment, formatRelative } from '../../widgets/figures/format.ts';
import { useNow } from '../../widgets/figures/relative-time.tsx';
import { useTimeZone } from '../../widgets/figures/time-zone.ts';
import { campaignState } from '../../widgets/state-chip/other-states.ts';
import { StateChip } from '../../widgets/state-chip/state-chip.tsx';

interface CampaignStateChipProps {
  readonly campaign: Campaign;
  readonly isTag?: boolean;
  /** Beside the word in a list; the head of a page has a sentence of its own. */
  readonly hasReason?: boolean;
}

export function CampaignStateChip({
  campaign,
  isTag = false,
  hasReason = false,
}: CampaignStateChipProps): ReactElement {
  const now = useNow();
  const timeZone = useTimeZone();
  const { status, scheduledFor, pausedAt, holdReason } = campaign;
  const state = campaignState(
    { status, scheduledFor, isPaused: pausedAt !== null, isHeld: holdReason !== null },
    { now, timeZone },
  );
  return <StateChip state={state} isTag={isTag} reason={hasReason ? reasonOf(campaign, now, timeZone) : undefined} />;
}

function reasonOf(campaign: Campaign, now: number, timeZone: string | undefined): string | undefined {
  const { status, scheduledFor, cancelledBy, completedAt, sentCount, totalRecipients } = campaign;
  if (status === 'SCHEDULED' && scheduledFor) return formatRelative(Date.parse(scheduledFor), now, timeZone);
  if (status === 'SENDING') return `${formatCount(sentCount)} of ${formatCount(totalRecipients)} handed over`;
  if (status !== 'CANCELLED') return undefined;
  const left = sentCount === 0 ? 'none left' : `${formatCount(sentCount)} had left`;
  const who = cancelledBy === null ? null : cancelledBy === 'key' ? 'by API' : cancelledBy.name;
  const when = completedAt === null ? null : formatMoment(Date.parse(completedAt), now, timeZone);
  const by = [who, when].filter((part) => part !== null).join(', ');
  return by === '' ? left : `${by}; ${left}`;
}
