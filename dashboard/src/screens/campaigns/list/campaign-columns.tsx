import type { ReactElement } from 'react';
import type { Campaign } from '../../../api/campaigns.ts';
import { paths } from '../../../navigation/paths.ts';
import type { Column } from '../../../widgets/data-list/column.ts';
import { formatCount } from '../../../widgets/figures/format.ts';
import { Rate } from '../../../widgets/figures/numbers.tsx';
import { RelativeTime } from '../../../widgets/figures/relative-time.tsx';
import { MiniBar } from '../../../widgets/mini-bar/mini-bar.tsx';
import { audienceWords } from '../audience-words.ts';
import { CampaignStateChip } from '../campaign-state-chip.tsx';

/** A draft opens where it is written, everything else where it is looked at. */
export const addressOf = (projectId: string, { id, status }: Pick<Campaign, 'id' | 'status'>): string =>
  status === 'DRAFT' ? paths.composer(projectId, id) : paths.campaign(projectId, id);

export const campaignColumns = (projectId: string): Column<Campaign>[] => [
  {
    key: 'name',
    name: 'Campaign and subject',
    card: 'to',
    sortKey: 'name',
    isFixed: true,
    cell: (campaign) => (
      <>
        <a href={addressOf(projectId, campaign)} title={campaign.name}>
          <b>{campaign.name}</b>
        </a>
        <span className="ln2 t13 t3 cut wide-only">{campaign.subject}</span>
      </>
    ),
  },
  {
    key: 'state',
    name: 'State',
    width: 176,
    card: 'stt',
    cell: (campaign) => <CampaignStateChip campaign={campaign} hasReason />,
  },
  {
    key: 'to',
    name: 'To',
    width: 140,
    yields: 2,
    card: 'sub',
    className: 't2',
    cell: (campaign) => <span title={audienceWords(campaign)}>{audienceWords(campaign)}</span>,
  },
  {
    key: 'accepted',
    name: 'Accepted',
    width: 84,
    align: 'end',
    isHiddenOnPhone: true,
    cell: (campaign) =>
      hasBegun(campaign) ? formatCount(campaign.totalRecipients) : <span className="t3">not yet</span>,
  },
  {
    key: 'where',
    name: 'Where they are',
    width: 104,
    yields: 4,
    card: 'rt',
    cell: (campaign) => <Where campaign={campaign} />,
  },
  {
    key: 'delivered',
    name: 'Delivered, of accepted',
    width: 128,
    align: 'end',
    isHiddenOnPhone: true,
    cell: (campaign) => (
      <Share campaign={campaign} part={campaign.deliveredCount} base={campaign.totalRecipients} of="accepted" />
    ),
  },
  {
    key: 'clicked',
    name: 'Clicked, of delivered',
    width: 122,
    yields: 3,
    align: 'end',
    isHiddenOnPhone: true,
    cell: (campaign) => (
      <Share campaign={campaign} part={campaign.clickedCount} base={campaign.deliveredCount} of="delivered" />
    ),
  },
  {
    key: 'when',
    name: 'Created',
    width: 116,
    align: 'end',
    card: 'tm',
    sortKey: 'createdAt',
    className: 't3',
    cell: (campaign) => <RelativeTime at={campaign.createdAt} />,
  },
];

const hasBegun = ({ sentAt }: Campaign): boolean => sentAt !== null;

function Where({ campaign }: { readonly campaign: Campaign }): ReactElement {
  const { totalRecipients, sentCount, deliveredCount, bouncedCount } = campaign;
  // Why not below 0: a mail that bounced after it was delivered is in both counts.
  const handedOver = Math.max(0, sentCount - deliveredCount - bouncedCount);
  const rest = Math.max(0, totalRecipients - sentCount);
  return (
    <MiniBar
      parts={[
        { label: 'delivered', count: deliveredCount, tone: 'good' },
        { label: 'handed over', count: handedOver, tone: 'second' },
        { label: 'bounced', count: bouncedCount, tone: 'bad' },
        { label: 'waiting or not sent', count: rest, tone: 'third' },
      ]}
    />
  );
}

interface ShareProps {
  readonly campaign: Campaign;
  readonly part: number;
  readonly base: number;
  readonly of: string;
}

function Share({ campaign, part, base, of }: ShareProps): ReactElement {
  if (!hasBegun(campaign)) return <span className="t3">{campaign.status === 'CANCELLED' ? 'none' : 'not yet'}</span>;
  return <Rate part={part} base={base} of={of} isShort />;
}
