import { Plus } from 'lucide-react';
import { type ReactElement, useCallback, useMemo } from 'react';
import { useBaseUrl } from '../../api/base-url.ts';
import { type Campaign, useCampaigns } from '../../api/campaigns.ts';
import { curlOf } from '../../api/curl.ts';
import { frameOf } from '../../api/frame.ts';
import { useProject } from '../../api/project.ts';
import { useGoTo } from '../../navigation/go-to.ts';
import { useUrlState } from '../../navigation/url-state.ts';
import { RejectedNote } from '../../shell/rejected-note.tsx';
import { Screen } from '../../shell/screen.tsx';
import { useLetter } from '../../shell/use-letter.ts';
import { CopyCurlButton } from '../../widgets/copy-cell/copy-curl-button.tsx';
import { copyText } from '../../widgets/copy-cell/copy-text.ts';
import { DataList } from '../../widgets/data-list/data-list.tsx';
import { StateShape } from '../../widgets/state-shape/state-shape.tsx';
import { Tabs } from '../../widgets/tabs/tabs.tsx';
import { useToasts } from '../../widgets/toasts/toasts.tsx';
import './list/campaigns.css';
import { addressOf, campaignColumns } from './list/campaign-columns.tsx';
import { campaignListShape, campaignQuery, campaignsPerPage, statusTabs } from './list/list-state.ts';
import { NewCampaignDialog } from './list/new-campaign-dialog.tsx';
import { NoCampaigns } from './list/no-campaigns.tsx';

const keyOf = (campaign: Campaign) => campaign.id;
const nameOf = (campaign: Campaign) => campaign.name;
const tabWords = {
  all: 'All',
  DRAFT: 'Drafts',
  SCHEDULED: 'Scheduled',
  SENDING: 'Sending',
  SENT: 'Sent',
  CANCELLED: 'Cancelled',
} as const;

/** Plan and look back. */
export function CampaignsScreen(): ReactElement {
  const { project } = useProject();
  const { state, rejected, set } = useUrlState(campaignListShape);
  const goTo = useGoTo();
  const baseUrl = useBaseUrl();
  const { say } = useToasts();
  const query = useMemo(() => campaignQuery(state), [state]);
  const list = useCampaigns(query);
  const columns = useMemo(() => campaignColumns(project.id), [project.id]);
  const write = () => set({ new: '1' });
  useLetter('n', write);

  const counts = list.data?.statusCounts;
  const countOf = (tab: (typeof statusTabs)[number]) =>
    counts && (tab === 'all' ? Object.values(counts).reduce((sum, count) => sum + count, 0) : counts[tab]);
  const curl = curlOf(baseUrl, { path: '/campaigns', query });
  const copy = async () => {
    if (await copyText(curl, 'the request as curl')) say({ message: 'Copied the request as curl.' });
  };
  const search = useCallback((value: string) => set({ search: value, page: 1 }, { replace: true }), [set]);

  return (
    <Screen title="Campaigns" layout="flush">
      <div className="head tight">
        <div>
          <h1>Campaigns</h1>
        </div>
        <div className="acts">
          <span className="wide-only">
            <CopyCurlButton text={curl} />
          </span>
          <button type="button" className="btn primary" onClick={write}>
            <Plus className="i only-s" size={16} strokeWidth={1.75} aria-hidden />
            Write a campaign{' '}
            <span className="key wide-only" aria-hidden>
              n
            </span>
          </button>
        </div>
      </div>
      <div className="mt8">
        <Tabs
          label="State"
          selected={state.status}
          onSelect={(key) => set({ status: statusTabs.find((tab) => tab === key) ?? 'all', page: 1 })}
          tabs={statusTabs.map((tab) => ({ key: tab, label: tabWords[tab], count: countOf(tab) }))}
        />
      </div>
      <RejectedNote names={rejected} />
      <DataList
        label="Campaigns"
        things="campaigns"
        columns={columns}
        rows={list.data?.campaigns ?? []}
        keyOf={keyOf}
        nameOf={nameOf}
        frame={frameOf(list)}
        nothingYet={
          state.status === 'all' ? (
            <NoCampaigns baseUrl={baseUrl} onWrite={write} />
          ) : (
            <p className="empty t2">No campaign is in this state.</p>
          )
        }
        noMatch={{ title: 'No campaign matches.', said: 'The search looks at name, subject and sender address.' }}
        search={{ value: state.search, onChange: search, placeholder: 'Name or subject' }}
        summary={<Legend />}
        sort={{ key: state.sort, direction: state.dir }}
        onSort={({ key, direction }) => set({ sort: key === 'name' ? 'name' : 'createdAt', dir: direction, page: 1 })}
        onOpen={(campaign) => goTo(addressOf(project.id, campaign))}
        paging={{
          kind: 'pages',
          page: state.page,
          pageSize: campaignsPerPage,
          total: list.data?.total ?? 0,
          onPage: (page) => set({ page }),
        }}
        onCopy={() => void copy()}
        className="campaigns"
      />
      {state.new === '1' && <NewCampaignDialog onClose={() => set({ new: '' }, { replace: true })} />}
    </Screen>
  );
}

const Legend = (): ReactElement => (
  <span className="bar-legend t13 wide-only">
    <span>
      <StateShape shape="dot" tone="good" />
      delivered
    </span>
    <span>
      <StateShape shape="bull" tone="t2" />
      handed over
    </span>
    <span>
      <StateShape shape="cross" tone="bad" />
      bounced
    </span>
  </span>
);
