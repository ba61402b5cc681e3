import { defineFeature } from '#platform/feature';
import * as routes from './routes.ts';

export const recipientPages = defineFeature({ name: 'recipient-pages', routes: Object.values(routes) });
