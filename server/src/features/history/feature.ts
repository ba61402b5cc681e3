import { defineFeature } from '#platform/feature';
import * as exportRoutes from './export-routes.ts';
import * as summaryRoutes from './summary-routes.ts';
import * as timelineRoutes from './timeline-routes.ts';
import * as whyRoutes from './why-routes.ts';

export const history = defineFeature({
  name: 'history',
  routes: [timelineRoutes, whyRoutes, summaryRoutes, exportRoutes].flatMap((each) => Object.values(each)),
});
