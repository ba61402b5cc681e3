import type { Entry } from '../entry.ts';
import { disable, enable } from './disable.ts';
import { ownProjectSecurity, projectSecurity } from './read-security.ts';
import { resume } from './resume.ts';

export const securityEntries: readonly Entry[] = [projectSecurity, ownProjectSecurity, resume, disable, enable];
