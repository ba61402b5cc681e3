import type { Entry } from '../entry.ts';
import { createDomain } from './create-domain.ts';
import { listDomains } from './list-domains.ts';
import { deleteDomain, getDomain, verifyDomain, verifyDomainByPost } from './one-domain.ts';

export const domainEntries: readonly Entry[] = [
  listDomains,
  createDomain,
  getDomain,
  verifyDomain,
  verifyDomainByPost,
  deleteDomain,
];
