import { defineFeature } from '#platform/feature';
import * as authRoutes from './routes.ts';
import { sendAccountMail } from './send-account-mail.ts';
import * as userRoutes from './user-routes.ts';
import { warnOwner } from './warn-owner.ts';

export const accounts = defineFeature({
  name: 'accounts',
  routes: [...Object.values(authRoutes), ...Object.values(userRoutes)],
  tasks: [sendAccountMail, warnOwner],
});
