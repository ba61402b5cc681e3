import type { ProjectTx } from '#platform/context';
import { defineFeature } from '#platform/feature';
import {
  campaignsFromTemplate,
  campaignsSendingFrom,
  campaignsUsingEvent,
  campaignsUsingField,
  campaignsUsingSegment,
} from './references.ts';
import * as routes from './routes.ts';

export const campaigns = defineFeature({
  name: 'campaigns',
  routes: Object.values(routes),
  references: {
    field: campaignsUsingField,
    event: campaignsUsingEvent,
    segment: campaignsUsingSegment,
    template: campaignsFromTemplate,
    domain: campaignsSendingFrom,
  },
  wipe: wipeCampaigns,
});

/** Counts are deleted with their campaign. All at once: a project has few. */
async function wipeCampaigns(tx: ProjectTx): Promise<boolean> {
  await tx.db.deleteFrom('campaigns').where('projectId', '=', tx.projectId).execute();
  return false;
}
