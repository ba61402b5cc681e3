import { defineFeature } from '#platform/feature';
import * as routes from './routes.ts';

export const addressChecks = defineFeature({ name: 'address-checks', routes: Object.values(routes) });
