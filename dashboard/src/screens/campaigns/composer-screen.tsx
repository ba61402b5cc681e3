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
import { Composer } from './composer/composer.tsx';
import './composer/composer.css';

export function ComposerScreen(): ReactElement {
  const { project } = useProject();
  const goTo = useGoTo();
  const { campaignId = '' } = useParams({ strict: false });
  const campaign = useCampaign(campaignId);
  const title = campaign.data?.name ?? 'Campaign';
  const crumbs = [{ name: 'Campaigns', href: paths.campaigns(project.id) }, { name: title }];
  const status = campaign.data?.status;
  const hasBegun = status !== undefined && status !== 'DRAFT' && status !== 'SCHEDULED';
  useEffect(() => {
    if (hasBegun) goTo(paths.campaign(project.id, campaignId), { replace: true });
  }, [hasBegun, goTo, project.id, campaignId]);
  if (campaign.data && !hasBegun) {
    return (
      <Screen title={title} crumbs={crumbs} className="compose">
        <Composer key={campaignId} campaign={campaign.data} />
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
