import { defineFeature } from '#platform/feature';
import { forgetExpired, forgetExpiredRegularly } from './forget-expired.ts';
import * as authRoutes from './routes.ts';
import { sendAccountMail } from './send-account-mail.ts';
import * as userRoutes from './user-routes.ts';

export const accounts = defineFeature({
  name: 'accounts',
  routes: [...Object.values(authRoutes), ...Object.values(userRoutes)],
  tasks: [sendAccountMail, forgetExpired],
  schedules: [forgetExpiredRegularly],
});
