import { defineFeature } from '#platform/feature';
import * as timelineRoutes from './timeline-routes.ts';
import * as whyRoutes from './why-routes.ts';

export const history = defineFeature({
  name: 'history',
  routes: [timelineRoutes, whyRoutes].flatMap((each) => Object.values(each)),
});
