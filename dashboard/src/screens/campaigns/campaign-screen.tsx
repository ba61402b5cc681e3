import { useParams } from '@tanstack/react-router';
import { type ReactElement, useEffect } from 'react';
import { useCampaign } from '../../api/campaigns.ts';
import { frameOf } from '../../api/frame.ts';
import { useProject } from '../../api/project.ts';
import { useGoTo } from '../../navigation/go-to.ts';
import { paths } from '../../navigation/paths.ts';
import { Screen } from '../../shell/screen.tsx';
import { SkeletonLines } from '../../widgets/state-frame/skeleton.tsx';
import { StateFrame } from '../../widgets/state-frame/state-frame.tsx';
import './composer/composer.css';
import './report/report.css';
import { CampaignReport } from './report/campaign-report.tsx';

export function CampaignScreen(): ReactElement {
  const { project } = useProject();
  const goTo = useGoTo();
  const { campaignId = '' } = useParams({ strict: false });
  const campaign = useCampaign(campaignId);
  const title = campaign.data?.name ?? 'Campaign';
  const crumbs = [{ name: 'Campaigns', href: paths.campaigns(project.id) }, { name: title }];
  const isDraft = campaign.data?.status === 'DRAFT';
  useEffect(() => {
    if (isDraft) goTo(paths.composer(project.id, campaignId), { replace: true });
  }, [isDraft, goTo, project.id, campaignId]);
  if (campaign.data && !isDraft) {
    return (
      <Screen title={title} crumbs={crumbs}>
        <CampaignReport key={campaignId} campaign={campaign.data} />
      </Screen>
    );
  }
  return (
    <Screen title={title} crumbs={crumbs}>
      <h1 className="vh">Campaign</h1>
      <StateFrame state={frameOf(campaign)} isEmpty skeleton={<SkeletonLines lines={12} />} empty={null}>
        {null}
      </StateFrame>
    </Screen>
  );
}
