import { EmailsClosed, EmailsNoticed, LinksClicked, MachinesNoticed } from '#features/emails';
import { SourcePaused } from '#features/reputation';
import { on, type ProjectTx, wipePages } from '#platform/context';
import { defineFeature } from '#platform/feature';
import * as figureRoutes from './figure-routes.ts';
import { countLinks, countMachines } from './figures/count-links.ts';
import { countNoticed } from './figures/count-mails.ts';
import { countInBackground } from './preflight/count-in-background.ts';
import * as preflightRoutes from './preflight/routes.ts';
import {
  campaignsFromTemplate,
  campaignsSendingFrom,
  campaignsUsingEvent,
  campaignsUsingField,
  campaignsUsingSegment,
} from './references.ts';
import * as routes from './routes.ts';
import { campaignRuns } from './run/campaign-runs.ts';
import { followClosed, pauseForReputation } from './run/listeners.ts';
import { stopAfterLoss } from './run/stop-after-loss.ts';
import { tellTeam } from './run/tell-team.ts';
import * as sendRoutes from './send-routes.ts';

/** Runs and preflights are deleted with their campaign. */
const wipeCampaigns = (tx: ProjectTx): Promise<boolean> =>
  wipePages(tx, [
    ['campaigns', 'id'],
    ['campaign_counts', 'campaign_id', 'provider', 'slot'],
    ['campaign_reasons', 'campaign_id', 'outcome', 'reason'],
    ['campaign_links', 'campaign_id', 'place'],
  ]);

export const campaigns = defineFeature({
  name: 'campaigns',
  routes: [routes, sendRoutes, figureRoutes, preflightRoutes].flatMap((each) => Object.values(each)),
  spools: [campaignRuns],
  afterLoss: stopAfterLoss,
  listeners: [
    on(EmailsClosed, followClosed),
    on(EmailsNoticed, countNoticed),
    on(LinksClicked, countLinks),
    on(MachinesNoticed, countMachines),
    on(SourcePaused, pauseForReputation),
  ],
  tasks: [countInBackground, tellTeam],
  references: {
    field: campaignsUsingField,
    event: campaignsUsingEvent,
    segment: campaignsUsingSegment,
    template: campaignsFromTemplate,
    domain: campaignsSendingFrom,
  },
  wipe: wipeCampaigns,
});
