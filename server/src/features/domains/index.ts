export { trackingDomain } from './expected-records.ts';
export { domains } from './feature.ts';
export { findDkimKey, SigningKeyUnreadable } from './find-dkim-key.ts';
export { listDomainNames } from './queries.ts';
export { findProjectOfDomain, findReceivingProject } from './receiving-project.ts';
export { DmarcRequired, DomainNotVerified } from './refusals.ts';
export { requireDmarc, requireVerifiedSender } from './require-verified-sender.ts';
export { DomainRemoved, DomainVerified } from './signals.ts';
export { verifiedDomainsOf } from './verified-domains.ts';
